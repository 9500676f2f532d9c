"""Private quantiles in one call: `quantile`, `quantiles`, and the plans that cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .. import _core
from . import pictures
from .accuracy import Accuracy, make_accuracy
from .budget import Budget, make_budget, smallest_scale, spent
from .candidates import DEFAULT_COUNT, Candidates, make_candidates
from .columns import numeric_carrier
from .refuse import confidence_level, real, refuse, rows_of_a_person, shown
from .release import Release
from .words import (
    counted,
    enumerate_words,
    meaning_of_cost,
    quantile_name,
    show_amount,
    show_value,
)

LARGEST_DENOMINATOR = 10_000


@dataclass(frozen=True)
class QuantilePart:
    """One of the quantiles of a plan."""

    alpha: Fraction
    measurement: Any = field(repr=False)  # from a column to the index of a candidate
    cost: float
    scale: float
    """Of the noise, in rows."""
    accuracy: Accuracy

    @property
    def name(self) -> str:
        """Such as "median"."""
        return quantile_name(self.alpha)

    def to_dict(self, currency: str) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "alpha": float(self.alpha),
            currency: self.cost,
            "scale_rows": self.scale,
            "accuracy_rows": float(self.accuracy.rows),
        }


@dataclass(frozen=True, repr=False)
class QuantilePlan:
    """What private quantiles will cost and how accurate they will be. It has not seen any data."""

    parts: tuple[QuantilePart, ...]
    candidates: Candidates
    budget: Budget
    rows_per_person: int
    confidence: float

    @property
    def cost(self) -> float:
        """What a release spends, in the currency of the budget: the sum over the quantiles."""
        return spent([part.cost for part in self.parts])

    @property
    def epsilon(self) -> float | None:
        """What a release spends, if the budget is in epsilon."""
        return self.cost if self.budget.currency == "epsilon" else None

    @property
    def rho(self) -> float | None:
        """What a release spends, if the budget is in rho."""
        return self.cost if self.budget.currency == "rho" else None

    @property
    def scale(self) -> float | list[float]:
        """The scale of the noise, in rows; a list where there are several quantiles."""
        return _one_or_list([part.scale for part in self.parts])

    @property
    def accuracy(self) -> Accuracy | list[Accuracy]:
        """How far behind the best candidate; a list where there are several quantiles."""
        return _one_or_list([part.accuracy for part in self.parts])

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> QuantileRelease:
        """Reads the column once and releases the quantiles. This spends the budget."""
        first = self.parts[0].measurement
        if len(self.parts) == 1:
            best = [first.invoke(data, threads=threads, progress=progress)]
        else:
            run = first.start()
            run.update(data, threads=threads, progress=progress)
            # What a run has counted does not depend on alpha, so it serves all of them.
            counts = run.save()
            best = [part.measurement.load(counts).finish() for part in self.parts]
        values = tuple(self.candidates.values[int(index[0])] for index in best)
        return QuantileRelease(self, values)

    def explain(self) -> str:
        """The plan in plain words."""
        names = enumerate_words([part.name for part in self.parts])
        return "\n".join([f"This would release the {names}.", *self._explanations()])

    def _explanations(self) -> list[str]:
        lines = [meaning_of_cost(self.budget.currency, self.cost, self.rows_per_person)]
        if len(self.parts) > 1:
            amounts = enumerate_words([show_amount(part.cost) for part in self.parts])
            lines.append(f"The budget is split among the quantiles: {amounts}.")
        scales = enumerate_words([show_amount(part.scale) for part in self.parts])
        lines.append(
            f"Each value is chosen by {self.budget.mechanism} among {self.candidates.words}, "
            f"with noise of scale {scales} (in rows)."
        )
        lines.append(self.accuracy_statement())
        lines.append(
            "That is relative to the best candidate: rows that lie between two neighbouring "
            "candidates cannot be told apart, and a quantile outside the candidates cannot be reached. "
            "It is in rows, not in units of value: how far apart rows lie is what the data hide."
        )
        return lines

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in accuracy.proof.md."""
        confidence = self.parts[0].accuracy.confidence_shown
        if len(self.parts) == 1:
            part = self.parts[0]
            rows = counted(part.accuracy.rows_shown, "row")
            return (
                f"With {confidence} confidence its rank is at most {rows} further from the ideal "
                "rank than the best candidate's."
            )
        rows = enumerate_words([part.accuracy.rows_shown for part in self.parts])
        return (
            f"With {confidence} confidence, for all at once, their ranks are at most {rows} rows "
            "further from the ideal ranks than the best candidates'."
        )

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "query": "quantile",
            self.budget.currency: self.cost,
            "budget": self.budget.amount,
            "rows_per_person": self.rows_per_person,
            "confidence": self.confidence,
            "mechanism": self.budget.mechanism,
            "candidates": {
                "count": len(self.candidates),
                "lower": self.candidates.values[0],
                "upper": self.candidates.values[-1],
            },
            "quantiles": [part.to_dict(self.budget.currency) for part in self.parts],
        }

    def __repr__(self) -> str:
        names = enumerate_words([part.name for part in self.parts])
        return f"plan for the {names} (no data read yet)\n{self._summary('costs')}"

    def _summary(self, verb: str) -> str:
        scales = enumerate_words([show_amount(part.scale) for part in self.parts])
        return (
            f"  {verb} {self.budget.currency} {show_amount(self.cost)}; noise of scale {scales} (rows); "
            f"{self.candidates.words}\n  {self.accuracy_statement()}"
        )

    def _repr_html_(self) -> str:
        return pictures.quantile_html(self, None)


