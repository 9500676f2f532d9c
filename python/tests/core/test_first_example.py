"""The first example of the package: it runs as written, and gives what its comments say."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import scrim

CODE = '''\
import numpy as np, scrim
space = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
scores = space >> scrim.then_clamp((0.0, 100.0)) >> scrim.then_quantile_score_candidates([25.0, 50.0, 75.0], alpha=0.5)
scores.map(1)                                  # 1
scores(np.array([10.0, 50.0, 90.0]))           # array([1, 0, 1], dtype=uint64)
best = scores >> scrim.then_report_noisy_top_k(scrim.max_divergence(), k=1, scale=4.0, optimize="min")
best.map(1), best.check(1, 0.5)                # (0.5, True)
scrim.make_private_quantile(*space, scrim.zero_concentrated_divergence(), candidates=[25.0, 50.0, 75.0], alpha=0.5, scale=1.0)
scrim.atom_domain(int, bounds=(0, 10)); scrim.vector_domain(scrim.atom_domain(int), size=100)
scrim.insert_delete_distance(); scrim.change_one_distance(); scrim.hamming_distance(); scrim.range_divergence()
scrim.binary_search(lambda scale: scrim.make_private_quantile(*space, scrim.max_divergence(), [1.0, 2.0], 0.5, scale).check(1, 1.0), bounds=(1e-3, 1e3))
'''


def test_it_runs_and_gives_what_its_comments_say():
    names: dict = {}
    compared = 0
    for line in CODE.splitlines():
        statement, _, comment = line.partition("  # ")
        if not comment:
            exec(line, names)
            continue
        value, said = eval(statement.strip(), names), eval(comment, {"array": np.array, "uint64": np.uint64})
        np.testing.assert_array_equal(value, said)
        assert type(value) is type(said)
        assert getattr(value, "dtype", None) == getattr(said, "dtype", None)
        compared += 1
    assert compared == 3


def test_the_search_finds_the_scale_that_costs_all_of_epsilon():
    names: dict = {}
    *before, search = CODE.splitlines()
    exec("\n".join(before), names)
    # One row moves scores against each other by one row, so the loss is 1 / scale.
    assert eval(search, names) == 1.0


@pytest.mark.slow
def test_a_type_checker_accepts_it_and_refuses_mistakes(tmp_path):
    mistakes = {
        "none.py": "",
        "callable.py": "best >> 3",
        "missing.py": "scrim.make_clamp(*space)",
        "literal.py": "scrim.then_report_noisy_top_k(scrim.max_divergence(), 1, 1.0, optimize='least')",
        "swapped.py": "scrim.symmetric_distance() >> scrim.then_clamp((0.0, 1.0))",
        "attribute.py": "best.output_metric",
        "error.py": "scrim.NoSuchError",
    }
    for name, mistake in mistakes.items():
        (tmp_path / name).write_text(CODE.replace("import numpy as np, scrim", "import numpy as np\nimport scrim") + mistake)
    shutil.copy(Path(scrim.__file__).parent / "_core.pyi", tmp_path / "stub.pyi")  # errors in packages are not told
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *mistakes, "stub.pyi"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    refused = {line.partition(":")[0] for line in done.stdout.splitlines() if ": error:" in line}
    assert refused == set(mistakes) - {"none.py"}, done.stdout
