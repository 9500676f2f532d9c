"""Quantiles and top k as tables: what was selected, and how far behind the best it can be."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from ..analysis import QuantilePlan, QuantileRelease, TopKPlan, TopKRelease
from ..analysis.printable import printable
from ..analysis.words import counted, show_amount, show_value
from .columns import Column, fitting, lines_of
from .plot import Signs, fading_bar, ruler
from .screen import LONGEST_RULER, Screen, footer

_BAR_LENGTH = 18


def quantile_lines(outcome: QuantilePlan | QuantileRelease, screen: Screen) -> list[Text]:
    plan = outcome.plan if isinstance(outcome, QuantileRelease) else outcome
    values = outcome.values if isinstance(outcome, QuantileRelease) else None
    parts = plan.parts
    confidence = parts[0].accuracy.confidence_shown
    names = [Column("", [part.name for part in parts])]
    if values is not None:
        names.append(Column("value", [show_value(value) for value in values], True, "bold cyan"))
    noise = Column("noise", [show_amount(part.scale) for part in parts], True)
    limits = _limits(
        [part.accuracy for part in parts],
        [f"rank off by at most ({confidence})", f"rank off by\nat most ({confidence})"],
        screen.signs,
    )
    chosen = fitting(_layouts(names, noise, limits), screen.room)
    width = min(LONGEST_RULER, screen.room)
    picture = ruler(plan.candidates.lowest, plan.candidates.highest, values or (), width, screen.signs)
    return [
        *lines_of(chosen, screen.room),
        Text(""),
        *(Text(line, "dim") for line in picture),
        Text(""),
        *footer(
            [
                f"Chosen among {plan.candidates.words}.",
                *plan.statements_about_ends(),
                plan.accuracy_statement(),
                *_about_noise(noise in chosen, limits[0] in chosen),
            ],
            plan,
            outcome if isinstance(outcome, QuantileRelease) else None,
        ),
    ]


def top_k_lines(outcome: TopKPlan[Any] | TopKRelease[Any], screen: Screen) -> list[Text]:
    plan = outcome.plan if isinstance(outcome, TopKRelease) else outcome
    lines = [*_chosen_lines(outcome, screen), Text("")] if isinstance(outcome, TopKRelease) else []
    confidence = plan.accuracy.confidence_shown
    noise = Column("noise", [show_amount(plan.scale)], True)
    limits = _limits(
        [plan.accuracy],
        [f"behind by at most ({confidence})", f"behind by\nat most ({confidence})"],
        screen.signs,
    )
    chosen = fitting(_layouts([], noise, limits), screen.room)
    return [
        *lines,
        *lines_of(chosen, screen.room),
        Text(""),
        *footer(
            [
                f"Chosen among {len(plan.categories)} categories.",
                plan.accuracy_statement(),
                *([] if (statement := plan.count_statement()) is None else [statement]),
                *_about_noise(noise in chosen, limits[0] in chosen),
            ],
            plan,
            outcome if isinstance(outcome, TopKRelease) else None,
        ),
    ]


def _chosen_lines(release: TopKRelease[Any], screen: Screen) -> list[Text]:
    """The categories best first, with their counts where these were released."""
    places = [f"{place}." for place in range(1, len(release.values) + 1)]
    shown = [printable(str(value), screen.encoding) for value in release.values]
    columns = [Column("", places, True), Column("", shown, False, "bold cyan")]
    if release.counts is None or release.intervals is None:
        return lines_of(columns, screen.room)
    columns.append(Column("rows", [str(count) for count in release.counts], True, "bold cyan"))
    within = f"within ({release.plan.accuracy.confidence_shown})"
    intervals = Column(within, [f"{low} to {high}" for low, high in release.intervals], True)
    return lines_of(fitting([[*columns, intervals], columns], screen.room), screen.room)


def _limits(accuracies: list[Any], headings: list[str], signs: Signs) -> list[Column]:
    """With bars, without, and with a heading in two lines."""
    widest = float(max(accuracy.rows for accuracy in accuracies))
    rows = [counted(accuracy.rows_shown, "row") for accuracy in accuracies]
    bars = [fading_bar(accuracy, widest, _BAR_LENGTH, signs) for accuracy in accuracies]
    with_bars = [f"{text:<10} {bar}" for text, bar in zip(rows, bars, strict=True)]
    return [Column(headings[0], with_bars), Column(headings[0], rows), Column(headings[1], rows)]


def _layouts(first: list[Column], noise: Column, limits: list[Column]) -> list[list[Column]]:
    """From the widest to the narrowest. What is left out stands in the lines below, or in the JSON."""
    bars, rows, wrapped = limits
    layouts = [
        [*first, noise, bars],
        [*first, noise, rows],
        [*first, noise, wrapped],
        [*first, wrapped],
    ]
    return [*layouts, first] if first else layouts


def _about_noise(has_noise: bool, has_bars: bool) -> list[str]:
    if has_bars:
        return ["Noise is in rows; bars fade with the chance, at worst, of being further off."]
    return ["Noise is in rows."] if has_noise else []
