"""Opens the ledger of a session, or creates it. (Until the core has ledgers: in memory.)"""
from .book import MemoryBook
from .terms import budget_terms
def open_book(ledger, account, label, budget, *, is_dry):
    return MemoryBook(budget_terms(*budget)), str(ledger)
