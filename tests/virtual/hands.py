"""Hands at the table: tags by SPI, the picture from the bytes on I2C, and keys, LED and buzzer by the kernel's pins."""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from hardware.virtual.machine import Dead
from tests.virtual.pi import LOBBY, PAWN, SOON, STRANGER, Suite, notice, red


class Hands(Suite):
    steps = (
        "a_table_resumed", "a_tag_nobody_knows", "a_pawn_and_every_key", "lights_and_sounds", "a_reader_unplugged",
        "a_display_unplugged",
    )  # fmt: skip
    controls = ("a_tag_beside_the_reader", "a_pin_without_a_key")

    def a_table_resumed(self) -> str:
        self.resume()
        return "it answers"

    def a_tag_nobody_knows(self) -> str:
        self._notices("table.unknown_tag", partial(self.pi.lay, STRANGER), partial(self.pi.lift, STRANGER))
        self.pi.lift(STRANGER)
        self.pi.shows(LOBBY)
        return "each pixel of the display's notice, and of the lobby after it, decoded from its bytes on I2C"

    def a_pawn_and_every_key(self) -> str:
        before = self.pi.hand("traffic")["transfers"]
        for key in ("ok", "back", "last_order"):
            self._ticket()
            self.pi.hand("press", key)
            self.pi.shows(LOBBY)
        return f"a ticket, which each key drops: three by {self.pi.hand('traffic')['transfers'] - before} transfers on SPI"

    def lights_and_sounds(self) -> str:
        resting = self.pi.hand("watch", 4.0)
        assert resting["buzzer"] == 0, resting
        assert 0.02 < resting["green"] < 0.9, resting
        self.pi.until(self._sounds, "a sound")
        return (
            f"the LED breathes, on for {resting['green']:.0%} of a breath; the buzzer sounds after a strange tag, and only then"
        )

    def _sounds(self) -> bool:
        """Lay a strange tag, and return whether the buzzer sounds within ten seconds."""
        self.pi.lay(STRANGER)
        part = self.pi.hand("watch", 10.0)["buzzer"]
        self.pi.lift(STRANGER)
        return bool(part)

    def a_reader_unplugged(self) -> str:
        out, into = (partial(self.pi.hand, "plug", "reader", there) for there in (False, True))
        self._notices("table.reader_lost", out, into)
        self._notices("table.reader_back", into, out)
        self.pi.shows(LOBBY)
        return "said, and back without a restart"

    def a_display_unplugged(self) -> str:
        self.pi.hand("plug", "display", False)
        self.pi.until(lambda: "the display is lost" in self.pi.run("journalctl", "-u", "barkeep"), "the log's line")
        self.pi.hand("plug", "display", True)
        self.pi.shows(LOBBY)
        return "said, and drawn again"

    def a_tag_beside_the_reader(self) -> str:
        return red(lambda: self.pi.shows(notice("table.unknown_tag"), SOON / 4), "no picture without a tag on the reader")

    def a_pin_without_a_key(self) -> str:
        self._ticket()
        self.pi.hand("pull", 24)
        return red(lambda: self.pi.shows(LOBBY, SOON / 4), "the ticket stays")

    def _notices(self, code: str, act: Callable[[], Any], undo: Callable[[], Any]) -> None:
        """Do *act*, and *undo* and repeat it until its notice is seen: an emulated display may be slower than a notice."""

        def is_seen() -> bool:
            act()
            with suppress(Dead):
                self.pi.shows(notice(code), SOON / 4)
                return True
            undo()
            time.sleep(SOON / 12)
            return False

        self.pi.until(is_seen, code)

    def _ticket(self) -> None:
        """Lay a pawn and lift it: the display shows its ticket, which nobody can know before."""
        lobby, stranger = (one.convert("1").tobytes() for one in (LOBBY, notice("table.unknown_tag")))
        self.pi.lay(PAWN)
        self.pi.until(lambda: self.pi.picture().convert("1").tobytes() not in (lobby, stranger), "a ticket")
        self.pi.lift(PAWN)
