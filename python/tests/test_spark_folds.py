"""What tasks do on Spark, and what is made of their states, without Spark: parts are cut here as it cuts them."""

from __future__ import annotations

import functools
import sys
from types import SimpleNamespace

import pyarrow as pa
import pytest

import scrim
from scrim import stats
from scrim.readers.arrow_columns import name_of
from scrim.spark import fold
from scrim.spark.build import this_build
from scrim.spark.entry import folding, merging
from scrim.spark.fold import fold_part
from scrim.spark.merge import merge_all, merge_some
from scrim.spark.recipe import job_of, measured_by, recipe_of
from scrim.spark.rows_of_states import SCHEMA, State, from_batches, to_batches
from scrim.tables.source import read_columns
from table_of_visits import COLUMNS, visit_rows

PARTS = 7
DISTRICTS = {"ward": ["a", "b"], "district": ["east", "west"]}
QUERIES = [
    lambda table: table.group_by("region").agg(n=stats.count(), c=stats.mean("cost")),
    lambda table: table.where(lambda row: row.age >= 18).derive(decade="age // 10").lookup("ward", DISTRICTS, add=["district"])
    .group_by("district", keys=["east", "west"]).agg(v=stats.variance("decade", bounds=(0, 12)), k=stats.top_k("region", 2)),
    lambda table: table.group_by("member").agg(q=stats.quantiles("cost", [0.25, 0.5]), e=stats.mean("extra")),
]


def plan_of(ask=QUERIES[0], budget=None, **given):
    if ask is QUERIES[0] and budget is None and not given:
        return default_plan()
    return new_plan(ask, budget, given)


@functools.cache
def default_plan():
    return new_plan(QUERIES[0], None, {})


def new_plan(ask, budget, given):
    table = scrim.Table(visit_rows(), columns=COLUMNS, **(given or {"person": "patient"}))
    return ask(table.per_person(rows=2, groups=1) if table.person else table).plan(**(budget or {"epsilon": 1}))


def recipe_for(plan, found=None):
    schema = visit_rows().schema
    return recipe_of(plan, {name: name_of(schema.field(name).type) for name in plan.kinds}, found)


