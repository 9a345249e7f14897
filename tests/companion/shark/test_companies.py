"""One number for each company: the sums that all rules are written in."""

from __future__ import annotations

import pytest

from companion.shark.companies import COMPANIES, NONE, Each, each

ONE, OTHER = Each(1, 2, 3, 4), Each(50, 70, 110, 130)


def test_1_there_are_four_companies_reckoned_each_for_itself() -> None:
    assert COMPANIES == ("red", "blue", "green", "yellow")
    assert [ONE.of(company) for company in COMPANIES] == [1, 2, 3, 4]
    assert list(ONE.items()) == [("red", 1), ("blue", 2), ("green", 3), ("yellow", 4)]
    assert Each(51, 72, 113, 134) == OTHER + ONE
    assert Each(49, 68, 107, 126) == OTHER - ONE
    assert Each(50, 140, 330, 520) == OTHER * ONE
    assert (ONE.total, OTHER.total) == (10, 360)
    assert each({"green": 5}) == Each(green=5) == Each(0, 0, 5, 0)
    assert each({}) == Each() == NONE == Each(0, 0, 0, 0)


@pytest.mark.parametrize("company", COMPANIES)
def test_more_of_one_company_is_no_more_of_another(company: str) -> None:
    more = OTHER.plus(company, 7)
    assert (more - OTHER, more.total) == (each({company: 7}), 367)
