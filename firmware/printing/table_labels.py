"""Lay out the sheet for the table itself: cards that say how to join, the spots for tags, and the names of the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from segno.helpers import make_wifi_data

from firmware.doctor.person import KEYS
from firmware.printing.strokes import WIDTH, code, cut, cut_round, fitting, group, page, symbol, text

if TYPE_CHECKING:
    from companion.words import Words

# All in millimetres.
JOIN: Final = (148, 101)
JOIN_AT, JOIN_ROW = 18, 104
HEAD: Final = 21  # Lamp and title.
CODE: Final = 48
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


def table(words: Words, access: Access, shapes: str) -> str:
    """Return two join cards and the labels of the case as one SVG page of 210 x 297 mm; *shapes* is the pages' sprite."""
    return page(words.text("enrolment.label.cut"), [
        *(_join(words, access, shapes, number, (WIDTH - JOIN[0]) / 2, JOIN_AT + JOIN_ROW * (number - 1)) for number in (1, 2)),
        *(_tap(words, number, 40 + 42 * (number - 1), LOW + TAP / 2) for number in (1, 2)),
        *(_key(name, 110 + 28 * at, LOW) for at, name in enumerate(KEYS.values())),
    ])  # fmt: skip


def _join(words: Words, access: Access, shapes: str, number: int, x: float, y: float) -> str:
    """Draw a card to stand on the table, with a QR code for the Wi-Fi, if given, and one for the pages."""
    steps = [*([("wifi", _wifi(access))] if access.wifi else []), ("page", access.address)]
    room = JOIN[0] / len(steps)
    title = words.text("enrolment.label.join")
    return group("join", str(number), [
        cut(x, y, *JOIN), symbol(shapes, "mark", x + 20, y + 9, 13), text(x + 20, y + 19, "Barkeep", 4.4),
        text(x + JOIN[0] / 2 + 12, y + 14, title, fitting(title, JOIN[0] - 56, 9)),
        *(_step(words, access, name, coded, at if len(steps) > 1 else 0, x + room * (at - 0.5), y + HEAD, room)
          for at, (name, coded) in enumerate(steps, start=1)),
    ])  # fmt: skip


def _wifi(access: Access) -> str:
    return make_wifi_data(access.wifi, access.password or None, security="WPA" if access.password else None)


def _step(words: Words, access: Access, name: str, coded: str, number: int, x: float, y: float, room: float) -> str:
    """Draw one step around *x*: its QR code, what the code does, and what to type instead. A *number* of 0 isn't shown."""
    does = words.text("enrolment.label.wifi") if name == "wifi" else words.text("enrolment.label.page")
    above = f"{number}. {does}" if number else does
    typed = [line for at, one in enumerate(_typed(words, access, name)) for line in _line(*one, x, y + CODE + 8 + 9 * at, room)]
    return group("step", name, [
        text(x, y + 5, above, fitting(above, room - 6, 4.6), bold=False), code(coded, x - CODE / 2, y + 6, CODE), *typed,
    ])  # fmt: skip


def _typed(words: Words, access: Access, name: str) -> list[tuple[str, str]]:
    """Return the texts to type instead of scanning a code, each with its label; for the Wi-Fi, also the answer to give."""
    if name == "page":
        return [(words.text("enrolment.label.address"), access.address)]
    kept = [(words.text("enrolment.label.network"), access.wifi), (words.text("enrolment.label.password"), access.password)]
    return [*((word, typed) for word, typed in kept if typed), (words.text("enrolment.label.yes"), "")]


def _line(word: str, typed: str, x: float, y: float, room: float) -> list[str]:
    """Draw a *word* in small letters, and what it stands for below it, if anything."""
    small = text(x, y, word, fitting(word, room - 6, 3.2), bold=False)
    return [small, *([text(x, y + 4.6, typed, fitting(typed, room - 6, 4.8))] if typed else [])]


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
