"""Data that were changed after a table was made of them: no row is read as what another column, or another type, was."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest
import scrim
from holders_of_rows import HOLDERS, ROWS
from scrim import stats
from scrim.tables.source import read_columns


@pytest.mark.parametrize("holder", ["pandas", "polars", "duckdb"])
@pytest.mark.parametrize("how", ["a column in front", "without the one beside", "ids of another type", "without ids"])
def test_persons_are_those_of_the_plan_though_the_frame_was_changed_since(holder, how):
    ids, x = ROWS["id"], ROWS["x"]
    frame, change = HOLDERS[holder](None, {"id": ids, "other": [7] * 10, "x": x})
    table = scrim.Table(frame, person="id", columns={"x": scrim.number(0, 10)})
    plan = table.per_person(rows=1).agg(n=stats.count()).plan(epsilon=1e9)
    change(
        {
            "a column in front": {"row": range(10), "id": ids, "other": [7] * 10, "x": x},
            "without the one beside": {"id": ids, "x": x},
            "ids of another type": {"id": [1 + each / 100 for each in range(10)], "other": [7] * 10, "x": x},
            "without ids": {"other": [7] * 10, "x": x},
        }[how]
    )
    if "ids" in how:
        with pytest.raises(scrim.InputError, match="'id' (holds DOUBLE now|is not there any more).*make the table anew"):
            plan.release()
    else:
        assert plan.release()["n"] == [2]


def test_persons_are_those_of_the_plan_though_the_file_is_another_one(tmp_path):
    file = str(tmp_path / "rows.parquet")
    pq.write_table(pa.table({"id": [1, 2], "x": [1.0, 2.0]}), file)
    table = scrim.Table(file, person="id", columns={"x": scrim.number(0, 10)})
    plan = table.per_person(rows=1).agg(n=stats.count()).plan(epsilon=1e9)
    # As integers, which the plan has them read as, both would be one person.
    pq.write_table(pa.table({"id": ["1", "01"], "x": [1.0, 2.0]}), file)
    with pytest.raises(scrim.InputError, match="ids of another type than when the plan was made"):
        plan.release()


@pytest.mark.parametrize("how", ["in other places", "of another type"])
def test_a_file_that_is_written_anew_is_refused_where_the_table_was_opened_before(tmp_path, how):
    """By place, or as integers, several persons would be one."""
    changed = {"in other places": {"x": [1.0, 2.0], "id": [1, 2]}, "of another type": {"id": ["1", "01"], "x": [1.0, 2.0]}}[how]
    for ending in ("csv", "parquet"):
        file = str(tmp_path / f"rows.{ending}")
        write = pq.write_table if ending == "parquet" else pa_csv.write_csv
        write(pa.table({"id": [1, 2], "x": [1.0, 2.0]}), file)
        with scrim.open_table(file) as opened:
            begun = read_columns(opened, {"id": "integer"})
            write(pa.table(changed), file)
            if (ending, how) == ("csv", "of another type"):
                assert pa.table(read_columns(opened, {"id": "text"}))["id"].to_pylist() == ["1", "01"]
            elif (ending, how) == ("parquet", "in other places"):
                assert pa.table(read_columns(opened, {"id": "integer"}))["id"].to_pylist() == [1, 2]
            else:
                for stream in (lambda: begun, lambda: read_columns(opened, {"id": "integer"})):
                    with pytest.raises(scrim.InputError, match="was changed after the table was made of it.* make the table anew"):
                        list(stream().batches())
