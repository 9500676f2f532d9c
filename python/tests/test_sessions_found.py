"""Sessions that pay for groups which are found, and for what is released of them afterwards; releases of several frames."""

from fractions import Fraction

import pytest
import scrim
from scrim import stats
from scrim.sessions.price import price_of
from scrim.sessions.terms import Terms
from table_of_visits import visit_table


def in_found_wards(table):
    return (
        table.per_person(rows=2, groups=1)
        .group_by("ward", keys="found")
        .agg(n=stats.count_people(), c=stats.mean("cost"), h=stats.histogram("age", [0, 40, 120]))
    )


@pytest.fixture
def session(tmp_path):
    return scrim.Session(visit_table(), epsilon=100, delta=1e-6, ledger=tmp_path / "l", label="visits")


def test_both_passes_are_paid_for_at_once_and_once(session):
    plan = session.plan(in_found_wards(session.table), epsilon=40, delta="1e-9")
    release = plan.release()
    assert release["ward"] == ["a", "b", "c"]
    assert [frame.statistics for frame in release.all_frames] == [("n", "c"), ("h",)]
    assert tuple(session.spent) == (40, Fraction(1, 10**9))
    again = plan.release()
    assert again == release and again.others == release.others and again.ledger == release.ledger
    assert tuple(session.spent) == (40, Fraction(1, 10**9))


def test_what_is_released_of_found_groups_is_in_the_price():
    table = visit_table()
    terms = Terms(epsilon=Fraction(1), delta=Fraction(1, 10**9))
    plan = in_found_wards(table).plan(epsilon=1, delta=1e-9)
    price = price_of(plan, 1, terms, terms)
    assert price.asked == terms and len(price.losses) == 2
    # Asked for less than both together, though for more than either: then what the maps say is charged.
    larger = max(float(loss[0]) for loss in price.losses)
    less = Terms(epsilon=Fraction(larger), delta=terms.delta)
    charged = price_of(plan, 1, less, terms)
    assert charged.asked is None
    assert charged.named(terms)["epsilon"] == sum(Fraction(float(loss[0])) for loss in price.losses)


def test_found_groups_that_do_not_fit_are_refused_before_a_row_is_read(session):
    plan = session.plan(in_found_wards(session.table), epsilon=101, delta=1e-9)
    with pytest.raises(scrim.BudgetError):
        plan.release(progress=lambda rows: pytest.fail("a row was read"))
    assert tuple(session.spent) == (0, 0)


def test_keys_alone_are_paid_by_rho():
    session = scrim.Session(visit_table(), rho=60, delta=1e-6)
    query = session.table.per_person(groups=2).group_by("ward", keys="found").agg(k=stats.keys())
    release = session.plan(query, rho=50, delta="1e-9").release()
    assert release["ward"] == ["a", "b", "c"]
    assert tuple(session.spent) == (50, Fraction(1, 10**9))
