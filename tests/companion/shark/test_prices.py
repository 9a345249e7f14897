from __future__ import annotations

import random

import pytest

from companion.shark.board import survey
from companion.shark.companies import COMPANIES
from companion.shark.prices import price, prices
from tests.companion.shark.positions import slow_price, some_map


@pytest.mark.parametrize(
    ("sizes", "plain", "capped"),
    [
        ([], 0, 0), ([1], 1, 1), ([1, 1, 1], 1, 1), ([2], 2, 2), ([2, 1], 2, 2), ([3, 1], 3, 3), ([3, 2], 5, 5),
        ([2, 1, 3], 5, 5), ([7], 7, 7), ([8], 8, 7), ([7, 1], 7, 7), ([8, 2], 10, 9), ([9, 5], 14, 12), ([8, 7], 15, 14),
        ([8, 8], 15, 14), ([15], 15, 7), ([18], 15, 7), ([7, 7, 1], 14, 14), ([7, 7, 2], 15, 15), ([6, 6, 6], 15, 15),
    ],
)  # fmt: skip
def test_7_v1_the_price_by_the_sizes_of_the_clusters(sizes: list[int], plain: int, capped: int) -> None:
    assert price(sizes) == plain
    assert price(iter(sizes), capped=True) == capped


@pytest.mark.parametrize("seed", range(60))
def test_prices_of_any_map_are_those_of_the_table(seed: int) -> None:
    built = some_map(random.Random(seed), lawful=False)
    for most in (7, 99):
        found = prices(survey(built), capped=most == 7)
        assert dict(found.items()) == {company: slow_price(built, company, most) for company in COMPANIES}


def test_7_long_chains_count_whole_where_nobody_says_otherwise() -> None:
    eight = survey(dict.fromkeys([f"{column}1" for column in "ABCDEFGH"], "red"))
    assert (prices(eight).of("red"), prices(eight, capped=True).of("red")) == (8, 7)
