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


def test_pieces_give_what_the_whole_gives():
    run = SCORES.start()
    for piece in [ROWS[:1], ROWS[1:1], ROWS[1:5000].tolist(), pa.array(ROWS[5000:9000]), ROWS[9000:][::-1]]:
        run.update(piece)
    assert run.finish().tolist() == SCORES(ROWS).tolist()


def test_merged_runs_give_what_the_whole_gives():
    first, second = SCORES.start(), SCORES.start()
    first.update(ROWS[:7000])
    second.update(ROWS[7000:])
    first.merge(second)
    assert first.finish().tolist() == SCORES(ROWS).tolist()
    with pytest.raises(scrim.MisuseError):
        second.finish()


def test_saved_runs_go_on_elsewhere():
    worker = SCORES.start()
    worker.update(ROWS[:7000])
    saved = worker.save()
    assert type(saved) is bytes
    run = EXACT.load(saved)
    run.update(ROWS[7000:])
    assert run.finish().tolist() == EXACT(ROWS).tolist()


@pytest.mark.parametrize("consume", [lambda run: run.finish(), lambda run: run.save(), lambda run: EXACT.start().merge(run)])
@pytest.mark.parametrize(
    "use",
    [
        lambda run: run.update(ROWS),
        lambda run: run.update([]),
        lambda run: run.finish(),
        lambda run: run.save(),
        lambda run: run.merge(EXACT.start()),
        lambda run: EXACT.start().merge(run),
    ],
)
def test_a_consumed_run_is_of_no_use(consume, use):
    run = EXACT.start()
    run.update(ROWS)
    consume(run)
    with pytest.raises(scrim.MisuseError):
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
    other = SPACE >> scrim.then_clamp((0, 100)) >> scrim.then_quantile_score_candidates([25.0, 50.0], 0.5)
    with pytest.raises(scrim.BadStateError):
        other.load(run.save())
    with pytest.raises(TypeError):
        other.load("bytes")


@pytest.mark.parametrize("before", [0, 1, 5000])
def test_an_update_that_fails_over_data_consumes_the_run(before):
    run = EXACT.start()
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
    run, other = scores.start(), scores.start()
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
        pair = [SCORES.start(), SCORES.start()]
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
