"""What a type checker knows of releases: no Any where a user looks."""

import re
import subprocess
import sys

import pytest

CODE = """
import scrim

one = scrim.quantile([1.0, 2.0], bounds=(0, 4), epsilon=1.0, dtype=int, rows_per_person=1)
reveal_type(one)
reveal_type(one.value)
reveal_type(one.values)
reveal_type(one.epsilon)
reveal_type(one.plan.parts[0].scale)
reveal_type(one.plan.parts[0].accuracy.rows)
reveal_type(one.plan.candidates.count)
names = scrim.top_k(["a"], ["a", "b"], 1, epsilon=1.0, rows_per_person=1)
reveal_type(names.values)
reveal_type(names.plan.categories)
numbers = scrim.plan_top_k([1, 2], 1, epsilon=1.0, rows_per_person=1)
reveal_type(numbers.release([1]).values)
mean = scrim.mean([1.0], (0, 4), epsilon=1.0, rows_per_person=1)
reveal_type(mean.value)
reveal_type(mean.interval)
reveal_type(mean.plan.error(rows=10))
account = scrim.Accountant()
reveal_type(account.epsilon(delta="1e-6"))
reveal_type(account.rho)
reveal_type(scrim.laplace_scale_within(epsilon=1))
"""

REVEALED = [
    "scrim.analysis.quantile_plan.QuantileRelease",
    "int | float",
    "tuple[int | float, ...]",
    "float | None",
    "float",
    "fractions.Fraction",
    "int",
    "tuple[str, ...]",
    "tuple[str, ...]",
    "tuple[int, ...]",
    "float",
    "tuple[float, float]",
    "float",
    "scrim._loss.Loss",
    "scrim._loss.Loss",
    "float",
]

MISTAKES = {
    "text.py": "scrim.quantile([1.0], bounds=(0, 4), epsilon=1.0, rows_per_person=1).value.upper()",
    "category.py": "scrim.top_k([1], [1, 2], 1, epsilon=1.0, rows_per_person=1).values[0].upper()",
    "half.py": "scrim.top_k([0.5], [0.5, 1.5], 1, epsilon=1.0, rows_per_person=1)",
}


@pytest.mark.slow
def test_a_type_checker_knows_the_types_of_releases(tmp_path):
    (tmp_path / "user.py").write_text(CODE)
    for name, mistake in MISTAKES.items():
        (tmp_path / name).write_text(f"import scrim\n\n{mistake}\n")
    options = ["--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "user.py", *MISTAKES],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    refused = {line.partition(":")[0] for line in lines if ": error:" in line}
    assert refused == set(MISTAKES), done.stdout
    revealed = [
        found[1] for line in lines if (found := re.search(r'Revealed type is "(.*)"', line))
    ]
    plain = [text.replace("builtins.", "") for text in revealed]
    assert plain == REVEALED, done.stdout
