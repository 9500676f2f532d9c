"""A release as files: CSV with its metadata (CSVW), Parquet, JSON. The same release gives the same bytes.

A table has one kind of row, so that each frame of a release has files of its own: the first is named after the release,
the others after the statistic as well. JSON has all frames.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..tables import Query
from ..tables.frame import Frame
from ..tables.query_release import QueryRelease

# As CSV has them; of truths the standard expects other texts unless it is told.
_CSVW_TYPES: dict[str, str | dict[str, str]] = {
    "int": "integer",
    "float": "double",
    "str": "string",
    "bool": {"base": "boolean", "format": "True|False"},
    "date": "date",
}


def names_of(name: str, query: Query, formats: tuple[str, ...]) -> list[str]:
    """What the files of a release will be called, before there is one."""
    numbers = [statistic for statistic, asked in query.statistics if asked.row_column is None]
    others = [statistic for statistic, asked in query.statistics if asked.row_column is not None]
    names = []
    for stem in _stems(name, [*numbers[:1], *others]):
        names += [f"{stem}.csv", f"{stem}.csv-metadata.json"] if "csv" in formats else []
        names += [f"{stem}.parquet"] if "parquet" in formats else []
    return [*names, *([f"{name}.json"] if "json" in formats else [])]


def files_of(name: str, release: QueryRelease, formats: tuple[str, ...], title: str) -> dict[str, bytes]:
    """The files of one release, by name."""
    made: dict[str, bytes] = {}
    frames = release.all_frames
    for stem, frame in zip(_stems(name, [each.statistics[0] for each in frames]), frames, strict=True):
        if "csv" in formats:
            made[f"{stem}.csv"] = frame.to_csv().encode("utf-8", "surrogateescape")
            made[f"{stem}.csv-metadata.json"] = _csvw(stem, release, frame, title)
        if "parquet" in formats:
            made[f"{stem}.parquet"] = _parquet(release, frame)
    if "json" in formats:
        made[f"{name}.json"] = _json({"release": name, "study": title, **release.to_dict()})
    return made


def _stems(name: str, statistics: Sequence[str]) -> Iterator[str]:
    """Of the files of each frame, by its first statistic. Names of releases have no dots, so that none of these is
    another release's; a statistic that is no name of a file, or differs from another by capitals alone, is told by its
    place."""
    stems: set[str] = set()
    for place, statistic in enumerate(statistics):
        stem = name if place == 0 else f"{name}.{statistic}"
        if place and (not re.fullmatch("[A-Za-z_][A-Za-z0-9_-]{0,99}", statistic) or stem.lower() in stems):
            stem = f"{name}.{place}"
        stems.add(stem.lower())
        yield stem


def _csvw(name: str, release: QueryRelease, frame: Frame, title: str) -> bytes:
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
                    for place, (column, kind) in enumerate(frame.schema, 1)
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


def _parquet(release: QueryRelease, frame: Frame) -> bytes:
    from pyarrow import parquet

    table = frame.to_arrow()
    about = {b"scrim.plan": release.plan.digest.encode(), b"scrim.ledger": str(release.ledger).encode()}
    written = io.BytesIO()
    parquet.write_table(table.replace_schema_metadata(about), written, compression="zstd")
    return written.getvalue()


def _json(content: dict[str, Any]) -> bytes:
    return (json.dumps(content, indent=2, ensure_ascii=True) + "\n").encode()
