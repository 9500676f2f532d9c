"""The options that commands share, and what is said about them."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

READING = "How the file is read"
PRIVACY = "Privacy"
OUTPUT = "Output"
PEOPLE = "People"


class NumberType(str, Enum):
    """What to read a column as."""

    integer = "integer"
    number = "number"


FILE_HELP = (
    "CSV, TSV, Parquet, JSON, a DuckDB or SQLite file, a pattern such as 'part-*.parquet', or - for CSV on "
    "standard input."
)
SQL_HELP = (
    "Use the rows of this query; the file is the table `data`. Each output row must belong to one person: a "
    "query that aggregates or joins mixes people, and --rows-per-person then means nothing."
)

File = Annotated[str, typer.Argument(metavar="FILE", help=FILE_HELP, show_default=False)]
Column = Annotated[
    str, typer.Option("--column", metavar="NAME", help="The column to use.", show_default=False)
]
SortIn = Annotated[
    str | None,
    typer.Option(
        "--sort-in",
        metavar="FOLDER",
        help="Sort rows by person there, on disk, where they do not fit in memory. It holds rows.",
        show_default=False,
        rich_help_panel=PEOPLE,
    ),
]
Confidence = Annotated[
    float, typer.Option("--confidence", metavar="NUMBER", help="Of the statement about accuracy.")
]

Bounds = Annotated[
    str,
    typer.Option(
        "--bounds",
        metavar="LOW:HIGH",
        help="The bounds that numbers beyond them are moved to, such as 0:120. Do not look them up in the data.",
        show_default=False,
    ),
]
Categories = Annotated[
    str,
    typer.Option(
        "--categories",
        metavar="LIST|@FILE",
        help="What there can be: a list such as red,green,blue, or @FILE with one in each line. It must not come "
        "from the data.",
        show_default=False,
    ),
]
Size = Annotated[
    int | None,
    typer.Option(
        "--size",
        metavar="N",
        help="How many rows have a number, if everyone may know: then nothing is spent on counting them.",
    ),
]

Epsilon = Annotated[
    str | None,
    typer.Option(
        "--epsilon",
        metavar="NUMBER",
        help="The privacy budget, such as 1.",
        rich_help_panel=PRIVACY,
    ),
]
Delta = Annotated[
    str | None,
    typer.Option(
        "--delta",
        metavar="NUMBER",
        help="How likely --epsilon may be exceeded, such as 1e-6. It buys less noise where many numbers are released.",
        rich_help_panel=PRIVACY,
    ),
]
Rho = Annotated[
    str | None,
    typer.Option(
        "--rho",
        metavar="NUMBER",
        help="The budget in zero-concentrated privacy instead.",
        rich_help_panel=PRIVACY,
    ),
]
RowsPerPerson = Annotated[
    int,
    typer.Option(
        "--rows-per-person",
        metavar="N",
        help="How many rows one person can have at most.",
        rich_help_panel=PRIVACY,
        show_default=False,
    ),
]

Type = Annotated[
    NumberType | None,
    typer.Option(
        "--type",
        metavar="integer|number",
        help="Read the column as integers or numbers; what is no number counts as missing. CSV and JSON have "
        "no types: they are read as numbers unless this says integers.",
        rich_help_panel=READING,
    ),
]
Sql = Annotated[
    str | None,
    typer.Option("--sql", metavar="QUERY", help=SQL_HELP, rich_help_panel=READING),
]
TableName = Annotated[
    str | None,
    typer.Option(
        "--table",
        metavar="NAME",
        help="Which table of a database file.",
        rich_help_panel=READING,
    ),
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        "--delimiter",
        metavar="SIGN",
        help="Between the cells of a CSV file, such as ';' or tab. A comma unless given, and a tab in .tsv.",
        rich_help_panel=READING,
    ),
]
Quote = Annotated[
    str | None,
    typer.Option(
        "--quote",
        metavar="SIGN",
        help="Around cells, or none. '\"' unless given.",
        rich_help_panel=READING,
    ),
]
Decimal = Annotated[
    str | None,
    typer.Option(
        "--decimal",
        metavar="SIGN",
        help="Before the fraction of a number: a point unless given, or ','.",
        rich_help_panel=READING,
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="Of the text, such as latin-1. UTF-8 unless given.",
        rich_help_panel=READING,
    ),
]
NoHeader = Annotated[
    bool,
    typer.Option(
        "--no-header",
        help="The first line of a CSV file is a row; --columns names the columns.",
        rich_help_panel=READING,
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="LIST",
        help="The names of all columns, in order, such as age,income,city.",
        rich_help_panel=READING,
    ),
]

DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Say what it costs and how accurate it is; read no rows.",
        rich_help_panel=OUTPUT,
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print one JSON object, errors too.",
        rich_help_panel=OUTPUT,
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        metavar="FILE",
        help="Write the JSON object to a file as well.",
        rich_help_panel=OUTPUT,
    ),
]
Plot = Annotated[
    str | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Draw a picture too, in a file that ends in .svg or .png.",
        rich_help_panel=OUTPUT,
    ),
]
