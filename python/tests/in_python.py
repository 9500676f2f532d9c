"""How arguments are told in Python, which neither the command line nor a study says."""

import re

_ARGUMENTS = (
    "epsilon|delta|rho|bounds|edges|categories|candidates|alpha|confidence|k|smallest|rows_per_person|person|rows|groups|group_by|"
    "keys|share|sort_in|label|account|ledger|columns|delimiter|quote|decimal|encoding|sql|table"
)
CALLS = re.compile(
    r"scrim\.\w+\(|make_|per_person\(|group_by\(|derive\(|plan\(|agg\(|Session\(|"
    r"(?<!--)\b(?:epsilon|rho|delta|keys|person|rows_per_person|columns|within|label)="
)
IN_PYTHON = re.compile(rf"{CALLS.pattern}|per_person|group_by|^scrim: (?:{_ARGUMENTS}) (?:is|are|has|names|was|were|picks|and) (?!\w+\()")
