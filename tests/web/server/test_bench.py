"""The bench: the box as it is, hands on it, and pages that only this machine's own names reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.barracuda.moves import OpenBar
from companion.pieces import Piece
from companion.table import Table
from firmware.simulator import faults as simulated
from tests.web.fake_bench import FAULTS, PICTURE, FakeBench, boxed_table, uid_of
from tests.web.phones import words
from tests.web.tables import draw, start
from web import bench as bench_pages
from web.app import create_app

ORIGIN = {"Origin": "http://localhost"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return boxed_table(tmp_path)


@pytest.fixture
def bench(table: Table) -> FakeBench:
    return FakeBench(table.pieces)


@pytest.fixture
def app(table: Table, bench: FakeBench) -> Flask:
    return create_app(table, hosts=["10.42.0.1"], bench=bench)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def view(client: FlaskClient) -> str:
    return client.get("/bench/view").get_data(as_text=True)


def reader(client: FlaskClient) -> str:
    """Return what the page says of the reader."""
    found = re.search(r'data-part="pad".*?</section>', view(client), re.S)
    assert found is not None
    return words("<" + found[0])


def post(client: FlaskClient, action: str, body: object, **headers: str) -> int:
    return client.post(f"/bench/{action}", json=body, headers={**ORIGIN, **headers}).status_code


# Hands on the reader


def test_a_piece_is_laid_and_lifted_and_laid_twice_changes_nothing(client: FlaskClient, bench: FakeBench) -> None:
    octopus = uid_of(bench, "card", "Octopus")
    assert [post(client, "lay", {"uid": octopus, "beside": False}) for _ in range(2)] == [204, 204]
    assert (bench.lying(), bench.changes) == ((octopus,), 1)
    assert post(client, "lift", {"uid": octopus}) == 204
    assert bench.lying() == ()


def test_a_piece_takes_the_place_of_another_unless_laid_beside_it(client: FlaskClient, bench: FakeBench) -> None:
    first, second, third = (uid_of(bench, "pawn", "A", number) for number in (1, 2, 3))
    for uid in (first, second):
        post(client, "lay", {"uid": uid, "beside": False})
    assert bench.lying() == (second,)
    post(client, "lay", {"uid": third, "beside": True})
    assert bench.lying() == (second, third)
    assert "One at a time" in reader(client)


def test_a_tag_nobody_knows_can_be_laid(client: FlaskClient, bench: FakeBench) -> None:
    assert post(client, "lay", {"uid": bench.unknown_tag(), "beside": False}) == 204
    assert "A tag nobody knows" in reader(client)
    assert "On the reader: tag FFFFFFFF" in reader(client)


def test_keys_are_pressed(client: FlaskClient, bench: FakeBench) -> None:
    pressed = [("ok", False), ("back", True), ("last_order", False)]
    assert [post(client, "press", {"button": button, "long": long}) for button, long in pressed] == [204] * 3
    assert bench.presses == pressed


@pytest.mark.parametrize("name", FAULTS)
def test_troubles_are_made_and_put_right(client: FlaskClient, bench: FakeBench, name: str) -> None:
    before = _switches(client)
    assert post(client, "fault", {"name": name, "on": True}) == 204
    assert [one for one, on in bench.faults().items() if on] == [name]
    changed = {one for one, on in _switches(client).items() if on != before[one]}
    assert changed == ({name} if name not in bench_pages.BESIDE_THE_PIECES else set())
    assert post(client, "fault", {"name": name, "on": False}) == 204
    assert not any(bench.faults().values())
    assert _switches(client) == before


def _switches(client: FlaskClient) -> dict[str, bool]:
    """Return what each button for a fault would do: make the trouble (True), or put it right."""
    return {name: to == "true" for name, to in re.findall(r'data-fault="([\w.]+)" data-on="(\w+)"', view(client))}


def test_every_fault_of_the_simulators_has_its_words_and_its_button(client: FlaskClient, bench: FakeBench) -> None:
    bench.know(simulated.FAULTS)
    assert set(_switches(client)) | set(bench_pages.BESIDE_THE_PIECES) == set(simulated.FAULTS)
    strip = re.search(r'class="faults".*?</section>', view(client), re.S)
    assert strip is not None
    assert "web.bench" not in strip[0]  # a code for want of a sentence


def test_what_lies_there_is_lifted_though_it_has_no_button(client: FlaskClient, bench: FakeBench) -> None:
    assert post(client, "lift", {"uid": "1ce5a4b7"}) == 400
    bench.lying_too("1ce5a4b7")
    assert 'data-lies="1ce5a4b7"' in view(client)
    assert post(client, "lift", {"uid": "1ce5a4b7"}) == 204
    assert bench.lying() == ()


WRONG = {
    "lay": [
        None, [], {"uid": "00", "beside": False}, {"uid": ["04"], "beside": False}, {"uid": {}, "beside": False},
        {"uid": None, "beside": False}, {"uid": "ffffffff"}, {"uid": "ffffffff", "beside": 1},
        {"uid": "ffffffff", "beside": False, "more": 1},
    ],
    "lift": [0, {"uid": "00"}, {"uid": 0}],
    "press": [{"button": "on", "long": False}, {"button": "ok"}, {"button": [], "long": False}],
    "fault": [{"name": "clock", "on": True}, {"name": [], "on": True}, {"name": "reader.noise", "on": "yes"}],
}  # fmt: skip


@pytest.mark.parametrize("action", WRONG)
def test_what_the_box_does_not_have_is_malformed(client: FlaskClient, bench: FakeBench, action: str) -> None:
    for body in WRONG[action]:
        assert post(client, action, body) == 400, body
    assert bench.changes == 0


# What is seen


def test_display_is_the_picture_of_the_box(client: FlaskClient) -> None:
    answer = client.get("/bench/display.png")
    assert (answer.data, answer.mimetype, answer.headers["Cache-Control"]) == (PICTURE, "image/png", "no-store")


def test_every_piece_can_be_laid_from_the_page(client: FlaskClient, bench: FakeBench) -> None:
    shown = re.findall(r'data-uid="(\w+)"', view(client))
    assert sorted(shown) == sorted([*dict(bench.pieces()), bench.unknown_tag()])
    assert len(shown) == 12 + 25 + 4 + 6 + 1


def test_pieces_of_other_games_are_put_aside_while_one_is_on(client: FlaskClient, table: Table, bench: FakeBench) -> None:
    assert _boxes(client) == (set(dict(bench.pieces())) | {bench.unknown_tag()}, set())
    start(table)
    box, others = _boxes(client)
    assert others == {uid for uid, piece in bench.pieces() if piece.kind == "token" or piece == Piece("bag", "F")}
    assert box | others == {*dict(bench.pieces()), bench.unknown_tag()}
    assert not box & others


def _boxes(client: FlaskClient) -> tuple[set[str], set[str]]:
    """Return the pieces that can be laid at once, and those that are folded away."""
    folded = "".join(re.findall(r'<details id="boxes">.*?</details>', view(client), re.S))
    found, aside = (re.findall(r'data-uid="(\w+)"', part) for part in (view(client).replace(folded, ""), folded))
    return set(found), set(aside)


def test_folded_troubles_are_counted(client: FlaskClient, bench: FakeBench) -> None:
    counted = re.compile(r"What may go wrong · (\d)")
    assert not counted.search(view(client))
    for name in ("reader.noise", "panel.absent", "tags.two"):  # The last is done beside the pieces.
        bench.set_fault(name, True)
    assert counted.findall(view(client)) == ["2"]


def test_pieces_that_would_do_something_are_lit(client: FlaskClient, table: Table, bench: FakeBench) -> None:
    start(table)
    assert _lit(client) == {uid_of(bench, "bag", letter) for letter in "ABCDEF"}
    draw(table, "A")
    assert _lit(client) == {uid for uid, piece in bench.pieces() if piece.kind == "card"}


def _lit(client: FlaskClient) -> set[str]:
    buttons = re.findall(r'<button class="([^"]*)" id="[^"]*" type="button" data-uid="(\w+)"', view(client))
    return {uid for look, uid in buttons if "open" in look.split()}


def test_reader_says_what_a_tap_would_mean(client: FlaskClient, table: Table, bench: FakeBench) -> None:
    octopus = uid_of(bench, "card", "Octopus")
    assert reader(client).endswith("Nothing lies on the reader.")
    post(client, "lay", {"uid": octopus, "beside": False})
    assert "Now it would mean nothing." in reader(client)  # no game yet
    start(table)
    draw(table, "A")
    assert "Now it would mean, for Noor: OpenBar(Octopus)" in reader(client)
    table.act("A", OpenBar("Octopus"))
    assert "Now it would mean nothing. Draw a bag pawn first." in reader(client)


def test_reader_says_which_bar_a_tap_would_pick(client: FlaskClient, table: Table, bench: FakeBench) -> None:
    start(table)
    for letter, bar in zip("ABCDE", ("Octopus", "Karambole", "Albatros", "Tide Bar", "Reef Bar"), strict=True):
        draw(table, letter)
        table.act(letter, OpenBar(bar))
    draw(table, "B")
    post(client, "lay", {"uid": uid_of(bench, "card", "Octopus"), "beside": False})
    assert "Now it would pick Octopus on Émile’s page." in reader(client)


def test_bench_shows_the_last_sentences_and_sounds(client: FlaskClient, table: Table) -> None:
    start(table)
    draw(table, "C")
    assert post(client, "press", {"button": "ok", "long": False}) == 204
    shown = words(view(client))
    assert "Jonas is drawn." in shown
    assert "Buzzer: right" in shown


def test_stream_tells_of_changes_on_the_box_and_at_the_table(table: Table, bench: FakeBench) -> None:
    looks: list[float] = []
    events = bench_pages._follow(table, bench, lambda: len(looks) > 200, looks.append)
    assert _kinds(events, 2) == ["led", "version"]
    bench.lay(bench.unknown_tag())
    assert _kinds(events, 1) == ["version"]
    start(table)
    assert _kinds(events, 1) == ["version"]
    bench.colour = [242, 178, 76]
    assert next(events) == "event: led\ndata: 242 178 76\n\n"
    assert _kinds(events, 1) == ["hb"]
    assert sum(looks) <= 5
    assert set(_kinds(events, 99)) == {"hb"}  # and it ends when the browser is gone


def _kinds(events: Iterator[str], most: int) -> list[str]:
    return [event.split("\n")[0].removeprefix("event: ") for event in islice(events, most)]
