"""Sitting down, standing up and changing things in a loop: limited, at a rate that no household reaches."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from companion.seats.seating import StandUp
from companion.table.table import Table
from tests.web.phones import HOST, ORIGIN, Clock, Phone, seated
from tests.web.server.test_enrolment import send
from tests.web.tables import NAMES
from web.http import rate_limit
from web.http.rate_limit import RateLimit
from web.pages.enrolment import MANY

BUSY = "10.0.0.9"
AT_ONCE, EACH = rate_limit.SITTING_DOWN
QUARTER = 900  # of an hour, in seconds


@pytest.fixture
def _hasty_phones() -> None:
    """The limit applies here."""


def sit(app: Flask, address: str = BUSY, seat: str = "A", **headers: str) -> tuple[int, str]:
    """Try to sit down with a fresh phone at *address*."""
    there = {"base_url": f"http://{HOST}", "environ_overrides": {"REMOTE_ADDR": address}, "headers": {**ORIGIN, **headers}}
    answer = app.test_client().post("/join", data={"pawn": seat, "name": NAMES[seat]}, **there)
    return answer.status_code, answer.text


def test_who_comes_and_goes_in_a_loop_waits(app: Flask, table: Table, clock: Clock) -> None:
    def come_and_go(times: int, address: str = BUSY) -> Iterator[int]:
        for _ in range(times):  # With a fresh phone each time.
            yield sit(app, address)[0]
            if "A" in table.now.names:
                table.act("A", StandUp())

    assert [*come_and_go(AT_ONCE + 5)] == [303] * AT_ONCE + [429] * 5
    before = table.now.revision
    assert {*come_and_go(50)} == {429}
    assert sit(app, **{"X-Forwarded-For": "10.0.0.77"})[0] == 429
    status, page = sit(app, **{"Accept-Language": "nl"})
    assert (status, "tien seconden" in page, 'value="Noor"' in page) == (429, True, True)
    assert table.now.revision == before  # Nobody's page or display changed, and nothing was kept.
    assert [*come_and_go(1, "10.0.0.10")] == [303], "another address never waits for it"
    clock.now += EACH
    assert [*come_and_go(3)] == [303, 429, 429]


def test_five_phones_behind_one_address_change_their_minds(app: Flask, table: Table) -> None:
    """All at once, and each frees its stool and takes it again, five times."""
    for _ in range(5):
        for phone in seated(app, table, NAMES).values():
            assert phone.act(StandUp()).status_code == 200


def test_a_refused_name_a_taken_stool_or_a_repeated_press_costs_nothing(app: Flask, stranger: Phone) -> None:
    stranger.get("/")
    assert {stranger.join("A", "Noor").status_code for _ in range(3 * AT_ONCE)} == {303}
    assert {sit(app)[0] for _ in range(2 * AT_ONCE)} == {422}
    assert sit(app, seat="B")[0] == 303


def test_the_pause_shrinks_and_nothing_is_remembered_for_ever(clock: Clock) -> None:
    limit = RateLimit(clock)
    assert [limit.count("x") for _ in range(AT_ONCE)] == [0.0] * AT_ONCE
    assert limit.count("x") == pytest.approx(EACH)
    clock.now += EACH - 1
    assert limit.count("x") == pytest.approx(1)
    clock.now += 1 + AT_ONCE * EACH
    assert limit.count("y") == 0.0
    with ThreadPoolExecutor(2 * AT_ONCE) as crowd:  # x has all its room again, and no more.
        assert list(crowd.map(limit.count, "x" * 2 * AT_ONCE)).count(0.0) == AT_ONCE


def test_who_changes_too_often_is_told_when_to_try_again_and_nobody_else(lobby: dict[str, Phone], clock: Clock) -> None:
    def change(seat: str, address: str) -> tuple[int, str]:
        lobby[seat].client.environ_base["REMOTE_ADDR"] = address
        answer = lobby[seat].act({"is": "Pause"})  # The table refuses it.
        return answer.status_code, answer.headers.get("Retry-After", "")

    burst, interval = rate_limit.BY_SEAT
    assert {change("A", "10.0.0.2") for _ in range(burst)} == {(422, "")}
    assert change("A", "10.0.0.2") == change("A", "10.0.0.3") == (429, "1"), "from another address it is the same seat"
    assert change("B", "10.0.0.3") == (422, "")
    clock.now += 2 * interval
    assert change("A", "10.0.0.2") == (422, "")


def test_an_address_is_held_to_a_pace_whatever_it_tries(stranger: Phone) -> None:
    tried = {stranger.post("/pin", data={"pawn": "A", "pin": "0000"}).status_code for _ in range(rate_limit.BY_ADDRESS[0])}
    assert tried <= {422, 429}
    refused = stranger.post("/pin", data={})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")


@pytest.mark.parametrize(("route", "weight"), [("pause", 1), ("teach", 1), ("import", MANY), ("forget-all", MANY)])
def test_what_makes_the_journal_longer_without_a_move_is_slowed(teacher: Phone, clock: Clock, route: str, weight: int) -> None:
    heard, pause = 0, lambda: teacher.act({"is": "Pause"}).status_code
    for _ in range(QUARTER // 4):
        clock.now += 4.0
        heard += (pause() if route == "pause" else send(teacher, route)[0]) != 429
    burst, interval = rate_limit.OUTSIDE_GAMES
    assert 0 < heard <= (burst + QUARTER / interval) / weight + 1
