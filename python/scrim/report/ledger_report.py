"""A whole ledger as a report: what was paid for, by whom, what is left, and how that can be checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import __version__
from .._core import BadStateError, Ledger
from ..accounting.amounts import rounded_up
from ..analysis.words import counted
from ..sessions.durable import terms_from
from ..sessions.terms import Terms, parts_of, show_amount, show_amounts
from .budget_sections import BudgetFacts, Spending, budget_section
from .glossary import budget_glossary
from .person_words import Promise, budget_words
from .sections import Commands, Grid, Head, Listed, Prose, Report, Section

# Before it is given up: each is a reading of all entries.
_MOST_READINGS = 20


@dataclass(frozen=True)
class LedgerFacts:
    """Of one account of a ledger; the first is all of it."""

    dataset: str
    unit: str
    account: str
    total: Terms
    spent: Terms
    left: str
    """What the account itself can still spend or grant, in words."""
    budget: BudgetFacts
    accounts: tuple[tuple[str, ...], ...]
    """Of all below it too: path, limit, spent, granted, left."""
    unfinished: int
    """How many debits have no release: what they were for was cut short."""
    id: str
    head: str
    public_key: str


def read_ledger(ledger: Ledger, account: str = "", names: Mapping[str, str] | None = None) -> LedgerFacts:
    """Everything that it says of an account; `names` are what releases are called, by the digests of their plans. It is
    verified first: LedgerError where an entry was changed. All of it is as of one entry, the last."""
    for _ in range(_MOST_READINGS):
        head = ledger.verify()
        facts = _read(ledger, account, names or {}, head)
        if ledger.head == head:  # nobody has written meanwhile
            return facts
    raise BadStateError(
        f"others write to the ledger {ledger.location} all the while; make the report when they are done"
    )


def _read(ledger: Ledger, account: str, names: Mapping[str, str], head: str) -> LedgerFacts:
    total = terms_from(ledger.currency, ledger.limit(account))
    records = [each.content for each in ledger.entries()]
    debits = [each for each in records if each["kind"] == "debit" and _is_below(each["account"], account)]
    released = {int(each["debit"]) for each in records if each["kind"] == "release"}
    spendings = tuple(_spending(each, names) for each in debits)
    paths = [path for path in ledger.accounts() if _is_below(path, account)]
    spent = ledger.spent(account)
    return LedgerFacts(
        ledger.dataset,
        ledger.unit,
        account,
        total,
        Terms(**dict(zip(total.names, parts_of(spent), strict=True))),
        show_amounts(ledger.left(account), total.currency, up=False),
        BudgetFacts(total.currency, total.given()[total.currency], spendings),
        tuple(_account(ledger, path, total.currency) for path in paths),
        sum(int(each["entry"]) not in released for each in debits),
        ledger.id,
        head,
        ledger.public_key,
    )


def ledger_report(facts: LedgerFacts, title: str | None = None) -> Report:
    """One page about it, without any number that was released."""
    chosen = title or f"What was spent on {facts.dataset}"
    lead = (
        "Everything that was ever released of these data from this budget was made with differential privacy, and paid for "
        "before its noise was drawn."
    )
    has_delta = facts.total.delta is not None
    sections = (
        _glance(facts),
        Section("What this means for you", (Prose(budget_words(_promise(facts.spent), _promise(facts.total))),)),
        ledger_section(facts),
        *([_accounts(facts)] if len(facts.accounts) > 1 else []),
        _check(facts, chosen),
        budget_glossary(facts.total.currency, has_delta),
    )
    return Report(chosen, lead, sections, f"Scrim {__version__}")


def ledger_section(facts: LedgerFacts) -> Section:
    """The burn-down, for pages about releases too."""
    section = budget_section(facts.budget)
    told = []
    if facts.total.delta is not None:
        told.append(f"Of delta {show_amount(facts.total.delta)} in all, {show_amount(facts.spent.delta or Fraction(0))} was spent.")
    if facts.unfinished:
        told.append(f"For {counted(facts.unfinished, 'debit')} no release is stored: whoever asked was cut short. What was paid stays paid.")
    return Section(section.title, (section.blocks[0], *([Prose(tuple(told))] if told else []), *section.blocks[1:]))


def _glance(facts: LedgerFacts) -> Section:
    pairs = [
        ("data", facts.dataset),
        ("protects", facts.unit),
        *([("account", facts.account)] if facts.account else []),
        ("budget", str(facts.total)),
        ("left", facts.left),
        ("releases", str(len(facts.budget.spendings))),
    ]
    return Section("At a glance", (Listed(tuple(pairs)),))


def _accounts(facts: LedgerFacts) -> Section:
    told = "What is granted to an account is carved out of the one above it, which can no longer spend it."
    heads = (Head("account"), Head("limit", True), Head("spent", True), Head("granted", True), Head("left", True))
    grid = Grid(f"{counted(len(facts.accounts), 'account')}; what is spent below an account is spent by it too", heads, facts.accounts)
    return Section("Accounts", (Prose((told,)), grid))


def _check(facts: LedgerFacts, title: str) -> Section:
    digests = [("ledger", facts.id), ("last entry", facts.head), *([("public key", facts.public_key)] if facts.public_key else [])]
    told = (
        "Each entry holds the digest of the one before. Whoever holds the ledger can read all of it anew, and see whether it "
        "still has the last entry that stands above; then nothing before that entry was changed, dropped or moved:"
    )
    key = f" --public-key {facts.public_key}" if facts.public_key else ""
    commands = Commands((f"scrim ledger verify LEDGER --against {facts.head}{key}",))
    cited = f"{title}. Ledger {facts.id[:16]} as of entry {facts.head.partition(':')[0]}, made with Scrim {__version__}."
    return Section("Citing and checking", (Listed((("cite as", cited),)), Listed(tuple(digests), are_digests=True), Prose((told,)), commands))


def _spending(debit: dict[str, Any], names: Mapping[str, str]) -> Spending:
    name, asked = names.get(debit["digest"]), debit["plan"].removeprefix("query of a table ")
    # What has a name is on the page, with all that was asked.
    label, said = (f"entry {debit['entry']}", asked) if name is None else (name, "")
    return Spending(label, Fraction(debit["loss"]), debit["account"], said)


def _account(ledger: Ledger, path: str, currency: str) -> tuple[str, ...]:
    amounts = ((ledger.limit, False), (ledger.spent, True), (ledger.granted, True), (ledger.left, False))
    return (path or "(all)", *(show_amounts(of(path), currency, up=up) for of, up in amounts))


def _promise(terms: Terms) -> Promise:
    epsilon, delta, rho = (None if each is None else rounded_up(each) for each in (terms.epsilon, terms.delta, terms.rho))
    return epsilon, delta or 0.0, rho


def _is_below(path: str, account: str) -> bool:
    return not account or path == account or path.startswith(f"{account}/")
