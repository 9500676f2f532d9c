"""Help pages: options under headings, readable in narrow terminals too."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

from .. import BadStateError, BudgetError, Error, InputError, LedgerError
from .._refusal import in_shell
from .problems import UsageProblem

# In a narrow terminal long options stand on a line of their own, so that what is said about them has room.
_NARROW = 70
_NARROW_NAMES = 14
_WIDE_NAMES = 24
# Arguments of Python by the parameters of commands that give them.
_OTHER_NAMES = {"alphas": "alpha", "group_by": "by", "keys": "by", "share": "key_share", "label": "name"}
_EXAMPLE = "Example: "
_INDENT = "  "
_CUT = " \\"


class GroupedCommand(TyperCommand):
    """A command whose options stand under the headings they were given, and whose arguments are refused in the words
    of the shell."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (BadStateError, BudgetError, InputError, LedgerError):  # about no arguments
            raise
        except Error as error:
            own = {each.name: each.opts[0] for each in self.get_params(ctx) if each.param_type_name == "option"}
            others = {argument: own[name] for argument, name in _OTHER_NAMES.items() if name in own}
            raise UsageProblem(in_shell(error, {**others, **own})) from None

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Without the brackets that Typer has around arguments, also around those that may be several."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """An example is cut between options alone, as a shell reads it: it can be copied as it stands."""
        epilog = self.epilog or ""
        if not epilog.startswith(_EXAMPLE):
            super().format_epilog(ctx, formatter)
            return
        lines: list[str] = []
        for piece in re.split(r" (?=--)", epilog):
            if lines and len(lines[-1]) + len(piece) + len(_CUT) < formatter.width - 2 * len(_INDENT):
                lines[-1] += f" {piece}"
            else:
                lines.append(piece if not lines else _INDENT + piece)
        formatter.write_paragraph()
        formatter.write(f"{_CUT}\n".join(f"{_INDENT}{line}" for line in lines) + "\n")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            if parameter.param_type_name == "argument":
                heading = "Arguments"
                record = (str(parameter.metavar), record[1])
            else:
                heading = getattr(parameter, "rich_help_panel", None) or "Options"
            sections.setdefault(heading, []).append(record)
        names = _NARROW_NAMES if formatter.width < _NARROW else _WIDE_NAMES
        for heading, records in sections.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records, col_max=names)
