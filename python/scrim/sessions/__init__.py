"""Sessions that remember: a table, a budget for all that is ever asked of it, and a ledger of what was spent.

- `Session`: plans queries and releases them, each paid for before its noise is drawn; asking twice is free.
- `SessionPlan`, `SessionPlans`: what queries would cost the session, and how accurate they would be.
"""

from .session import Session
from .session_plan import SessionPlan, SessionPlans

__all__ = ["Session", "SessionPlan", "SessionPlans"]
