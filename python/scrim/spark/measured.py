"""A plan that is measured on Spark: the job, and the run that comes of it on the driver."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from .. import _core
from ..analysis.refuse import refuse, shown
from ..tables.keys import Keys
from ..tables.query_plan import QueryPlan
from ..tables.source import find_columns
from .asking import ask_spark
from .build import this_build
from .entry import folding, merging
from .layout import laid_out, number_of_parts
from .merge import merge_all
from .progress import Progress, reported
from .recipe import measured_by, recipe_of
from .rows_of_states import COLUMNS
from .settings import changed, for_batches_of
from .table import SparkTable

# With more parts than this, states of several are merged on workers first. By what is public: how large a state is may
# depend on data.
_MERGED_AT_ONCE = 16


class MeasuredOnSpark:
    """Stands where a measurement does: `start` gives a run, whose `update` is the job."""

    def __init__(self, plan: QueryPlan, table: SparkTable, found: Keys | None = None) -> None:
        self._plan = plan
        self._table = table
        self._persons = len(plan.query.table.person or ())
        self._recipe = recipe_of(plan, _types(table, plan), found)
        self.measurement = measured_by(plan, found)

    def start(self) -> RunOnSpark:
        return RunOnSpark(self)

    def invoke(self, rows: object, *, threads: int = 1, progress: Progress | None = None) -> Any:
        """One release."""
        run = self.start()
        run.update(rows, threads=threads, progress=progress)
        return run.finish()

    def release(self, paid: _core.Filter, rows: object, *, d_in: int, threads: int = 1, progress: Progress | None = None) -> Any:
        """The same, spent from a filter before the job starts."""
        amounts = self.measurement.map(d_in)
        loss, delta = (amounts[0], amounts[1]) if isinstance(amounts, tuple) else (amounts, 0.0)
        currency: dict[str, Any] = {self._plan.budget.currency: Fraction(float(loss))}
        paid.spend(**currency, delta=Fraction(float(delta)))
        return self.invoke(rows, threads=threads, progress=progress)

    def gathered(self, progress: Progress | None = None) -> _core.Run:
        """A run that has read the whole frame, on the driver."""
        session, parts = self._table.frame.sparkSession, ask_spark(lambda: number_of_parts(self._table.frame))
        rows = ask_spark(lambda: laid_out(self._table, self._plan.kinds, self._persons, parts))
        states = ask_spark(lambda: self._states(rows, parts))
        with reported(session, progress), changed(session, ask_spark(lambda: for_batches_of(session, rows))):
            batches = ask_spark(lambda: states.toArrow().to_batches())
        return merge_all(self.measurement, batches, parts)

    def _states(self, rows: Any, parts: int) -> Any:
        """The frame of states. Nothing is computed yet."""
        build = this_build().digest
        states = rows.mapInArrow(folding(self._recipe, build, parts), COLUMNS)
        if parts <= _MERGED_AT_ONCE:
            return states
        return states.repartition(math.isqrt(parts), states["part"]).mapInArrow(merging(self._recipe, build), COLUMNS)


class RunOnSpark:
    """What `measurement.start()` gives on one machine, as far as releases need it."""

    def __init__(self, measured: MeasuredOnSpark) -> None:
        self._measured = measured
        self._run: _core.Run | None = None

    def update(self, rows: object, *, threads: int = 1, progress: Progress | None = None) -> None:
        """Runs the job; `rows` are those of the frame."""
        refuse_reading(None, threads)
        self._run = self._measured.gathered(progress)

    def finish(self) -> Any:
        """Draws noise, here and nowhere else."""
        run, self._run = self._run, None
        if run is None:
            raise _core.MisuseError("this run has read nothing, or was finished; start a new one")
        return run.finish()


def refuse_reading(sort_in: object | None, threads: int) -> None:
    """What is for one machine."""
    if threads != 1:
        refuse(f"threads is {shown(threads)}, and on Spark the cluster says how many tasks run at once; leave it out")
    if sort_in is not None:
        refuse("sort_in was given, and Spark sorts rows where they are; leave it out")


def _types(table: SparkTable, plan: QueryPlan) -> dict[str, str]:
    """Under the names by which the query knows the columns."""
    return {name: table.types[found] for name, found in zip(plan.kinds, find_columns(table, plan.kinds), strict=True)}
