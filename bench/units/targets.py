"""What single parts are to take, and which of the benchmarks beside the code say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# Nanoseconds an item, or a run where there are no items, by "program/benchmark".
Times = Mapping[str, float]

LAPLACE, GAUSSIAN = "samplers.discrete_laplace_bench", "samplers.discrete_gaussian_bench"
COLUMN, FILTER = "columns.read_column_bench", "accounting.filter_bench"
TEN, TWELVE = "combinators.composition.ten_statistics_bench", "combinators.composition.make_composition_bench"


@dataclass(frozen=True)
class Target:
    """The slowest of `names`, in nanoseconds or, if there is `beside`, in times of the slowest of these."""

    what: str
    program: str
    names: Sequence[str]
    at_most: float
    beside: Sequence[str] = ()

    @property
    def benchmarks(self) -> list[str]:
        return [f"{self.program}/{name}" for name in (*self.names, *self.beside)]

    @property
    def unit(self) -> str:
        return "x" if self.beside else " ns"

    def measured(self, times: Times) -> float:
        slowest = max(times[f"{self.program}/{name}"] for name in self.names)
        if not self.beside:
            return slowest
        return slowest / max(times[f"{self.program}/{name}"] for name in self.beside)


# The argument of a scale is twice the scale: 0.5, 1, 10, either side of where draws are split, 10^4, 10^6.
LAPLACE_SCALES, GAUSSIAN_SCALES = (1, 2, 20, 62, 64, 200, 20_000, 2_000_000), (1, 2, 20, 256, 258, 20_000, 2_000_000)

TARGETS = (
    Target("Laplace noise in bulk, a draw", LAPLACE, [f"bulk/{twice}" for twice in LAPLACE_SCALES], 12),
    Target("Gaussian noise in bulk, a draw", GAUSSIAN, [f"bulk/{twice}" for twice in GAUSSIAN_SCALES], 12),
    Target("one draw of Laplace noise alone", LAPLACE, [f"single/{twice}" for twice in (1, 20, 2_000_000, 2**62)], 500),
    Target("one draw of Gaussian noise alone", GAUSSIAN, [f"single/{twice}" for twice in (1, 20, 2_000_000, 2**53)], 500),
    Target(
        "ten statistics of one column in one pass, beside the slowest of them alone",
        TEN,
        ["run/all_in_one_pass"],
        2,
        [f"run/{name}" for name in ("count", "sum", "mean", "variance", "five_quantiles", "histogram")],
    ),
    Target(
        "ten quantiles and two counts of the same categories in one pass, beside the slowest alone",
        TWELVE,
        ["ten_quantiles_and_two_counts/second_from:0"],
        1.5,
        ["one_quantile", "one_count"],
    ),
    Target(
        "ten quantiles and two counts of different categories in one pass, beside the slowest alone",
        TWELVE,
        ["ten_quantiles_and_two_counts/second_from:500"],
        1.5,
        ["one_quantile", "one_count"],
    ),
    Target("counting texts of a dictionary, a row", COLUMN, ["dictionary_of_texts/threads:1/real_time"], 2),
    Target("counting texts, a row", COLUMN, ["texts/threads:1/real_time"], 10),
    Target("a debit against a filter", FILTER, ["typed_pairs", "exact_pairs", "exact_pairs_of_a_grandchild"], 1000),
)
