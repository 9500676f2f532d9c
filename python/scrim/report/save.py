"""A release in a file: as a report, or as all of its numbers."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from ..analysis.picture_file import replace_file
from ..analysis.refuse import refuse, shown
from ..tables.frame_facts import read_fields
from .formats import FORMATS, check_format, report_bytes
from .make import Named, make_report

if TYPE_CHECKING:
    from ..tables.query_release import QueryRelease

_ENDINGS = (*FORMATS, "json", "csv")


def save_release(release: QueryRelease, file: Any, title: Any) -> None:
    """Writes it in the format that the name of the file ends in."""
    path = os.fspath(file) if isinstance(file, (str, os.PathLike)) else None
    ending = path.lower().rpartition(".")[2] if isinstance(path, str) else ""
    if not isinstance(path, str) or ending not in _ENDINGS:
        refuse(f"file is {shown(file)}; give the name of a file that ends in .{', .'.join(_ENDINGS[:-1])} or .{_ENDINGS[-1]}")
    if title is not None and (not isinstance(title, str) or not title or ending not in FORMATS):
        refuse(f"title is {shown(title)}; give a text, and only for a report: .{', .'.join(FORMATS)}")
    if ending == "csv":
        data = release.to_csv().encode("utf-8", "backslashreplace")
    elif ending == "json":
        data = (json.dumps(saved_fields(release)) + "\n").encode()
    else:
        check_format(ending)
        facts = read_fields(saved_fields(release), "the release")
        data = report_bytes(make_report([Named("release", facts)], title=title), ending)
    replace_file(path, data)


def saved_fields(release: QueryRelease) -> dict[str, Any]:
    """What a saved release holds: what `--json` prints."""
    from .. import __version__

    return {"scrim": __version__, "released": True, **release.to_dict()}
