"""A release as sections of a report: what was released, how it was made, and how that can be checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..analysis.drawing import NARROW, WIDE
from ..analysis.rounding import show_cost
from ..analysis.shown_numbers import decimals_of, shown_interval, shown_value
from ..analysis.words import counted, enumerate_words, percent, show_amount, show_value
from ..tables.frame_facts import FrameFacts, StatisticFacts
from ..tables.frame_picture import statistic_pictures
from .sections import Commands, Figure, Grid, Head, Listed, Prose, Section

_MEANS = {
    "count": "How many rows there are.",
    "count_people": "How many people there are, whatever number of rows they have.",
    "count_distinct": "How many of the possible values of {column} occur at all.",
    "sum": "What {column} adds up to.",
    "mean": "The mean of {column}.",
    "variance": "The variance of {column}: the mean square of the distance from the mean.",
    "std": "The standard deviation of {column}: how far values typically lie from the mean.",
    "quantile": "The value of {column} below which a given share of the rows lies.",
    "quantiles": "Values of {column} below which given shares of the rows lie.",
    "histogram": "How many rows there are with {column} in each bin.",
    "top_k": "The most frequent values of {column}, best first.",
    "keys": "Which groups were found, and nothing else of them.",
}


def numbers_section(facts: FrameFacts, title: str) -> Section:
    """Each statistic as a picture and as a table."""
    if not facts.rows:
        return Section(title, (Prose(("No group has enough to be told.",)),))
    return Section(title, (), tuple(statistic_section(facts, each) for each in facts.statistics))


def statistic_section(facts: FrameFacts, statistic: StatisticFacts) -> Section:
    """What it means, a picture, how far off it is, and all of its numbers."""
    facts = facts.of(statistic)
    pictures = Figure(*statistic_pictures(facts, statistic, (WIDE, NARROW)))
    off = f" How far off, with {percent(facts.confidence)} confidence: {', '.join(statistic.accuracy)}." if statistic.values else ""
    signed = [] if not _has_negative(facts, statistic) else ["Noise took some of these counts below 0. They stay as they are here, so that they are right on average."]
    return Section(
        statistic.name,
        (Prose((f"{_meaning(statistic)}{off}",)), pictures, *([Prose(tuple(signed))] if signed else []), statistic_grid(facts, statistic)),
    )


def statistic_grid(facts: FrameFacts, statistic: StatisticFacts) -> Grid:
    """Of all groups."""
    labels = [*facts.group_by, *([statistic.inner] if statistic.inner else [])]
    heads = [Head(name, facts.types[name] == "int", _are_intervals(facts.columns[name])) for name in labels]
    cells: list[list[str]] = [[show_value(cell) for cell in facts.columns[name]] for name in labels]
    for name in statistic.values:
        ends = statistic.ends(name)
        pairs = None if ends is None else list(zip(*(facts.columns[end] for end in ends), strict=True))
        decimals = decimals_of(pairs) if pairs is not None and facts.types[name] == "float" else None
        heads.append(Head(name, facts.types[name] != "str"))
        cells.append([shown_value(cell, decimals) for cell in facts.columns[name]])
        if pairs is not None:
            heads.append(Head(f"noise interval ({percent(facts.confidence)})", True))
            cells.append([shown_interval(low, high, decimals) for low, high in pairs])
    rows = tuple(zip(*cells, strict=True))
    of_what = f"{statistic.name} by {enumerate_words(list(facts.group_by))}" if facts.group_by else statistic.name
    return Grid(f"{of_what}: {counted(len(rows), 'row')}", tuple(heads), rows, len(labels))


def making_section(facts: FrameFacts, title: str) -> Section:
    """The plan in words: what was asked, what it cost, and what each statistic had of it."""
    asked = [
        ("statistics", enumerate_words([each.name for each in facts.statistics])),
        *([("only rows where", " and ".join(facts.where))] if facts.where else []),
        *([("by", enumerate_words(list(facts.group_by)))] if facts.group_by else []),
        ("people", _sentence(facts.words["unit"])),
        ("cost for each person", facts.words["price"]),
    ]
    shares = tuple((each.name, f"{each.text}: {_share(facts, each)}") for each in facts.statistics)
    said = (_sentence(facts.words["meaning"]), *facts.words["groups"])
    heading = "What each statistic had of the cost, the noise that this bought, and how far off it can be:"
    return Section(title, (Listed(tuple(asked)), Prose((*said, heading)), Listed(shares), Prose((facts.words["accuracy"],))))


def _share(facts: FrameFacts, statistic: StatisticFacts) -> str:
    """What it had of the cost, the noise that this bought, and how far off it is."""
    scales = ", ".join(map(show_amount, statistic.scales.values()))
    off = ", ".join(statistic.accuracy)
    return f"{facts.currency} {show_cost(statistic.cost)}; {statistic.mechanism} of scale {scales}; {off} ({percent(facts.confidence)})"


def check_section(releases: Sequence[tuple[str, FrameFacts]], title: str) -> Section:
    """How to cite this page, and how to see that it says what was released."""
    version = next((facts.version for _, facts in releases if facts.version is not None), None)
    by = "Scrim" if version is None else f"Scrim {version}"
    digests: list[tuple[str, str]] = []
    of_releases = [facts.release_digest for _, facts in releases]
    for (name, facts), digest in zip(releases, of_releases, strict=True):
        of = f" of {name}" if len(releases) > 1 else ""
        digests += [(f"plan{of}", facts.plan_digest), (f"release{of}", digest)]
        digests += [] if facts.ledger is None else [(f"ledger{of}", facts.ledger)]
    cited = f"{title}. Differentially private release, made with {by}; release {of_releases[0][:16]}."
    ledger = (
        (
            "Every release was paid for in a ledger before its noise was drawn. That the ledger still has it can be checked with "
            "scrim ledger verify, by whoever holds the ledger.",
        )
        if any(facts.ledger is not None for _, facts in releases)
        else ()
    )
    checks = (
        "The digest of a plan is of all that the release follows from but the data: the question, what was declared of the "
        "columns, and the budget. The digest of a release is of the plan's and of every number that was released.",
        "Numbers in tables are rounded to a hundredth of their noise interval, whose ends are rounded outwards. Who publishes "
        "this page can hand on the release itself, with all digits, as a file; this prints its digests, which must be those "
        "above:",
    )
    return Section(
        "Citing and checking",
        (Listed((("cite as", cited),)), Listed(tuple(digests), are_digests=True), Prose(checks), Commands(("scrim report release.json --digests",)), *([Prose(ledger)] if ledger else [])),
    )


def _are_intervals(cells: Sequence[Any]) -> bool:
    """Whether they are bins between edges, such as "[0, 18)"."""
    return all(isinstance(cell, str) and re.fullmatch(r"\[[-+.\de]+, [-+.\de]+[)\]]|other rows", cell) for cell in cells)


def _meaning(statistic: StatisticFacts) -> str:
    return _MEANS.get(statistic.kind, "{text}.").format(column=statistic.column, text=statistic.text)


def _has_negative(facts: FrameFacts, statistic: StatisticFacts) -> bool:
    counts = [name for name in statistic.values if statistic.kind.startswith(("count", "histogram")) or name.endswith("_count")]
    return any(_is_negative(cell) for name in counts for cell in facts.columns[name])


def _is_negative(cell: Any) -> bool:
    return isinstance(cell, int) and cell < 0


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
