"""Reports: a release, or several, as one page for people who read.

- `make_report`: from releases (`Named`, each with its public facts) to sections; what a study or a ledger adds are
  further sections, such as `budget_section`.
- `ledger_report`: of all that a ledger paid for (`read_ledger`).
- `report_bytes`: such a report as HTML, Markdown or PDF.

Everything follows from the public fields of a release, those that `to_dict` gives, and from entries of a ledger.
"""

from .budget_sections import BudgetFacts, Spending, budget_section
from .formats import FORMATS, check_format, format_of, report_bytes
from .ledger_report import LedgerFacts, ledger_report, ledger_section, read_ledger
from .make import Named, make_report
from .sections import Report, Section

__all__ = [
    "FORMATS",
    "BudgetFacts",
    "LedgerFacts",
    "Named",
    "Report",
    "Section",
    "Spending",
    "budget_section",
    "check_format",
    "format_of",
    "ledger_report",
    "ledger_section",
    "make_report",
    "read_ledger",
    "report_bytes",
]