def laid_out(plan, parts=PARTS, cut_persons=False):
    """Batches of each part: ranges of persons in order and a row that is nobody's, or any rows and a mark."""
    rows = visit_rows().select(list(plan.kinds))
    persons = list(plan.query.table.person or ())
    if not persons:
        marked = rows.append_column("last", pa.array([False] * rows.num_rows))
        end = pa.table({field.name: pa.array([True if field.name == "last" else None], field.type) for field in marked.schema})
        cuts = [marked.slice(i * 300, 300) for i in range(4)]
        return [cut.combine_chunks().to_batches() for cut in (*cuts, end)]
    rows = rows.sort_by([(name, "ascending") for name in persons])
    ids = rows.column(persons[0])
    size = -(-rows.num_rows // (parts - 2)) + (1 if cut_persons else 0)
    cuts, begin = [], 0
    while begin < rows.num_rows:
        end = min(begin + size, rows.num_rows)
        while not cut_persons and end < rows.num_rows and ids[end].as_py() == ids[end - 1].as_py():
            end += 1
        cuts.append(rows.slice(begin, end - begin))
        begin = end
    nobody = pa.table({field.name: pa.array([None], field.type) for field in rows.schema})
    return [cut.combine_chunks().to_batches(100) for cut in (*cuts, nobody)]


def states_of(plan, batches, parts=PARTS):
    recipe = recipe_for(plan)
    return [fold_part(each, recipe, part, parts) for part, each in enumerate(batches)]


def rows_of(states):
    return [batch for state in states for batch in to_batches(state)]


def on_one_machine(plan):
    measurement = measured_by(plan, None)
    run = measurement.start()
    with plan.query.table.source.opened() as table:
        rows = pa.table(read_columns(table, plan.kinds))
    persons = [(name, "ascending") for name in plan.query.table.person or ()]
    run.update(rows.sort_by(persons) if persons else rows)
    return run.save()


@pytest.mark.parametrize("ask", QUERIES)
@pytest.mark.parametrize("given", [{"person": "patient"}, {"person": "number"}, {"person": ["clinic", "patient"]}, {"rows_per_person": 3}])
def test_parts_merge_to_the_state_of_one_machine(ask, given):
    plan = plan_of(ask, **given)
    states = states_of(plan, laid_out(plan))
    assert merge_all(measured_by(plan, None), rows_of(states), PARTS).save() == on_one_machine(plan)


def test_two_steps_are_one():
    plan = plan_of()
    rows, recipe = rows_of(states_of(plan, laid_out(plan))), recipe_for(plan)
    first = [*merge_some(rows[:3], recipe), *merge_some(rows[3:], recipe), *merge_some([], recipe)]
    assert len(first) == 2
    assert merge_all(measured_by(plan, None), first, PARTS).save() == on_one_machine(plan)


def test_attempts_agree():
    plan = plan_of()
    assert states_of(plan, laid_out(plan)) == states_of(plan, laid_out(plan))


def test_an_empty_part_behind_the_last_row_is_no_matter():
    plan = plan_of()
    states = states_of(plan, [*laid_out(plan), []])
    assert merge_all(measured_by(plan, None), rows_of(states), PARTS).save() == on_one_machine(plan)


@pytest.mark.parametrize("dropped", range(6))
def test_a_part_that_is_missing_is_an_error(dropped):
    plan = plan_of()
    states = states_of(plan, laid_out(plan))
    assert len(states) == 6
    with pytest.raises(scrim.MisuseError, match="part"):
        merge_all(measured_by(plan, None), rows_of(states[:dropped] + states[dropped + 1 :]), PARTS).finish()


@pytest.mark.parametrize("in_two_steps", [False, True])
def test_a_part_that_comes_twice_is_an_error(in_two_steps):
    plan = plan_of()
    states = states_of(plan, laid_out(plan))
    doubled = State((6,), states[1].saved, None)
    rows = rows_of([*states, doubled])
    if in_two_steps:
        rows = list(merge_some(rows, recipe_for(plan)))
    with pytest.raises(scrim.MisuseError, match="counted twice"):
        merge_all(measured_by(plan, None), rows, PARTS)


@pytest.mark.parametrize("in_two_steps", [False, True])
def test_a_person_in_two_parts_is_an_error(in_two_steps):
    plan = plan_of()
    rows = rows_of(states_of(plan, laid_out(plan, cut_persons=True)))
    if in_two_steps:
        rows = list(merge_some(rows, recipe_for(plan)))
    with pytest.raises(scrim.MisuseError, match="a person was split"):
        merge_all(measured_by(plan, None), rows, PARTS)


def test_persons_out_of_order_are_told():
    plan = plan_of()
    batches = laid_out(plan)
    batches[0] = [batch.take(pa.array(range(batch.num_rows))[::-1]) for batch in batches[0]]
    states = states_of(plan, batches)
    assert [state.problem for state in states] == ["order", *[None] * 5]
    with pytest.raises(scrim.MisuseError, match="within part 0"):
        merge_all(measured_by(plan, None), rows_of(states), PARTS)


def test_only_rows_out_of_order_are_told_as_such(monkeypatch):
    def update(rows):
        raise scrim.MisuseError("this run was finished")

    run = SimpleNamespace(update=update)
    job = SimpleNamespace(measurement=SimpleNamespace(start=lambda part, parts: run), kinds={}, persons=0)
    monkeypatch.setattr(fold, "job_of", lambda recipe: job)
    monkeypatch.setattr(fold._Rows, "stream", lambda self: None)
    with pytest.raises(scrim.MisuseError, match="this run was finished"):
        fold_part(laid_out(plan_of())[0], b"", 0, PARTS)


@pytest.fixture
def on_a_worker(monkeypatch):
    """As much of PySpark as a task asks."""
    task = SimpleNamespace(partitionId=lambda: 3)
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(TaskContext=SimpleNamespace(get=lambda: task), __file__="pyspark.zip"))


def unread_rows():
    raise AssertionError("a row was read")
    yield


STEPS = {"fold": lambda recipe, build: folding(recipe, build, PARTS), "merge": merging}


