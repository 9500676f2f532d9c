"""Runs: streamed, merged, saved, and consumed."""

import copy
import gc
import itertools
import pickle
import signal
import threading
import time
import weakref

import numpy as np
import pyarrow as pa
import pytest

import scrim

SPACE = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()


def scores_of(rows):
    return rows >> scrim.then_clamp((0, 100)) >> scrim.then_quantile_score_candidates([25.0, 50.0, 75.0], 0.5)


def imputing(value):
    domain = scrim.vector_domain(scrim.option_domain(scrim.atom_domain(float)))
    return scores_of((domain, SPACE[1]) >> scrim.then_impute(value))


SCORES = scores_of(SPACE)
# A scale of 0 selects without noise: what is released can be foreseen.
EXACT = SCORES >> scrim.then_report_noisy_top_k(scrim.max_divergence(), 1, 0.0, "min")
ROWS = np.random.default_rng(7).normal(60, 30, 20_000)


def halves(mechanism):
    return [mechanism.start(part=part, parts=2) for part in range(2)]


def test_pieces_give_what_the_whole_gives():
    run = SCORES.start()
    for piece in [ROWS[:1], ROWS[1:1], ROWS[1:5000].tolist(), pa.array(ROWS[5000:9000]), ROWS[9000:][::-1]]:
        run.update(piece)
    assert run.finish().tolist() == SCORES(ROWS).tolist()


def test_merged_runs_give_what_the_whole_gives():
    first, second = halves(SCORES)
    first.update(ROWS[:7000])
    second.update(ROWS[7000:])
    with pytest.raises(scrim.MisuseError, match="holds part 0 of 2, without part 1; merge"):
        first.finish()  # refused, and left as it was
    first.merge(second)
    assert first.finish().tolist() == SCORES(ROWS).tolist()
    for run in (first, second):
        with pytest.raises(scrim.MisuseError, match="start a new one"):
            run.finish()


