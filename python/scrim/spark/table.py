"""A frame of Spark as a table: its schema, which is all that is looked at before a job starts."""

from __future__ import annotations

from typing import Any, NoReturn

from .._core import InvalidArgumentError, MisuseError
from ..readers.arrow_columns import name_of
from ..readers.schema import ColumnTable
from .asking import ask_spark
from .determinism import refuse_nondeterministic
from .problems import PLAN


def refuse_unfit(data: Any) -> None:
    """What PySpark has beside DataFrames, and those whose rows never end."""
    if type(data).__name__ != "DataFrame" or not hasattr(data, "toArrow"):
        raise InvalidArgumentError(f"source is a {type(data).__name__} of PySpark; give a DataFrame of it, of Spark 4 or later")
    if ask_spark(lambda: data.isStreaming, PLAN):
        raise InvalidArgumentError("source is a stream of Spark, whose rows never end; give a DataFrame of what was written down")


class SparkTable(ColumnTable):
    """A frame whose rows stay where they are."""

    def __init__(self, frame: Any) -> None:
        refuse_unfit(frame)
        refuse_nondeterministic(frame)
        self.frame = frame
        self.name = "the frame"
        self.files = []
        schema = ask_spark(lambda: frame.schema, PLAN)
        fields = {field.name: field.dataType for field in schema.fields}
        names = [field.name.casefold() for field in schema.fields]
        # Spark does not tell columns apart by case.
        self.fields = {name: kind for name, kind in fields.items() if names.count(name.casefold()) == 1}
        self.types = {name: type_name(kind) for name, kind in self.fields.items()}
        self.repeated = frozenset(fields) - self.types.keys()

    def numbers(self, column: str, carrier: str = "float64") -> NoReturn:
        _refuse_reading()

    def texts(self, column: str) -> NoReturn:
        _refuse_reading()

    def columns(self, kinds: dict[str, str]) -> NoReturn:
        _refuse_reading()


def type_name(kind: Any) -> str:
    """What cells of a Spark type arrive as, by the name that the rules of `readers.schema` speak of."""
    from pyarrow.types import is_null
    from pyspark.errors import PySparkTypeError
    from pyspark.sql.pandas.types import to_arrow_type
    from pyspark.sql.types import UserDefinedType

    if isinstance(kind, UserDefinedType):
        return "UDT"  # whatever it is made of: SQL has no name for it, by which a cell of it could be asked for
    try:
        arrow = to_arrow_type(kind)
        # Whether a shuffle carries a column without a type is a matter of Spark, so it is not read as missing cells.
        return "VOID" if is_null(arrow) else name_of(arrow)
    except (PySparkTypeError, TypeError):
        return str(kind.typeName()).upper()


def _refuse_reading() -> NoReturn:
    raise MisuseError(
        "the rows of a Spark frame are not brought to one machine; ask by a query, such as "
        "scrim.Table(frame, ...).agg(n=scrim.stats.count()), or give frame.toArrow() if it is small"
    )
