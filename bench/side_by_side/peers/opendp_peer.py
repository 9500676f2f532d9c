"""OpenDP from its wheel. Its functions convert NumPy arrays to Rust and back; that is timed apart from the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import opendp.prelude as dp
from opendp._convert import c_to_py, py_to_c
from opendp._lib import AnyObjectPtr, FfiResult, lib, unwrap
from opendp.mod import Measurement, Transformation

from ..noise_problem import LAPLACE, CountsProblem, NoiseProblem, SumProblem
from ..party import Party
from ..problem import MAX_DIVERGENCE, QuantileProblem, SelectionProblem
from ..task import Laps, Outcome, mean
from .numpy_peer import moments


def _library_function(name: str, unit: type) -> Any:
    function: Any = getattr(lib, name)
    function.argtypes = [unit, AnyObjectPtr]
    function.restype = FfiResult
    return function


class OpenDPTask:
    """Makes the unit, converts the data, calls the library and converts the result, with the time of each.

    core             the call of the library's own invoke, on data that it holds already
    with conversion  all that `unit(array)` does; of a private quantile, making the measurement too
    """

    def __init__(
        self,
        make: Callable[[], Any],
        values: Any,
        atom: str,
        with_making: bool,
        d_in: int = 1,
        read: Callable[[Any], Any] = lambda value: value,
    ) -> None:
        self._make, self._values, self._type = make, values, f"Vec<{atom}>"
        self._with_making, self._d_in, self._read = with_making, d_in, read

    def run(self, count: int) -> Outcome:
        core, whole, results = [], [], []
        unit = self._make()
        for _ in range(count):
            laps = Laps()
            if self._with_making:
                unit = self._make()
            invoke = (
                _library_function("opendp_core__measurement_invoke", Measurement)
                if isinstance(unit, Measurement)
                else _library_function("opendp_core__transformation_invoke", Transformation)
            )
            held = py_to_c(self._values, c_type=AnyObjectPtr, type_name=self._type)
            start = laps.lap()
            answer = invoke(unit, held)
            end = laps.lap()
            results.append(c_to_py(unwrap(answer, AnyObjectPtr)))
            last = laps.lap()
            core.append(laps.between(start, end))
            whole.append(laps.between(0, last))
        values = [self._read(result) for result in results]
        return Outcome({"core": mean(core), "with conversion": mean(whole)}, values, float(unit.map(self._d_in)))


class OpenDP(Party):
    name = "OpenDP"
    rounds_of_noise = 2

    def __init__(self) -> None:
        dp.enable_features("contrib")

    def runs_of_selection(self, k: int) -> int:
        return 20 if k == 1 else 2

    def score(self, problem: QuantileProblem) -> OpenDPTask:
        def make() -> Any:
            return dp.t.make_quantile_score_candidates(
                *self._space(problem), problem.candidates.values, problem.num / problem.den
            )

        return OpenDPTask(make, problem.rows.values, problem.rows.kind, with_making=False)

    def select(self, problem: SelectionProblem) -> OpenDPTask:
        measure = dp.max_divergence() if problem.measure == MAX_DIVERGENCE else dp.zero_concentrated_divergence()
        negate = problem.optimize == "min"

        def make() -> Any:
            domain = dp.vector_domain(dp.atom_domain(T="u64"))
            return dp.m.make_noisy_top_k(
                domain, dp.linf_distance(T="u64"), measure, k=problem.k, scale=problem.scale, negate=negate
            )

        return OpenDPTask(make, problem.scores.values, "u64", with_making=False)

    def quantile(self, problem: QuantileProblem) -> OpenDPTask:
        def make() -> Any:
            return dp.m.make_private_quantile(
                *self._space(problem),
                dp.max_divergence(),
                candidates=problem.candidates.values,
                alpha=problem.num / problem.den,
                scale=problem.scale,
            )

        return OpenDPTask(make, problem.rows.values, problem.rows.kind, with_making=True)

    def add_noise(self, problem: NoiseProblem) -> OpenDPTask:
        entries, kind = problem.entries.values, problem.entries.kind
        atom = dp.atom_domain(T="f64", nan=False) if problem.has_small_steps else dp.atom_domain(T=kind)
        domain = dp.vector_domain(atom)

        def make() -> Any:
            if problem.law == LAPLACE:
                return dp.m.make_laplace(domain, dp.l1_distance(T=kind), scale=problem.scale)
            return dp.m.make_gaussian(domain, dp.l2_distance(T="f64"), scale=problem.scale)

        def read(released: Any) -> Any:
            return moments(np.array(released) - entries)

        return OpenDPTask(make, entries, kind, with_making=False, read=read)

    def sum(self, problem: SumProblem) -> OpenDPTask:
        """With the size known, and for a row that is replaced: where the size is unknown, no more than 2^20 floats are
        added, whatever their number."""
        domain = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=len(problem.rows))

        def make() -> Any:
            clamp = dp.t.make_clamp(domain, dp.symmetric_distance(), (problem.lower, problem.upper))
            total = dp.t.make_sum(clamp.output_domain, clamp.output_metric)
            return clamp >> total >> dp.m.then_laplace(problem.scale)

        return OpenDPTask(make, problem.rows.values, "f64", with_making=False, d_in=2)

    def counts(self, problem: CountsProblem) -> OpenDPTask:
        domain = dp.vector_domain(dp.atom_domain(T="i64"))

        def make() -> Any:
            counts = dp.t.make_count_by_categories(
                domain, dp.symmetric_distance(), categories=list(range(problem.categories)), null_category=False
            )
            return counts >> dp.m.then_laplace(problem.scale)

        return OpenDPTask(make, problem.rows.values, "i64", with_making=False)

    @staticmethod
    def _space(problem: QuantileProblem) -> tuple[Any, Any]:
        if problem.rows.kind == "f64":
            return dp.vector_domain(dp.atom_domain(T="f64", nan=False)), dp.symmetric_distance()
        return dp.vector_domain(dp.atom_domain(T=problem.rows.kind)), dp.symmetric_distance()
