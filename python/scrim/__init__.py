"""Differential privacy with exact samplers and proved maps.

Transformations and measurements are made by ``make_x``, or by ``then_x`` behind ``>>``; ``map`` says what a
release costs before data is touched.
"""

from __future__ import annotations

from importlib.metadata import version as _version

from scrim import _core
from scrim._core import *  # noqa: F403

__version__ = _version("scrim")

__all__ = [name for name in vars(_core) if not name.startswith("_")]

# --- for analysts ---
