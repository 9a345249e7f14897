"""Connect the table with its devices: pass on taps and key presses, and show the public view on display and panel."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from companion.keeping.replaying import place_of
from companion.kit.messages import Said, say
from companion.kit.viewers import TABLE
from companion.table.speaking import spoken
from companion.words.aloud import aloud
from firmware.devices import Button, DeviceError, Laid, Light, Lying, Phrase
from firmware.display import screens
from firmware.display.burn_in import BurnInProtection
from firmware.display.pace import MS, Pace
from firmware.reader.presence import Crowded
from firmware.reader.reading import ReaderBack, ReaderLost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PIL.Image import Image

    from companion.kit.screen import Screen
    from companion.table.public import Public
    from companion.table.snapshot import Snapshot
    from companion.table.table import Answer, Table
    from companion.words import Words
    from firmware.devices import Display, Panel
    from firmware.reader.reading import Reading
    from firmware.voice.talker import Talker

BY_HAND: Final = "by hand"  # How the safe shutdown was requested: by a long OK,
BY_SIGNAL: Final = "by signal"  # or by Ctrl-C or systemd.

NOTICE_SECONDS: Final = 3.0
LOOK_SECONDS: Final = 1.0  # Seconds between two checks that the display is still there.
MOST_FAULTS: Final = 5  # in a row, after which a restart may help

# The pawns' colours as the LED can show them; for the black pawn it shows the cream of its edge.
COLOURS: Final = {
    "A": (226, 40, 20), "B": (20, 80, 220), "C": (246, 180, 30), "D": (30, 204, 110), "E": (120, 110, 90),
    "F": (130, 20, 190),
}  # fmt: skip
AMBER: Final = (242, 140, 20)


@dataclass(frozen=True, slots=True)
class Welcome:
    """The table's address for phones: *address* to print, and *join*, the URL in the QR code."""

    address: str
    join: str


