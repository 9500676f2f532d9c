"""Differential privacy with exact samplers and proved maps.

Transformations and measurements are made by ``make_x``, or by ``then_x`` behind ``>>``; ``map`` says what a
release costs before data is touched.
"""

from __future__ import annotations

import typing as _typing
from importlib.metadata import version as _version

from scrim import _core
from scrim._core import *  # noqa: F403

__version__ = _version("scrim")

__all__ = [name for name in vars(_core) if not name.startswith("_")]

for _name in __all__:
    # So that they show, and are pickled, under the name by which they are used.
    if isinstance(vars(_core)[_name], type):
        vars(_core)[_name].__module__ = __name__

from scrim import accounting as _accounts
from scrim._conversions import convert
from scrim._loss import Loss, LossWithDelta
from scrim._maps import score_candidates_map
from scrim.accounting import *  # noqa: F403

__all__ += ["Loss", "LossWithDelta", "convert", "score_candidates_map", *_accounts.__all__]

# --- for analysts ---
from scrim import analysis as _analysis
from scrim.analysis import *  # noqa: F403

__all__ += _analysis.__all__

# --- files ---
from scrim.readers import ReadingOptions, open_table

__all__ += ["ReadingOptions", "open_table"]

# --- tables, people, groups ---
from scrim import stats
from scrim import tables as _tables
from scrim.tables import *  # noqa: F403

__all__ += ["stats", *_tables.__all__]

# --- sessions ---
from scrim import sessions as _sessions
from scrim.sessions import *  # noqa: F403

__all__ += _sessions.__all__


# --- what is looked for here, and is elsewhere ---
from scrim._advice import advice_on as _advice_on

_ELSEWHERE = {
    **{
        name: f"it is a statistic of tables, for agg, such as agg(n=stats.{name}({_columns})): from scrim import stats"
        for name, _columns in (("count_people", ""), ("keys", ""), ("median", "'cost'"))
    },
    **dict.fromkeys(
        ("read_csv", "read_parquet", "read_table", "read", "load", "DataFrame", "Dataset"),
        'files and frames are tables: scrim.Table("visits.csv", person="patient_id", columns={"cost": scrim.number(0, 5000)})',
    ),
}
_ELSEWHERE["median"] += ". Of one column it is scrim.quantile(column, alpha=0.5, ...)"

if not _typing.TYPE_CHECKING:  # a checker of types is to refuse such names, too

    def __getattr__(name: str) -> _typing.Any:
        advice = "" if name.startswith("_") else _advice_on(name, __all__, {**stats._ELSEWHERE, **_ELSEWHERE})
        raise AttributeError(f"scrim has no {name!r}{advice}", name=name)
