"""A release as files: CSV with its metadata (CSVW), Parquet, JSON. The same release gives the same bytes."""

from __future__ import annotations

import io
import json
from typing import Any

from ..tables.query_release import QueryRelease

_CSVW_TYPES = {"int": "integer", "float": "double", "str": "string", "bool": "boolean", "date": "date"}


def files_of(name: str, release: QueryRelease, formats: tuple[str, ...], title: str) -> dict[str, bytes]:
    """The files of one release, by name."""
    made: dict[str, bytes] = {}
    if "csv" in formats:
        made[f"{name}.csv"] = release.to_csv().encode("utf-8", "surrogateescape")
        made[f"{name}.csv-metadata.json"] = _csvw(name, release, title)
    if "parquet" in formats:
        made[f"{name}.parquet"] = _parquet(release)
    if "json" in formats:
        made[f"{name}.json"] = _json({"release": name, "study": title, **release.to_dict()})
    return made


def _csvw(name: str, release: QueryRelease, title: str) -> bytes:
    """As the W3C's "Metadata Vocabulary for Tabular Data" has it; beside its own terms only Dublin Core's, under dc:."""
    return _json(
        {
            "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
            "url": f"{name}.csv",
            "dc:title": f"{title}: {name}",
            "dc:description": "\n".join(release.plan._explanations()),
            "dc:provenance": f"ledger {release.ledger}; plan {release.plan.digest}",
            "dialect": {"header": True, "encoding": "utf-8", "lineTerminators": ["\n"]},
            "tableSchema": {
                "columns": [
                    {
                        "titles": column,
                        "name": f"column_{place}" if not _is_csvw_name(column) else column,
                        "datatype": _CSVW_TYPES[kind],
                        "dc:description": _about(column, release),
                    }
                    for place, (column, kind) in enumerate(release.schema, 1)
                ]
            },
        }
    )


def _is_csvw_name(name: str) -> bool:
    """A name of CSVW is part of a URI template: letters, digits and _, which may not begin it."""
    return name.isascii() and name.isidentifier() and not name.startswith("_")


def _about(column: str, release: QueryRelease) -> str:
    for planned in release.plan.statistics:
        if column == planned.name:
            return f"{planned.statistic}, with noise"
        for end, words in (("_low", "lower"), ("_high", "upper")):
            if column == planned.name + end:
                return f"{words} end of the noise interval of {planned.name}"
        if column.startswith(planned.name):
            return f"part of {planned.name} = {planned.statistic}, with noise"
    return "group"


def _parquet(release: QueryRelease) -> bytes:
    from pyarrow import parquet

    table = release.to_arrow()
    about = {b"scrim.plan": release.plan.digest.encode(), b"scrim.ledger": str(release.ledger).encode()}
    written = io.BytesIO()
    parquet.write_table(table.replace_schema_metadata(about), written, compression="zstd")
    return written.getvalue()


def _json(content: dict[str, Any]) -> bytes:
    return (json.dumps(content, indent=2, ensure_ascii=True) + "\n").encode()
