"""What a query released: a frame, with a row for each group."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ..analysis.picture import Picture
from ..analysis.printable import printable
from ..analysis.refuse import refuse, shown
from ..analysis.release import Release
from ..analysis.words import show_value
from .query_plan import QueryPlan

# Of the rows that are written out; all are in the frame.
_MOST_LISTED = 40
_MOST_IN_NOTEBOOK = 200


@dataclass(frozen=True, repr=False)
class QueryRelease(Release):
    """Released statistics, a row for each group: safe to publish, as is everything else in this object.

    Each number has a noise interval beside it, `n_low` and `n_high` of `n`: it holds the number that the rows which were
    used would give, with the plan's confidence. It leaves out who was sampled, and what bounds and bounding have moved.
    Counts stay as noise made them, below 0 too, so that they are right on average.
    """

    plan: QueryPlan
    schema: tuple[tuple[str, str], ...]
    """The names of the columns, and what they hold: "int", "float", "str", "bool" or "date"."""
    rows: tuple[tuple[Any, ...], ...]

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The cells of each column, by name."""
        return {name: [row[place] for row in self.rows] for place, (name, _) in enumerate(self.schema)}

    def __getitem__(self, name: str) -> list[Any]:
        """The cells of one column."""
        names = [column for column, _ in self.schema]
        if name not in names:
            refuse(f"there is no column {shown(name)}; there are {', '.join(names)}")
        place = names.index(name)
        return [row[place] for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)

    def to_arrow(self) -> Any:
        """The frame as a table of PyArrow."""
        import pyarrow as pa

        kinds = {"int": pa.int64(), "float": pa.float64(), "str": pa.string(), "bool": pa.bool_(), "date": pa.date32()}
        schema = pa.schema([(name, kinds[kind]) for name, kind in self.schema])
        return pa.table(self.columns, schema=schema)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """The frame as one of pandas."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """The frame as one of Polars, which must be installed."""
        import polars

        return polars.from_arrow(self.to_arrow())

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {**self.plan.to_dict(), "columns": {name: list(map(_plain, cells)) for name, cells in self.columns.items()}}

    def to_csv(self) -> str:
        """The frame as CSV, with a header."""
        import csv
        import io

        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([name for name, _ in self.schema])
        writer.writerows([list(map(_plain, row)) for row in self.rows])
        return text.getvalue()

    def explain(self) -> str:
        """The release in plain words."""
        return "\n".join([repr(self), *self.plan._explanations()])

    def _headline(self) -> str:
        return printable(f"Private {self.plan._what()}")

    def __repr__(self) -> str:
        lines = aligned(self.schema, self.rows[:_MOST_LISTED])
        if hidden := len(self.rows) - _MOST_LISTED:
            lines += [f"  and {hidden} more rows"] if hidden > 0 else []
        return "\n".join([self._headline(), *lines, self.plan._summary("spent")])

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{escape(printable(name))}</th>" for name, _ in self.schema)
        cells = (
            "".join(f"<td>{escape(printable(show_cell(cell)))}</td>" for cell in row) for row in self.rows[:_MOST_IN_NOTEBOOK]
        )
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        hidden = len(self.rows) - _MOST_IN_NOTEBOOK
        more = f"<div>and {hidden} more rows</div>" if hidden > 0 else ""
        cost = escape(self.plan._summary("spent").strip())
        return f"<div><b>{escape(self._headline())}</b><table><tr>{heads}</tr>{body}</table>{more}<div>{cost}</div></div>"

    def plot(self, statistic: str | None = None) -> Plot:
        """A picture of one statistic, the first unless it is named: it shows in a notebook, and `save_plot` writes it."""
        names = [planned.name for planned in self.plan.statistics]
        chosen = names[0] if statistic is None else statistic
        if chosen not in names:
            refuse(f"statistic is {shown(statistic)}; give one of {', '.join(names)}")
        return Plot(self, chosen)

    def _picture(self) -> Picture:
        return self.plot()._picture()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a release of a query is saved as a frame: to_arrow(), to_pandas(), to_csv() or to_dict()")


from .frame_picture import Plot  # noqa: E402 - it draws what is above


def make_release(plan: QueryPlan, released: Any) -> QueryRelease:
    """What the measurement of a plan gave, as a frame."""
    if plan.threshold is not None:
        return _found(plan, released)
    rows: list[tuple[Any, ...]] = []
    groups = [()] if plan.keys is None else plan.keys.rows
    for number, key in enumerate(groups):
        values = [released[bounding] if plan.keys is None else released[bounding][number] for bounding, _ in plan.places]
        of_folds = [value[place] for value, (_, place) in zip(values, plan.places, strict=True)]
        of_each = [planned.rows([of_folds[fold] for fold in planned.folds]) for planned in plan.statistics]
        rows += [(*key, *(cell for cells in together for cell in cells)) for together in zip(*of_each, strict=True)]
    return QueryRelease(plan, _schema(plan), tuple(rows))


def _found(plan: QueryPlan, released: Mapping[Any, int] | Sequence[tuple[Any, int]]) -> QueryRelease:
    counts = dict(released)
    (planned,) = plan.statistics
    rows = [(key, *cells) for key in sorted(counts) for cells in planned.rows([counts[key]])]
    return QueryRelease(plan, _schema(plan), tuple(rows))


def _schema(plan: QueryPlan) -> tuple[tuple[str, str], ...]:
    groups = list(zip(plan.query.grouped_by, plan.group_types, strict=True))
    return (*groups, *(column for planned in plan.statistics for column in planned.columns()))


def aligned(schema: Sequence[tuple[str, str]], rows: Sequence[Sequence[Any]]) -> list[str]:
    """Rows of a frame as lines, numbers to the right."""
    columns = [
        [printable(name), *(printable(show_cell(row[place])) for row in rows)] for place, (name, _) in enumerate(schema)
    ]
    widths = [max(map(len, cells)) for cells in columns]
    is_left = [kind == "str" for _, kind in schema]
    lines = zip(*columns, strict=True)
    return [
        ("  " + "  ".join(cell.ljust(width) if left else cell.rjust(width) for cell, width, left in zip(line, widths, is_left, strict=True))).rstrip()
        for line in lines
    ]


def show_cell(cell: Any) -> str:
    return f"{cell:.7g}" if isinstance(cell, float) else show_value(cell)


def _plain(cell: Any) -> Any:
    return cell.isoformat() if isinstance(cell, datetime.date) else cell
