"""A study as Python, which asks for the very same: run with the same ledger it gives the same releases, free."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from unicodedata import normalize

from ..analysis.printable import printable
from ..studies.query_of import amounts_of
from ..studies.study import Study
from ..tables import Integer

_PUBLIC_CSV = '''

def read_public(path, integers=()):
    """A CSV file has no types: keys are what the table has them as, everything else is text."""
    names = csv.open_csv(path).schema.names
    types = {name: pa.int64() if name in integers else pa.string() for name in names}
    return csv.read_csv(path, convert_options=csv.ConvertOptions(column_types=types))
'''


def python_code(study: Study) -> str:
    """To be run in the folder of the study."""
    tables = [lookup["table"] for release in study.releases for lookup in release.get("lookup", ())]
    has_csv = any(isinstance(each, str) and not each.endswith(".parquet") for each in tables)
    has_parquet = any(isinstance(each, str) and each.endswith(".parquet") for each in tables)
    imports = ["import pyarrow as pa"] * has_csv + ["import scrim"]
    imports += [f"from pyarrow import {', '.join(['csv'] * has_csv + ['parquet'] * has_parquet)}"] * (has_csv or has_parquet)
    head = [f"# {printable(study.title)}: run it in the folder of {printable(study.path.name)}", *imports]
    parts = ["\n".join(head) + "\n", *([_PUBLIC_CSV] if has_csv else []), "\n" * (2 if has_csv else 1), _table(study), _session(study)]
    parts.append("\nplans = {}\n")
    parts += [_plan(study, release) for release in study.releases]
    parts.append(
        "\nfor name, plan in plans.items():\n"
        "    print(plan)  # what it costs and how accurate it is; nothing was read so far\n"
        "    release = plan.release()  # paid for before noise is drawn; the same again is free\n"
        "    print(release)\n"
        '    release.save(f"{name}.json")\n'
    )
    return "".join(parts)


def _table(study: Study) -> str:
    data = study.content["data"]
    lines = [f"    {str(data['source'])!r},"]
    lines += [f"    {name}={data[name]!r}," for name in ("person", "rows_per_person", "table") if name in data]
    if study.reading:
        lines.append(f"    options=scrim.ReadingOptions({_arguments(study.reading)}),")
    lines += ["    columns={", *(f"        {name!r}: {fact!r}," for name, fact in study.facts.items()), "    },"]
    return "\n".join(["table = scrim.Table(", *lines, ")"]) + "\n"


def _session(study: Study) -> str:
    budget = {name: _value(value) for name, value in study.budget.items()}
    ledger = str(study.content["budget"]["ledger"])
    label = {} if study.label is None else {"label": study.label}
    return f"session = scrim.Session(table, {_arguments({**budget, 'ledger': ledger, **label})})\n"


def _plan(study: Study, release: Mapping[str, Any]) -> str:
    steps = [f".where({condition!r})" for condition in _listed(release.get("where", []))]
    steps += [f".derive({_arguments(release['derive'])})"] if release.get("derive") else []
    for lookup in release.get("lookup", ()):
        keys = _listed(lookup["column"])
        steps.append(f".lookup({keys!r}, {_public(study, lookup['table'], keys)}, add={_listed(lookup['add'])!r})")
    steps += [f".per_person({_arguments(release['per_person'])})"] if "per_person" in release else []
    if "group_by" in release:
        by = ", ".join(map(repr, _listed(release["group_by"])))
        steps.append(f".group_by({by}{_groups(release.get('keys'))})")
    steps.append(f".agg({_arguments(release['stats'])})")
    amounts = {name: _value(value) for name, value in amounts_of(release).items()}
    query = "\n    ".join(["table", *steps])
    return f"query = (\n    {query}\n)\nplans[{release['name']!r}] = session.plan(query, {_arguments(amounts)})\n"


def _groups(keys: Any) -> str:
    """Which groups there are, as an argument; nothing where they are those that are declared."""
    if keys is None:
        return ""
    listed = [tuple(key) if isinstance(key, list) else key for key in keys] if isinstance(keys, list) else keys
    return f", keys={listed!r}"


def _public(study: Study, table: Any, keys: list[str]) -> str:
    if not isinstance(table, str):
        return repr({name: [float(c) if isinstance(c, Decimal) else c for c in cells] for name, cells in table.items()})
    if table.endswith(".parquet"):
        return f"parquet.read_table({table!r})"
    integers = [name for name in keys if isinstance(study.facts.get(name), Integer)]
    return f"read_public({table!r}, {integers!r})" if integers else f"read_public({table!r})"


def _value(value: Any) -> Any:
    """Decimals as texts, which are counted exactly."""
    if isinstance(value, Decimal):
        return str(value).replace("E", "e")
    if isinstance(value, dict):
        return {name: _value(each) for name, each in value.items()}
    return tuple(map(_value, value)) if isinstance(value, tuple) else value


def _arguments(given: Mapping[str, Any]) -> str:
    """Named ones; names that Python has no place for, or would take for others, come in a dict."""
    if all(name.isidentifier() and not keyword.iskeyword(name) and normalize("NFKC", name) == name for name in given):
        return ", ".join(f"{name}={value!r}" for name, value in given.items())
    return f"**{dict(given)!r}"


def _listed(given: Any) -> list[Any]:
    return [given] if isinstance(given, str) else list(given)
