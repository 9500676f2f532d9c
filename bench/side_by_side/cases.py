"""Which works are timed."""

from __future__ import annotations

from collections.abc import Sequence

from .data import Data, Sizes
from .noise_cases import noise_works
from .party import Party
from .plain_contender import pass_over_rows
from .problem import MAX_DIVERGENCE, ZERO_CONCENTRATED, QuantileProblem, SelectionProblem
from .rounds import Contender, Work
from .same_work import finds_quantile, scores_are, selects_well, sums_to
from .scrim_worker import PlainPass
from .words import in_words

SCORING = "Scoring candidates for a quantile"
SELECTION = "Selecting the best k under noise"
END_TO_END = "From the array to a private median"

EPSILON, RHO = 1.0, 0.125


def all_works(data: Data, sizes: Sizes, plain: PlainPass, parties: Sequence[Party]) -> list[Work]:
    """The first party's scores are what the others' are compared with."""
    rows = in_words(sizes.rows)
    main = data.even[sizes.main]
    scorings = [
        (f"score_f64_{number}", f"{rows} float64 rows, {in_words(number)} candidates", data.floats, candidates)
        for number, candidates in data.even.items()
    ]
    scorings += [
        ("score_f64_uneven", f"{rows} float64 rows, {sizes.main} uneven candidates", data.floats, data.uneven),
        ("score_i64", f"{rows} int64 rows, {sizes.main} candidates", data.integers, data.integer_candidates),
    ]
    works = [
        scoring(key, title, QuantileProblem(column, candidates), plain, parties)
        for key, title, column, candidates in scorings
    ]
    for measure, name, loss in ((MAX_DIVERGENCE, "epsilon", EPSILON), (ZERO_CONCENTRATED, "rho", RHO)):
        for scores, shape, optimize in ((data.counts, "counts", "max"), (data.ranks, "ranks", "min")):
            for k in (1, 10):
                scale = SelectionProblem.scale_for(loss, k, measure)
                title = f"{k} of {in_words(sizes.scores)} {shape}, {name} {loss:g}"
                problem = SelectionProblem(scores, k, scale, optimize, measure)
                works.append(selection(f"top_{k}_{shape}_{name}", title, problem, plain, parties))
    title = f"{rows} float64 rows, {sizes.main} candidates, epsilon {EPSILON:g}"
    # One row moves two scores by 1 each, of noise of scale 2 * scale: epsilon = 1 / scale.
    median = QuantileProblem(data.floats, main, scale=1 / EPSILON)
    works.append(end_to_end("median_f64", title, median, plain, parties))
    return works + noise_works(data, sizes, plain, parties)


def scoring(key: str, title: str, problem: QuantileProblem, plain: PlainPass, parties: Sequence[Party]) -> Work:
    tasks = [(party, task) for party in parties if (task := party.score(problem))]
    check = scores_are(tasks[0][1].run(1).values[0])
    contenders = [Contender(party.name, task, check, runs=party.runs_over_rows) for party, task in tasks]
    return Work(key, SCORING, title, "row", len(problem.rows), [pass_over_rows(plain, problem.rows), *contenders])


def selection(key: str, title: str, problem: SelectionProblem, plain: PlainPass, parties: Sequence[Party]) -> Work:
    check = selects_well(problem)
    contenders = [
        Contender(party.name, task, check, runs=party.runs_of_selection(problem.k))
        for party in parties
        if (task := party.select(problem))
    ]
    # Ten thousand scores are summed in a microsecond: too short for one reading of the clock.
    pass_over = Contender(plain.name, plain.over_scores(problem.scores), sums_to(problem.scores.total()), runs=100)
    return Work(key, SELECTION, title, "candidate", len(problem.scores), [pass_over, *contenders])


def end_to_end(key: str, title: str, problem: QuantileProblem, plain: PlainPass, parties: Sequence[Party]) -> Work:
    check = finds_quantile(problem)
    contenders = [
        Contender(party.name, task, check, runs=party.runs_over_rows, rounds=party.rounds_of_quantile)
        for party in parties
        if (task := party.quantile(problem))
    ]
    return Work(key, END_TO_END, title, "row", len(problem.rows), [pass_over_rows(plain, problem.rows), *contenders])
