"""A seat can't be stolen (W6): its token is long, stored only as a hash, told to one phone, and dead after a move."""

import base64
import logging
from pathlib import Path

import pytest
from flask import Flask

from tests.web.phones import HOST, Phone, pin_of
from web.contract import PAGES
from web.seats.session import hashed, new_token

PATHS = (*PAGES, "/seat/ask/draw", "/join/view", "/pin", "/enrolment")


def test_the_disk_has_the_hashes_and_never_a_token_or_a_pin(lobby: dict[str, Phone], tmp_path: Path) -> None:
    on_disk = lambda: b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
    kept = on_disk()
    for phone in lobby.values():
        assert phone.cookie().encode() not in kept
        assert base64.urlsafe_b64decode(phone.cookie() + "==") not in kept
        assert hashed(phone.cookie()).encode() in kept  # The control: something that is there is found.
    pins = {pin_of(phone) for phone in lobby.values()}
    new = on_disk().replace(kept, b"")
    assert b"PinSet" in new
    assert [pin for pin in pins if f'"{pin}"'.encode() in new] == []


def test_no_page_header_or_log_has_a_token(lobby: dict[str, Phone], stranger: Phone, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = {value for phone in lobby.values() for value in (phone.cookie(), hashed(phone.cookie()))}
    for phone in (*lobby.values(), stranger):
        for path in PATHS:
            answer = phone.get(path)
            told = answer.text + str(answer.headers) + caplog.text
            assert not [one for one in tokens if one in told], path
    given = stranger.join("F", "Late").headers["Set-Cookie"]
    assert stranger.cookie() in given  # The control: a token that is told is found.


CHANGES = {
    "shorter": lambda one: one[:-1], "longer": lambda one: one + "A", "capitals": str.upper, "quoted": lambda one: f'"{one}x"',
    "what the table keeps": hashed, "another": lambda _: new_token(), "empty": lambda _: "", "seat": lambda _: "A",
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_but_the_token_itself_opens_a_seat(lobby: dict[str, Phone], app: Flask, change: str) -> None:
    client, (right, other) = app.test_client(use_cookies=False), (lobby[seat].cookie() for seat in "AB")
    look = lambda cookies: client.get("/seat/view", base_url=f"http://{HOST}", headers={"Cookie": cookies})
    assert [look(f"seat={value}").status_code for value in (right, CHANGES[change](right))] == [200, 403]
    both = look(f"seat={right}; seat={other}")  # Of two with the name the first counts, and a seat is never mixed.
    assert both.text == look(f"seat={right}").text
