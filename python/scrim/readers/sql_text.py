"""Pieces of SQL text."""

from __future__ import annotations


def quoted(identifier: str) -> str:
    return '"' + identifier.replace('"', '""') + '"'


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def as_subquery(sql: str) -> str:
    """In brackets a statement that is no query does not parse."""
    return f"select * from ({sql.strip().rstrip(';')}\n) as query"


def first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]
