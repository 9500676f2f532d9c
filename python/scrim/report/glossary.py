"""The words that a report uses, for who has not met them: only those that are on the page."""

from __future__ import annotations

from collections.abc import Sequence

from ..tables.frame_facts import FrameFacts
from .sections import Listed, Section

_ALWAYS = (
    (
        "differential privacy",
        "A promise about how numbers are made, not about the numbers: what is published hardly depends on whether any one "
        "person is in the data. It holds whatever else is known, now or later.",
    ),
    ("noise", "Random numbers that are added to exact ones before anyone sees them. How much follows from the budget alone."),
)
_EPSILON = (
    "epsilon",
    "How much the promise allows: taking a person out, or putting one in, changes the probability of any outcome by a factor "
    "of at most e to the power of epsilon. Smaller is more private. Epsilons of several releases add up.",
)
_DELTA = ("delta", "With which probability, at most, the promise of epsilon may fail. It should be far below one in the number of people.")
_RHO = ("rho", "Another unit for the same thing (zero-concentrated privacy), which fits Gaussian noise. Rhos of several releases add up.")
_INTERVAL = (
    "noise interval",
    "Holds the number that the rows which were used would give without noise, with the stated confidence. It is not a "
    "confidence interval: it leaves out who was asked, and what bounds have moved or left out.",
)
_BOUNDED = ("rows used of a person", "However many rows somebody has, no more than this many are used: more would need more noise.")
_THRESHOLD = (
    "threshold",
    "How many a group must have, counted with noise, to be shown where groups come from the data. Of groups below it nothing "
    "is told, not even whether there are any.",
)
_QUANTILE = ("rank", "The place of a number among all of them, in order. A quantile that is off by 5 ranks has 5 rows too many below it, or too few.")
_LEDGER = (
    "ledger",
    "The file in which everything that is spent is written down before noise is drawn. Each entry holds the digest of the one "
    "before, so that none can be changed, dropped or moved unseen.",
)
_DIGEST = ("digest", "A fingerprint (SHA-256): if anything changes, it changes.")


def glossary(releases: Sequence[FrameFacts]) -> Section:
    """Of these releases."""
    statistics = [each for release in releases for each in release.statistics]
    terms = [*_ALWAYS]
    terms += [_EPSILON] if any(each.epsilon is not None for each in releases) else []
    terms += [_DELTA] if any(each.delta for each in releases) else []
    terms += [_RHO] if any(each.rho is not None for each in releases) else []
    terms += [_INTERVAL] if any(each.ends(name) for each in statistics for name in each.values) else []
    terms += [_BOUNDED]
    terms += [_THRESHOLD] if any(each.threshold is not None for each in releases) else []
    terms += [_QUANTILE] if any(each.kind in ("quantile", "quantiles") for each in statistics) else []
    return Section("Words on this page", (Listed(tuple([*terms, _DIGEST])),))


def budget_glossary(currency: str, has_delta: bool) -> Section:
    """Of a ledger."""
    terms = [*_ALWAYS, _EPSILON if currency == "epsilon" else _RHO, *([_DELTA] if has_delta else []), _LEDGER, _DIGEST]
    return Section("Words on this page", (Listed(tuple(terms)),))
