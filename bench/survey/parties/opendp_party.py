"""OpenDP's queries over Polars frames, with an identifier, and rows of each cut off as the questions say."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import opendp.prelude as dp
import polars as pl

from ..party import Ask, Party
from ..questions import AGE_CANDIDATES, ALPHA, COST_CANDIDATES, EDGES, EPSILON, TOP
from ..survey import COSTS, MONTHS, REGIONS, ROWS_OF_A_PERSON, WARDS

# What everyone may know: that a group has no more rows than this. A sum of floats needs it.
MOST_ROWS = 250_000


class OpenDPParty(Party):
    version = version("opendp")

    def ways(self, file: str) -> dict[str, Ask]:
        dp.enable_features("contrib")
        frame = pl.scan_csv(file)  # a frame in memory would be copied with every query
        bins = [f"{low}" for low in EDGES[:-1]]

        def query(*by: str, margins: Any = None) -> Any:
            known = [dp.polars.Margin(by=list(by), max_length=MOST_ROWS, max_groups=len(MONTHS))]
            context = dp.Context.compositor(
                data=frame,
                privacy_unit=dp.unit_of(contributions=1, identifier="id"),
                privacy_loss=dp.loss_of(epsilon=EPSILON),
                split_evenly_over=1,
                margins=known if margins is None else margins,
            )
            return context.query()

        def rows(asked: Any, most: int = ROWS_OF_A_PERSON) -> Any:
            return asked.truncate_per_group(most, keep="first")  # faster than a sample; nothing is cut off

        def collected(asked: Any) -> Callable[[], Any]:
            """A measurement that is put together once, which takes OpenDP far longer than to release by it."""
            measurement = asked.resolve()
            return lambda: measurement(frame).collect()

        def one(asked: Any) -> Ask:
            release = collected(asked)
            return lambda: release().item()

        def by_key(asked: Any, name: str) -> Callable[[], dict[str, Any]]:
            release = collected(asked)

            def ask() -> dict[str, Any]:
                told = release()
                return {str(key): x for key, x in zip(told[name], told["x"], strict=True)}

            return ask

        regions = pl.LazyFrame({"region": list(REGIONS)})
        months = pl.LazyFrame({"month": list(MONTHS)})

        def counts(expression: Any, keys: list[str]) -> Callable[[], dict[str, int]]:
            asked = rows(query(margins=[]).with_columns(key=expression))
            return by_key(asked.group_by("key").agg(x=dp.len()).with_keys(pl.LazyFrame({"key": keys})), "key")

        def quantile(column: str, alpha: float, candidates: Any) -> Ask:
            value = pl.col(column).dp.quantile(alpha, candidates)
            return by_key(rows(query("region")).group_by("region").agg(x=value).with_keys(regions), "region")

        ages = counts(pl.col("age").cut(EDGES[1:-1], labels=bins, left_closed=True).cast(pl.String), bins)
        wards = counts(pl.col("ward"), list(WARDS))
        cost = pl.col("cost").fill_null(0.0).fill_nan(0.0)

        def histogram() -> list[int]:
            found = ages()
            return [found[name] for name in bins]

        return {
            "people": one(rows(query(), 1).select(x=dp.len())),
            "mean": one(rows(query()).select(x=cost.dp.mean(COSTS))),
            "median": quantile("age", 0.5, list(AGE_CANDIDATES)),
            "histogram": histogram,
            "top": lambda: sorted(wards().items(), key=lambda each: -each[1])[:TOP],
            "p90": quantile("cost", ALPHA, [float(each) for each in COST_CANDIDATES]),
            "totals": by_key(rows(query("month")).group_by("month").agg(x=cost.dp.sum(COSTS)).with_keys(months), "month"),
        }


def make() -> Party:
    return OpenDPParty()
