"""Completion of commands and options by the shell, as Typer has it.

The shell is named rather than guessed: a guess looks at processes, and fails in scripts and containers.
"""

from __future__ import annotations

import os
from enum import Enum
from typing import Annotated

import typer

_VARIABLE = "_SCRIM_COMPLETE"


class Shell(str, Enum):
    """Shells that can complete."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"


def prepare() -> None:
    """Where a shell asks, Typer must know its dialect."""
    if _VARIABLE in os.environ:
        from typer._completion_classes import completion_init

        completion_init()


def _show(shell: Shell | None) -> None:
    if shell is not None:
        from typer._completion_shared import get_completion_script

        print(get_completion_script(prog_name="scrim", complete_var=_VARIABLE, shell=shell.value))
        raise typer.Exit


def _install(shell: Shell | None) -> None:
    if shell is not None:
        from typer._completion_shared import install

        _, path = install(shell=shell.value, prog_name="scrim", complete_var=_VARIABLE)
        print(f"wrote {path}; options are completed in every shell that is started from now on")
        raise typer.Exit


InstallCompletion = Annotated[
    Shell | None,
    typer.Option(
        "--install-completion",
        metavar="SHELL",
        callback=_install,
        is_eager=True,
        expose_value=False,
        help="Let bash, zsh or fish complete commands and options.",
    ),
]
ShowCompletion = Annotated[
    Shell | None,
    typer.Option(
        "--show-completion",
        metavar="SHELL",
        callback=_show,
        is_eager=True,
        expose_value=False,
        help="Print the script that does it.",
    ),
]
