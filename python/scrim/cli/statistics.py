"""The commands that release a statistic of a column."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from .. import readers
from ..analysis import (
    plan_bounds,
    plan_count,
    plan_count_distinct,
    plan_histogram,
    plan_mean,
    plan_quantiles,
    plan_std,
    plan_sum,
    plan_top_k,
    plan_variance,
)
from ..analysis.candidates import make_candidates
from ..readers import ColumnTable
from . import arguments, options
from .problems import UsageProblem
from .statistic import Asked, Statistic, numbers, offer


def count(asked: Asked) -> Statistic:
    """Release the number of rows, with noise.

    Rows whose cell is missing are counted, too.
    """
    plan_count(**asked.terms)

    def prepare(opened: ColumnTable, column: str) -> tuple[Any, Callable[[], Any]]:
        carrier = readers.check_countable(opened, column)
        plan = plan_count(**asked.terms, dtype=carrier)
        if carrier == "str":
            return plan, lambda: opened.texts(column)
        return plan, lambda: opened.numbers(column, carrier)

    return Statistic("Number of rows", prepare)


def total(asked: Asked, bounds: options.Bounds) -> Statistic:
    """Release the sum of a column of numbers, each moved between the bounds, with noise.

    Missing values are left out.
    """
    return numbers("Sum", plan_sum, asked, bounds=arguments.bounds(bounds))


def mean(asked: Asked, bounds: options.Bounds, size: options.Size = None) -> Statistic:
    """Release the mean of a column of numbers, each moved between the bounds.

    It is computed from a noisy sum and a noisy count, which share the budget. Missing values are left out.
    """
    return numbers("Mean", plan_mean, asked, bounds=arguments.bounds(bounds), size=size)


def variance(asked: Asked, bounds: options.Bounds, size: options.Size = None) -> Statistic:
    """Release the variance of a column of numbers, each moved between the bounds.

    It is computed from noisy sums and a noisy count, which share the budget. Missing values are left out.
    """
    return numbers("Variance", plan_variance, asked, bounds=arguments.bounds(bounds), size=size)


def std(asked: Asked, bounds: options.Bounds, size: options.Size = None) -> Statistic:
    """Release the standard deviation of a column of numbers, each moved between the bounds.

    It is computed from noisy sums and a noisy count, which share the budget. Missing values are left out.
    """
    return numbers("Standard deviation", plan_std, asked, bounds=arguments.bounds(bounds), size=size)


def histogram(
    asked: Asked,
    edges: Annotated[
        str | None,
        typer.Option(
            "--edges",
            metavar="LIST",
            help="Count numbers between these, such as 0,18,65,120: public, and increasing.",
        ),
    ] = None,
    categories: Annotated[
        str | None,
        typer.Option(
            "--categories",
            metavar="LIST|@FILE",
            help="Count these instead: a list such as red,green,blue, or @FILE with one in each line. It must not come "
            "from the data.",
        ),
    ] = None,
    other_rows: Annotated[
        bool,
        typer.Option("--other-rows", help="Count the rows beyond the edges, or in no category, too."),
    ] = False,
) -> Statistic:
    """Release how many rows are in each of some public bins.

    A bin has its lower edge, and the last one its upper edge too. Missing values are left out.
    """
    if (edges is None) == (categories is None):
        given = "neither --edges nor --categories was" if edges is None else "both --edges and --categories were"
        raise UsageProblem(f"{given} given; give one of them, such as --edges 0,18,65,120")
    if edges is not None:
        return numbers("Histogram", plan_histogram, asked, edges=arguments.edges(edges), other_rows=other_rows)
    assert categories is not None
    if asked.kind is not None:
        raise UsageProblem("--type says how numbers between --edges are read; leave it out")
    plan = plan_histogram(categories=arguments.categories(categories), other_rows=other_rows, **asked.terms)
    return _of_texts("Histogram", plan, categories)


def distinct(asked: Asked, categories: options.Categories) -> Statistic:
    """Release how many of some public categories occur at all, with noise.

    Rows in none of the categories are not counted. Missing values are left out.
    """
    plan = plan_count_distinct(arguments.categories(categories), **asked.terms)
    return _of_texts("Number of categories", plan, categories)


def bounds_of_rows(
    asked: Asked,
    outside: Annotated[
        int | None,
        typer.Option(
            "--outside",
            metavar="N",
            help="How many rows may lie beyond each bound. As many as the noise asks for unless given.",
        ),
    ] = None,
    smallest: Annotated[
        str | None,
        typer.Option("--smallest", metavar="NUMBER", help="The smallest power of two to look at."),
    ] = None,
    largest: Annotated[
        str | None,
        typer.Option("--largest", metavar="NUMBER", help="The largest power of two to look at."),
    ] = None,
) -> Statistic:
    """Release bounds between which nearly all numbers of a column lie, where none are known.

    A bound is zero or a power of two. What is asked with the bounds later costs on top of this. Missing values are
    left out.
    """
    advice = "give a power of two, such as 1024"
    ends = {
        name: None if text is None else arguments.number(text, f"--{name}", advice)
        for name, text in (("smallest", smallest), ("largest", largest))
    }
    return numbers("Bounds", plan_bounds, asked, outside=outside, **ends)


def quantile(
    asked: Asked,
    alpha: Annotated[
        str,
        typer.Option(
            "--alpha",
            metavar="LIST",
            help="Which quantiles, such as 0.25,0.5,0.75 or median,p90,99.9%.",
        ),
    ] = "0.5",
    bounds: Annotated[
        str | None,
        typer.Option(
            "--bounds",
            metavar="LOW:HIGH",
            help="The smallest and the largest answer, such as 0:120. Do not look them up in the data.",
        ),
    ] = None,
    candidates: Annotated[
        str | None,
        typer.Option(
            "--candidates",
            metavar="N|LIST|all",
            help="How many answers to choose from between the bounds, the answers themselves, or all: every integer, or "
            "of floats every multiple of a small power of two. Some ten thousand round ones unless given.",
        ),
    ] = None,
) -> Statistic:
    """Release quantiles of a column: the median, quartiles, the minimum or maximum.

    The budget is for all of them together, and they never cross. With all candidates there is one quantile, and all
    rows are kept in memory. Missing values are left out.
    """
    choices = None if candidates is None else arguments.candidates(candidates)
    if bounds is None and not isinstance(choices, list):
        raise UsageProblem(
            "--bounds is missing; give the smallest and the largest answer you expect, such as "
            "--bounds 0:120"
        )
    wanted: dict[str, Any] = {
        "alphas": arguments.alphas(alpha),
        "bounds": None if bounds is None else arguments.bounds(bounds),
        "candidates": choices,
        **asked.terms,
    }
    _check_early(wanted)

    def prepare(opened: ColumnTable, column: str) -> tuple[Any, Callable[[], Any]]:
        carrier = readers.check_numeric(opened, column, asked.kind)
        plan = plan_quantiles(**wanted, dtype=carrier)
        return plan, lambda: opened.numbers(column, plan.candidates.carrier)

    return Statistic("Quantiles", prepare)


def top_k(
    asked: Asked,
    categories: options.Categories,
    k: Annotated[
        int, typer.Option("--k", metavar="N", help="How many to release, best first.")
    ] = 1,
    counts: Annotated[
        bool, typer.Option("--counts", help="Release how many rows each of them has, too, with noise.")
    ] = False,
) -> Statistic:
    """Release the k most frequent categories of a column, best first.

    The budget is for all of it, with --counts too. Rows in none of the categories are not counted. Missing values are left out.
    """
    plan = plan_top_k(arguments.categories(categories), k, counts=counts, **asked.terms)
    return _of_texts(f"Top {plan.k}", plan, categories)


def offer_all(app: typer.Typer) -> None:
    """In the order in which help lists them."""
    offer(
        app,
        "count",
        count,
        short_help="Release the number of rows.",
        example="--column city",
        without=["type"],
    )
    moved = "--column income --bounds 0:150000"
    offer(app, "sum", total, short_help="Release the sum of a column of numbers.", example=moved)
    offer(app, "mean", mean, short_help="Release the mean of a column of numbers.", example=moved)
    offer(app, "variance", variance, short_help="Release the variance of a column of numbers.", example=moved)
    offer(app, "std", std, short_help="Release the standard deviation of a column of numbers.", example=moved)
    offer(
        app,
        "histogram",
        histogram,
        short_help="Release how many rows are in each of some bins.",
        example="--column age --edges 0,18,65,120",
    )
    offer(
        app,
        "count-distinct",
        distinct,
        short_help="Release how many of some categories occur.",
        example="--column city --categories Arden,Birchwick,Corvale",
        without=["type"],
    )
    offer(
        app,
        "bounds",
        bounds_of_rows,
        short_help="Release bounds of a column of numbers, where none are known.",
        example="--column income",
    )
    offer(
        app,
        "quantile",
        quantile,
        short_help="Release the median, quartiles or other quantiles.",
        example="--column age --type integer --alpha 0.25,0.5,0.75 --bounds 0:120",
    )
    offer(
        app,
        "top-k",
        top_k,
        short_help="Release the most frequent categories, best first.",
        example="--column city --categories Arden,Birchwick,Corvale --k 2",
        without=["type"],
    )


def _of_texts(name: str, plan: Any, categories: str) -> Statistic:
    """A statistic of public categories, as they were given."""

    def prepare(opened: ColumnTable, column: str) -> tuple[Any, Callable[[], Any]]:
        readers.check_categorical(opened, column)
        return plan, lambda: opened.texts(column)

    listed = arguments.categories_file(categories)
    return Statistic(name, prepare, () if listed is None else (listed,))


def _check_early(wanted: dict[str, Any]) -> None:
    """Bad arguments are told before the file is opened. Whether listed candidates fit the column is known
    only then."""
    if not isinstance(wanted["candidates"], list):
        plan_quantiles(**wanted)
    else:
        make_candidates(wanted["bounds"], wanted["candidates"], "float64")
        plan_quantiles(**{**wanted, "bounds": None, "candidates": [0, 1]})
