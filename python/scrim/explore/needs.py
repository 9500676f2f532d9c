"""What the page needs beyond the package itself."""

from __future__ import annotations

import importlib

from ..analysis.refuse import refuse

_MODULES = ("jinja2", "starlette", "tomlkit", "uvicorn")


def check_explore() -> None:
    """Whether a page can be served here."""
    for name in _MODULES:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            refuse(f'the page of a study needs {name}, which is not installed; run: pip install "scrim[explore]"')
