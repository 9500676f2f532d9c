"""OpenDP's queries over frames on neighbouring tables, in an environment of its own: it needs another Polars than tests do.

As a program, run there, it prints as JSON what each query claims to cost and what it releases from both tables. The
queries are those that opendp#2940, #2944, #2945 and #2949 report; they are written anew here, and so are the tables.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENVIRONMENT = Path(__file__).resolve().parents[3] / "build" / "peer-frames"
PYTHON = ENVIRONMENT / "bin" / "python"
VERSIONS = ["0.16.0", "1.36.1"]  # of OpenDP and of Polars

RELEASES = 100
# Where the claim is off by a factor of 2 only: enough to see it, but one time in ten million.
MANY_RELEASES = 1500


@dataclass(frozen=True)
class PeerReleases:
    """What a query over frames claimed for two tables, and what it released from each of them."""

    currency: str  # "epsilon" or "rho"
    claimed: float
    high: list[int]
    low: list[int]
    threshold: int
    """Releases from one table are more often at least this than those from the other."""


def is_installed() -> bool:
    return PYTHON.exists()


def ask_the_peer() -> dict[str, PeerReleases]:
    """Of each report, by its number."""
    if not is_installed():
        raise FileNotFoundError(f"{PYTHON} is not there; make build/peer-frames/installed")
    # Isolated: the modules beside this one are not the peer's.
    command = [str(PYTHON), "-I", "-B", "-W", "ignore", __file__]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    told = json.loads(done.stdout)
    assert told["versions"] == VERSIONS, told["versions"]
    return {report: PeerReleases(**releases) for report, releases in told["reports"].items()}


# --- from here on in the environment of the peer ---


def _remainders(pl: Any, dp: Any) -> dict[str, Any]:
    """#2940: no remainder is taken for missing, so that counting them costs nothing where the number of rows is public."""
    divisors = {"high": [5] * 12, "low": [5] * 11 + [0]}
    tables = {name: pl.LazyFrame({"n": list(range(12)), "m": cells}) for name, cells in divisors.items()}
    columns = [dp.series_domain(name, dp.option_domain(dp.atom_domain(T="i64"))) for name in ("n", "m")]
    remainder = pl.col("n").fill_null(0) % pl.col("m").fill_null(0)
    measurement = dp.m.make_private_lazyframe(
        dp.with_margin(dp.lazyframe_domain(columns), dp.polars.Margin(max_length=12, invariant="lengths")),
        dp.frame_distance(dp.symmetric_distance()),
        dp.max_divergence(),
        tables["high"].select(found=remainder.count().dp.noise()),
        global_scale=1.0,
    )
    one_row_changed = [dp.polars.Bound(per_group=2)]
    return _released("epsilon", measurement.map(one_row_changed), measurement, tables, RELEASES, 12)


def _codes(pl: Any, dp: Any) -> dict[str, Any]:
    """#2944: codes of intervals are given in the order in which rows fall into them."""
    cells = {"high": [7.0] + [0.25] * 100, "low": [0.25] * 100}
    tables = {name: pl.LazyFrame({"x": column}) for name, column in cells.items()}
    code = pl.col("x").cut([1.0]).to_physical()
    measurement = dp.m.make_private_lazyframe(
        dp.with_margin(
            dp.lazyframe_domain([dp.series_domain("x", dp.atom_domain(T=float, nan=False))]),
            dp.polars.Margin(max_length=101),
        ),
        dp.frame_distance(dp.symmetric_distance()),
        dp.max_divergence(),
        pl.LazyFrame(schema={"x": pl.Float64}).select(found=code.dp.sum((0, 1), scale=1.0)),
    )
    one_row_added = [dp.polars.Bound(per_group=1)]
    return _released("epsilon", measurement.map(one_row_added), measurement, tables, RELEASES, 50)


def _small_group(pl: Any, dp: Any) -> dict[str, Any]:
    """#2945: a group of at most 3 rows is taken to change by at most 3, where 3 can go and 3 others come."""
    schema = {"group": pl.String, "x": pl.Int32}
    tables = {
        name: pl.LazyFrame({"group": ["a"] * 3, "x": [cell] * 3}, schema=schema)
        for name, cell in (("high", 10), ("low", -10))
    }
    domain = dp.lazyframe_domain(
        [dp.series_domain("group", dp.atom_domain(T=str)), dp.series_domain("x", dp.atom_domain(T=int))]
    )
    total = pl.col("x").dp.sum((-10, 10), scale=30.0)
    measurement = dp.m.make_private_lazyframe(
        dp.with_margin(domain, dp.polars.Margin(by=["group"], max_length=3, max_groups=1, invariant="keys")),
        dp.symmetric_distance(),
        dp.max_divergence(),
        pl.LazyFrame(schema=schema).group_by("group").agg(found=total),
    )
    every_row_changed = 6
    return _released("epsilon", measurement.map(every_row_changed), measurement, tables, MANY_RELEASES, 30)


def _merged_groups(pl: Any, dp: Any) -> dict[str, Any]:
    """#2949: one row a person in each of 100 groups; then the column becomes another, which makes them one group."""
    groups = list(range(100))
    tables = {
        "high": pl.LazyFrame({"id": [1] * 100 + [2] * 100, "g": groups * 2}),
        "low": pl.LazyFrame({"id": [1] * 100, "g": groups}),
    }
    counts = (
        pl.LazyFrame(schema={"id": pl.Int64, "g": pl.Int64})
        .filter(pl.int_range(pl.len()).over("id", "g") < 1)
        .filter(pl.struct("g").rank("dense").over("id") < 101)
        .with_columns(g=pl.lit(0, dtype=pl.Int64))
        .group_by("g")
        .agg(found=dp.len(scale=1.0))
    )
    measurement = dp.m.make_private_lazyframe(
        dp.lazyframe_domain([dp.series_domain(name, dp.atom_domain(T="i64")) for name in ("id", "g")]),
        dp.symmetric_id_distance(identifier=pl.col("id")),
        dp.zero_concentrated_divergence(),
        pl.LazyFrame({"g": [0]}).join(counts, on="g", how="left"),
    )
    one_person_added = 1
    return _released("rho", measurement.map(one_person_added), measurement, tables, RELEASES, 150)


def _released(
    currency: str, claimed: float, measurement: Any, tables: dict[str, Any], count: int, threshold: int
) -> dict[str, Any]:
    releases = {
        name: [int(measurement(table).collect()["found"].item()) for _ in range(count)]
        for name, table in tables.items()
    }
    return {"currency": currency, "claimed": claimed, **releases, "threshold": threshold}


def main() -> None:
    import opendp.prelude as dp
    import polars as pl
    from importlib.metadata import version

    dp.enable_features("contrib")
    reports = {"#2940": _remainders, "#2944": _codes, "#2945": _small_group, "#2949": _merged_groups}
    told = {report: ask(pl, dp) for report, ask in reports.items()}
    json.dump({"versions": [version("opendp"), version("polars")], "reports": told}, sys.stdout)


if __name__ == "__main__":
    main()
