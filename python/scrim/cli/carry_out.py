"""One release from a file: opened, planned, released and shown."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .. import EntropyError, InputError, readers
from ..analysis import TopKPlan
from ..readers import ReadingOptions, Table
from .delivery import Delivery
from .output_file import OutputFile
from .printable import json_bytes
from .problems import InputProblem, unreadable
from .process import Process
from .progress import progress
from .screen import Screen
from .show import as_fields, as_table

# What a release says beside its plan: numbers, at most this long each with their names.
_LONGEST_NUMBER = 64
# A value and the ends of an interval, and room for the names of all.
_NUMBERS_BESIDE_PARTS = 4
# A character of a text is at most this long in JSON.
_LONGEST_CHARACTER = 12


@dataclass(frozen=True)
class Request:
    """What is wanted, apart from the statistic."""

    title: str
    file: str
    column: str
    sql: str | None
    table: str | None
    reading: ReadingOptions
    dry_run: bool
    json: bool
    output: str | None
    other_inputs: tuple[str, ...] = ()


Prepare = Callable[[Table, str], tuple[Any, Callable[[], Any]]]


def carry_out(request: Request, process: Process, prepare: Prepare) -> None:
    """In this order, so that whatever can fail fails before the release, and whatever can fail after it
    fails before anything is seen."""
    opened = readers.open_table(
        request.file, sql=request.sql, table=request.table, options=request.reading
    )
    try:
        name = readers.find_column(opened, request.column)
        plan, stream = prepare(opened, name)
        where = {"file": request.file, "column": name}
        if request.sql is not None:
            where["sql"] = request.sql
        if request.output is not None:
            process.output = OutputFile(request.output)
            process.output.refuse_inputs([*opened.files, *request.other_inputs])
            process.output.open()
            process.output.reserve(_largest_size(plan, where))
        delivery = Delivery(process.signals, process.output, is_release=not request.dry_run)
        process.delivery = delivery
        outcome = plan if request.dry_run else _release(plan, stream, opened.name)
    finally:
        opened.close()
    fields = as_fields(outcome, where)
    screen = _screen()
    delivery.carry_out(
        json_bytes(fields, "utf-8"),
        json_bytes(fields, screen.encoding)
        if request.json
        else as_table(outcome, request.title, screen),
    )


def _screen() -> Screen:
    width = shutil.get_terminal_size().columns
    return Screen(width, sys.stdout.encoding or "utf-8", sys.stdout.isatty())


def _largest_size(plan: Any, where: dict[str, Any]) -> int:
    """That the JSON of a release can have, whatever is released."""
    size = len(json_bytes(as_fields(plan, where), "utf-8"))
    if isinstance(plan, TopKPlan):
        longest = max(len(category) for category in plan.categories)
        return size + plan.k * (longest * _LONGEST_CHARACTER + _LONGEST_NUMBER) + _LONGEST_NUMBER
    # A bin has a count and the ends of an interval.
    numbers = len(getattr(plan, "parts", ())) + 3 * len(getattr(plan, "bins", ()))
    return size + (numbers + _NUMBERS_BESIDE_PARTS) * _LONGEST_NUMBER


def _release(plan: Any, stream: Callable[[], Any], name: str) -> Any:
    try:
        with progress() as report:
            return plan.release(stream(), progress=report)
    except EntropyError as error:
        raise InputProblem(str(error)) from None
    except Exception as error:
        # Rows were being read, and the text of an error may quote them.
        if isinstance(error, (InputError, OSError)) or _is_of_the_reader(error):
            raise InputProblem(unreadable(name)) from None
        kind = type(error).__name__
        raise InputProblem(f"an internal error ({kind}) ended it; nothing was released") from None


def _is_of_the_reader(error: Exception) -> bool:
    """Whether DuckDB, SQLite or PyArrow raised it, of which not all need be loaded."""
    return type(error).__module__.split(".")[0] in ("duckdb", "_duckdb", "sqlite3", "pyarrow")
