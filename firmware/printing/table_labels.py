"""Lay out the sheet for the table itself: cards that say how to join, the spots for tags, and the names of the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from segno.helpers import make_wifi_data

from firmware.doctor.person import KEYS
from firmware.printing.strokes import WIDTH, code, cut, cut_round, fitting, group, page, text

if TYPE_CHECKING:
    from companion.words import Words

# All in millimetres.
JOIN: Final = (148, 90)
JOIN_AT, JOIN_ROW = 18, 94
CODE: Final = 52
TAP: Final = 33.4  # Fits within the groove on the lid.
KEY: Final = (24, 9)
LOW: Final = 228  # Where the labels for the case begin.


@dataclass(frozen=True, slots=True)
class Access:
    """The way for phones to the table: the *address* of the pages and the Wi-Fi, left out of the card if *wifi* is empty.

    An empty *password* means an open network.
    """

    address: str
    wifi: str = ""
    password: str = ""


def table(words: Words, access: Access) -> str:
    """Return two join cards and the labels of the case as one SVG page of 210 x 297 mm."""
    return page(words.text("enrolment.label.cut"), [
        *(_join(words, access, number, (WIDTH - JOIN[0]) / 2, JOIN_AT + JOIN_ROW * (number - 1)) for number in (1, 2)),
        *(_tap(words, number, 40 + 42 * (number - 1), LOW + TAP / 2) for number in (1, 2)),
        *(_key(name, 110 + 28 * at, LOW) for at, name in enumerate(KEYS.values())),
    ])  # fmt: skip


def _join(words: Words, access: Access, number: int, x: float, y: float) -> str:
    """Draw a card to stand on the table, with a QR code for the Wi-Fi, if given, and one for the pages."""
    steps = [*([("wifi", _wifi(access))] if access.wifi else []), ("page", access.address)]
    room = JOIN[0] / len(steps)
    title = words.text("enrolment.label.join")
    return group("join", str(number), [
        cut(x, y, *JOIN), text(x + JOIN[0] / 2, y + 11, title, fitting(title, JOIN[0] - 20, 8)),
        *(_step(words, access, name, coded, at if len(steps) > 1 else 0, x + room * (at - 0.5), y + 15, room)
          for at, (name, coded) in enumerate(steps, start=1)),
    ])  # fmt: skip


def _wifi(access: Access) -> str:
    return make_wifi_data(access.wifi, access.password or None, security="WPA" if access.password else None)


def _step(words: Words, access: Access, name: str, coded: str, number: int, x: float, y: float, room: float) -> str:
    """Draw one step around *x*: its QR code, what the code does, and what to type instead. A *number* of 0 isn't shown."""
    does = words.text("enrolment.label.wifi") if name == "wifi" else words.text("enrolment.label.page")
    typed = [access.wifi, access.password] if name == "wifi" else [access.address]
    above = f"{number}. {does}" if number else does
    lines = [text(x, y + CODE + 12 + 6 * at, line, fitting(line, room - 6, 5)) for at, line in enumerate(filter(None, typed))]
    return group("step", name, [
        text(x, y + 5, above, fitting(above, room - 6, 4.6), bold=False), code(coded, x - CODE / 2, y + 6, CODE), *lines,
    ])  # fmt: skip


def _tap(words: Words, number: int, x: float, y: float) -> str:
    """Draw the spot to lay a card or a pawn on: rings like a radio field, and two words."""
    rings = [f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="#000" stroke-width="0.6"/>' for r in (15, 13.2)]
    here, one = words.text("enrolment.label.here"), words.text("enrolment.label.one")
    return group("tap", str(number), [
        cut_round(x, y, TAP), *rings, text(x, y + 1, here, fitting(here, 22, 5.4)),
        text(x, y + 6, one, fitting(one, 21, 3), bold=False),
    ])  # fmt: skip


def _key(name: str, x: float, y: float) -> str:
    return group("key", name, [cut(x, y, *KEY), text(x + KEY[0] / 2, y + 6, name, fitting(name, KEY[0] - 5, 4))])
