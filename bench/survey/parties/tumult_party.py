"""Tumult Analytics on Spark: rows are added or removed with their id, and rows of each are cut off as the questions say."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from itertools import count
from typing import Any

import pandas
from pyspark.sql import SparkSession
from tmlt.analytics import AddRowsWithID, BinningSpec, KeySet, MaxRowsPerID, PureDPBudget, QueryBuilder, Session

from ..party import Ask, Party
from ..questions import ALPHA, EDGES, EPSILON, TOP
from ..survey import AGES, COSTS, MONTHS, REGIONS, ROWS_OF_A_PERSON, WARDS


class TumultParty(Party):
    version = version("tmlt.analytics")

    def ways(self, file: str) -> dict[str, Ask]:
        spark = _spark()
        rows = pandas.read_csv(file)
        # Sums and quantiles of integers are asked as such; costs are floats.
        table = spark.createDataFrame(rows).cache()
        table.count()
        visits = QueryBuilder("visits").enforce(MaxRowsPerID(ROWS_OF_A_PERSON))

        def frame(query: Any) -> Any:
            # A session of its own for each: one takes longer with every question that it was asked before.
            session = Session.from_dataframe(
                privacy_budget=PureDPBudget(EPSILON), source_id="visits", dataframe=table, protected_change=AddRowsWithID("id")
            )
            return session.evaluate(query, PureDPBudget(EPSILON)).toPandas()

        def one(query: Any) -> float:
            return float(frame(query)["x"].iloc[0])

        def by_key(query: Any, name: str) -> dict[str, float]:
            told = frame(query)
            return {str(key): float(x) for key, x in zip(told[name], told["x"], strict=True)}

        regions, months, wards = (
            KeySet.from_dict({name: list(values)}) for name, values in (("region", REGIONS), ("month", MONTHS), ("ward", WARDS))
        )

        # Bins hold their lower ends, as elsewhere, and are told by them.
        asked = count()
        bins = BinningSpec(list(EDGES), names=list(EDGES[:-1]), right=False)

        def histogram() -> list[float]:
            name = f"bin{next(asked)}"  # another for each: it refuses one that it gave before
            told = frame(visits.histogram("age", bins, name=name))
            counts = dict(zip(told[name], told["count"], strict=True))
            return [float(counts[lower]) for lower in EDGES[:-1]]

        def top() -> list[tuple[str, float]]:
            counts = by_key(visits.groupby(wards).count(name="x"), "ward")
            return sorted(counts.items(), key=lambda each: -each[1])[:TOP]

        return {
            "people": lambda: one(QueryBuilder("visits").count_distinct(columns=["id"], name="x")),
            "mean": lambda: one(visits.average("cost", *map(float, COSTS), name="x")),
            "median": lambda: by_key(visits.groupby(regions).quantile("age", 0.5, *AGES, name="x"), "region"),
            "histogram": histogram,
            "top": top,
            "p90": lambda: by_key(visits.groupby(regions).quantile("cost", ALPHA, *map(float, COSTS), name="x"), "region"),
            "totals": lambda: by_key(visits.groupby(months).sum("cost", *map(float, COSTS), name="x"), "month"),
        }


def _spark() -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable  # its workers would take another
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.memory", "2g")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    return spark


def make() -> Party:
    return TumultParty()