class Service:
    """Connect *table* with its devices; *readers* are the readers' names.

    All methods may be called from any thread, except `show_forever`: one thread draws.
    """

    def __init__(
        self,
        table: Table,
        words: Words,
        welcome: Welcome,
        display: Display | None,
        panel: Panel | None,
        talker: Talker | None = None,
        readers: Iterable[str] = (),
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table, self._words, self.welcome = table, words, welcome
        self._display, self._panel, self._talker = display, panel, talker
        self._readers, self._lost_readers = frozenset(readers), set[str]()
        self._protection = BurnInProtection(clock)
        self._clock = clock
        self._pace = Pace(clock)
        self._lock = threading.Lock()
        self._notice: tuple[Said, float] | None = None
        self._announced = table.now.announced  # The table's own announcement that the display has shown last.
        self._to_tell: list[tuple[float, str]] = []  # Texts to speak, and from when on they may be.
        self._told = table.now.row  # The journal's row up to which everything has been spoken.
        self._stale = True  # A notice has come or gone since the last picture.
        self._sounded: tuple[str, str | None] = ("", None)
        self._display_lost = False
        self._faults = 0  # The program's own, in a row.
        self.asked_to_stop: SimpleQueue[str] = SimpleQueue()  # By whom. Not an Event: setting it in a signal could deadlock.

    # Input

    def heard(self, reading: Reading) -> None:
        """Handle what the reader thread reports."""
        self._protection.wake()
        self._outlive(partial(self._heard, reading))

    def _heard(self, reading: Reading) -> None:
        match reading:
            case Laid(reader, uid):
                key = self._panel is not None and self._panel.held(Button.BACK)
                self._answered(self._table.tap(reader, uid, key=key))
            case Lying(reader, uids, whole):
                self._table.lies(reader, uids, whole=whole)
            case Crowded():
                self._table.machine.report(say("table.one_at_a_time"))
                self._refused(say("table.one_at_a_time"))
            case ReaderLost(reader):
                self._lost_readers.add(reader)
                self._table.machine.tell_reader(works=not self._lost_readers >= self._readers)
                self._reader_reported(say("table.reader_lost"))
            case ReaderBack(reader):
                self._lost_readers.discard(reader)
                self._table.machine.tell_reader(works=True)
                self._reader_reported(say("table.reader_back"))

    def take_keys(self, stop: threading.Event, alive: Callable[[], None] | None = None) -> None:
        """Handle key presses until *stop*; a long OK requests the safe shutdown. *alive* is called twice a second."""
        if self._panel is None:
            return
        while not stop.is_set():
            if alive is not None:
                alive()
            pressed = self._panel.pressed(0.5)
            if pressed is None:
                continue
            self._protection.wake()
            if pressed.button is Button.OK and pressed.long:
                self.asked_to_stop.put(BY_HAND)
            else:
                self._outlive(partial(self._pressed, pressed.button))

    def _pressed(self, button: Button) -> None:
        self._answered(self._table.press(button.value))

    def _outlive(self, act: Callable[[], None]) -> None:
        """Call *act* for a hand, and outlive a fault of the program in it, so that the next tap or key is taken.

        Several in a row end the thread, without a word of what is in them, and the watchdog then restarts the table.
        """
        try:
            act()
        except Exception as fault:
            logging.getLogger(__name__).error("a fault in a tap or a key (%s); please report it", place_of(fault))
            self._faults += 1
            if self._faults == MOST_FAULTS:
                raise SystemExit from None
            if self._panel is not None:
                self._panel.play(Phrase.WRONG)
                self._panel.light(Light.REFUSED)
        else:
            self._faults = 0

    def _answered(self, answer: Answer) -> None:
        if not answer.right:
            assert answer.said is not None
            self._refused(answer.said)
            return
        if self._panel is not None:
            self._panel.play(Phrase.RIGHT)
            self._panel.light(Light.READ)
        self._reported(answer.said)

    def _refused(self, said: Said) -> None:
        if self._panel is not None:
            self._panel.play(Phrase.WRONG)
            self._panel.light(Light.REFUSED)
        self._reported(said)

    def _reader_reported(self, said: Said) -> None:
        """Show and speak what a reader has come to, on the pages too: the table may have no display."""
        self._table.machine.report(said)
        self._reported(said)

    def _reported(self, said: Said | None) -> None:
        """Show and speak *said*, what a tap, a key or a reader has come to."""
        self._noticed(said)
        if said is not None and self._talker is not None:
            self._talker.tell(aloud(self._words, said, self._table.now.public.names))

    def _noticed(self, said: Said | None) -> None:
        """Show *said* for a while; None removes the notice of an earlier tap."""
        with self._lock:
            self._notice = (said, self._clock() + NOTICE_SECONDS) if said else None
            self._stale = True
        self._table.changes.nudge()

    # Output

    def show_forever(self, stop: threading.Event, alive: Callable[[], None]) -> None:
        """Draw the public view whenever it changes, until *stop*; a display that fails is tried again every second.

        *alive* is called after every picture, at least once a second.
        """
        while not stop.is_set():
            seen = self.show_once()
            alive()
            self._table.changes.wait(seen, self._patience(), also=lambda: self._stale or stop.is_set())

    def show_once(self) -> int:
        """Draw the current picture, set LED and buzzer to match, and return the revision that they show."""
        self._table.pass_time()
        now = self._table.now
        self._hear_table(now.announced)
        self._speak(now)
        notice = self._current_notice()
        screen = self._pace.shown(now.public.screen, covered=bool(notice or now.public.ticket))
        self._show(self._picture(now.public, screen, notice))
        if self._panel is not None:
            self._sound(now.public, screen)
            self._panel.light(*_light(now, screen))
        return now.revision

    def _hear_table(self, announced: tuple[int, Said] | None) -> None:
        """Show the table's own announcement as a notice, once."""
        if announced is not None and announced != self._announced:
            self._announced = announced
            self._noticed(announced[1])

    def _speak(self, now: Snapshot) -> None:
        """Speak what has happened since the last look, in one go, and no sooner than the display may show it."""
        told, self._told = spoken(now, self._told), now.row
        if self._talker is None:
            return
        if told:
            text = " ".join(aloud(self._words, one.said, now.public.names) for one in told)
            after = (now.public.screen and now.public.screen.after) or 0
            self._to_tell.append((self._clock() + after / MS, text))
        while self._to_tell and self._to_tell[0][0] <= self._clock():
            self._talker.tell(self._to_tell.pop(0)[1])

    def show_shut_down(self) -> None:
        """Show that it's safe to pull the plug."""
        self._show(screens.shut_down(self._words))

    def _current_notice(self) -> Said | None:
        with self._lock:
            if self._notice and self._clock() >= self._notice[1]:
                self._notice = None
            self._stale = False
            return self._notice[0] if self._notice else None

    def _picture(self, public: Public, screen: Screen | None, notice: Said | None) -> Image:
        sitters, stuck = public.sitters, public.read_only
        if notice:
            return screens.notice(notice, self._words, public.names)
        if (ticket := public.ticket) is not None:
            return screens.ticket(f"{self.welcome.join}{ticket.code}", ticket, sitters, self._words, read_only=stuck)
        if screen is None:
            return screens.lobby(self.welcome.join, self.welcome.address, sitters, self._words, read_only=stuck)
        return screens.draw(screen, self._words, public.names, read_only=stuck)

    def _patience(self) -> float:
        """Return for how many seconds the display may wait: until a notice ends or a screen is due, but at most one second."""
        with self._lock:
            soon = min(LOOK_SECONDS, self._pace.patience())
            return min(soon, max(0.0, self._notice[1] - self._clock())) if self._notice else soon

    def _show(self, picture: Image) -> None:
        if self._display is None:
            return
        shown = self._protection.protect(picture)
        try:
            self._display.dim(shown.level)
            self._display.show(shown.picture)
        except DeviceError as loss:
            if not self._display_lost:
                logging.getLogger(__name__).warning("the display is lost: %s", loss.remedy)
            self._display_lost = True
            return
        if self._display_lost:
            logging.getLogger(__name__).warning("the display is back")
            self._display_lost = False

    def _sound(self, public: Public, screen: Screen | None) -> None:
        """Play the phrase for a turn or a last order, once each. It depends only on the public view, so it reveals nothing."""
        assert self._panel is not None
        if public.rests:
            return  # The turn was announced before the pause and isn't announced again after it.
        meant = (screen.sound, screen.seat) if screen else ("", None)
        if meant != self._sounded and meant[0]:
            self._panel.play(Phrase(meant[0]))
        self._sounded = meant


def _light(now: Snapshot, screen: Screen | None) -> tuple[Light, tuple[int, int, int]]:
    if screen is None or now.public.rests or not now.playing:
        return Light.READY, AMBER
    for_all = now.public.asked == (TABLE,)
    if screen.seat and not for_all:
        return Light.ASKED, COLOURS.get(screen.seat, AMBER)
    return Light.READY if for_all else Light.ASKED, AMBER
