"""What a query released: a frame with a row for each group, and one for each statistic that has several rows in a group."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from .._advice import Advised
from ..analysis.picture import Picture
from ..analysis.printable import printable
from ..analysis.refuse import refuse, shown
from ..analysis.release import Release
from .frame import Frame
from .planned import Planned
from .query_plan import QueryPlan


@dataclass(frozen=True, repr=False)
class QueryRelease(Advised, Release):
    """Released statistics, a row for each group: safe to publish, as is everything else in this object.

    Each number has a noise interval beside it, `n_low` and `n_high` of `n`: it holds the number that the rows which were
    used would give, with the plan's confidence. It leaves out who was sampled, and what bounds and bounding have moved.
    Counts stay as noise made them, below 0 too, so that they are right on average.

    A histogram has a row for each bin, and `top_k` one for each rank, so that beside other statistics each is in a frame of
    its own: `release.frames["h"]`. The release itself is the first of its frames.
    """

    @property
    def _elsewhere(self) -> dict[str, str]:  # type: ignore[override]
        """Columns among it, which are no attributes."""
        columns = {name: f"a column is told by its name in brackets, release[{name!r}]" for name, _ in vars(self).get("schema", ())}
        return {
            **columns,
            **dict.fromkeys(("to_df", "df", "as_df", "pandas"), "as a frame it is to_pandas(), to_polars() or to_arrow()"),
            **dict.fromkeys(("value", "values", "interval"), 'cells are told by the name of their column in brackets, such as release["n"]'),
        }

    plan: QueryPlan
    schema: tuple[tuple[str, str], ...]
    """The names of the columns of the first frame, and what they hold: "int", "float", "str", "bool" or "date"."""
    rows: tuple[tuple[Any, ...], ...]
    """Of the first frame."""
    others: tuple[Frame, ...] = ()
    """Frames beside the first."""

    @property
    def frames(self) -> dict[str, Frame]:
        """By the name of each statistic the frame that it is in."""
        return {name: frame for frame in self.all_frames for name in frame.statistics}

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The cells of each column of the first frame, by name."""
        return self.all_frames[0].columns

    def __getitem__(self, name: str) -> list[Any]:
        """The cells of one column, of whichever frame has it; of those that several have, of the first."""
        for frame in self.all_frames:
            if name in dict(frame.schema):
                return frame[name]
        names = dict.fromkeys(name for frame in self.all_frames for name, _ in frame.schema)
        refuse(f"there is no column {shown(name)}; there are {', '.join(names)}")

    def __len__(self) -> int:
        return len(self.rows)

    def to_arrow(self) -> Any:
        """The frame as a table of PyArrow."""
        return self._only("to_arrow").to_arrow()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._only("to_arrow").__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """The frame as one of pandas."""
        return self._only("to_pandas").to_pandas()

    def to_polars(self) -> Any:
        """The frame as one of Polars, which must be installed."""
        return self._only("to_polars").to_polars()

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only. Where there are several frames, each with its statistics."""
        told = {**self.plan.to_dict(), **({} if self.ledger is None else {"ledger": self.ledger})}
        if not self.others:
            return {**told, "types": dict(self.schema), "columns": self.all_frames[0].to_dict()}
        frames = [
            {"statistics": list(frame.statistics), "types": dict(frame.schema), "columns": frame.to_dict()}
            for frame in self.all_frames
        ]
        return {**told, "frames": frames}

    def to_csv(self) -> str:
        """The frame as CSV, with a header; several frames one after the other, each with its header and an empty line
        between them."""
        return "\n".join(frame.to_csv() for frame in self.all_frames)

    def explain(self) -> str:
        """The release in plain words."""
        return "\n".join([repr(self), *self.plan._explanations()])

    @property
    def all_frames(self) -> tuple[Frame, ...]:
        """The frames, each once."""
        elsewhere = {name for frame in self.others for name in frame.statistics}
        own = tuple(planned.name for planned in self.plan.statistics if planned.name not in elsewhere)
        return (Frame(own, self.schema, self.rows), *self.others)

    def _only(self, method: str) -> Frame:
        """The frame, where there is one: of several none is left out unsaid."""
        if not self.others:
            return self.all_frames[0]
        names = "; ".join(", ".join(frame.statistics) for frame in self.all_frames)
        last = self.others[-1].statistics[0]
        refuse(f"the release has {len(self.all_frames)} frames ({names}); take one of them, such as release.frames[{last!r}].{method}()")

    def _headline(self) -> str:
        return printable(f"Private {self.plan._what()}")

    def __repr__(self) -> str:
        return "\n".join([self._headline(), *map(repr, self.all_frames), self.plan._summary("spent")]) + self._paid_by()

    def _repr_html_(self) -> str:
        frames = "".join(frame._repr_html_() for frame in self.all_frames)
        where = "" if self.ledger is None else f"; ledger {self.ledger}"
        cost = escape(self.plan._summary("spent").strip() + where)
        return f"<div><b>{escape(self._headline())}</b>{frames}<div>{cost}</div></div>"

    def save(self, file: str | os.PathLike[str], *, title: str | None = None) -> None:
        """Writes the release to a file, whole or not at all: as a report for people who read (`.html`, `.md`, `.pdf`), or as
        all of its numbers (`.json`, which `scrim report` reads, and `.csv`). A file of that name is replaced.

        A page needs `pip install "scrim[report]"`, PDF a browser such as Chromium. `title` is the page's.
        """
        from ..report.save import save_release

        save_release(self, file, title)

    def plot(self, statistic: str | None = None) -> Plot:
        """A picture of one statistic, the first unless it is named: it shows in a notebook, `save_plot` writes it, and
        `to_figure` makes a figure of Matplotlib of it."""
        names = [planned.name for planned in self.plan.statistics]
        chosen = names[0] if statistic is None else statistic
        if chosen not in names:
            refuse(f"statistic is {shown(statistic)}; give one of {', '.join(names)}")
        return Plot(self, chosen)

    def _picture(self) -> Picture:
        return self.plot()._picture()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(
            "a release of a query knows its plan, and is not pickled; pickle its frames, release.all_frames, or keep what "
            "to_arrow(), to_pandas(), to_csv() or to_dict() give"
        )


from .frame_picture import Plot  # noqa: E402 - it draws what is above


def make_release(plan: QueryPlan, released: Any) -> QueryRelease:
    """What the measurement of a plan gave, as frames."""
    places = [place for place in plan.places if place is not None]
    if plan.keys is None:
        return _release(plan, [()], [[released[bounding][fold] for bounding, fold in places]])
    of_groups = [[released[bounding][number][fold] for bounding, fold in places] for number in range(len(plan.keys))]
    return _release(plan, plan.keys.rows, of_groups)


def make_found_release(plan: QueryPlan, keys: Sequence[tuple[Any, ...]], counts: Sequence[int], released: Any) -> QueryRelease:
    """Of groups that were found, with their counts where these were wanted; and what was released of them afterwards."""
    of_groups = [
        [count if place is None else released[place[0]][number][place[1]] for place in plan.places]
        for number, count in enumerate(counts)
    ]
    return _release(plan, keys, of_groups)


def _release(plan: QueryPlan, keys: Sequence[tuple[Any, ...]], of_groups: Sequence[Sequence[Any]]) -> QueryRelease:
    """From what each fold released in each group."""
    frames = [_frame(plan, statistics, keys, of_groups) for statistics in frames_of(plan)]
    return QueryRelease(plan, frames[0].schema, frames[0].rows, tuple(frames[1:]))


def frames_of(plan: QueryPlan) -> list[list[Planned]]:
    """Which statistics are in which frame: those with one row for each group together, and first."""
    numbers = [planned for planned in plan.statistics if planned.statistic.row_column is None]
    return [each for each in [numbers, *([planned] for planned in plan.statistics if planned not in numbers)] if each]


def _frame(
    plan: QueryPlan, statistics: Sequence[Planned], keys: Sequence[tuple[Any, ...]], of_groups: Sequence[Sequence[Any]]
) -> Frame:
    of_each = [planned.rows_of_groups([[of_folds[fold] for fold in planned.folds] for of_folds in of_groups]) for planned in statistics]
    rows: list[tuple[Any, ...]] = []
    for key, *of_group in zip(keys, *of_each, strict=True):
        if len(of_group) == 1:
            rows += [key + cells for cells in of_group[0]]
        else:
            rows += [key + tuple(itertools.chain.from_iterable(together)) for together in zip(*of_group, strict=True)]
    return Frame(tuple(planned.name for planned in statistics), schema_of(plan, statistics), tuple(rows))


def schema_of(plan: QueryPlan, statistics: Sequence[Planned]) -> tuple[tuple[str, str], ...]:
    """The columns of a frame, before there is one."""
    groups = zip(plan.query.grouped_by, plan.group_types, strict=True)
    return (*groups, *(column for planned in statistics for column in planned.columns()))