def test_nothing_is_merged_twice():
    run, other = SCORES.start(), SCORES.start()
    with pytest.raises(scrim.MisuseError, match="holds the whole and the other one holds the whole"):
        run.merge(other)
    assert run.finish().tolist() == other.finish().tolist() == SCORES([]).tolist()
    saved = [half.save() for half in halves(SCORES)]
    run = SCORES.load(saved[0])
    with pytest.raises(scrim.MisuseError, match="part 0 of 2 and the other one holds part 0 of 2, so that rows would be counted twice"):
        run.merge(SCORES.load(saved[0]))
    run.merge(SCORES.load(saved[1]))
    assert run.save() == SCORES.start().save()
    with pytest.raises(scrim.MisuseError, match="not parts of the same number"):
        SCORES.start(part=1, parts=3).merge(SCORES.load(saved[0]))
    for part, parts in ((1, 1), (0, 0), (0, 2**32)):
        with pytest.raises(scrim.InvalidArgumentError, match=f"part {part} of {parts}; parts are numbered from 0"):
            SCORES.start(part=part, parts=parts)
    for arguments in ({"part": -1}, {"parts": 1.5}, {"part": None}):
        with pytest.raises(TypeError):
            SCORES.start(**arguments)


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_all_parts_together_are_saved_as_the_whole(count):
    whole = SCORES.start()
    whole.update(ROWS)
    runs = []
    for part, rows in enumerate(np.array_split(ROWS, count)):
        run = SCORES.start(part=part, parts=count)
        run.update(rows)
        runs.append(EXACT.load(run.save()))
    while len(runs) > 1:
        runs.insert(0, runs.pop())
        runs[0].merge(runs.pop(len(runs) // 2))
    assert runs[0].save() == whole.save()


def test_a_key_keeps_others_from_making_or_changing_a_run():
    key = b"sixteen bytes or more, at random"

    def saved(**key):
        run = SCORES.start()
        run.update(ROWS)
        return run.save(**key)

    assert EXACT.load(saved(key=key), key=key).finish().tolist() == EXACT(ROWS).tolist()
    assert SCORES.load(saved(key=key), key=key).save(key=None) == saved()
    changed = bytearray(saved(key=key))
    changed[100] ^= 1
    for bytes_, given, words in (
        (saved(key=key), {}, "give the key"),
        (saved(), {"key": key}, "not authenticated"),
        (saved(key=key), {"key": key[1:]}, "changed, or saved with another key"),
        (bytes(changed), {"key": key}, "changed, or saved with another key"),
    ):
        with pytest.raises(scrim.BadStateError, match=words):
            SCORES.load(bytes_, **given)
    run = SCORES.start()
    for attempt in (lambda: run.save(key=b"short"), lambda: SCORES.load(saved(), key=b"short")):
        with pytest.raises(scrim.InvalidArgumentError, match="has 5 bytes; give 16 to 4096") as refused:
            attempt()
        assert "short" not in str(refused.value)
    with pytest.raises(TypeError) as mistaken:
        run.save(key="a key that is a text")
    assert "a key" not in str(mistaken.value)
    assert run.finish().tolist() == SCORES([]).tolist()  # what was refused consumed nothing


def test_saved_runs_go_on_elsewhere():
    worker = SCORES.start()
    worker.update(ROWS[:7000])
    saved = worker.save()
    assert type(saved) is bytes
    run = EXACT.load(saved)
    run.update(ROWS[7000:])
    assert run.finish().tolist() == EXACT(ROWS).tolist()


@pytest.mark.parametrize(
    ("parts", "consume"),
    [(1, lambda run: run.finish()), (1, lambda run: run.save()), (2, lambda run: EXACT.start(part=1, parts=2).merge(run))],
)
@pytest.mark.parametrize(
    "use",
    [
        lambda run: run.update(ROWS),
        lambda run: run.update([]),
        lambda run: run.finish(),
        lambda run: run.save(),
        lambda run: run.merge(EXACT.start(part=1, parts=2)),
        lambda run: EXACT.start(part=1, parts=2).merge(run),
    ],
)
def test_a_consumed_run_is_of_no_use(parts, consume, use):
    run = EXACT.start(parts=parts)
    run.update(ROWS)
    consume(run)
    with pytest.raises(scrim.MisuseError, match="start a new one"):
        use(run)


def test_a_run_cannot_be_copied():
    run = EXACT.start()
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps, lambda r: r.__reduce_ex__(4)):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            attempt(run)
    with pytest.raises(TypeError):
        scrim.Run()
    with pytest.warns(RuntimeWarning, match="uninitialized"), pytest.raises(TypeError):
        scrim.Run.__new__(scrim.Run).finish()
    with pytest.raises(TypeError):
        type("Copyable", (scrim.Run,), {})


def test_a_run_shows_nothing_of_its_state():
    shown = {name for name in dir(EXACT.start()) if not name.startswith("__")}
    assert shown == {"update", "merge", "save", "finish"}
    assert not hasattr(EXACT.start(), "__dict__")


def test_runs_of_different_folds_do_not_merge():
    run = SCORES.start()
    other = (SPACE >> scrim.then_clamp((0, 99)) >> scrim.then_quantile_score_candidates([25.0, 50.0, 75.0], 0.5)).start()
    other.update(ROWS)
    texts = scrim.vector_domain(scrim.atom_domain(str)), scrim.symmetric_distance()
    with pytest.raises(scrim.MisuseError, match="only two different runs"):
        run.merge(other)
    with pytest.raises(scrim.MisuseError, match="only two different runs"):
        run.merge(scrim.make_count_by_categories(*texts, ["a"]).start())
    with pytest.raises(scrim.MisuseError, match="itself"):
        run.merge(run)
    run.update(ROWS)
    assert run.finish().tolist() == SCORES(ROWS).tolist()  # what was refused consumed nothing
    assert other.finish().sum() > 0


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b + b"\0", lambda b: b[:9] + bytes([b[9] ^ 1]) + b[10:], lambda b: b""])
def test_damaged_bytes_are_refused(damage):
    run = SCORES.start()
    run.update(ROWS)
    with pytest.raises(scrim.BadStateError):
        SCORES.load(damage(run.save()))


def test_bytes_of_another_chain_are_refused():
    run = SCORES.start()
    run.update(ROWS)
    saved = run.save()
    other = SPACE >> scrim.then_clamp((0, 100)) >> scrim.then_quantile_score_candidates([25.0, 50.0], 0.5)
    bounded = scrim.vector_domain(scrim.atom_domain(float, bounds=(0, 1e6))), SPACE[1]
    for chain in (other, bounded >> scrim.then_clamp((0, 100)) >> scrim.then_quantile_score_candidates([25.0, 50.0, 75.0], 0.5)):
        with pytest.raises(scrim.BadStateError, match="another input domain, or other functions"):
            chain.load(saved)
    with pytest.raises(TypeError):
        other.load("bytes")


