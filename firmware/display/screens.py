"""Compose the display's pictures: a game's Screen, the lobby, and short notices about taps and readers.

Pure: takes values and words, returns a 128x64 picture in mode "1". Where a name leaves too little room for its sentence,
the name is cut, so that the sentence stays whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.kit.messages import Said, Thing, Who, say
from companion.kit.screen import Mark, Pawn, Push, Row, Screen, Winner
from firmware.display.drawing import BIG_BASE, GAP, LEFT, RIGHT, SMALL_BASE, WIDTH, Canvas
from firmware.display.lettering import BIG, ELLIPSIS, LONGEST, MIDDLE, SMALL, fitting, printable, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from PIL.Image import Image

    from companion.kit.viewers import Seat
    from companion.seats.tickets import Ticket
    from companion.words import Words

STUMP: Final = 24  # pixels that a text may lack at its end and still be understood
MOST_BACKS: Final = 10  # Backs drawn of one pile; the counter gives the full number.
BACKS_AT, BACKS_SPREAD, BACK_STEP = 36, 27, 9
COLUMN, WIDEST_COLUMN = 130, 42  # Pixels for all marks of a row together, and for a single one.
BESIDE = 15  # Pixels of text that fit beside a pawn when four stand side by side.
AFTER_SUM: Final = 6  # Pixels beyond the usual gap, so that a figure doesn't seem to belong to the sum on its left.
QR_CENTRE, QR_ROOM = 96, 60  # The space left beside a QR code.
STUCK: Final = say("table.screen.disk")  # Replaces any prompt, because nothing counts while it can't be saved.


class _Form(NamedTuple):
    """A layout for a sentence: at most *most* lines, the first on *base*, *pitch* pixels from line to line."""

    size: int
    most: int
    base: int
    pitch: int
    counter: bool


SENTENCES: Final = (
    _Form(MIDDLE, 2, 19, 20, counter=True),
    _Form(SMALL, 3, 12, 14, counter=True),
    _Form(SMALL, 4, 13, 15, counter=False),
)


# What the counter says below the sentence of a notice; below any other, that nothing has changed. None: nothing.
COUNTERS: Final[dict[str, Said | None]] = {
    "table.disk": say("table.screen.look"),
    "table.told.moved": say("table.screen.old_phone"),
    **dict.fromkeys(("enrolment.all_known", "enrolment.missing"), say("table.screen.tags_kept")),
    **dict.fromkeys(("table.told.away", "table.told.elsewhere", "table.told.brought"), say("table.screen.kept")),
    **dict.fromkeys(
        ("table.told.paused", "table.told.for_away", "table.told.not_away", "table.told.for_elsewhere", "table.told.swap",
         "table.late", "table.stand.left"),
        say("table.screen.by_phone"),
    ),
    **dict.fromkeys(
        ("table.told.went_on", "table.told.taken_up", "table.told.taken_back", "table.told.put_back", "table.told.set",
         "table.told.begun", "table.told.plays", "table.told.swapped", "table.told.came_back", "table.recount.all_right",
         "table.told.duplicate", "enrolment.renewed"),
        say("table.screen.goes_on"),
    ),
    **dict.fromkeys(("table.told.left", "table.told.ended")),
}  # fmt: skip


def draw(screen: Screen, words: Words, names: Mapping[Seat, str], *, read_only: bool = False) -> Image:
    """Return the picture of a game that everybody may see; with *read_only*, the counter says that nothing can be saved."""
    canvas, text = Canvas(), _Text(words, names)
    _small(canvas, screen, text)
    match screen.picture:
        case Pawn(seat, placing=True):
            _placing(canvas, seat, text.fitted(screen.big, 76, BIG))
        case Pawn(seat):
            _big_beside(canvas, screen, text, seat)
        case Push():
            _push(canvas, screen.picture)
        case Row():
            _row(canvas, screen.picture)
        case Winner(seat):
            canvas.ring(3, -1, 50)
            canvas.pawn(seat, 7, 3, 42)
            canvas.big(58, text.plain(screen.big), RIGHT - 58)
        case None:
            canvas.big(LEFT, text.plain(screen.big))
    left, right = (STUCK, None) if read_only else (screen.counter, screen.counter_right)
    canvas.counter(*text.pair(left, right, RIGHT - LEFT - 2))
    return canvas.image


def lobby(join: str, address: str, names: Mapping[Seat, str], words: Words, *, read_only: bool = False) -> Image:
    """Return the lobby: *join* as a QR code, *address* to read, and the pawns of *names*, the seats that are taken.

    A *join* of more than 47 characters has no QR code. With *read_only*, the picture says that nothing can be saved,
    instead of showing pawns.
    """
    canvas = Canvas()
    try:
        canvas.qr(_shortest(join))
        centre, room = QR_CENTRE, QR_ROOM
    except ValueError:
        centre, room = WIDTH // 2, RIGHT - LEFT
    welcome = words.text(STUCK.code if read_only else "table.screen.join" if names else "table.screen.stool")
    _centred(canvas, centre, 13, _wrapped(welcome.split(), " ", room, SMALL)[:2])
    for at, seat in enumerate(() if read_only else names):
        canvas.tiny(seat, centre - 5 + round(12 * (at - (len(names) - 1) / 2)), 19)
    _centred(canvas, centre, 45, _wrapped(re.findall(r"[^.:]*[.:]|[^.:]+", address), "", room, SMALL)[:2])
    return canvas.image


def ticket(join: str, ticket: Ticket, names: Mapping[Seat, str], words: Words, *, read_only: bool = False) -> Image:
    """Return *ticket*: the address *join* as a QR code, the seat that it is for, and the code to type.

    A *join* of more than 47 characters has no QR code; the code can still be typed on the join page. With *read_only*,
    only the pawn says whose ticket it is, because nobody can take the seat until the table can save again.
    """
    canvas = Canvas()
    try:
        canvas.qr(join.upper())
        centre, room = QR_CENTRE, QR_ROOM
    except ValueError:
        centre, room = WIDTH // 2, RIGHT - LEFT
    canvas.pawn(ticket.seat, centre - 10, 0, 20)
    if read_only:
        _centred(canvas, centre, 31, [ticket.code, *_wrapped(words.text(STUCK.code).split(), " ", room, SMALL)[:2]])
        return canvas.image
    name = fitting(printable(words.word(Who(ticket.seat), names), SMALL), SMALL, room)
    _centred(canvas, centre, 31, [name, ticket.code, words.text("table.screen.one_minute")])
    return canvas.image


def notice(said: Said, words: Words, names: Mapping[Seat, str]) -> Image:
    """Return the notice of a tap, an announcement or a reader's state, shown for a few seconds in place of the game."""
    match said.code:
        case "table.unknown_tag":
            return _unknown_tag(words)
        case "table.one_at_a_time":
            return _three_lines(words, "nothing_changed", "one_at_a_time", "lift_one")
        case "table.reader_lost":
            return _three_lines(words, "by_phone", "reader_lost", "cable")
        case "table.reader_back":
            return _three_lines(words, "goes_on", "reader_back", "lift_and_lay")
    return _sentence(said, words, names, COUNTERS.get(said.code, say("table.screen.nothing_changed")))


