"""Hostile pictures: they cost their sender, change nothing, and take no more than they may."""

import socket
import zlib
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.table.table import Table
from firmware.photo import finding
from firmware.photo.child import Finder
from tests.firmware.filtered import forbid_giving_way
from tests.photo.fuzzing import damaged, posted, third_round, whole
from tests.web.phones import Phone, new_app
from tests.web.server.sockets import HERE, serving
from web.http import rate_limit


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return third_round(tmp_path)


@pytest.fixture
def finder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Finder:
    forbid_giving_way(tmp_path, monkeypatch)
    return Finder()


def phone_of(table: Table, finder: Finder) -> Phone:
    phone = Phone(new_app(table, finder=finder), table)
    phone.keep("seat", "token-of-A")
    return phone


def send(phone: Phone, data: bytes, kind: str = "image/jpeg") -> TestResponse:
    return phone.post("/photo", data=data, content_type=kind)


def bomb(side: int) -> bytes:
    """Return a PNG of some kilobytes that has *side* x *side* white pixels."""
    rows = zlib.compress((b"\x00" + b"\xff" * (side // 8)) * side, 9)
    parts = ((b"IHDR", side.to_bytes(4, "big") * 2 + b"\x01\x00\x00\x00\x00"), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big") for name, data in parts
    )


@pytest.mark.broad
def test_what_is_no_picture_is_refused_and_changes_nothing(table: Table, finder: Finder) -> None:
    phone, row = phone_of(table, finder), table.now.row
    small = bomb(800)
    wrong = {"": 422, "GIF89a": 422, "II*\0": 422, "\xff\xd8\xff": 422, "RIFF....WEBP": 422}
    assert [send(phone, data.encode("latin-1")).status_code for data in wrong] == list(wrong.values())
    assert send(phone, small, "image/png").status_code == 200
    assert [send(phone, bomb(side), "image/png").status_code for side in (4096, 30_000)] == [422, 422]
    assert send(phone, small, "application/x-www-form-urlencoded").status_code == 415
    assert send(phone, b"\xff\xd8\xff" + bytes(finding.LONGEST)).status_code == 413
    assert table.now.row == row


@pytest.mark.broad
def test_a_process_that_dies_or_lies_is_an_unreadable_picture(
    table: Table, finder: Finder, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = phone_of(table, finder)
    lies = "print('[1]')", "print('[' * 200_000)", """print('{"found": [], "width": 1e999, "high": 1}')"""
    for says in ("os.abort()", *lies, "print('x' * 2_000_000)", "time.sleep(99)"):
        monkeypatch.setattr("firmware.photo.child.COMMAND", ("-c", f"import os, time; {says}"))
        monkeypatch.setattr("firmware.photo.child.SECONDS", 2.0)
        assert send(phone, b"\xff\xd8\xff").status_code == 422, says
    finder._busy.acquire()
    answer = send(phone, b"\xff\xd8\xff")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


@pytest.mark.broad
def test_only_a_picture_may_be_long_and_one_of_each_address_at_a_time(table: Table, finder: Finder) -> None:
    with serving(table, finder=finder) as server:
        long = b"\xff\xd8\xff" + bytes(200_000)
        assert [posted(server.port, "A", "image/jpeg", long, path) for path in ("/photo", "/act", "/set")] == [422, 413, 413]
        with socket.create_connection((HERE, server.port)) as slow:
            slow.sendall(b"POST /photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n" + bytes(1000))
            assert posted(server.port, "B", "image/jpeg", long) == 413
        assert posted(server.port, "B", "image/jpeg", long) == 422


@pytest.mark.broad
def test_damaged_pictures_are_never_a_fault(table: Table, finder: Finder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.http.rate_limit.OUTSIDE_GAMES", rate_limit.Rate(10**9, 1.0))
    phone, row = phone_of(table, finder), table.now.row
    assert {send(phone, data, kind).status_code for kind, data in damaged(40)} <= {200, 422}
    assert {send(phone, whole(kind), kind).status_code for kind in ("image/png", "image/webp")} == {200}
    assert table.now.row == row
