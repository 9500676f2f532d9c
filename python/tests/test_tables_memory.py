"""What stays of tables once nobody uses them: nothing."""

from __future__ import annotations

import gc
import weakref

import pytest
import scrim
from scrim import stats

from table_of_visits import COLUMNS, visit_rows


def _plan(query):
    return query.per_person(rows=3).plan(epsilon=1)


def _release(query):
    return query.per_person(rows=3).plan(epsilon=1).release()


def _find(query):
    return query.per_person(rows=3, groups=1).group_by("ward", keys="found").plan(epsilon=1, delta=1e-9).release()


def _ask_in_session(query):
    return scrim.Session(query.table, epsilon=1).plan(query.per_person(rows=3), epsilon="0.5").release()


@pytest.mark.parametrize("use", [_plan, _release, _find, _ask_in_session])
def test_a_table_goes_with_its_plans(use):
    frame = visit_rows().to_pandas()
    table = scrim.Table(frame, person="patient", columns=COLUMNS)
    outcome = use(table.agg(n=stats.count(), m=stats.mean("cost")))
    seen = weakref.ref(table), weakref.ref(frame)
    gc.collect()
    assert all(each() is not None for each in seen)  # the plan knows its table
    del table, frame, outcome
    gc.collect()
    assert [each() for each in seen] == [None, None]
