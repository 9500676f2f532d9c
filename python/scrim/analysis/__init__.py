"""Private statistics in one call, with what they cost and how accurate they are.

- `bounds`: between which nearly all rows lie, where nothing is known from elsewhere.
- `count`, `sum`: how many rows, and what they add up to.
- `mean`, `variance`, `std`: what they are on average, and how far apart they lie.
- `count_distinct`: how many of some public categories occur at all.
- `histogram`: how many rows are in each of some public bins.
- `quantile`, `quantiles`: the value below which a given share of the rows lies.
- `randomised_response`, `estimate_shares`: answers that protect themselves, and what many of them tell.
- `top_k`: the most frequent of some public categories.
- `plan_count`, `plan_mean` and so on: cost and accuracy before any data is touched.
"""

from .accuracy import Accuracy, CarriedAccuracy
from .bounds_plan import BoundsPlan, BoundsRelease
from .bounds_release import bounds, plan_bounds
from .distinct_release import DistinctPlan, DistinctRelease, count_distinct, plan_count_distinct
from .histogram_plan import HistogramPlan, HistogramRelease
from .histogram_release import histogram, plan_histogram
from .moment import MomentPart
from .moment_plan import MomentPlan, MomentRelease
from .moment_release import mean, plan_mean, plan_std, plan_variance, std, variance
from .number_plan import NumberPlan, NumberRelease
from .number_release import count, plan_count, plan_sum, sum  # noqa: A004
from .quantile_plan import QuantilePart, QuantilePlan, QuantileRelease
from .quantile_release import plan_quantile, plan_quantiles, quantile, quantiles
from .randomised_response import Shares, estimate_shares, randomised_response
from .top_k_release import TopKPlan, TopKRelease, plan_top_k, top_k

__all__ = [
    "Accuracy",
    "BoundsPlan",
    "BoundsRelease",
    "CarriedAccuracy",
    "DistinctPlan",
    "DistinctRelease",
    "HistogramPlan",
    "HistogramRelease",
    "MomentPart",
    "MomentPlan",
    "MomentRelease",
    "NumberPlan",
    "NumberRelease",
    "QuantilePart",
    "QuantilePlan",
    "QuantileRelease",
    "Shares",
    "TopKPlan",
    "TopKRelease",
    "bounds",
    "count",
    "count_distinct",
    "estimate_shares",
    "histogram",
    "mean",
    "plan_bounds",
    "plan_count",
    "plan_count_distinct",
    "plan_histogram",
    "plan_mean",
    "plan_quantile",
    "plan_quantiles",
    "plan_std",
    "plan_sum",
    "plan_top_k",
    "plan_variance",
    "quantile",
    "quantiles",
    "randomised_response",
    "std",
    "sum",
    "top_k",
    "variance",
]