@pytest.mark.parametrize("before", [0, 1, 5000])
def test_an_update_that_fails_over_data_consumes_the_run(before):
    # Where the number of rows is public, none of them may be missing.
    sized = scrim.vector_domain(scrim.atom_domain(float), size=before + 1), scrim.change_one_distance()
    run = (scores_of(sized) >> scrim.then_report_noisy_top_k(scrim.max_divergence(), 1, 0.0, "min")).start()
    with pytest.raises(TypeError):
        run.update([1.0] * before + ["no number"])
    with pytest.raises(scrim.MisuseError, match="cut short by an error"):
        run.finish()


def test_a_stream_that_fails_consumes_the_run():
    def batches():
        raise RuntimeError
        yield

    run = EXACT.start()
    with pytest.raises(scrim.InputError):
        run.update(pa.RecordBatchReader.from_batches(pa.schema([("x", pa.float64())]), batches()))
    with pytest.raises(scrim.MisuseError):
        run.finish()


def test_an_update_that_is_refused_by_type_consumes_nothing():
    run = SCORES.start()
    for data in (np.zeros((2, 2)), pa.array(["a"]), 3):
        with pytest.raises(TypeError):
            run.update(data)
    run.update(ROWS)
    assert run.finish().tolist() == SCORES(ROWS).tolist()


def test_a_run_imputes_throughout():
    scores = imputing(50)
    run = scores.start()
    run.update(pa.array([None, 1.0]))
    run.update([None])
    assert run.finish().tolist() == SCORES([50.0, 1.0, 50.0]).tolist()
    run = scores.start()
    run.update([None, 1.0])
    run = scores.load(run.save())
    run.update([None])
    assert run.finish().tolist() == SCORES([50.0, 1.0, 50.0]).tolist()


def test_a_call_does_not_settle_nulls():
    for attempt in (
        lambda: SCORES([1.0], impute=50),
        lambda: SCORES.invoke([1.0], impute=50),
        lambda: SCORES.start(impute=50),
        lambda: SCORES.load(SCORES.start().save(), impute=50),
        lambda: SCORES.start().update([1.0], impute=50),
    ):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            attempt()


def test_runs_that_treat_nulls_differently_do_not_merge():
    runs = [scores.start() for scores in (SCORES, imputing(50), imputing(51))]
    for run, other in itertools.permutations(runs, 2):
        with pytest.raises(scrim.MisuseError, match="only two different runs"):
            run.merge(other)
    scores = imputing(50)
    run, other = halves(scores)
    run.update([None])
    other.update(pa.array([None, 1.0]))
    run.merge(other)
    assert run.finish().tolist() == SCORES([50.0, 50.0, 1.0]).tolist()


def test_a_run_is_loaded_only_where_nulls_become_the_same():
    run = imputing(50).start()
    run.update([None])
    saved = run.save()
    for other in (SCORES, imputing(49)):
        with pytest.raises(scrim.BadStateError, match="other functions or parameters"):
            other.load(saved)
    run = imputing(50).load(saved)
    run.update(pa.array([None, 1.0]))
    assert run.finish().tolist() == SCORES([50.0, 50.0, 1.0]).tolist()


def test_a_wrong_size_consumes_the_run():
    sized = scrim.vector_domain(scrim.atom_domain(float), size=3), scrim.change_one_distance()
    run = scrim.make_private_quantile(*sized, scrim.max_divergence(), [1.0], 0.5, 1.0).start()
    run.update([1.0])
    with pytest.raises(scrim.WrongSizeError):
        run.finish()
    with pytest.raises(scrim.MisuseError):
        run.finish()


def test_only_aggregates_of_rows_stream():
    clamp = scrim.make_clamp(*SPACE, (0, 1))
    top = scrim.make_report_noisy_top_k(SCORES.output_domain, SCORES.output_metric, scrim.max_divergence(), 1, 1.0, "max")
    for other in (clamp, top):
        for attempt in (other.start, lambda: other.load(b"")):
            with pytest.raises(scrim.MismatchError, match="call it on all of its input"):
                attempt()
    assert clamp([-1.0, 0.5, 2.0]).tolist() == [0.0, 0.5, 1.0]
    assert clamp(np.arange(5000, dtype=np.int16)).sum() == 4999


def test_postprocessing_belongs_to_finishing():
    run = (EXACT >> (lambda release: release.tolist()) >> len).start()
    run.update(ROWS)
    assert run.finish() == 1


def test_a_run_outlives_its_measurement():
    measurement = SCORES >> scrim.then_report_noisy_top_k(scrim.max_divergence(), 1, 0.0, "min")
    run = measurement.start()
    del measurement
    gc.collect()
    run.update(ROWS)
    assert run.finish().tolist() == EXACT(ROWS).tolist()


