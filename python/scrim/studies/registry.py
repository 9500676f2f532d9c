"""What the public registry of deployments takes (YAML), filled in from the plans of a study and what they cost.

The fields are those of the template of `opendp/deployments-registry-data`. What no plan can tell comes from
`[deployment]` of the study, and is an empty text where that says nothing.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ..analysis.words import counted
from ..sessions.terms import parts_of, show_amount
from ..tables.query_release import QueryRelease

if TYPE_CHECKING:
    from .plan_study import StudyPlan


# What people must say for an entry that is complete.
_FILLED = {"description", "intended_use", "region", "sector", "curators", "publication_date", "authors"}


def deployment_yaml(plan: StudyPlan, releases: tuple[tuple[str, QueryRelease], ...]) -> bytes:
    """The entry, as UTF-8 text."""
    return ("\n".join(_lines(_entry(plan, releases), 0)) + "\n").encode()


def _entry(plan: StudyPlan, releases: tuple[tuple[str, QueryRelease], ...]) -> dict[str, Any]:
    said = plan.study.content.get("deployment", {})
    name = said.get("name", plan.study.title)
    return {
        "url_slug": re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-"),
        "deployment": {
            "basic": {
                "name": name,
                "data_curators": [
                    {"data_curator_name": each["name"], "data_curator_type": each.get("type", "")}
                    for each in said.get("curators", [{"name": ""}])
                ],
                "description": said.get("description", ""),
                "intended_use": said.get("intended_use", ""),
                "data_product_type": "Summary statistics",
                "data_product_region": said.get("region", ""),
                "data_product_sector": said.get("sector", ""),
                "publication_date": said.get("publication_date", ""),
            },
            "dp_variant": {
                "variant_name": _variant(plan),
                "data_domain": _domain(plan),
                "unprotected_quantities": _public(plan),
            },
            "privacy_loss": _loss(plan, releases),
            "deployment_model": {
                "model_name": "Central",
                "release_type": "Single release" if len(releases) == 1 else "Many releases",
                "data_source_type": "Static",
                "access_type": "Non-interactive",
            },
            "implementation": {
                "mechanisms": "\n".join(_mechanisms(plan)),
                "composition": _composition(plan),
                "post_processing": "Means, variances, deviations and intervals are computed from noisy numbers.",
                "additional_information": _ledger(plan, releases),
            },
            "administrative": {"status": "Draft", "registry_authors": said.get("authors", []), "tier": 3 if _FILLED <= said.keys() else 1},
        },
    }


def _variant(plan: StudyPlan) -> str:
    terms = plan.session.limit
    if terms.rho is not None:
        return "Zero-concentrated DP"
    return "Pure DP" if terms.delta is None else "Approximate DP"


def _domain(plan: StudyPlan) -> str:
    facts = "; ".join(f"{name}: {fact}" for name, fact in plan.session.table.columns.items())
    return f"Rows of the dataset {plan.session.label}, with {facts}."


def _public(plan: StudyPlan) -> str:
    return (
        "What the study declares: bounds and categories of columns, groups, conditions, how much of a person is used, and "
        "public tables that keys are looked up in."
    )


def _loss(plan: StudyPlan, releases: tuple[tuple[str, QueryRelease], ...]) -> dict[str, Any]:
    from .plan_study import total

    by_digest = {each.digest: each.price for _, each in plan.releases}
    spent = parts_of(total(list(by_digest.values()), plan.session))
    currency = plan.session.limit.currency
    named = dict(zip((currency, "delta"), spent, strict=False))
    table = plan.session.table
    unit = (
        "all rows of one person, told by " + ", ".join(table.person)
        if table.person is not None
        else f"one person, who has at most {counted(table.rows_per_person or 1, 'row')}"
    )
    return {
        "privacy_unit": "Person-level",
        "privacy_unit_details": f"Neighbouring datasets differ by {unit}.",
        "number_of_privacy_units": 1,
        "privacy_parameters": {name: float(show_amount(amount)) for name, amount in named.items()},
        "privacy_parameters_details": f"Spent by this study, of a budget of {plan.session.limit}.",
    }


def _mechanisms(plan: StudyPlan) -> list[str]:
    return [
        f"- {name}: {planned.name} = {planned.statistic}, {planned.mechanism} of scale "
        + ", ".join(f"{scale:.6g}" for scale in planned.scales.values())
        for name, each in plan.releases
        for planned in each.plan.statistics
    ]


def _composition(plan: StudyPlan) -> str:
    currency = plan.session.limit.currency
    return f"The {currency}s of all releases are added up exactly, as rational numbers, by a filter that refuses what does not fit."


def _ledger(plan: StudyPlan, releases: tuple[tuple[str, QueryRelease], ...]) -> str:
    return "\n".join(f"- {name}: ledger {release.ledger}, plan {release.plan.digest}" for name, release in releases)


def _lines(value: Any, indent: int) -> list[str]:
    """YAML whose texts are written as JSON has them, which YAML takes too: nothing in a name can end them."""
    space = "  " * indent
    if isinstance(value, dict):
        lines = []
        for name, inner in value.items():
            if isinstance(inner, (dict, list)) and inner:
                lines += [f"{space}{name}:", *_lines(inner, indent + 1)]
            else:
                lines.append(f"{space}{name}: {_scalar(inner)}")
        return lines
    lines = []
    for inner in value:
        if isinstance(inner, dict):
            first, *rest = _lines(inner, indent + 1)
            lines += [f"{space}- {first.strip()}", *rest]
        else:
            lines.append(f"{space}- {_scalar(inner)}")
    return lines


def _scalar(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):  # which to YAML 1.1 is a number only with a point in it
        mantissa, exponent, power = text.partition("e")
        return f"{mantissa if '.' in mantissa else mantissa + '.0'}{exponent}{power}"
    return "".join(c if c.isprintable() else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    """JSON has two escapes for what is beyond 16 bits, which to YAML are two characters; it has a longer one instead."""
    return f"\\U{ord(character):08x}" if ord(character) > 0xFFFF else json.dumps(character)[1:-1]
