"""What a cell is read as, written down once more in plain Python: nothing, a value, or OPEN.

What is not decided yet, or is left to whoever wrote the reader of a typed format, is OPEN. A detail that gets
decided is switched on in `Settled`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from attacks.odd_cells import is_utf8
from attacks.random_json import JsonNested, JsonNumber
from attacks.random_tables import OPEN
from attacks.random_typed import SqliteBlob

LEAST, MOST = -(2**63), 2**63 - 1


@dataclass(frozen=True)
class Settled:
    """None where it is not."""

    nan_words: str | None = "missing"  # what "nan" is read as: "missing" or "nan"
    largest_cell: int = 1 << 20  # longer cells may be missing
    texts_as_numbers: bool = True  # whether texts of typed formats and JSON are parsed as cells of CSV are
    typed_integers_saturate: bool = True  # whether typed numbers beyond int64 move to its ends
    empty_json_is_missing: bool = True  # whether "" in JSON is missing, as in CSV; in typed formats it is a text
    json_numbers_as_texts: bool = True  # whether a JSON number's text is what stands in the file
    decimals_are_nearest: bool = True  # whether a decimal is rounded to the nearest float


SETTLED = Settled()

_NUMBER = re.compile(r"[ \t]*([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]+))?[ \t]*")
_INFINITY = re.compile(r"[ \t]*([+-]?)inf(?:inity)?[ \t]*", re.IGNORECASE)
_NAN = re.compile(r"[ \t]*[+-]?nan[ \t]*", re.IGNORECASE)
# Far beyond what the digits of a cell can make up for.
_FAR = 10**7


def number_of_text(text: str, decimal: str = ".") -> Any:
    exact = _exact(text, decimal)
    if not isinstance(exact, _Exact):
        return exact
    return float(_with_point(text, decimal).strip(" \t"))


def integer_of_text(text: str, decimal: str = ".") -> Any:
    exact = _exact(text, decimal)
    if not isinstance(exact, _Exact):
        if isinstance(exact, float) and math.isinf(exact):
            return MOST if exact > 0 else LEAST
        return None if isinstance(exact, float) else exact
    if not exact.is_plain:
        # Such a number may be rounded to a double on the way, which matters beyond 2^53.
        through_double = _nearest(float(_with_point(text, decimal)))
        return through_double if through_double == exact.nearest() else OPEN
    return exact.nearest()


@dataclass(frozen=True)
class _Exact:
    sign: int
    digits: int
    exponent: int
    is_plain: bool  # digits only

    def nearest(self) -> int:
        if self.digits == 0:
            return 0
        size = len(str(self.digits)) + self.exponent
        if size > 25:
            return MOST if self.sign > 0 else LEAST
        if size < -2:
            return 0
        return _clamped(round(Fraction(self.sign * self.digits) * Fraction(10) ** self.exponent))


def _exact(text: str, decimal: str) -> Any:
    if len(text) > SETTLED.largest_cell // 4:
        return OPEN
    with_point = _with_point(text, decimal)
    if match := _INFINITY.fullmatch(with_point):
        return -math.inf if match[1] == "-" else math.inf
    if _NAN.fullmatch(with_point):
        return {"missing": None, "nan": math.nan}.get(SETTLED.nan_words or "", OPEN)
    match = _NUMBER.fullmatch(with_point)
    if match is None:
        return None
    sign, whole, fraction, bare, exponent = match.groups()
    behind = bare or fraction or ""
    # More digits than Python turns into an integer are none that a test needs to the last.
    if len(whole or "") + len(behind) > 4000:
        return OPEN
    power = min(max(int((exponent or "0")[:30]), -_FAR), _FAR) - len(behind)
    is_plain = fraction is None and bare is None and exponent is None
    return _Exact(-1 if sign == "-" else 1, int((whole or "") + behind), power, is_plain)


def _with_point(text: str, decimal: str) -> str:
    if decimal == ".":
        return text
    return text.replace(".", "?").replace(decimal, ".")


def _clamped(value: int) -> int:
    return min(max(value, LEAST), MOST)


def _nearest(value: float) -> int:
    if math.isinf(value):
        return MOST if value > 0 else LEAST
    return _clamped(round(value))


def number(cell: Any, format: str, decimal: str = ".") -> Any:
    if cell is OPEN or isinstance(cell, (bool, SqliteBlob)):
        return OPEN
    if cell is None or isinstance(cell, JsonNested):
        return None
    if isinstance(cell, JsonNumber):
        return number_of_text(cell.text)
    if isinstance(cell, str):
        return number_of_text(cell, decimal) if format == "csv" or SETTLED.texts_as_numbers else OPEN
    if isinstance(cell, int):
        return float(cell) if abs(cell) < 2**64 else OPEN
    if isinstance(cell, Decimal):
        return float(cell) if SETTLED.decimals_are_nearest or float(cell) == cell else OPEN
    return OPEN if math.isnan(cell) else cell


def integer(cell: Any, format: str, decimal: str = ".") -> Any:
    if cell is OPEN or isinstance(cell, (bool, SqliteBlob)):
        return OPEN
    if cell is None or isinstance(cell, JsonNested):
        return None
    if isinstance(cell, JsonNumber):
        return integer_of_text(cell.text)
    if isinstance(cell, str):
        return integer_of_text(cell, decimal) if format == "csv" or SETTLED.texts_as_numbers else OPEN
    if isinstance(cell, Decimal):
        return min(max(round(cell), -(2**63)), 2**63 - 1)
    if isinstance(cell, float) and math.isnan(cell):
        return None
    if not LEAST <= cell <= MOST and not SETTLED.typed_integers_saturate:
        return OPEN
    return _clamped(cell) if isinstance(cell, int) else _nearest(cell)


def text(cell: Any, format: str, decimal: str = ".") -> Any:
    if cell is None:
        return None
    if isinstance(cell, JsonNumber) and SETTLED.json_numbers_as_texts:
        return cell.text
    if isinstance(cell, JsonNumber) and re.fullmatch("0|-?[1-9][0-9]{0,15}", cell.text):
        return cell.text
    if isinstance(cell, int) and not isinstance(cell, bool):
        return str(cell)
    if not isinstance(cell, str):
        return OPEN
    if not is_utf8(cell):
        return None
    if cell == "":
        return None if format == "csv" or (format == "json" and SETTLED.empty_json_is_missing) else OPEN
    return OPEN if len(cell) > SETTLED.largest_cell // 4 else cell