@dataclass(frozen=True, repr=False)
class QuantileRelease(Release):
    """Released quantiles: safe to publish, as is everything else in this object."""

    plan: QuantilePlan
    values: tuple[Any, ...]

    @property
    def value(self) -> Any:
        """The released value, where there is one quantile."""
        if len(self.values) != 1:
            raise AttributeError("there are several quantiles; use .values")
        return self.values[0]

    @property
    def scale(self) -> float | list[float]:
        """The scale of the noise, in rows."""
        return self.plan.scale

    @property
    def accuracy(self) -> Accuracy | list[Accuracy]:
        """How far behind the best candidate, at most."""
        return self.plan.accuracy

    def _headline(self) -> str:
        pairs = zip(self.plan.parts, self.values, strict=True)
        facts = [f"{part.name} {show_value(value)}" for part, value in pairs]
        return f"private {enumerate_words(facts)}".capitalize()

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        plan = self.plan.to_dict()
        for entry, value in zip(plan["quantiles"], self.values, strict=True):
            entry["value"] = value
        return plan

    def _repr_html_(self) -> str:
        return pictures.quantile_html(self.plan, self.values)


def plan_quantiles(
    alphas: Sequence[float | Fraction],
    *,
    bounds: tuple[float, float] | None = None,
    epsilon: float | None = None,
    rho: float | None = None,
    rows_per_person: int = 1,
    candidates: int | Sequence[float] = DEFAULT_COUNT,
    shares: Sequence[float] | None = None,
    confidence: float = 0.95,
    dtype: Any = float,
) -> QuantilePlan:
    """Cost and accuracy of several private quantiles, before any data is touched.

    The arguments are those of `quantiles`. `dtype` is the type of the data to come: `float`, `int`
    or "uint64"; for integers the candidates are integers.

    ```python
    import scrim

    plan = scrim.plan_quantiles([0.25, 0.5, 0.75], bounds=(0, 120), epsilon=1.0)
    print(plan.explain())
    ```
    """
    budget = make_budget(epsilon, rho)
    rows = rows_of_a_person(rows_per_person)
    confidence = confidence_level(confidence)
    fractions = _fractions(alphas)
    grid = make_candidates(bounds, candidates, _carrier(dtype))
    space = (
        _core.vector_domain(_core.atom_domain(grid.carrier)),
        _core.symmetric_distance(),
    )
    amounts = budget.split(len(fractions), shares)
    parts = []
    for alpha, amount in zip(fractions, amounts, strict=True):
        scores = _core.make_quantile_score_candidates(*space, grid.values, alpha)

        def select(score_scale: float, scores: Any = scores) -> Any:
            return scores >> _core.then_report_noisy_top_k(
                budget.measure, k=1, scale=score_scale, optimize="min"
            )

        score_scale = smallest_scale(select, rows, amount)
        measurement = select(score_scale)
        accuracy = make_accuracy(
            budget.tail,
            candidates=len(grid),
            score_scale=score_scale,
            points_per_row=alpha.denominator,
            confidence=confidence,
            statements=len(fractions),
        )
        cost = measurement.map(rows)
        parts.append(
            QuantilePart(alpha, measurement, cost, score_scale / alpha.denominator, accuracy)
        )
    return QuantilePlan(tuple(parts), grid, budget, rows, confidence)


