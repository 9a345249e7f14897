"""The streams on the real server."""

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.seats.seating import MoveSeat, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.evenings.house import until
from tests.web.server.sockets import HERE, LONG, fetched, serving
from tests.web.tables import new_table
from web.app import create_app, move
from web.http import streams
from web.http.server import Server, serve
from web.http.streams import MOST_BY_ADDRESS, _lines
from web.seats.session import hashed, stream_path

VERSION = 60  # bytes that the event takes at most, including its framing
TOKENS = {"A": "token-of-a", "B": "token-of-b"}


class Listening:
    """A stream as a browser reads it, over a connection that buffers at most about *room* bytes; 0 means many."""

    def __init__(self, server: Server, path: str, seat: str = "", room: int = 0, **headers: str) -> None:
        self.connection = http.client.HTTPConnection(HERE, server.port, timeout=LONG)
        self.connection.sock = line = socket.socket()
        line.settimeout(LONG)
        if room:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        line.connect((HERE, server.port))
        headers |= {"Cookie": f"seat={TOKENS[seat]}; {headers.pop('also', '')}"} if seat else {}
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        self.page = ""  # That of the last event that brought one.

    def next(self) -> tuple[str, int]:
        """Return the next event and its number, or ("end", 0) when the server has closed the connection."""
        fields: dict[str, list[str]] = {}
        while line := self.answer.readline().decode().removesuffix("\n"):
            name, _, value = line.partition(": ")
            fields.setdefault(name, []).append(value)
        if not fields:
            return "end", 0
        assert fields.keys() <= {"id", "event", "data"}
        self.page = "\n".join(fields["data"]) if "id" in fields else self.page
        return fields["event"][0], int(fields.get("id", fields["data"])[0])

    def until(self, wanted: str) -> int:
        while (event := self.next())[0] != wanted:
            assert event[0] in ("hb", "version", "page"), event
        return event[1]

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = new_table(tmp_path)
    for seat, token in TOKENS.items():
        table.act(seat, SitDown(f"Player {seat}", hashed(token)))
    return table


@pytest.fixture
def server(table: Table) -> Iterator[Server]:
    with serving(table) as server:
        yield server


@pytest.fixture(autouse=True)
def _quick_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.1)


def test_a_stream_tells_every_change_until_the_table_moves(table: Table) -> None:
    app = create_app(table, hosts=["localhost"])
    server, ways = serve(app, 0, HERE), {"version": ("/stream", ""), "page": (stream_path(TOKENS["A"]), "A")}
    heard = {change: Listening(server, *way) for change, way in ways.items()}
    for stream in heard.values():
        assert stream.answer.getheader("Content-Type", "").startswith("text/event-stream")
        assert stream.next() == ("version", table.now.revision)
    table.act("C", SitDown("Jonas", "c" * 64))
    assert {stream.until(change) for change, stream in heard.items()} == {table.now.revision}
    assert {stream.until("hb") for stream in heard.values()} == {table.now.revision}
    move(app, ["localhost", "192.168.1.7"], "http://192.168.1.7/")
    for change, stream in heard.items():
        stream.until("end")
        stream.close()
        again = Listening(server, *ways[change])  # The next one continues.
        assert again.next() == ("version", table.now.revision)
        again.close()
    server.close()


def view(server: Server, seat: str, **headers: str) -> str:
    """Return the page that *seat*'s phone fetches."""
    return fetched(server, "/seat/view", Cookie=f"seat={TOKENS[seat]}", **headers)[1]


