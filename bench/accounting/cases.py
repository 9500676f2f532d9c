"""The plans that are compared: those of which the truth can be computed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    kind: str  # gaussian, laplace or response
    width: float  # sigma, a scale, or epsilon
    times: int
    epsilons: tuple[float, ...]

    @property
    def name(self) -> str:
        what = {
            "gaussian": f"discrete Gaussian, sigma {self.width:g}",
            "laplace": f"discrete Laplace, scale {self.width:g}",
            "response": f"randomised response, epsilon {self.width:g}",
        }[self.kind]
        plan = f"{self.times} x {what}" if self.times > 1 else what
        return plan if len(self.epsilons) > 1 else f"{plan}, epsilon {self.epsilons[0]:g} alone"


CASES = (
    Case("gaussian", 1.0, 1, (0.5, 1.0, 3.0)),
    Case("gaussian", 4.0, 1, (0.25, 1.0, 2.0)),
    Case("gaussian", 20.0, 100, (0.5, 2.0, 3.5)),
    Case("gaussian", 100.0, 10_000, (1.0, 5.0, 7.0, 8.0, 10.0)),
    Case("laplace", 20.0, 100, (0.5, 2.0, 3.5)),
    Case("laplace", 100.0, 10_000, (1.0, 5.0, 7.0, 8.0)),
    Case("response", 0.1, 1_000, (2.0, 10.0, 25.0, 40.0)),
)

# Questions that are timed by themselves: at a usual delta one composition is enough, at 1e-60 finer masses are needed.
ALONE = (
    Case("gaussian", 100.0, 10_000, (5.0,)),
    Case("gaussian", 33.0, 100, (4.94,)),
)
