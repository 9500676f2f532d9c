"""The queries of a study: `[[release]]` as what Python's methods make."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from .._core import InputError, InvalidArgumentError
from .._refusal import pieces_of
from ..analysis.refuse import refuse
from ..tables import Integer, Query, Table
from ..tables.public_table import PublicTable, make_public_table
from .study import float_of


def query_of(table: Table, release: Mapping[str, Any], folder: Path) -> Query:
    """What one release asks of the table; look-up tables are found from the folder."""
    try:
        query = Query(table)
        for condition in _listed(release.get("where", [])):
            query = query.where(condition)
        query = query.derive(**release.get("derive", {}))
        for lookup in release.get("lookup", ()):
            keys = _listed(lookup["column"])
            query = query.lookup(keys, _public_table(lookup["table"], keys, table, folder), add=_listed(lookup["add"]))
        if "per_person" in release:
            query = query.per_person(**release["per_person"])
        if "group_by" in release:
            query = query.group_by(*_listed(release["group_by"]), keys=_keys(release.get("keys")))
        elif "keys" in release:
            refuse("keys is given without group_by; say what it lists")
        return query.agg(**release["stats"])
    except InvalidArgumentError as error:
        refuse(f"release {release['name']}: ", *pieces_of(error))


def amounts_of(release: Mapping[str, Any]) -> dict[str, Any]:
    """What `Session.plan` is given for it."""
    given = {name: release[name] for name in ("epsilon", "delta", "rho") if name in release}
    if "confidence" in release:
        given["confidence"] = float_of(release["confidence"])
    if "within" in release:
        given["within"] = {
            name: (error[0], _rows(error[1])) if isinstance(error, list) else error for name, error in release["within"].items()
        }
    elif not {"epsilon", "rho"} & given.keys():
        refuse(f"release {release['name']} says neither epsilon, rho nor within; give what it may cost, such as epsilon = 0.5")
    return given


def _rows(number: Any) -> Any:
    """1e3 as the integer that it is. Another decimal is left to be refused, as is one with more digits than any table has
    rows: they would fill the memory."""
    is_whole = isinstance(number, Decimal) and number.is_finite() and number.adjusted() < 20 and number == int(number)
    return int(number) if is_whole else number


def _keys(keys: Any) -> Any:
    return [tuple(key) if isinstance(key, list) else key for key in keys] if isinstance(keys, list) else keys


def _listed(given: Any) -> list[Any]:
    return [given] if isinstance(given, str) else list(given)


def _public_table(given: Any, keys: list[str], table: Table, folder: Path) -> PublicTable:
    if not isinstance(given, str):
        columns = {name: [float_of(c) for c in cells] for name, cells in given.items()}
        return make_public_table(columns, "the table to look up in")
    import pyarrow as pa
    from pyarrow import csv, parquet

    path = folder / given
    try:
        if path.suffix == ".parquet":
            return make_public_table(parquet.read_table(path), given)
        names = csv.open_csv(path).schema.names
        # A CSV file has no types: keys are what the table has them as, everything else is text.
        integers = [name for name in keys if isinstance(table.columns.get(name), Integer)]
        types = {name: pa.int64() if name in integers else pa.string() for name in names}
        return make_public_table(csv.read_csv(path, convert_options=csv.ConvertOptions(column_types=types)), given)
    except (OSError, pa.ArrowException) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{path} cannot be read as a public table ({reason}); give CSV or Parquet") from None
