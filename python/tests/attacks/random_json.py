"""Random JSON: an array, one object after the other, or one a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from attacks.odd_cells import HUGE, KINDS, PLAIN, odd_text
from attacks.random_tables import OPEN, Pair, Row, Table, random_names, random_pair


@dataclass(frozen=True)
class JsonNumber:
    """A number as it is written."""

    text: str


@dataclass(frozen=True)
class JsonNested:
    """An object or an array in a cell."""


JsonCell = tuple[bytes, Any]  # as written, and what it holds

NUMBERS = [
    "0", "-0", "0.0", "-0.0", "1.5", "-2.5", "1e5", "1E+2", "1e-7", "1e400", "-1e400", "1e-400", "0.1", "2.50",
    "100000000000000000000.0",
]  # fmt: skip
NESTED = [
    "{}", "[]", "[1,2]", '{"a":{"b":[1,{"c":null}]}}', '[[[[[[]]]]]]', '{"age":5}', '[{"age":5},{"age":6}]',
    '{"":""}', "[" * 200 + "]" * 200,
]  # fmt: skip
NAMES = ["", "age", "AGE", "Age", "city", "a b", "a.b", "$.age", 'q"', "é", "0", "nul\0"]
LONE = [b'"\\ud800"', b'"a\\udfffb"', b'"\\udc00\\ud800"', b'"\\ud83d"']


def json_text(text: str, random: Random) -> bytes:
    """A string, its characters escaped or not. What is no UTF-8 stays as it is."""
    written = json.dumps(text, ensure_ascii=False)
    if random.random() < 0.1:
        written = '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 0xD800 else c for c in text) + '"'
    return written.encode("utf-8", "surrogateescape")


def number_cell(text: str) -> JsonCell:
    return text.encode(), JsonNumber(text)


def text_cell(random: Random, text: str) -> JsonCell:
    return json_text(text, random), text


JSON_KINDS: dict[str, Callable[[Random], JsonCell]] = {
    "integer": lambda random: number_cell(str(random.randint(-150, 150))),
    "digit": lambda random: number_cell(str(random.randint(0, 1))),
    "half": lambda random: number_cell(f"{random.randint(-9, 9)}.5"),
    "fraction": lambda random: number_cell(repr(random.uniform(-50, 50))),
    "number": lambda random: number_cell(random.choice(NUMBERS)),
    "huge": lambda random: number_cell(random.choice([text for text in HUGE if text[0] in "-123456789"])),
    "truth": lambda random: random.choice([(b"true", True), (b"false", False)]),
    "null": lambda random: (b"null", None),
    "text": lambda random: text_cell(random, odd_text(random)),
    "plain text": lambda random: text_cell(random, KINDS[random.choice(PLAIN)](random)),
    "True": lambda random: (b'"True"', "True"),
    "day": lambda random: text_cell(random, KINDS["day"](random)),
    "nested": lambda random: (random.choice(NESTED).encode(), JsonNested()),
    "lone surrogate": lambda random: (random.choice(LONE), "\ud800"),
}
COLUMN_KINDS = ["integer", "digit", "half", "fraction", "plain text", "True", "day", "truth"]
LAYOUTS = ["array", "array", "lines", "lines", "concatenated"]
SUFFIXES = {"array": ".json", "lines": ".ndjson", "concatenated": ".json"}


def json_pair(seed: int, *, plain: bool = False) -> Pair:
    """`plain`: with names that can be given to the program."""
    random = Random(f"json {seed}")
    layout = random.choice(LAYOUTS)
    if plain or random.random() < 0.5:
        names = random_names(random)
    else:
        names = tuple(random.sample(NAMES, random.randint(1, 5)))
    kinds = [JSON_KINDS[random.choice(COLUMN_KINDS if random.random() < 0.8 else list(JSON_KINDS))] for _ in names]

    def make_row(random: Random) -> Row:
        return json_row(random, names, [kind(random) for kind in kinds], 0.03)

    def make_guest(random: Random) -> Row:
        if random.random() < 0.05 and not plain:
            return Row(random.choice([b"null", b"5", b'"age"', b"true", b"{}"]), (OPEN,) * len(names))
        cells = [JSON_KINDS[random.choice(list(JSON_KINDS))](random) for _ in names]
        return json_row(random, names, cells, 0.3)

    suffix = ".jsonl" if layout == "lines" and random.random() < 0.3 else SUFFIXES[layout]
    table = Table("json", names, "data" + suffix, layout)
    return random_pair(seed, random, table, make_row, make_guest)


def json_row(random: Random, names: tuple[str, ...], cells: list[JsonCell], oddity: float) -> Row:
    members = [(name, written) for name, (written, _) in zip(names, cells, strict=True)]
    held = dict(zip(names, (cell for _, cell in cells), strict=True))
    if random.random() < oddity:  # keys that are not there
        gone = random.choice(names)
        members = [member for member in members if member[0] != gone]
        held[gone] = None
    if random.random() < oddity:  # keys that differ in case
        other = random.choice(names).swapcase()
        if other not in held:
            members.insert(random.randint(0, len(members)), (other, b"33"))
    if random.random() < oddity:  # one key twice
        again = random.choice(names)
        members.append((again, b"44"))
        held[again] = OPEN if sum(name == again for name, _ in members) > 1 else JsonNumber("44")
    if random.random() < oddity / 3:  # more keys than a reader may expect
        members = [(f"extra{number}", b"1") for number in range(400)] + members
    if random.random() < oddity:
        random.shuffle(members)
    gap = random.choice(["", "", " "])
    body = f",{gap}".encode().join(json_text(name, random) + f":{gap}".encode() + written for name, written in members)
    return Row(b"{" + body + b"}", tuple(held[name] for name in names))


def json_bytes(table: Table, rows: list[Row]) -> bytes:
    if table.layout == "array":
        return b"[" + b",\n".join(row.written for row in rows) + b"]\n"
    between = b"\n" if table.layout == "lines" else b" "
    return b"".join(row.written + between for row in rows)
