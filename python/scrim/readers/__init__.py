"""Files as columns. Nothing about how a file is read is taken from its rows."""

from .open_table import open_table
from .options import ReadingOptions
from .schema import Table, check_categorical, check_numeric, find_column, shown_name

__all__ = [
    "ReadingOptions",
    "Table",
    "check_categorical",
    "check_numeric",
    "find_column",
    "open_table",
    "shown_name",
]
