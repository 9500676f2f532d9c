"""The one line on standard error: in words, or as JSON where JSON was asked for."""

from __future__ import annotations

import json
import os
import sys

from .. import __version__
from .printable import one_line
from .problems import Problem


def complain(problem: Problem, as_json: bool) -> int:
    """Returns the exit status, which has to do alone where nobody can be told."""
    message = one_line(str(problem))
    if as_json:
        error = {"kind": problem.kind, "status": problem.status, "message": message}
        line = json.dumps({"scrim": __version__, "released": problem.released, "error": error})
    else:
        line = f"scrim: {message}"
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
            encoded = f"{line}\n".encode(sys.stderr.encoding or "utf-8", "backslashreplace")
            os.write(sys.stderr.fileno(), encoded)
    except (OSError, ValueError):
        pass
    return problem.status
