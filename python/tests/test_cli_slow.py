"""A file far larger than memory allows: 2 GB of Parquet within 300 MB."""

import json
import subprocess
import sys

import duckdb
import pytest

GIGABYTE = 10**9
LIMIT = 300 * 10**6

# Runs the program and prints the most memory it had in use, as no other process counts in.
MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, file=sys.stderr)
"""


@pytest.mark.slow
def test_two_gigabytes_of_parquet_within_300_megabytes(command_line, tmp_path):
    file = tmp_path / "large.parquet"
    rows = 130_000_000
    with duckdb.connect(config={"preserve_insertion_order": "false"}) as database:
        # Uniform doubles do not compress, so the file is as large as its rows.
        database.execute(
            f"copy (select random() * 100 as income, (random() * 1e18)::bigint as person from range({rows})) "
            f"to '{file}' (compression uncompressed)"
        )
    assert file.stat().st_size > 2 * GIGABYTE
    command = [
        *command_line.program, "quantile", str(file), "--column", "income", "--alpha", "0.25,0.5,0.75",
        "--bounds", "0:100", "--epsilon", "1", "--rows-per-person", "1", "--json",
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True
    )
    values = [entry["value"] for entry in json.loads(done.stdout)["quantiles"]]
    assert values == pytest.approx([25, 50, 75], abs=0.11)
    used = int(done.stderr)
    print(f"{file.stat().st_size / GIGABYTE:.2f} GB read within {used / 10**6:.0f} MB")
    assert used < LIMIT
