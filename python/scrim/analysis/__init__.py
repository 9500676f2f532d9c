"""Private statistics in one call, with what they cost and how accurate they are.

- `quantile`, `quantiles`: the value below which a given share of the rows lies.
- `top_k`: the most frequent of some public categories.
- `plan_quantile`, `plan_quantiles`, `plan_top_k`: cost and accuracy before any data is touched.
"""

from .accuracy import Accuracy
from .quantile_plan import QuantilePart, QuantilePlan, QuantileRelease
from .quantile_release import plan_quantile, plan_quantiles, quantile, quantiles
from .top_k_release import TopKPlan, TopKRelease, plan_top_k, top_k

__all__ = [
    "Accuracy",
    "QuantilePart",
    "QuantilePlan",
    "QuantileRelease",
    "TopKPlan",
    "TopKRelease",
    "plan_quantile",
    "plan_quantiles",
    "plan_top_k",
    "quantile",
    "quantiles",
    "top_k",
]
