"""Reads CSV and JSON with Python's own parsers and the oracle: slow, and with nothing inferred.

It shows that the attack leaves a right reader standing, and that its writers write what they say.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pyarrow as pa

from attacks import oracle
from attacks.random_json import JsonNested, JsonNumber
from attacks.random_tables import OPEN
from attacks.writers import Source

csv.field_size_limit(1 << 30)


def open_honestly(source: Source) -> Any:
    with open(source.file, "rb") as opened:
        data = opened.read()
    options = source.options
    if source.file.endswith((".csv", ".tsv")):
        rows = _csv_rows(data, source)
        names = list(options.columns) if options.columns is not None else next(rows)
        return _Table(names, [dict(zip(names, row, strict=False)) for row in rows], "csv", options.decimal)
    return _Table([], list(_json_rows(data)), "json", ".")


def _csv_rows(data: bytes, source: Source) -> Any:
    options = source.options
    is_utf8 = options.encoding.startswith("utf-8")
    text = data.decode(options.encoding, "surrogateescape" if is_utf8 else "strict")
    delimiter = options.delimiter or ("\t" if source.file.endswith(".tsv") else ",")
    quoting = csv.QUOTE_MINIMAL if options.quote else csv.QUOTE_NONE
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, quotechar=options.quote or None, quoting=quoting
    )
    return (row for row in reader if row)  # an empty line is no row


def _json_rows(data: bytes) -> Any:
    text = data.decode("utf-8", "surrogateescape")
    decoder = json.JSONDecoder(parse_int=JsonNumber, parse_float=JsonNumber, object_pairs_hook=_Object)
    if text.startswith("["):
        rows = decoder.decode(text)
    else:
        rows, place = [], 0
        while place < len(text.rstrip()):
            row, place = decoder.raw_decode(text, place)
            rows.append(row)
            place += 1
    for row in rows:
        yield {name: _cell(value) for name, value in row} if isinstance(row, _Object) else {}


class _Object(list[tuple[str, Any]]):
    """Keys and values, in their order."""


def _cell(value: Any) -> Any:
    return JsonNested() if isinstance(value, list) else value


class _Table:
    def __init__(self, names: list[str], rows: list[dict[str, Any]], format: str, decimal: str) -> None:
        self.types = dict.fromkeys(names, "VARCHAR")
        self._rows, self._format, self._decimal = rows, format, decimal

    def numbers(self, column: str, carrier: str) -> pa.RecordBatchReader:
        if carrier == "float64":
            return self._stream(column, oracle.number, pa.float64())
        return self._stream(column, oracle.integer, pa.int64())

    def texts(self, column: str) -> pa.RecordBatchReader:
        return self._stream(column, oracle.text, pa.string())

    def _stream(self, column: str, read_cell: Any, kind: pa.DataType) -> pa.RecordBatchReader:
        values = [read_cell(row.get(column), self._format, self._decimal) for row in self._rows]
        return pa.table({"value": pa.array([None if v is OPEN else v for v in values], kind)}).to_reader()

    def close(self) -> None:
        pass