def starting(words: Words) -> Image:
    """Return the picture shown until the table is open."""
    canvas = Canvas()
    canvas.big(LEFT, words.text("table.screen.barkeep"))
    canvas.counter(words.text("table.screen.starting"))
    return canvas.image


def shut_down(words: Words) -> Image:
    """Return the picture that says that everything is saved and the plug may be pulled."""
    return _three_lines(words, "safe_to", "unplug", "kept")


# Lines


class _Text:
    """Format the sentences of one picture with *names*, short enough for their room."""

    def __init__(self, words: Words, names: Mapping[Seat, str]) -> None:
        self._words, self._names = words, names

    def plain(self, said: Said | None) -> str:
        return self._words.say(said, self._names) if said else ""

    def fitted(self, said: Said | None, room: int, size: int = SMALL) -> str:
        """Return the sentence, with spaces around sums removed and names cut as far as *room* pixels require."""
        text = ""
        for text in self._ever_shorter(said) if said else ():
            if width(printable(text, size), size) <= room:
                break
        return text

    def pair(self, left: Said | None, right: Said | None, room: int) -> tuple[str, str]:
        """Return two sentences that share a line; names are cut before any other word, and *left* goes before it is a stump."""
        kept = self.fitted(right, room - _room_of(self.plain(left)))
        clear = AFTER_SUM if kept and " + " in self.plain(left) else 0
        first = self.fitted(left, room - _room_of(kept) - clear)
        return "" if kept and _room_of(first) + _room_of(kept) > room + STUMP else first, kept

    def _ever_shorter(self, said: Said) -> Iterator[str]:
        whole = self.plain(said)
        yield whole
        yield whole.replace(" + ", "+").replace(", ", " ")
        named = [self._words.word(value, self._names) for _, value in said.fields if isinstance(value, Who | Thing)]
        for length in range(min(max(map(len, named), default=0) - 1, LONGEST), 0, -1):
            names = {seat: _cut(name, length) for seat, name in self._names.items()}
            things = {key: Thing(_cut(value.name, length)) for key, value in said.fields if isinstance(value, Thing)}
            shorter = Said(said.code, tuple({**dict(said.fields), **things}.items()))
            yield self._words.say(shorter, names).replace(", ", " ")


def _cut(name: str, length: int) -> str:
    return name if len(name) <= length else name[:length].rstrip() + ELLIPSIS


def _room_of(text: str) -> int:
    return width(printable(text, SMALL), SMALL) + GAP if text else 0


def _wrapped(parts: Iterable[str], glue: str, room: int, size: int) -> list[str]:
    """Return *parts* joined into lines of at most *room* pixels; a part that is wider gets a line of its own."""
    lines: list[str] = []
    for part in parts:
        longer = glue.join((lines[-1], part)) if lines else part
        if lines and width(printable(longer, size), size) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _centred(canvas: Canvas, centre: int, base: int, lines: Iterable[str]) -> None:
    for at, line in enumerate(lines):
        canvas.text(centre, base + 14 * at, line, align="m")


