"""What a study may say: one description, for editors (JSON Schema) and for the check before anything else is done."""

from __future__ import annotations

import json
from typing import Any

AMOUNT = {
    "type": ["number", "string"],
    "description": 'a positive number, such as 0.5, or a decimal text such as "0.5"; counted exactly',
}
_NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 1, "description": "a list of names of columns"}
_NAME_OR_NAMES = {"anyOf": [{"type": "string"}, _NAMES], "description": "the name of a column, or a list of names"}
_NULLABLE = {"type": "boolean", "description": "true if rows without a value stay"}
_PLACE = r"^[^\u0000]+$"
_WHOLE = {"type": "integer", "minimum": 1, "description": "a whole number, at least 1"}


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def _place(description: str) -> dict[str, Any]:
    """The name of a file or a folder, in which no zero byte can be."""
    return _text(description, pattern=_PLACE)


def _table(description: str, properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required or [],
        "additionalProperties": False,
    }


def _fact(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    return _table(f"a column of kind {kind}", {kind: values, "nullable": _NULLABLE}, [kind])


def _ends(kind: str) -> dict[str, Any]:
    return {
        "type": "array",
        "items": {"type": kind},
        "minItems": 2,
        "maxItems": 2,
        "description": "the smallest and the largest value, such as [0, 120]; public, not read off the data",
    }


_FLAG = {"type": "boolean", "enum": [True]}
_DAYS = {**_ends("string"), "description": 'the first and the last day, such as ["2026-01-01", "2026-12-31"]'}
_CATEGORIES = {
    "type": "array",
    "items": {"type": ["string", "integer"]},
    "minItems": 1,
    "description": 'all that there can be, such as ["N", "E", "S", "W"]; public, not read off the data',
}
COLUMN = {
    "description": "what everyone may know of a column: { number = [0, 120] }, { integer = [0, 120] }, "
    '{ category = ["N", "E"] }, { text = true }, { date = ["2026-01-01", "2026-12-31"] }, { time = true } or '
    "{ boolean = true }, each with nullable = true if rows without a value stay",
    "oneOf": [
        _fact("number", _ends("number")),
        _fact("integer", _ends("integer")),
        _fact("category", _CATEGORIES),
        _fact("text", _FLAG),
        _fact("date", _DAYS),
        _fact("time", _FLAG),
        _fact("boolean", _FLAG),
    ],
}

DATA = _table(
    "where rows come from, and whose they are",
    {
        "source": _place('a file, such as "visits.parquet", found from the folder of the study'),
        "person": {**_NAME_OR_NAMES, "description": "the column that tells whose a row is, or a list of columns"},
        "rows_per_person": {**_WHOLE, "description": "how many rows a person can have at most, where no column tells"},
        "label": _text("what the data is called in the ledger; the base name of the file unless given"),
        "table": _text("which table of a database file"),
        "delimiter": _text("between the cells of a CSV file"),
        "quote": _text("around the cells of a CSV file"),
        "decimal": _text("before the fraction of a number: . or ,", enum=[".", ","]),
        "encoding": _text('of the text, such as "latin-1"'),
        "header": {"type": "boolean", "description": "false if the first line of a CSV file is a row"},
        "columns": {**_NAMES, "description": "the names of all columns, in order, of a CSV file without a header"},
    },
    ["source"],
)
BUDGET = _table(
    "what may be spent in all, and where it is written down",
    {
        "epsilon": AMOUNT,
        "delta": {**AMOUNT, "description": "a probability, such as 1e-9"},
        "rho": AMOUNT,
        "ledger": _place('a file, such as "hospital.ledger", or a URL of PostgreSQL'),
        "account": _text('which part of the ledger\'s budget is used, such as "hospital/2026-11/ana"'),
    },
    ["ledger"],
)
OUTPUT = _table(
    "what is written, and where",
    {
        "folder": _place('for releases, found from the folder of the study; "releases" unless given'),
        "formats": {
            "type": "array",
            "items": {"type": "string", "enum": ["csv", "parquet", "json"]},
            "minItems": 1,
            "description": 'a list of "csv" (with its metadata, CSVW), "parquet" and "json"; all of them unless given',
        },
        "registry": _place('a file for the public registry of deployments, such as "deployment.yaml"'),
    },
)
DEPLOYMENT = _table(
    "what the public registry of deployments asks for, and no plan can tell",
    {
        "name": _text("of the data product"),
        "description": _text("of the data product"),
        "intended_use": _text("what it is for"),
        "region": _text("where the data is from"),
        "sector": _text('such as "Health"'),
        "curators": {
            "type": "array",
            "items": {
                **_table("who holds the data", {"name": _text("of the curator"), "type": _text('such as "Government"')}, ["name"]),
            },
            "description": 'a list of those who hold the data, such as { name = "…", type = "Government" }',
        },
        "publication_date": _text('such as "2026-11-18"'),
        "authors": {"type": "array", "items": {"type": "string"}, "description": "of the entry in the registry"},
    },
)
_KEY = {"type": ["string", "integer", "boolean"]}
LOOKUP = _table(
    "a public table in which keys are looked up",
    {
        "column": {**_NAME_OR_NAMES, "description": "the key, or a list of columns"},
        "table": {
            "anyOf": [{"type": "string", "pattern": _PLACE}, {"type": "object", "additionalProperties": {"type": "array"}}],
            "description": 'a file, such as "districts.csv", or the table itself: { zip = ["1"], district = ["N"] }',
        },
        "add": {**_NAME_OR_NAMES, "description": "which of its columns are added"},
    },
    ["column", "table", "add"],
)
RELEASE = _table(
    "one release: what is asked, of whom, by which groups, at which price",
    {
        "name": _text(
            "of the files that it is written to: letters, digits, - and _, such as cost_by_region",
            pattern="^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$",
        ),
        "where": {
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
            "description": 'a condition on rows, such as "age >= 18", or a list of them',
        },
        "derive": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": 'columns that are computed, such as { decade = "age // 10" }',
        },
        "lookup": {"type": "array", "items": LOOKUP, "description": "a list of public tables in which keys are looked up"},
        "per_person": _table(
            "how much of a person is used at most, such as { groups = 2, rows = 3 }", {"rows": _WHOLE, "groups": _WHOLE}
        ),
        "group_by": _NAME_OR_NAMES,
        "keys": {
            "anyOf": [
                {"type": "string", "enum": ["found"]},
                {"type": "array", "minItems": 1, "items": {**_KEY, "type": [*_KEY["type"], "array"]}},
            ],
            "description": 'which groups there are: a list, of several columns a list of lists; or "found"',
        },
        "epsilon": AMOUNT,
        "delta": {**AMOUNT, "description": "a probability, such as 1e-10"},
        "rho": AMOUNT,
        "within": {
            "type": "object",
            "additionalProperties": {
                "anyOf": [{"type": "number"}, {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}]
            },
            "description": "instead of a price, how far off statistics may be: { n = 20 }, or { cost = [50, 1000] }, 50 among "
            "1000 rows",
        },
        "confidence": {"type": "number", "description": "of the noise intervals, such as 0.95"},
        "stats": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": 'what is released, such as { n = "count()", cost = "mean(cost, share=3)" }',
        },
    },
    ["name", "stats"],
)
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A study of Scrim",
    **_table(
        "a publication: data, what everyone may know of it, a budget, and releases",
        {
            "title": _text("of the study"),
            "data": DATA,
            "columns": {
                "type": "object",
                "description": "what everyone may know of the columns that are used",
                "additionalProperties": COLUMN,
            },
            "budget": BUDGET,
            "output": OUTPUT,
            "deployment": DEPLOYMENT,
            "release": {"type": "array", "items": RELEASE, "minItems": 1, "description": "a list of [[release]]"},
        },
        ["data", "columns", "budget", "release"],
    ),
}


def schema_text() -> str:
    """As `scrim schema` prints it, for editors."""
    return json.dumps(SCHEMA, indent=2, ensure_ascii=False) + "\n"
