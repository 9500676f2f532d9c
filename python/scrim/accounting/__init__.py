"""What releases lose together, for those who plan them.

- `Accountant`: mechanisms and measured losses are added, and any (epsilon, delta) is asked for.
- `gaussian_sigma_within`, `laplace_scale_within`: the least noise for a target.
"""

from .accountant import Accountant
from .least_noise import gaussian_sigma_within, laplace_scale_within

__all__ = ["Accountant", "gaussian_sigma_within", "laplace_scale_within"]