# A game's pictures


def _small(canvas: Canvas, screen: Screen, text: _Text) -> None:
    if isinstance(screen.picture, Push) and not (screen.small_right or screen.small_pawn):
        canvas.text(WIDTH // 2, SMALL_BASE, text.fitted(screen.small, RIGHT - LEFT), align="m")
        return
    x = LEFT
    if screen.small_pawn:
        canvas.tiny(screen.small_pawn, LEFT, 1)
        x = 17
    canvas.line(*text.pair(screen.small, screen.small_right, RIGHT - x), x=x)


def _placing(canvas: Canvas, seat: Seat, who: str) -> None:
    canvas.big(LEFT, who, 76)
    canvas.pawn(seat, 92, 14, 24)
    canvas.reader(88, 41)


def _big_beside(canvas: Canvas, screen: Screen, text: _Text, seat: Seat) -> None:
    right = text.plain(screen.big_right)
    canvas.pawn(seat, 1, 15, 30)
    canvas.big(36, text.plain(screen.big), RIGHT - 36 - (width(right, BIG) + GAP if right else 0))
    canvas.text(RIGHT, BIG_BASE, right, BIG, align="r")


def _push(canvas: Canvas, push: Push) -> None:
    """Fan the pile so that its backs can be counted; a thick pile is squeezed into the same width."""
    canvas.pawn(push.giver, 1, 16, 28)
    backs = min(push.notes, MOST_BACKS)
    step = min(BACK_STEP, BACKS_SPREAD / max(1, backs - 1))
    for back in range(backs):
        canvas.note(round(BACKS_AT + (BACKS_SPREAD - step * (backs - 1)) / 2 + step * back), 16)
    canvas.arrow(84, 30, 9)
    canvas.pawn(push.taker, 97, 15, 30)


def _row(canvas: Canvas, row: Row) -> None:
    step = min(WIDEST_COLUMN, COLUMN // max(1, len(row.marks)))
    centres = [round(WIDTH / 2 + step * (at - (len(row.marks) - 1) / 2)) for at in range(len(row.marks))]
    widest = max((width(mark.text, MIDDLE) for mark in row.marks), default=0)
    stacked, size = row.ties or len(row.marks) > 4 or widest > BESIDE, MIDDLE if widest < step else SMALL
    for mark, centre in zip(row.marks, centres, strict=True):
        if mark.dots is not None:
            _tallied(canvas, mark, mark.dots, centre)
        elif stacked:
            canvas.tiny(mark.seat, centre - 6, 18)
            canvas.text(centre, 45, mark.text, size, align="m")
        else:
            canvas.tiny(mark.seat, centre - 14, 23)
            canvas.text(centre, 36, mark.text, MIDDLE)
    for first, last in row.ties:
        canvas.bracket(centres[first] - 9, centres[last] + 9, 14)


def _tallied(canvas: Canvas, mark: Mark, dots: int, centre: int) -> None:
    canvas.tiny(mark.seat, centre - 11, 19)
    canvas.text(centre + 2, 30, mark.text)
    canvas.tally(centre - 11, 36, dots)


# The table's own pictures


def _three_lines(words: Words, small: str, big: str, counter: str) -> Image:
    canvas = Canvas()
    canvas.line(words.text(f"table.screen.{small}"))
    canvas.big(LEFT, words.text(f"table.screen.{big}"))
    canvas.counter(words.text(f"table.screen.{counter}"))
    return canvas.image


def _unknown_tag(words: Words) -> Image:
    canvas = Canvas()
    canvas.line(words.text("table.screen.nothing_changed"))
    canvas.sign(LEFT, 16, "?")
    canvas.big(36, words.text("table.screen.new_tag"), RIGHT - 36)
    canvas.counter(words.text("table.screen.not_taught"))
    return canvas.image


def _sentence(said: Said, words: Words, names: Mapping[Seat, str], counter: Said | None) -> Image:
    """Write a sentence as large as fits; if it needs the whole picture, leave out the counter."""
    canvas, sentence = Canvas(), words.say(said, names)
    form = next((form for form in SENTENCES if _fits(sentence, form.size, form.most)), SENTENCES[-1])
    for at, line in enumerate(_wrapped(_parts(sentence), " ", RIGHT - LEFT, form.size)[: form.most]):
        canvas.text(LEFT, form.base + at * form.pitch, line, form.size)
    if form.counter and counter:
        canvas.counter(words.say(counter, names))
    return canvas.image


def _parts(sentence: str) -> list[str]:
    """Split where a line may break: at ordinary spaces, but not at no-break spaces such as French has before "!"."""
    return [part for part in sentence.split(" ") if part]


def _fits(sentence: str, size: int, most: int) -> bool:
    lines = _wrapped(_parts(sentence), " ", RIGHT - LEFT, size)
    return len(lines) <= most and all(width(printable(line, size), size) <= RIGHT - LEFT for line in lines)


def _shortest(join: str) -> str:
    """Return *join* in the form that needs the smallest QR code: scheme and host in capitals, no empty path."""
    address = join.removesuffix("/")
    return address.upper() if address.count("/") == 2 else address
