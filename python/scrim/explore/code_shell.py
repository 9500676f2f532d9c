"""A study as commands of a shell."""

from __future__ import annotations

import shlex

from ..studies.study import Study


def shell_code(study: Study) -> str:
    """To be run in the folder of the study, once it is saved. No comment has a name in it: a new line in a name would end it."""
    name, lock = (_file(each) for each in (study.path.name, study.lock_path.name))
    lines = [
        f"scrim plan {name}    # reads no row, and spends nothing",
        f"scrim run {name}     # releases, and writes files and the lock; again it is free",
        f"scrim report {name} --output {_file(study.path.stem + '.html')}",
        f"scrim ledger verify {_file(str(study.content['budget']['ledger']))} --against {lock}",
    ]
    return "\n".join(lines) + "\n"


def _file(name: str) -> str:
    """A name that no command takes for an option."""
    return shlex.quote(f"./{name}" if name.startswith("-") else name)
