"""Runs the Python blocks of pages, and the script beside a page that draws its pictures:

    python run_pages.py FOLDER PAGE.md...

Each page has a folder below FOLDER with the sample tables, in which its blocks run in order, in one namespace. What
they print goes to `printed.json` there, by the line at which a block begins; pictures lie beside it.
"""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import os
import runpy
import shutil
import sys
import traceback
from pathlib import Path

from blocks import blocks_of, made_pictures

ROOT = Path(__file__).resolve().parents[2]


def folder_of(page: Path, below: Path) -> Path:
    return below / page.relative_to(ROOT / "docs").with_suffix("")


def make_samples(folder: Path) -> None:
    from scrim.cli import program

    for arguments in (["people.csv"], ["visits.csv", "--visits"]):
        name, *options = arguments
        assert program.run(["sample", str(folder / name), *options]) == 0


def run_page(page: Path, folder: Path) -> None:
    """Leaves the process in the folder, which is the page's own."""
    text = page.read_text(encoding="utf-8")
    os.chdir(folder)
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    script = page.with_suffix(".py")
    if script.exists():
        runpy.run_path(str(script), run_name="__main__")
    namespace: dict[str, object] = {"__name__": "page"}
    printed: dict[int, str] = {}
    for block in blocks_of(text, page):
        if block.language == "python" and not block.not_run:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                # Padded, so that a traceback names the line of the page.
                exec(compile("\n" * block.line + block.code, str(page), "exec"), namespace)
            printed[block.line] = out.getvalue().replace(f"{folder}/", "")
    missing = [name for name in made_pictures(text) if not Path(name).exists()]
    if missing:
        raise FileNotFoundError(f"nothing on the page draws {', '.join(missing)}")
    Path("printed.json").write_text(json.dumps(printed), encoding="utf-8")


def _try(page: Path, folder: Path) -> str:
    try:
        run_page(page, folder)
    except Exception:
        return traceback.format_exc()
    return ""


def main(below: Path, pages: list[Path]) -> int:
    # Imported before the workers are forked, as they take longer than most pages.
    import pandas  # noqa: F401
    import pyarrow.parquet  # noqa: F401

    shutil.rmtree(below, ignore_errors=True)
    samples = below / "samples"
    samples.mkdir(parents=True)
    with contextlib.redirect_stdout(io.StringIO()):
        make_samples(samples)
    jobs = []
    for page in pages:
        folder = folder_of(page, below)
        shutil.copytree(samples, folder)
        jobs.append((page, folder))
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        troubles = pool.starmap(_try, jobs, chunksize=1)
    for (page, _), trouble in zip(jobs, troubles, strict=True):
        if trouble:
            print(f"{page.relative_to(ROOT)}:\n{trouble}", file=sys.stderr)
    return 1 if any(troubles) else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), [Path(page).resolve() for page in sys.argv[2:]]))
