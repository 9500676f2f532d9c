"""Pictures in files, as SVG or PNG."""

from __future__ import annotations

import importlib
import os
from typing import Any

from .._whole_files import other_name
from .picture import FONT_FAMILY, FONTS, Picture
from .refuse import Argument, refuse, shown

# Pixels for each unit of a picture, so that small text is sharp.
PNG_ZOOM = 2


class Pictured:
    """A plan or a release that can be drawn. What is drawn are released values and public numbers, nothing else."""

    def _picture(self) -> Picture:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self._picture().html()

    def save_plot(self, file: str | os.PathLike[str]) -> None:
        """Writes the picture that notebooks show to a file that ends in .svg or .png, whole or not at all.

        A file of that name is replaced. PNG needs `pip install "scrim[plot]"`.
        """
        path = os.fspath(file)
        if not isinstance(path, str):
            refuse(f"file is {shown(file)}; give a name that is a text")
        check_plot_file(path, "file")
        replace_file(path, plot_bytes(self._picture(), path))


def is_png(path: str) -> bool:
    return path.lower().endswith(".png")


def check_plot_file(path: str, name: str) -> None:
    """Whether a picture can be drawn for a file of this name; `name` is what the argument is called."""
    if not path.lower().endswith((".svg", ".png")):
        refuse(Argument(name), f" is {shown(path)}; give the name of a file that ends in .svg or .png")
    if is_png(path):
        why = f"{name} is {shown(path)}, and PNG needs"
        instead = "give a file that ends in .svg"
        page = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="{FONT_FAMILY}">'
        try:
            letter = _rasterised(f'{page}<text y="15">A</text></svg>')
        except ModuleNotFoundError:
            refuse(f'{why} resvg_py, which is not installed; run: pip install "scrim[plot]", or {instead}')
        # Without a font a picture has no words, and nothing says so.
        if letter == _rasterised(f"{page}</svg>"):
            refuse(f"{why} one of the fonts {', '.join(FONTS)}, and none is installed; install one, or {instead}")


def plot_bytes(picture: Picture, path: str) -> bytes:
    """What a file of this name holds."""
    svg = picture.svg()
    return _rasterised(svg) if is_png(path) else svg.encode()


def _rasterised(svg: str) -> bytes:
    rasteriser: Any = importlib.import_module("resvg_py")
    return bytes(rasteriser.svg_to_bytes(svg_string=svg, zoom=PNG_ZOOM))


def replace_file(path: str, data: bytes) -> None:
    """Writes a file whole or not at all; one of that name is replaced."""
    path = os.path.realpath(path)  # a link stays a link
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, other_name(name))
    try:
        with open(temporary, "xb") as stream:
            stream.write(data)
        os.replace(temporary, path)
    except BaseException:
        if os.path.lexists(temporary):
            os.unlink(temporary)
        raise
