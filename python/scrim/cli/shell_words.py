"""What the library refuses, in the words of the shell: there its arguments are options."""

from __future__ import annotations

import re
from collections.abc import Mapping

# What a sentence begins with, where it is about an argument, and neither about a statistic that has the argument's name
# nor about columns of a table, which are no --columns.
_SUBJECT = re.compile(r"(\w+)(?= (?:is|are|was|has|have|names|must)\b(?! \w+\()(?! '\w+\())")
_OTHER_NAMES = {"alphas": "alpha", "group_by": "by", "keys": "by"}
# Constructors, by the option that they are given.
_CONSTRUCTORS = {"make_count_by_edges": "edges", "make_count_by_categories": "categories"}
# An argument that is to be given: epsilon=0.5, or rows_per_person= without what it could be.
_GIVEN = re.compile(r"\b(person|rows_per_person|epsilon|delta|rho)=(?=([\w.]+)?)")
# What stands in the words of Python, by an option of the commands that can hear of it.
_PHRASES = (
    ("person", r"of person and rows_per_person (was|were)", r"of --person and --rows-per-person \1"),
    ("epsilon", r"of epsilon and rho (was|were)", r"of --epsilon and --rho \1"),
    ("largest", r"^(smallest is \S+) and largest is", r"\1 and --largest is"),
    # Of a table, whose columns other options tell of.
    ("person", r"^columns has ('.*'), which tells whose a row is", r"the query uses \1, which tells whose a row is"),
    ("person", r"declare scrim\.number\(low, high\)", "give --bounds, such as --bounds cost=0:5000"),
    ("rows", r"give per_person\(rows=\.\.\.\), such as per_person\(rows=3\)", "give --rows, such as --rows 3"),
    (
        "groups",
        r"give per_person\(groups=\.\.\.\), such as per_person\(rows=3, groups=1\)",
        "give --groups, such as --groups 1",
    ),
    (
        "groups",
        r"per_person has groups, and there is no group_by; leave groups out",
        "--groups was given without --by; leave it out",
    ),
    (
        "by",
        r'list them with keys=\[\.\.\.\], or have them found in the data with keys="found", for which plan needs a delta',
        "list them, such as --by region=N,E, or have them found in the data with --found and --delta",
    ),
    ("by", r"list those that are wanted with keys=\[\.\.\.\]", "list those that are wanted, such as --by region=N,E"),
    (
        "where",
        r"(because a text and a number do not compare)$",
        r"\1; cells of CSV are numbers where they are compared, unless --type says what they are, such as --type "
        "region=text",
    ),
    (
        "bounds",
        r"a pair of numbers \(lower, upper\), public, not read off the data, such as \(0, 120\)",
        "the smallest and the largest value with a colon between them, public, not read off the data, such as 0:120",
    ),
    ("bounds", r"^bounds (?:is|are) \(([^,()]+), ([^,()]+)\)", r"bounds is \1:\2"),
    (
        "candidates",
        r"both bounds and a list of candidates were given; leave out bounds",
        "both --bounds and a list of --candidates were given; leave out --bounds",
    ),
    (
        "json",
        r"give the budget with which it shall be created, such as epsilon=3, or its place",
        "create it with scrim ledger create, or give the place of one that is there",
    ),
    (
        "ledger",
        r"the session counts (\w+); give ([^,]*), or open the session with .*",
        r"the ledger counts \1; give \2",
    ),
)


def in_shell_words(text: str, options: Mapping[str, str]) -> str:
    """An error of the library about arguments. `options` are those of the command, by the names of their parameters; what
    is none of them is left as it is."""
    for option, python, shell in _PHRASES:
        if option in options:
            text = re.sub(python, shell, text)
    text = _GIVEN.sub(lambda found: _option(found, options), text)
    constructor = re.match(r"(make_\w+): ", text)
    if constructor is not None:
        whose = options.get(_CONSTRUCTORS.get(constructor[1], ""))
        return ("" if whose is None else f"{whose}: ") + text[constructor.end() :]
    subject = _SUBJECT.match(text)
    named = None if subject is None else options.get(_OTHER_NAMES.get(subject[1], subject[1]))
    return text if subject is None or named is None else named + text[subject.end() :]


def _option(found: re.Match[str], options: Mapping[str, str]) -> str:
    option = options.get(found[1])
    return found[0] if option is None else option + (" " if found[2] else "")
