"""What queries refuse, in the words of a study: there arguments are keys of TOML."""

from __future__ import annotations

import re

_PHRASES = (
    (r"give person=, the column", "give person under [data], the column"),
    (r"or rows_per_person=, how", "or rows_per_person, how"),
    (r"give per_person\(rows=\.\.\.\), such as per_person\(rows=3\)", "give it, such as per_person = { rows = 3 }"),
    (
        r"give per_person\(groups=\.\.\.\), such as per_person\(rows=3, groups=1\)",
        "give it, such as per_person = { rows = 3, groups = 1 }",
    ),
    (r"give plan\(epsilon=1, delta=1e-9\)", "give epsilon = 1 and delta = 1e-9"),
    (r"keys=(?=\[|\")", "keys = "),
    (r", for which plan needs a delta", ", for which the release needs a delta"),
    (
        r"add others where the table is made, such as columns=\{'([^']*)': scrim\.number\(0, 100\)\}",
        r"add others under [columns], such as \1 = { number = [0, 100] }",
    ),
    (r"declare scrim\.number\(low, high\)", "declare { number = [low, high] }"),
)


def in_toml_words(text: str) -> str:
    """An error about arguments of a table or a query."""
    for python, toml in _PHRASES:
        text = re.sub(python, toml, text)
    return text