def test_a_phone_that_reads_nothing_is_sent_no_page_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unread data is kept for it: a page at most, and further changes as numbers only."""
    monkeypatch.setattr("web.http.server.SILENT_LINE", int(10 * LONG * 1000))  # Otherwise it soon counts as gone.
    with serving(table) as server:
        deaf, changes = Listening(server, stream_path(TOKENS["A"]), "A", room=4096), 0
        while not unsent(server):  # The buffers between the two machines hold many pages.
            change(table)
            changes += 1
            assert changes < 5000, "its connection never fills"
        page, many = 2 * len(view(server, "A")), 100
        for _ in range(many):
            change(table)
        assert unsent(server) < page + many * VERSION < many * page / 10
        while deaf.next()[1] != table.now.revision:
            pass  # It reads all there is, and hears of the last change, too.
        until(lambda: not unsent(server), "the server to know that all is read")
        change(table)
        assert deaf.until("page") == table.now.revision
        assert deaf.page == view(server, "A")
        deaf.close()


def change(table: Table) -> None:
    """Let C sit down or stand up, and give the listeners time to hear of it."""
    table.act("C", StandUp() if "C" in table.now.names else SitDown("Jonas", "c" * 64))
    time.sleep(0.01)


def unsent(server: Server) -> int:
    """Return how many bytes are waiting to be read."""
    return sum(channel.total_outbufs_len for channel in list(server._server.active_channels.values()))


def test_a_pages_lines_end_as_an_events_do() -> None:
    assert {_lines(html) for html in ("<p>\n</p>", "<p>\r\n</p>", "<p>\r</p>")} == {"data: <p>\ndata: </p>\n"}


def test_one_address_cant_take_every_stream(server: Server) -> None:
    assert {fetched(server, "/stream", method="HEAD")[0] for _ in range(MOST_BY_ADDRESS + 1)} == {405}  # They take no place.
    heard = [Listening(server, "/stream") for _ in range(MOST_BY_ADDRESS)]
    assert {stream.answer.status for stream in heard} == {200}
    assert Listening(server, "/stream").answer.status == 503
    assert Listening(server, stream_path(TOKENS["A"]), "A").next()[0] == "version"  # A seat's own stream isn't counted.
    for stream in heard:
        stream.close()
    until(lambda: Listening(server, "/stream").answer.status == 200, "the server")  # The closed ones made room.


def test_a_closed_server_hangs_up_and_frees_its_port(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if its loop is awake: it finds its new task even before the thread that assigned it has woken it."""
    with serving(table) as server:
        Listening(server, "/stream").next()
        trigger = server._server.trigger
        pull, awake = trigger._physical_pull, threading.Event()

        def late() -> None:
            """Wake the loop, but slowly."""
            if not awake.is_set():
                awake.set()
                pull()
                server._thread.join(0.5)  # It would end now if it could, leaving no trigger to pull.
            pull()

        monkeypatch.setattr(trigger, "_physical_pull", late)
        server.close()
        server.close()  # A second time does nothing.
        assert awake.is_set()
        with pytest.raises(OSError, match=r"refused|reset"):
            Listening(server, "/stream")
        serve(create_app(table, hosts=["localhost"]), server.port, HERE).close()


def test_a_seats_stream_brings_its_own_page_in_its_own_language_until_it_moves_away(table: Table, server: Server) -> None:
    tongues = {"A": {"Accept-Language": "nl"}, "B": {"Accept-Language": "fr"}}
    heard = {seat: Listening(server, stream_path(TOKENS[seat]), seat, **tongue) for seat, tongue in tongues.items()}
    for stream in heard.values():
        stream.next()
    for change in (SitDown("Jonas", "c" * 64), StartGame("barracuda", {})):
        table.act("C", change)
        for seat, stream in heard.items():
            assert stream.until("page") == table.now.revision
            assert stream.page == view(server, seat, **tongues[seat])
            assert f'data-seat="{seat}"' in stream.page
    last = heard["A"].page
    assert last != heard["B"].page
    table.act("A", MoveSeat("f" * 64))
    for event in ("version", "end"):  # It fetches, and gets the door.
        heard["A"].until(event)
    assert heard["A"].page == last


def test_the_newest_own_tab_of_a_seat_wins_also_where_a_phone_is_handed_on(table: Table, server: Server) -> None:
    """Its cookies are the other seat's from then on, so the older tab's requests would be the other's."""
    old = Listening(server, stream_path(TOKENS["A"]), "A")
    old.next()
    older, other = (Listening(server, stream_path(TOKENS[one]), one, also=f"also={TOKENS[two]}") for one, two in ("AB", "BA"))
    for one in (old, older):
        one.until("bye")
        assert one.next() == ("end", 0)
    assert other.next()[0] == "version"
    for path in ("/seat/stream", "/seat/stream?key=", stream_path(TOKENS["A"]), f"{stream_path(TOKENS['B'])}0"):
        assert Listening(server, path, "B").answer.status == 403  # Of a page on another port, which has the cookie but no key.
    other.until("hb")  # It goes on.
    table.act("C", SitDown("Jonas", "c" * 64))
    other.until("page")
    assert 'data-seat="B"' in other.page


def test_a_stream_that_its_page_has_given_up_takes_no_others_place_however_late_it_is_answered(table: Table) -> None:
    followed = streams.Streams(table)
    tell = lambda now: (now, "told")
    successor = followed.of_seat("A", lambda: False, tell)
    next(successor)
    assert list(followed.of_seat("A", lambda: True, tell)) == []
    by_number = [followed.of_seat("A", lambda: False, tell, opening=streams.Opening("tab", number)) for number in (9, 10, 2)]
    for stream, event in zip((successor, *by_number), ("bye", "bye", "version", "bye"), strict=True):
        assert next(stream).startswith(f"event: {event}\n")
    successor = followed.of_seat("A", lambda: False, tell, opening=streams.Opening("another tab", 1))
    assert [next(stream).partition("\n")[0] for stream in (by_number[1], successor)] == ["event: bye", "event: version"]
    table.act("C", SitDown("Jonas", "c" * 64))
    assert next(successor) == "told"
