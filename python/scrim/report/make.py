"""From releases to a whole report."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass

from ..analysis.words import counted, percent
from ..tables.frame_facts import FrameFacts
from .glossary import glossary
from .person_words import person_words
from .release_sections import check_section, making_section, numbers_section
from .sections import Listed, Prose, Report, Section


@dataclass(frozen=True)
class Named:
    """A release, and what it is called on the page."""

    name: str
    facts: FrameFacts


def make_report(releases: Sequence[Named], *, title: str | None = None, further: Sequence[Section] = ()) -> Report:
    """One page about all of them. `further` are sections about what they belong to: a study, a ledger's budget."""
    chosen = title or _title(releases)
    facts = [each.facts for each in releases]
    sections = [_glance(releases), Section("What this means for you", (Prose(person_words(facts)),))]
    if len(releases) == 1:
        sections += [numbers_section(facts[0], "The numbers"), making_section(facts[0], "How they were made")]
    else:
        for each in releases:
            numbers = numbers_section(each.facts, each.name)
            sections.append(Section(each.name, numbers.blocks, (*numbers.parts, making_section(each.facts, "How these were made"))))
    sections += [*further, check_section([(each.name, each.facts) for each in releases], chosen), glossary(facts)]
    version = next((each.version for each in facts if each.version is not None), None)
    return Report(chosen, _lead(releases), tuple(sections), "Scrim" if version is None else f"Scrim {version}")


def _title(releases: Sequence[Named]) -> str:
    if len(releases) > 1:
        return f"{counted(len(releases), 'private release')}"
    return f"Private {releases[0].facts.words['what']}"


def _lead(releases: Sequence[Named]) -> str:
    one = "These statistics were" if len(releases) == 1 else "The statistics of these releases were each"
    return (
        f"{one} made with differential privacy: noise was added to protect every person in the data. Every number is shown "
        "with how far off it can be."
    )


def _glance(releases: Sequence[Named]) -> Section:
    if len(releases) > 1:
        pairs = [(each.name, f"{each.facts.words['what']}; {each.facts.words['price']} for each person") for each in releases]
        return Section("At a glance", (Listed(tuple(pairs)),))
    facts = releases[0].facts
    pairs = [
        ("what", facts.words["what"]),
        *([("data", posixpath.basename(facts.file))] if facts.file and facts.file != "-" else []),
        ("cost", f"{facts.words['price']} for each person"),
        ("people", facts.words["unit"][:1].upper() + facts.words["unit"][1:]),
        ("intervals", f"hold what the rows that were used would give, with {percent(facts.confidence)} confidence"),
    ]
    return Section("At a glance", (Listed(tuple(pairs)),))
