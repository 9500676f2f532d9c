"""Files as columns. Nothing about how a file is read is taken from its rows.

```python
import scrim

with open("people.csv", "w") as file:
    file.write("age,city\\n" + "44,Arden\\n" * 1000)
table = scrim.open_table("people.csv")
median = scrim.quantile(table.numbers("age", "float64"), bounds=(0, 120), epsilon=1.0, rows_per_person=1)
```
"""

from .open_table import open_table
from .options import ReadingOptions
from .schema import ColumnTable, check_categorical, check_countable, check_numeric, find_column, shown_name

__all__ = [
    "ReadingOptions",
    "ColumnTable",
    "check_categorical",
    "check_countable",
    "check_numeric",
    "find_column",
    "open_table",
    "shown_name",
]
