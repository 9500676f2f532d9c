"""Tables of private data, and queries over them: what is asked of whom, by group, at one price.

- `Table`: rows, whose they are, and what everyone may know of their columns: `number`, `integer`, `category`, `text`,
  `date`, `time`, `boolean`.
- `Query`: `where`, `derive`, `lookup`, `per_person`, `group_by`, `agg` with statistics of `scrim.stats`; a value without data.
- `QueryPlan`: cost and accuracy before any data is touched.
- `QueryRelease`: a frame, safe to publish.
"""

from .facts import Boolean, Category, Date, Integer, Number, Text, Time, boolean, category, date, integer, number, text, time
from .query import Query
from .query_plan import QueryPlan
from .query_release import QueryRelease
from .statistic import Statistic
from .table import Table

__all__ = [
    "Boolean",
    "Category",
    "Date",
    "Integer",
    "Number",
    "Query",
    "QueryPlan",
    "QueryRelease",
    "Statistic",
    "Table",
    "Text",
    "Time",
    "boolean",
    "category",
    "date",
    "integer",
    "number",
    "text",
    "time",
]
