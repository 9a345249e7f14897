"""Sitting down and standing up in a loop: bounded for one address, and far from anything that a household does."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from flask import Flask

from companion.seating import StandUp
from companion.table import Table
from companion.words import LANGUAGES
from tests.web.phones import HOST, ORIGIN, Phone, new_app, seated
from tests.web.tables import NAMES, new_table
from web.turnstile import AT_ONCE, EACH, Turnstile


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


@pytest.fixture
def app(table: Table, clock: Clock) -> Flask:
    return new_app(table, clock=clock)


def sit(app: Flask, address: str, seat: str = "A", **headers: str) -> tuple[int, str]:
    """Try to sit down with a fresh phone at *address*."""
    answer = app.test_client().post(
        "/join",
        base_url=f"http://{HOST}",
        data={"pawn": seat, "name": NAMES[seat]},
        headers={**ORIGIN, **headers},
        environ_overrides={"REMOTE_ADDR": address},
    )
    return answer.status_code, answer.text


def come_and_go(app: Flask, table: Table, address: str, times: int) -> list[int]:
    """Let somebody sit down and stand up so often, with a fresh phone each time."""
    statuses = []
    for _ in range(times):
        statuses.append(sit(app, address)[0])
        if "A" in table.names:
            table.act("A", StandUp())
    return statuses


def test_who_comes_and_goes_in_a_loop_waits(app: Flask, table: Table, clock: Clock) -> None:
    assert come_and_go(app, table, "10.0.0.9", 200) == [303] * AT_ONCE + [429] * (200 - AT_ONCE)
    before = table.revision
    assert come_and_go(app, table, "10.0.0.9", 50) == [429] * 50
    assert table.revision == before  # Nobody's page or display moved, and nothing was kept.
    clock.now += EACH
    assert come_and_go(app, table, "10.0.0.9", 3) == [303, 429, 429]


def test_another_address_never_waits_for_it(app: Flask, table: Table) -> None:
    come_and_go(app, table, "10.0.0.9", AT_ONCE + 5)
    assert come_and_go(app, table, "10.0.0.10", 1) == [303]


def test_a_new_phone_or_a_forged_address_is_no_way_round(app: Flask, table: Table) -> None:
    come_and_go(app, table, "10.0.0.9", AT_ONCE)
    assert sit(app, "10.0.0.9", **{"X-Forwarded-For": "10.0.0.77"})[0] == 429


def test_five_phones_behind_one_address_change_their_minds(app: Flask, table: Table) -> None:
    """All at once, and each gives up its stool and takes it again, five times."""
    for _ in range(5):
        phones = seated(app, table, NAMES)
        assert set(table.names) == set(NAMES)
        for phone in phones.values():
            assert phone.act(StandUp()).status_code == 200


def test_a_refused_name_or_a_taken_stool_costs_nothing(app: Flask, table: Table) -> None:
    sit(app, "10.0.0.8")
    assert [sit(app, "10.0.0.9")[0] for _ in range(2 * AT_ONCE)] == [422] * 2 * AT_ONCE
    assert sit(app, "10.0.0.9", "B")[0] == 303


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_door_says_how_long_in_every_language(app: Flask, table: Table, language: str) -> None:
    come_and_go(app, table, "10.0.0.9", AT_ONCE)
    status, page = sit(app, "10.0.0.9", **{"Accept-Language": language})
    said = {"en": "ten seconds", "nl": "tien seconden", "fr": "dix secondes", "de": "zehn Sekunden"}
    assert (status, said[language] in page, 'value="Noor"' in page) == (429, True, True)


def test_the_pause_shrinks_and_nothing_is_remembered_for_ever(clock: Clock) -> None:
    turnstile = Turnstile(clock)
    assert [turnstile.enter("x") for _ in range(AT_ONCE)] == [0.0] * AT_ONCE
    assert turnstile.enter("x") == pytest.approx(EACH)
    clock.now += EACH - 1
    assert turnstile.enter("x") == pytest.approx(1)
    clock.now += 1 + AT_ONCE * EACH
    assert turnstile.enter("y") == 0.0
    assert [turnstile.enter("x") for _ in range(AT_ONCE + 1)][-1] > 0  # x has all its room again, and no more.


def test_of_a_crowd_from_one_address_no_more_come_in_than_may(clock: Clock) -> None:
    turnstile, came = Turnstile(clock), []
    crowd = [threading.Thread(target=lambda: came.append(turnstile.enter("x"))) for _ in range(2 * AT_ONCE)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert came.count(0.0) == AT_ONCE


def test_a_repeated_press_costs_nothing(app: Flask, table: Table) -> None:
    phone = Phone(app, table)
    phone.get("/")
    assert all(phone.join("A", "Noor").status_code == 303 for _ in range(3 * AT_ONCE))
    assert seated(app, table, {"B": "Émile"})
