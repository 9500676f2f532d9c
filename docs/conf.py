"""How Sphinx builds the site: `make docs`. What is particular to Scrim is in _site/pages.py."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_site"))

import scrim  # noqa: E402

project = "Scrim"
author = "the Scrim contributors"
project_copyright = "the Scrim contributors; Apache-2.0"
version = release = scrim.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "breathe", "pages"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_site", "requirements.txt"]
needs_sphinx = "9.0"

myst_enable_extensions = {"deflist"}
myst_heading_anchors = 4

# Pages whose Python blocks run while the site is built, and that show what these print and draw.
scrim_run_pages = ["start", "concepts/*", "howto/*", "gallery/*", "official-statistics"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
cpp_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"Scrim {release}"
html_static_path = ["_static"]
html_css_files = ["scrim.css"]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5f92", "color-brand-content": "#1f5f92"},
    "dark_css_variables": {"color-brand-primary": "#7cb7e8", "color-brand-content": "#7cb7e8"},
}

highlight_language = "none"


def setup(app):  # type: ignore[no-untyped-def]
    app.config.breathe_projects = {"scrim": str(Path(app.outdir).parent / f"{Path(app.outdir).name}-made" / "cpp" / "xml")}
    app.config.breathe_default_project = "scrim"
