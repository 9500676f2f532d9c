"""A local page for a study: forms that edit it, its plan while it is edited, and one deliberate button that releases.

- `serve_study`: serves the page on the loopback interface until it is interrupted.
- `check_explore`: says what is missing, and how it is installed, before anything is begun.

Planning opens no data: it follows from what the study declares. A release is `run_study`, as in `scrim run`.
"""

from .needs import check_explore
from .server import serve_study

__all__ = ["check_explore", "serve_study"]