def plan_quantile(
    alpha: float | Fraction = 0.5,
    *,
    bounds: tuple[float, float] | None = None,
    epsilon: float | None = None,
    rho: float | None = None,
    rows_per_person: int = 1,
    candidates: int | Sequence[float] = DEFAULT_COUNT,
    confidence: float = 0.95,
    dtype: Any = float,
) -> QuantilePlan:
    """Cost and accuracy of one private quantile, before any data is touched.

    The arguments are those of `quantile`, and `dtype` as in `plan_quantiles`.

    ```python
    import scrim

    plan = scrim.plan_quantile(0.5, bounds=(0, 120), epsilon=0.5)
    assert plan.epsilon <= 0.5
    ```
    """
    return plan_quantiles(
        [alpha],
        bounds=bounds,
        epsilon=epsilon,
        rho=rho,
        rows_per_person=rows_per_person,
        candidates=candidates,
        confidence=confidence,
        dtype=dtype,
    )


def quantiles(
    data: Any,
    alphas: Sequence[float | Fraction],
    *,
    bounds: tuple[float, float] | None = None,
    epsilon: float | None = None,
    rho: float | None = None,
    rows_per_person: int = 1,
    candidates: int | Sequence[float] = DEFAULT_COUNT,
    shares: Sequence[float] | None = None,
    confidence: float = 0.95,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> QuantileRelease:
    """Releases several quantiles of a column, reading it once.

    - `data`: one column: a NumPy array, a list, a pandas or Polars series, an Arrow array or stream, a
      DuckDB relation. Nulls and NaN are left out.
    - `alphas`: which quantiles: 0.5 is the median, 0 the minimum, 1 the maximum.
    - `bounds`: the smallest and the largest answer; choose them without looking at the data.
    - `epsilon` or `rho`: the budget for all of them together. It is split equally, or as `shares` say.
    - `rows_per_person`: how many rows one person can have at most.
    - `candidates`: how many answers to choose from between the bounds, or a list of them.
    - `confidence`: of the accuracy statement, for all quantiles at once.

    ```python
    import numpy as np
    import scrim

    ages = np.random.default_rng(1).integers(18, 90, 5000)
    quartiles = scrim.quantiles(ages, [0.25, 0.5, 0.75], bounds=(0, 120), epsilon=1.0)
    quartiles.values
    ```
    """
    plan = plan_quantiles(
        alphas,
        bounds=bounds,
        epsilon=epsilon,
        rho=rho,
        rows_per_person=rows_per_person,
        candidates=candidates,
        shares=shares,
        confidence=confidence,
        dtype=numeric_carrier(data),
    )
    return plan.release(data, threads=threads, progress=progress)


def quantile(
    data: Any,
    alpha: float | Fraction = 0.5,
    *,
    bounds: tuple[float, float] | None = None,
    epsilon: float | None = None,
    rho: float | None = None,
    rows_per_person: int = 1,
    candidates: int | Sequence[float] = DEFAULT_COUNT,
    confidence: float = 0.95,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> QuantileRelease:
    """Releases one quantile of a column: the median, unless `alpha` says otherwise.

    The other arguments are those of `quantiles`.

    ```python
    import numpy as np
    import scrim

    ages = np.random.default_rng(1).integers(18, 90, 5000)
    median = scrim.quantile(ages, alpha=0.5, bounds=(0, 120), epsilon=1.0)
    print(median.value, median.epsilon)
    print(median.explain())
    ```
    """
    return quantiles(
        data,
        [alpha],
        bounds=bounds,
        epsilon=epsilon,
        rho=rho,
        rows_per_person=rows_per_person,
        candidates=candidates,
        confidence=confidence,
        threads=threads,
        progress=progress,
    )


def _fractions(alphas: Any) -> list[Fraction]:
    try:
        given = list(alphas)
    except TypeError:
        refuse(f"alphas is {shown(alphas)}; give a list of quantiles, such as [0.25, 0.5, 0.75]")
    if not given:
        refuse("the list of quantiles is empty; give at least one, such as [0.5]")
    return [_fraction(alpha) for alpha in given]


def _fraction(alpha: Any) -> Fraction:
    advice = "a quantile between 0 and 1, such as 0.5 for the median"
    exact = alpha if isinstance(alpha, Fraction) else Fraction(real(alpha, "alpha", advice))
    if not 0 <= exact <= 1:
        refuse(f"alpha is {alpha}; give {advice}")
    return exact.limit_denominator(LARGEST_DENOMINATOR)


def _carrier(dtype: Any) -> str:
    known = {
        float: "float64",
        int: "int64",
        "float64": "float64",
        "int64": "int64",
        "uint64": "uint64",
    }
    if dtype not in known:
        refuse(f"dtype is {shown(dtype)}; give float, int or 'uint64'")
    return known[dtype]


def _one_or_list(items: list[Any]) -> Any:
    return items[0] if len(items) == 1 else items