def test_what_is_released_owns_its_memory():
    release = SCORES(ROWS)
    gc.collect()
    release += 1
    assert release.tolist() == (SCORES(ROWS) + 1).tolist()
    alive = weakref.ref(release)
    del release
    assert alive() is None


# --- progress ---------------------------------------------------------------------------------------


def test_progress_is_told_as_rows_are_read():
    seen: list = []
    rows = np.zeros(10_000_000, dtype=np.float32)
    SCORES(rows, progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == len(rows) and len(seen) >= 3
    seen.clear()
    batches = pa.chunked_array([np.zeros(1000)] * 5)
    SCORES(batches, progress=seen.append)
    assert seen == [1000, 2000, 3000, 4000, 5000]


def test_progress_that_raises_ends_the_run():
    run = EXACT.start()
    with pytest.raises(ZeroDivisionError):
        run.update(np.zeros(10), progress=lambda rows: 1 / 0)
    with pytest.raises(scrim.MisuseError):
        run.finish()


def test_progress_cannot_use_its_run():
    run = EXACT.start()
    with pytest.raises(scrim.MisuseError, match="by its own progress"):
        run.update(np.zeros(10), progress=lambda rows: run.finish())


@pytest.mark.parametrize("keywords", [{"progress": 3}, {"threads": -1}, {"threads": 1.5}, {"threads": "all"}])
def test_how_to_read_is_checked(keywords):
    with pytest.raises((TypeError, scrim.InvalidArgumentError)):
        SCORES(ROWS, **keywords)


# --- threads ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [0, 1, 2, 5])
def test_any_number_of_threads_gives_the_same(threads):
    rows = np.random.default_rng(1).normal(50, 30, 1_000_000)
    expected = SCORES(rows).tolist()
    for data in (rows, rows.astype(np.float32).astype(float), pa.array(rows)):
        assert SCORES(data, threads=threads).tolist() == SCORES(data).tolist()
    assert SCORES(rows, threads=threads).tolist() == expected


def test_reading_on_threads_can_be_interrupted():
    run = SCORES.start()
    data = np.broadcast_to(np.float32(1), 10**10)  # long to read, in the memory of one row
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        run.update(data, threads=2)
    with pytest.raises(scrim.MisuseError):
        run.finish()


def in_threads(count, work):
    errors: list = []

    def guarded(number):
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    workers = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert not worker.is_alive(), "deadlock"
    return errors


def test_one_measurement_serves_many_threads():
    expected = EXACT(ROWS).tolist()
    results: list = []

    def work(_):
        for _ in range(20):
            results.append(EXACT(ROWS).tolist())
            SCORES.map(3)

    assert in_threads(4, work) == []
    assert results == [expected] * 80


def test_updates_of_one_run_from_many_threads_take_turns():
    rows = np.arange(4_000_000, dtype=np.int32) % 100  # narrow, so that each update is a thousand steps
    expected = SCORES(rows).tolist()
    parts = np.array_split(rows, 16)
    for _ in range(3):
        run = SCORES.start()

        def work(number, run=run):
            for part in parts[number::4]:
                run.update(part, progress=lambda rows: None)
                run.update(part[:10].tolist()[:0])

        assert in_threads(4, work) == []
        assert run.finish().tolist() == expected


def test_a_run_is_finished_once_whoever_comes_first():
    for _ in range(20):
        run = EXACT.start()
        run.update(ROWS)
        releases: list = []
        errors = in_threads(4, lambda _: releases.append(run.finish()))
        assert len(releases) == 1
        assert [type(error) for error in errors] == [scrim.MisuseError] * 3


def test_merging_both_ways_at_once_does_not_wait_forever():
    for _ in range(50):
        pair = halves(SCORES)
        errors = in_threads(2, lambda number: pair[number].merge(pair[1 - number]))
        assert [type(error) for error in errors] == [scrim.MisuseError]


def test_python_runs_on_while_data_is_read():
    rows = np.broadcast_to(np.float32(1.0), 60_000_000)  # some tenths of a second, without memory
    done = threading.Event()
    ticks: list = []

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.perf_counter()
    SCORES(rows)
    end = time.perf_counter()
    done.set()
    ticker.join()
    moments = [begin, *(moment for moment in ticks if begin < moment < end), end]
    # With the GIL held, the longest pause would be the whole time.
    assert max(np.diff(moments)) < (end - begin) / 2