@pytest.mark.parametrize("step", STEPS)
def test_another_build_reads_no_row(on_a_worker, step):
    batches = list(STEPS[step](b"no recipe", "0" * 16)(unread_rows()))
    assert [(state.held, state.saved, state.problem) for state in from_batches(batches)] == [((3,), None, "build")]
    assert batches[0].schema == SCHEMA
    with pytest.raises(scrim.BadStateError) as refused:
        merge_all(measured_by(plan_of(), None), batches, PARTS)
    assert str(refused.value).count(this_build().folder) == 2


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("lacking", [["scrim", "scrim.spark", "scrim.spark.build"], ["scrim.spark.build"]], ids=["all", "spark"])
def test_a_worker_without_scrim_says_so(on_a_worker, monkeypatch, step, lacking):
    for module in lacking:
        monkeypatch.setitem(sys.modules, module, None)
    batches = list(STEPS[step](b"no recipe", this_build().digest)(unread_rows()))
    monkeypatch.undo()
    with pytest.raises(scrim.InputError, match="workers have no Scrim, or one that does not know Spark") as refused:
        merge_all(measured_by(plan_of(), None), batches, PARTS)
    assert sys.executable in str(refused.value)


@pytest.mark.parametrize("step", STEPS)
def test_an_older_build_that_lacks_modules_is_another_one(on_a_worker, monkeypatch, step):
    for module in ("archives", "fold", "merge", "rows_of_states"):
        monkeypatch.setitem(sys.modules, f"scrim.spark.{module}", None)
    batches = list(STEPS[step](b"no recipe", "0" * 16)(unread_rows()))
    assert batches[0].column("problem").to_pylist() == ["build"]


def test_both_steps_are_done_by_the_same_build(on_a_worker):
    plan = plan_of()
    recipe, build = recipe_for(plan), this_build().digest
    folded = list(folding(recipe, build, PARTS)(iter(laid_out(plan)[3])))
    assert [state.held for state in from_batches(folded)] == [(3,)]
    assert [state.held for state in from_batches(merging(recipe, build)(iter(folded)))] == [(3,)]


def test_more_parts_than_were_asked_for_are_an_error():
    plan = plan_of()
    assert fold_part([], recipe_for(plan), PARTS, PARTS).problem == "parts"


def test_large_states_are_cut_and_put_together():
    saved = bytes(range(256)) * 5
    rows = pa.Table.from_batches(to_batches(State((3,), saved, None), piece_bytes=100))
    batches = [rows.slice(place, 1) for place in range(rows.num_rows)]
    assert len(batches) == 13
    assert [state.saved for state in from_batches(reversed(batches))] == [saved]
    assert [state.problem for state in from_batches(batches[1:])] == ["pieces"]
    assert [state.problem for state in from_batches([*batches, batches[0]])] == ["twice"]
    large = bytes(3000)
    assert [state.saved for state in from_batches(to_batches(State((3,), large, None), piece_bytes=1))] == [large]


@pytest.mark.parametrize("budget", [{"epsilon": 1}, {"rho": 0.1}, {"epsilon": 1, "delta": 1e-6}, {"within": {"n": 20}}])
def test_a_plan_is_made_again_from_its_recipe(budget):
    plan = plan_of(budget=budget)
    assert job_of(recipe_for(plan)).kinds == plan.kinds  # which compares digests


def test_an_archive_is_forgotten_and_found_again(tmp_path, monkeypatch):
    import importlib
    import sys
    import zipfile

    from scrim.spark.archives import forget_archive

    for name in ("one", "other"):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            for module in ("__init__", "first", "second"):
                archive.writestr(f"archived_{name}/{module}.py", "")
        monkeypatch.syspath_prepend(str(tmp_path / f"{name}.zip"))
        importlib.import_module(f"archived_{name}.first")

    def known(name):
        return [path for path in sys.path_importer_cache if str(tmp_path / f"{name}.zip") in path]

    assert known("one") and known("other")
    forget_archive(sys.modules["archived_one"].__file__)
    assert not known("one") and known("other")
    importlib.import_module("archived_one.second")
    for module in [each for each in sys.modules if each.startswith("archived_")]:
        monkeypatch.delitem(sys.modules, module)
