"""The pawn is the key, through the shipped composition root: a bag pawn in the chip's field, the display, and two phones."""

from __future__ import annotations

import http.client
import time
from pathlib import Path
from urllib.parse import urlencode

from PIL import ImageChops

from companion.pieces import Piece
from companion.tickets import Ticket
from companion.words import Words
from firmware import boot, screens
from firmware.simulator.bench import SimulatedBox, tag_of
from tests.evenings.house import PATIENCE, until


def ask(port: int, method: str, path: str, cookie: str = "", **form: str) -> tuple[int, str, str]:
    """Return status, cookies to send next and body, asked from a page of the same origin."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    connection.request(method, path, urlencode(form), headers)
    answer = connection.getresponse()
    given = [value.partition(";")[0] for name, value in answer.getheaders() if name == "Set-Cookie"]
    body = answer.read().decode()
    connection.close()
    return answer.status, "; ".join(given) or cookie, body


def laid(house: boot.House, box: SimulatedBox, piece: Piece) -> Ticket | None:
    """Lay *piece* for a second at most and return the ticket; what lies there when the reader starts doesn't count."""
    box.lay(tag_of(piece).hex())
    end = time.monotonic() + 1
    while house.table.ticket is None and time.monotonic() < end:
        time.sleep(0.01)
    box.lift(tag_of(piece).hex())
    time.sleep(1.0 if house.table.ticket is None else 0)  # Longer than a reader takes to be sure that nothing lies there.
    return house.table.ticket


def test_a_laid_bag_pawn_brings_its_seat_to_another_phone(tmp_path: Path) -> None:
    house = boot.open_house(boot.Settings(tmp_path, "simulated", port=0, host="127.0.0.1"))
    try:
        port, box = house.port, house.devices.box
        assert box is not None
        _, old, _ = ask(port, "POST", "/join", name="Noor", pawn="C")
        ticket = until(lambda: laid(house, box, Piece("bag", "C")), "the ticket")
        assert ticket.seat == "C"
        picture = screens.ticket(f"{house.welcome.join}{ticket.code}", ticket, {"C": "Noor"}, Words("en"))
        until(lambda: not ImageChops.logical_xor(box.picture().convert("1"), picture).getbbox(), "the code on the display")
        status, waiting, page = ask(port, "GET", f"/{ticket.code.lower()}")
        assert (status, "Noor" in page) == (200, True)
        assert ask(port, "GET", "/seat/view", old)[0] == 200
        status, new, _ = ask(port, "POST", "/move", waiting, code=ticket.code)
        assert status == 303
        assert ask(port, "GET", "/seat/view", new)[0] == 200
        assert ask(port, "GET", "/seat/view", old)[0] == 403
    finally:
        house.close()
