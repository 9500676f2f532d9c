"""Which works with noise are timed."""

from __future__ import annotations

from collections.abc import Sequence

from .data import Data, Sizes
from .noise_problem import GAUSSIAN, LAPLACE, CountsProblem, NoiseProblem, SumProblem
from .party import Party
from .plain_contender import pass_over_rows
from .rounds import Contender, Work
from .same_noise import adds_noise, counts_privately, sums_privately
from .same_work import Check
from .scrim_worker import PlainPass
from .task import Task
from .words import in_words

NOISE = "Noise on every entry of a vector"
SUM = "From the array to a private sum"
COUNTS = "From the array to private counts by category"

NOISE_SECTIONS = (NOISE, SUM, COUNTS)

EPSILON, NOISE_SCALE = 1.0, 10.0
# Where noise is drawn in other ways: little of it, two sides of where numbers are split in halves, and much of it.
OTHER_SCALES = (0.5, 31.0, 33.0, 127.0, 129.0, 1e6)


def noise_works(data: Data, sizes: Sizes, plain: PlainPass, parties: Sequence[Party]) -> list[Work]:
    works = []
    for law in (LAPLACE, GAUSSIAN):
        noise = NoiseProblem(data.entries, law, NOISE_SCALE)
        title = f"{in_words(sizes.entries)} int64 entries, {law}, scale {NOISE_SCALE:g}"
        tasks = [(party, party.add_noise(noise)) for party in parties]
        contenders = _contenders(tasks, adds_noise(noise), is_long=False)
        works.append(Work(f"noise_{law}", NOISE, title, "number", sizes.entries, contenders))
        works += [_short_noise(NoiseProblem(data.few_entries, law, scale), parties) for scale in OTHER_SCALES]
        works.append(_short_noise(NoiseProblem(data.few_floats, law, NOISE_SCALE), parties))
    rows = in_words(sizes.rows)
    total = SumProblem(data.floats, 0.0, 100.0, EPSILON)
    contenders = _contenders([(party, party.sum(total)) for party in parties], sums_privately(total))
    over_rows = [pass_over_rows(plain, data.floats), *contenders]
    works.append(Work("sum_f64", SUM, f"{rows} float64 rows between 0 and 100", "row", sizes.rows, over_rows))
    counts = CountsProblem(data.categories, sizes.categories, EPSILON)
    contenders = _contenders([(party, party.counts(counts)) for party in parties], counts_privately(counts))
    over_rows = [pass_over_rows(plain, data.categories), *contenders]
    title = f"{rows} int64 rows, {sizes.categories} categories"
    works.append(Work("counts_i64", COUNTS, title, "row", sizes.rows, over_rows))
    return works


def _short_noise(problem: NoiseProblem, parties: Sequence[Party]) -> Work:
    """On a vector that is short enough for who takes many microseconds a number."""
    size, kind = len(problem.entries), {"i64": "int64", "f64": "float64"}[problem.entries.kind]
    tasks = [(party, party.add_noise(problem)) for party in parties]
    contenders = [
        Contender(party.name, task, adds_noise(problem), runs=party.runs_over_rows, rounds=party.rounds_of_noise)
        for party, task in tasks
        if task
    ]
    title = f"{in_words(size)} {kind} entries, {problem.law}, scale {problem.scale:g}"
    key = f"noise_{problem.law}_{problem.entries.kind}_{problem.scale:g}"
    return Work(key, NOISE, title, "number", size, contenders)


def _contenders(tasks: Sequence[tuple[Party, Task | None]], check: Check, is_long: bool = True) -> list[Contender]:
    return [
        Contender(
            party.name,
            task,
            check,
            runs=party.runs_over_rows if is_long else 1,
            rounds=None if is_long else party.rounds_of_noise,
        )
        for party, task in tasks
        if task
    ]
