"""Tables of DuckDB files, and queries over files of any format, through DuckDB."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb
import pyarrow as pa

from .._core import InputError
from .arrow_columns import as_kind, as_numbers, as_texts
from .batches import BatchStream, converted
from .problems import unreadable
from .schema import (
    ANY,
    SIGNED,
    ColumnTable,
    by_name,
    choose_table,
    is_categorical,
    reads_as_numbers,
    refuse_type,
)
from .sql_text import as_subquery, first_line, quoted

# Row order is of no interest to a statistic. Nothing is downloaded.
SETTINGS: dict[str, Any] = {
    "preserve_insertion_order": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
BATCH_ROWS = 1 << 16
# What Arrow has a type for that holds every value. Other numbers are read by their texts.
_CARRIED = SIGNED | {"UBIGINT", "FLOAT", "DOUBLE", "BOOLEAN", "VARCHAR"}


class DuckdbTable(ColumnTable):
    """What a connection knows as `data`, or a query over it."""

    def __init__(
        self,
        name: str,
        files: list[str],
        connection: duckdb.DuckDBPyConnection,
        sql: str | None,
        *,
        names_are_public: bool = True,
        cells_have_types: bool = True,
    ) -> None:
        self.name = name
        self.files = files
        self.names_are_public = names_are_public
        self._connection = connection
        self._query = "select * from data"
        # DuckDB's own readers of files infer from rows; a query has `data`, and what lies beside it.
        connection.execute("set enable_external_access = false")
        if sql is not None:
            with fixed_errors(name, query_is_given=True):
                statements = connection.extract_statements(sql)
            if [statement.type for statement in statements] != [duckdb.StatementType.SELECT]:
                raise InputError("--sql must be one select query, such as 'select age from data'")
            self._query = as_subquery(sql)
        with fixed_errors(name, query_is_given=sql is not None, shows_names=names_are_public):
            relation = connection.sql(self._query)
            declared = columns_of(relation)
        if not cells_have_types:  # a text is what every cell is there, so nobody has declared it
            declared = [(name, ANY if kind == "VARCHAR" else kind) for name, kind in declared]
        self.types, self.repeated = by_name(declared, cases_differ=False)

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        refuse_type(self, column, "numbers", reads_as_numbers)
        is_carried = self.types[column] in _CARRIED
        return self._stream(column, is_carried, lambda array: as_numbers(array, carrier))

    def texts(self, column: str) -> Any:
        refuse_type(self, column, "categories", is_categorical)
        return self._stream(column, False, as_texts)

    def columns(self, kinds: dict[str, str]) -> Any:
        self.check_columns(kinds)
        wanted = list(kinds.values())
        selected = ", ".join(self.expression(name, kind, self.types[name]) for name, kind in kinds.items())
        query = f"select {selected} from ({self._query})"
        with fixed_errors(self.name):
            empty = self._connection.sql(f"{query} limit 0").to_arrow_table()

        def start() -> Iterator[Any]:
            yield from self._connection.sql(query).to_arrow_reader(BATCH_ROWS)

        return converted(list(kinds), empty.schema, start, lambda place, array: as_kind(array, wanted[place]))

    @staticmethod
    def expression(column: str, kind: str, type_name: str) -> str:
        """A column of a type, selected so that Arrow carries what it is to be read as."""
        if kind == "date" and type_name.startswith("TIMESTAMP"):
            # Where it has a time zone, its day would be that of the machine's.
            utc = " at time zone 'UTC'" if type_name == "TIMESTAMP WITH TIME ZONE" else ""
            return f"cast({quoted(column)}{utc} as DATE) as {quoted(column)}"
        if type_name in _CARRIED or type_name == "DATE" and kind == "date" or type_name.startswith("TIMESTAMP") and kind == "time":
            return quoted(column)
        return f"cast({quoted(column)} as VARCHAR) as {quoted(column)}"

    def _stream(self, column: str, is_carried: bool, convert: Any) -> BatchStream:
        expression = quoted(column) if is_carried else f"cast({quoted(column)} as VARCHAR)"
        query = f"select {expression} as value from ({self._query})"
        with fixed_errors(self.name):
            empty = self._connection.sql(f"{query} limit 0").to_arrow_table()
        field = pa.field("value", convert(pa.array([], empty.schema.field(0).type)).type)
        schema = pa.schema([field])

        def batches() -> Iterator[Any]:
            reader = self._connection.sql(query).to_arrow_reader(BATCH_ROWS)
            for batch in reader:
                yield pa.record_batch([convert(batch.column(0))], schema=schema)

        return BatchStream(schema, batches)

    def close(self) -> None:
        self._connection.close()


def columns_of(relation: Any) -> list[tuple[str, str]]:
    """The names of columns and their types. A column of nulls alone, which somebody has written, declares none."""
    kinds = [ANY if str(kind) == '"NULL"' else str(kind) for kind in relation.types]
    return list(zip(relation.columns, kinds, strict=True))


def connect(file: str | None = None) -> duckdb.DuckDBPyConnection:
    """A connection to a file, or to nothing."""
    with fixed_errors(file or ""):
        if file is not None:
            connection = duckdb.connect(file, read_only=True, config=SETTINGS)
        else:
            connection = duckdb.connect(config=SETTINGS)
        connection.execute("set enable_progress_bar = false")
        connection.execute("set python_enable_replacements = false")  # no variables of ours as tables
        return connection


def choose_source(
    connection: duckdb.DuckDBPyConnection, file: str, table: str | None, needed: bool
) -> None:
    """Makes the table that is meant known as `data`; none where a query names its tables itself."""
    with fixed_errors(file):
        rows = connection.execute(
            "select schema_name || '.' || table_name, table_name, schema_name, database_name from "
            "(select database_name, schema_name, table_name from duckdb_tables() where not internal and not temporary "
            "union all "
            "select database_name, schema_name, view_name from duckdb_views() where not internal and not temporary) "
            "order by 1"
        ).fetchall()
    chosen = choose_table(file, [name for _, name, *_ in rows], table, needed)
    if chosen is None:
        return
    # With the name of the database: a table that is called `data` itself is not the view of that name.
    place = next((database, schema) for _, name, schema, database in rows if name == chosen)
    with fixed_errors(file):
        connection.execute(f"create temp view data as select * from {'.'.join(map(quoted, (*place, chosen)))}")


@contextmanager
def fixed_errors(
    name: str, *, query_is_given: bool = False, shows_names: bool = True
) -> Iterator[None]:
    """Replaces DuckDB's errors, which may quote rows. Only what its parser and binder say about the
    user's own query is kept: they know the query and the schema, no rows. A binder that cannot find a
    column lists others, so it is kept only where names are public."""
    message = None
    try:
        yield
    except (duckdb.ParserException, duckdb.CatalogException) as error:
        message = f"--sql: {first_line(error)}" if query_is_given else unreadable(name)
    except duckdb.BinderException as error:
        if not query_is_given:
            message = unreadable(name)
        elif shows_names:
            message = f"--sql: {first_line(error)}"
        else:
            message = (
                f"--sql: the query does not fit {name}; its columns are named by its first line, and all "
                "are texts: write try_cast(age as double) to calculate with one"
            )
    except duckdb.PermissionException:
        message = "--sql: a query reads `data` and other tables of its file; it cannot open files"
    except duckdb.Error:
        message = unreadable(name)
    if message is not None:
        raise InputError(message)
