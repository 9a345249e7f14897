"""Examine the voice: is espeak-ng installed, does it find a loudspeaker, and does somebody understand it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.kit.messages import say
from companion.words import Words
from firmware.devices import DeviceError
from firmware.doctor.finding import Finding, fail, ok, skipped
from firmware.voice.espeak import CONNECT, INSTALL, Espeak

if TYPE_CHECKING:
    from firmware.devices import Voice
    from firmware.doctor.person import Person

REMEDIES: Final = {INSTALL: say("doctor.do.install_espeak"), CONNECT: say("doctor.do.connect_loudspeaker")}


def examine(language: str, person: Person, voice: Voice | None = None) -> Finding:
    """Have a sentence said in *language*, by espeak-ng unless a *voice* is given, and ask whether *person* understood it."""
    voice, sentence = voice or Espeak(language), Words(language).text("table.aloud.begins")
    try:
        heard = person.hears(lambda: voice.say(sentence), say("doctor.ask.voice"))
        if heard is None:
            voice.say(sentence)  # Nobody listens, but what is missing is found.
    except DeviceError as loss:
        return fail("voice", say("doctor.voice.lost"), REMEDIES.get(loss.remedy, say("doctor.do.check_loudspeaker")))
    match heard:
        case None:
            return skipped("voice", say("doctor.voice.unheard"), say("doctor.do.listen"))
        case True:
            return ok("voice", say("doctor.voice.ok"))
    return fail("voice", say("doctor.voice.silent"), say("doctor.do.connect_loudspeaker"))
