"""How each accountant is asked. An answer is each delta and the seconds of processor time that all took."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from .cases import Case


def ask_scrim(worker: Path, case: Case) -> tuple[list[float], float]:
    """One process for each case; it tells what it took without being started."""
    command = [str(worker), case.kind, repr(case.width), str(case.times), *map(repr, case.epsilons)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return [float(line) for line in lines[1:]], float(lines[0])


def ask_dp_accounting(case: Case) -> tuple[list[float], float]:
    """Pessimistic, on its default grid."""
    from dp_accounting.pld import privacy_loss_distribution as pld

    start = time.process_time()
    if case.kind == "gaussian":
        single = pld.from_discrete_gaussian_mechanism(case.width, sensitivity=1)
    elif case.kind == "laplace":
        single = pld.from_discrete_laplace_mechanism(1 / case.width, sensitivity=1)
    else:
        from math import exp

        single = pld.from_randomized_response(2 / (1 + exp(case.width)), 2)
    composed = single.self_compose(case.times) if case.times > 1 else single
    deltas = [float(composed.get_delta_for_epsilon(epsilon)) for epsilon in case.epsilons]
    return deltas, time.process_time() - start
