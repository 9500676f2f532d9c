"""Opens a ledger, or creates it, and compares it with what was given and with what was last seen of it."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import parse_qsl

from .. import _core
from .._core import LedgerError
from ..analysis.refuse import Argument, Words, refuse, shown
from .book import Book, MemoryBook
from .durable import LedgerBook, terms_from
from .state import make_state_folder, record_head, recorded_head, refuse_missing
from .terms import Terms, budget_terms

UNIT = "one person"
"""Who is protected."""

KEY = "SCRIM_LEDGER_KEY"
"""The variable of the environment that names a file with an Ed25519 key in PEM: new ledgers are signed by it, and those that
are signed are written with it."""

Budget = tuple[Any, Any, Any]
"""epsilon, delta, rho; all None where the ledger shall say it."""


def open_book(ledger: Any, account: Any, label: str | None, budget: Budget, *, is_dry: bool) -> tuple[Book, object]:
    """The book of an account, and what the ledger is known by. A dry one leaves no trace."""
    location = location_of(ledger)
    path = _account(account)
    terms = None if budget == (None, None, None) else budget_terms(*budget)
    if is_dry and not _core.Ledger.exists(location):
        if terms is None:
            there = f"there is no ledger at {place_of(location)}; give its budget, such as "
            refuse(there, Argument("epsilon", "3"), ", with which it will be created")
        refuse_missing(place_of(location))
        return MemoryBook(terms), object()
    opened = open_ledger(location, label=label, terms=terms, keeps_heads=not is_dry)
    return LedgerBook(opened, path, place_of(location), keeps_heads=not is_dry), opened.id


def open_ledger(location: str, *, label: str | None = None, terms: Terms | None = None, keeps_heads: bool = True) -> _core.Ledger:
    """The ledger that is there; a new one if there is none, a label and a budget are given, and heads are kept."""
    if keeps_heads:
        make_state_folder()
    if _core.Ledger.exists(location):
        opened = _opened(location)
    elif not keeps_heads or label is None or terms is None:
        refuse(
            f"there is no ledger at {place_of(location)}; ",
            Words(
                "give the budget with which it shall be created, such as epsilon=3, or its place",
                shell="create it with scrim ledger create, or give the place of one that is there",
                toml="give the budget with which it shall be created, such as epsilon = 3 under [budget], or its place",
            ),
        )
    else:
        opened = _created(location, label, terms)
    refuse_disagreement(opened, label, terms)
    refuse_fork(opened)
    if keeps_heads:
        record_head(opened.id, place_of(location), opened.head)
    return opened


def create_ledger(location: str, label: str, terms: Terms) -> _core.Ledger:
    """A new ledger, where there was none before."""
    refuse_missing(place_of(location))
    given: dict[str, Any] = {**terms.given(), "key_file": os.environ.get(KEY) or None}
    return _core.Ledger.create(location, unit=UNIT, dataset=label, **given)


def _opened(location: str) -> _core.Ledger:
    """With the key, if it is signed and the environment names one: else it can be read, and not written."""
    ledger = _core.Ledger.open(location)
    key = os.environ.get(KEY)
    return _core.Ledger.open(location, key_file=key) if key and ledger.public_key else ledger


def refuse_disagreement(ledger: _core.Ledger, label: str | None, terms: Terms | None) -> None:
    """A ledger is about one unit, one dataset, one currency and one total, for good."""
    place = ledger.location
    if ledger.unit != UNIT:
        raise LedgerError(f"the ledger {place} protects {shown(ledger.unit)}, and releases of a table protect {UNIT!r}; give another")
    if label is not None and ledger.dataset != label:
        raise LedgerError(
            f"the ledger {place} is about {shown(ledger.dataset)}, and the data is called {shown(label)}; give label= if it is "
            "the same data, else another ledger"
        )
    limit = terms_from(ledger.currency, ledger.limit())
    if terms is not None and terms.given().keys() != limit.given().keys():
        raise LedgerError(f"the ledger {place} counts {ledger.currency}, and {terms} was given; give {limit}, or leave it out")
    if terms is not None and terms != limit:
        raise LedgerError(f"the ledger {place} has a budget of {limit}, and {terms} was given; a budget is never changed: give {limit}")


def refuse_fork(ledger: _core.Ledger) -> None:
    """Unless it has the last entry that this user has seen of it."""
    seen = recorded_head(ledger.id)
    if seen is not None:
        ledger.require(seen[0], str(seen[1]))


def location_of(ledger: Any) -> str:
    """A path without links in it, or a URL."""
    if not isinstance(ledger, (str, os.PathLike)) or not os.fspath(ledger):
        refuse(Argument("ledger"), f' is {shown(ledger)}; give a file, such as "hospital.ledger", or a URL of PostgreSQL')
    given = os.fspath(ledger)
    if not isinstance(given, str) or not is_unicode(given) or "\0" in given:
        refuse(Argument("ledger"), f" is {shown(ledger)}; give its name as text, in Unicode and without a zero byte")
    return given if _is_url(given) else os.path.realpath(given)


def files_of_ledger(ledger: Any) -> list[str]:
    """The file, and those that SQLite puts beside it; none of a server's."""
    location = location_of(ledger)
    return [] if _is_url(location) else [location, *(f"{location}{ending}" for ending in ("-journal", "-wal", "-shm"))]


def _is_url(location: str) -> bool:
    return location.startswith(("postgresql://", "postgres://"))


def place_of(location: str) -> str:
    """As it is written down elsewhere: of a URL the server, the database and the name, without who asks and how. Of several
    servers libpq takes the first that answers, so that none of them alone is the place."""
    if not _is_url(location):
        return location
    url, _, name = location.partition("#")
    whole, _, options = url.partition("://")[2].partition("?")
    servers, slash, database = whole.partition("/")
    told = [f"{option}={value}" for option, value in parse_qsl(options) if option in _OF_A_PLACE]
    where = f"{servers.rpartition('@')[2].lower()}{slash}{database}{'?' if told else ''}{'&'.join(told)}"
    return f"postgresql://{where}#{name}"


_OF_A_PLACE = ("host", "hostaddr", "port", "dbname")
"""Options of a URL that say where a ledger is."""


def is_unicode(text: str) -> bool:
    """Whether it is a text. Names of files and arguments of programs may be bytes that are none, which Python keeps as halves
    of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _created(location: str, label: str, terms: Terms) -> _core.Ledger:
    """A new one, or that of another process that was faster."""
    try:
        return create_ledger(location, label, terms)
    except LedgerError:
        if not _core.Ledger.exists(location):
            raise
        return _opened(location)


def _account(account: Any) -> str:
    if account is None:
        return ""
    if not isinstance(account, str) or not account or not is_unicode(account):
        advice = 'give a path, such as "hospital/2026-11/ana", or leave it out for all of the ledger'
        refuse(Argument("account"), f" is {shown(account)}; {advice}")
    return account
