"""The page that tells the results."""

from __future__ import annotations

import statistics
from typing import Any

from .contenders import BOUNDED, WINDOW


def page(results: dict[str, Any]) -> str:
    size, machine, software = results["size"], results["machine"], results["software"]
    took = {each["name"]: each["seconds"] for each in results["contenders"]}
    medians = {name: statistics.median(seconds) for name, seconds in took.items()}
    plain = medians["DuckDB, group by"]
    rows = "".join(
        f"| {each['name']} | {'yes' if each['is_private'] else 'no'} | {1000 * medians[each['name']]:.0f} ms "
        f"| {1000 * min(took[each['name']]):.0f} to {1000 * max(took[each['name']]):.0f} ms | {medians[each['name']] / plain:.2f} "
        f"| {each['off']:.2f} |\n"
        for each in results["contenders"]
    )
    window = medians[WINDOW] / medians[BOUNDED]
    return f"""# Tables beside DuckDB

<!-- Written by bench/tables from bench/results/tables.json; `make bench-tables` measures and writes it anew. -->

The mean of a column in each of {size["groups"]} groups, from a Parquet file of {size["rows"]:,} rows of {size["persons"]:,} persons: private, by Scrim
(epsilon 1), and plain, by DuckDB's own queries on the same file. Contenders take turns, in another order each round, each with two threads; times are medians of {len(took[BOUNDED])} rounds, from opening the
file to the answer. The window, which uses gigabytes, comes behind all others, in {len(took[WINDOW])} rounds. The last column says how far the means are off from those of the plain query, on average over the groups (costs are 1000 on average):
noise, and for bounded persons the rows left out.

| contender | private | median | all rounds | times the plain query | off |
| --- | --- | ---: | ---: | ---: | ---: |
{rows}
Bounding persons to four rows each takes {window:.1f} times as long in SQL, by a window, as in Scrim.
Who follows the window waits for memory that the system has given away: Scrim then took {1000 * statistics.median(results["behind the window"]):.0f} ms for persons.

{machine["cpu"]}, {machine["cores"]} cores, {machine["memory_gib"]} GiB; Scrim {software["scrim"]}, DuckDB {software["duckdb"]}, PyArrow {software["pyarrow"]}; {results["when"]}, load {results["load"]} at the end.
"""

