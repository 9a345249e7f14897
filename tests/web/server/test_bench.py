"""The bench: the box as it is, hands on it, and pages that can only be reached from this machine, by its own names."""

import itertools
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import OpenBar
from companion.house.sitting import called
from companion.seats.seating import LetIn, SendAway, SitDown
from companion.table.table import Table
from firmware.simulator.faults import FAULTS
from tests.companion.settings import play
from tests.markup import found, marks, words
from tests.web.fake_bench import FakeBench, uid_of
from tests.web.tables import draw, start
from web.app import create_app
from web.pages import bench as bench_pages

BOXED = True
PAGES = ["/bench", "/bench/view", "/bench/display.png", "/bench/stream", "/try", "/try/play"]
HANDS: dict[str, dict[str, Any]] = {
    "lay": {"uid": "ffffffff", "beside": False}, "lift": {"uid": "ffffffff"}, "press": {"button": "ok", "long": False},
    "fault": {"name": "reader.noise", "on": True}, "plug": {},
}  # fmt: skip


@pytest.fixture
def client(table: Table, bench: FakeBench) -> FlaskClient:
    return create_app(table, hosts=["10.42.0.1"], bench=bench).test_client()


def view(client: FlaskClient) -> str:
    return client.get("/bench/view").text


def post(client: FlaskClient, action: str, body: object, origin: str = "http://localhost", **more: Any) -> int:
    return client.post(f"/bench/{action}", json=body, headers={"Origin": origin}, **more).status_code


def test_every_fault_has_its_switch_and_a_tag_without_a_button_is_lifted(client: FlaskClient, bench: FakeBench) -> None:
    """test_bench_in_browser.py lays, lifts, presses and breaks."""
    switches = {one["data-fault"] for one in marks(view(client), "fault")}
    assert switches | set(bench_pages.BESIDE_THE_PIECES) == set(FAULTS)
    assert "web.bench" not in words(found(view(client), "*[@class='faults']")[0])
    bench._lying.append("1ce5a4b7")
    assert 'data-lies="1ce5a4b7"' in view(client)
    assert [post(client, "lift", {"uid": "1ce5a4b7"}) for _ in range(2)] == [204, 400]


# What is asked of parts that the box lacks is malformed.
WRONG = {
    "lay": [
        None, [], {"uid": "00", "beside": False}, {"uid": ["04"], "beside": False}, {"uid": None, "beside": False},
        {"uid": "ffffffff"}, {"uid": "ffffffff", "beside": 1}, {"uid": "ffffffff", "beside": False, "more": 1},
    ],
    "lift": [0, {"uid": "00"}, {"uid": 0}],
    "press": [{"button": "on", "long": False}, {"button": "ok"}, {"button": [], "long": False}],
    "undo": [{}, {"seats": ["A"]}], "plug": [{"now": True}, []],
    "fault": [{"name": "clock", "on": True}, {"name": [], "on": True}, {"name": "reader.noise", "on": "yes"}],
}  # fmt: skip


def test_a_card_says_what_it_means_and_goes_back_if_all_agree(client: FlaskClient, table: Table, bench: FakeBench) -> None:
    start(table)
    draw(table, "A")
    bench.lay(uid_of(bench, "card", "Octopus"))
    assert "It would now mean: Noor opens Octopus" in words(view(client))
    table.act("A", OpenBar("Octopus"))
    undo = lambda seats: post(client, "undo", {"seats": seats})
    assert (undo("XF"), undo("BX")) == (409, 204)  # First by nobody of the game.
    asked = table.now.take_back
    assert (asked.seat, table.now.view("A").bar("Octopus").lessee) == ("B", "A")  # The others aren't here to agree.
    assert undo("ABC") == 409
    table.act("A", Vote(asked, yes=False))
    assert undo("B") == 409  # It has been refused.
    draw(table, "B")
    drawn = table.now.match.tip
    assert (undo("ABCDE"), table.now.match.tip < drawn) == (204, True)  # All are here.


