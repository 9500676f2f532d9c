"""Private statistics in one call, with what they cost and how accurate they are.

- `count`, `sum`: how many rows, and what they add up to.
- `quantile`, `quantiles`: the value below which a given share of the rows lies.
- `top_k`: the most frequent of some public categories.
- `plan_count`, `plan_sum`, `plan_quantile`, `plan_quantiles`, `plan_top_k`: cost and accuracy before any data is touched.
"""

from .accuracy import Accuracy
from .number_plan import NumberPlan, NumberRelease
from .number_release import count, plan_count, plan_sum, sum  # noqa: A004
from .quantile_plan import QuantilePart, QuantilePlan, QuantileRelease
from .quantile_release import plan_quantile, plan_quantiles, quantile, quantiles
from .top_k_release import TopKPlan, TopKRelease, plan_top_k, top_k

__all__ = [
    "Accuracy",
    "NumberPlan",
    "NumberRelease",
    "QuantilePart",
    "QuantilePlan",
    "QuantileRelease",
    "TopKPlan",
    "TopKRelease",
    "count",
    "plan_count",
    "plan_quantile",
    "plan_quantiles",
    "plan_sum",
    "plan_top_k",
    "quantile",
    "quantiles",
    "sum",
    "top_k",
]