def test_only_beside_a_bench_phones_tell_whose_they_are_and_are_framed(table: Table, client: FlaskClient) -> None:
    alone = create_app(table, hosts=[]).test_client()
    for phone, tells, ancestors in ((client, True, "http://localhost:* http://*.localhost:*"), (alone, False, "'none'")):
        page = phone.get("/", base_url="http://a.barkeep.localhost:8000")
        assert ("framed.js" in page.text) is tells
        assert f"frame-ancestors {ancestors}" in page.headers["Content-Security-Policy"]
    for path in PAGES:  # It isn't there under another name, nor without one.
        assert client.get(path, base_url="http://10.42.0.1").status_code == alone.get(path).status_code == 404, path
        assert client.get(path, base_url="http://localhost", buffered=False).status_code in (200, 302), path


OWN = ("127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1")
OTHER = ("192.168.1.7", "fe80::1%wlan0", "2001:db8::7", "::ffff:192.168.1.7", "::ffff:c0a8:107", "::", "")


def test_no_other_machine_page_or_name_has_hands_and_no_wrong_hand_does_anything(client: FlaskClient, bench: FakeBench) -> None:
    reached = lambda origin="http://localhost", **more: {post(client, hand, HANDS[hand], origin, **more) for hand in HANDS}
    names = ("localhost", "127.0.0.1", "barkeep.localhost:8000", "a.barkeep.localhost")
    for peer in OTHER:
        from_there: dict[str, Any] = {"environ_overrides": {"REMOTE_ADDR": peer}}
        for name, page in itertools.product(names, PAGES):
            answer = client.get(page, base_url=f"http://{name}", headers={"X-Forwarded-For": "127.0.0.1"}, **from_there)
            assert answer.status_code == 404, (peer, name, page)
        assert reached(**from_there) == {404}, peer
    assert reached("http://10.42.0.1", base_url="http://10.42.0.1") == {404}
    assert reached("http://evil.example") == {client.post("/bench/press", json=HANDS["press"]).status_code} == {403}
    assert {post(client, action, body) for action, bodies in WRONG.items() for body in bodies} == {400}
    assert bench.changes == 0
    assert reached() == {204}  # The control: the same from this machine.
    look = lambda peer: client.get("/bench/view", base_url="http://localhost", environ_overrides={"REMOTE_ADDR": peer})
    assert {look(peer).status_code for peer in OWN} == {200}


def click(who: FlaskClient, game: str, name: str = "Noor") -> int:
    return who.post("/try", data={"game": game, "name": name}, headers={"Origin": "http://localhost"}).status_code


def test_one_click_seats_a_person_and_the_house_and_begins(client: FlaskClient, table: Table) -> None:
    assert (click(client, "nonsense"), click(client, "shark", "\u2302 Noor"), table.now.names) == (400, 422, {})
    client.get("/try")
    expected = client.get_cookie("expected").value
    for _ in range(2):  # The answer to the first click is lost.
        assert click(client, "shark") == 303
        client.delete_cookie("seat")
        client.set_cookie("expected", expected)
        assert (table.now.names, table.now.evening.on) == ({"A": "Noor", "B": called("B"), "C": called("C")}, 1)
    assert click(client.application.test_client(), "shark", "Late") == 422
    assert client.get("/").status_code == 303
    page = client.get("/try/play", headers={"Accept-Language": "fr"}).text
    assert [one.get("src") for one in found(page, "iframe")] == ["/", "/table?lang=fr"], "the screen speaks as the phone does"
    assert [one.temper for one in table.now.seating.sitters.values()] == [None, "careful", "bold"]


def test_one_click_takes_a_seat_of_the_house_and_none_of_a_person(client: FlaskClient, table: Table) -> None:
    play(table, [*((seat, SitDown(seat, seat * 64)) for seat in "AB"), *(("A", LetIn(seat, "careful")) for seat in "CDEF")])
    assert click(client.application.test_client(), "barracuda", "Noor") == 303
    people = {"A": "A", "B": "B", "C": "Noor"}  # D left because six were too many, F because the game has no such seat.
    assert (table.now.names, table.now.evening.on) == ({**people, "E": called("E")}, 1)
    votes = [(seat, Vote(Motion("put_away"), yes=True)) for seat in "AB"]
    play(table, [*votes, ("A", SendAway("E")), *((seat, SitDown(seat, seat * 64)) for seat in "DE")])
    assert click(client.application.test_client(), "barracuda", "Late") == 422
