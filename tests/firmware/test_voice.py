"""The table's voice: what it says, how it is written, that the newest is said, and that a missing one costs nothing."""

import os
import re
import threading
from pathlib import Path
from typing import Final
from unittest.mock import Mock

import pytest

from companion.kit import Who, say
from companion.words import LANGUAGES, Words
from companion.words.aloud import aloud
from firmware.devices import DeviceError, Laid
from firmware.doctor import voice as doctor
from firmware.doctor.person import Nobody
from firmware.voice import espeak
from firmware.voice.espeak import Espeak
from firmware.voice.talker import Talker
from tests.catalogues import CATALOGUES
from tests.companion.settings import DRAW, FIRST_ROUND, play, sit_and_start
from tests.firmware.test_service import Room

PATIENCE: Final = 300.0  # A limit in seconds for a busy machine; no test waits until it is over.
SAID: Final = re.compile(r"[\w\s.,:;!?%'’()«»„“”\"-]*")  # What a voice says, or pauses at.


class Mouth:
    """A voice that says nothing before it may *go_on*, and can be *lost*; *tried* counts the texts that it was given."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.lost, self.tried, self.go_on = False, threading.Semaphore(0), threading.Event()

    def say(self, text: str) -> None:
        self.tried.release()
        self.go_on.wait(PATIENCE)
        if self.lost:
            raise DeviceError("voice", espeak.INSTALL)
        self.said.append(text)

    def close(self) -> None:
        self.go_on.set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_told_has_only_what_a_voice_can_say(language: str) -> None:
    words = Words(language, strict=True)
    texts = "".join(
        file.read_text("utf-8") for file in CATALOGUES if file.parts[-3] == language and "example" not in file.parts
    )
    told = re.findall(r'^msgid "(\w+\.told\.\w+)"\n(?:msgid_plural.*\n)?((?:msgstr.*\n)+)', texts, re.M)
    assert len(told) > 80
    for code, sentence in told:
        fields = {name: "4 + 5" if name == "terms" else 7 for name in re.findall(r"{(\w+)", sentence)}
        assert SAID.fullmatch(text := aloud(words, say(code, **fields), {})), text
    paused = say("table.told.paused", who=Who("A"))
    assert "Zoë h l'oU --x" in aloud(words, paused, {"A": "Zoë [[h@l'oU]] \u2603 --x"})
    assert words.text("table.seat.A") in aloud(words, paused, {"A": "\u2603"})


def test_it_says_what_everybody_is_told_once_and_what_a_tap_comes_to(tmp_path: Path) -> None:
    room, talker = Room(tmp_path), Talker(Mouth())
    room.service._talker = talker
    sit_and_start(room.table)
    play(room.table, [DRAW, FIRST_ROUND[0]])
    for _ in range(2):  # The second look has nothing new.
        room.look()
    room.service.heard(Laid("reader 1", b"\4new"))
    told = "Ann’s pawn comes out of the bag. Ann opens Tide Bar. Rent 2 from the next turn."
    assert list(talker._texts) == [told, "This tag is new here. Nothing has changed."]


def test_it_waits_as_long_as_the_display_does_for_what_the_screen_shows_first(tmp_path: Path) -> None:
    room, talker = Room(tmp_path), Talker(Mouth())
    room.service._talker = talker
    sit_and_start(room.table)
    play(room.table, [DRAW])
    wait = room.table.now.public.screen.after
    for ms, said in ((0, []), (wait - 1, []), (1, ["Ann’s pawn comes out of the bag."])):
        room.look(ms / 1000)
        assert list(talker._texts) == said


def test_the_newest_is_said_and_a_lost_voice_is_logged_once_and_comes_back(caplog: pytest.LogCaptureFixture) -> None:
    mouth = Mouth()
    talker, mouth.lost = Talker(mouth), True
    thread = threading.Thread(target=talker.talk_forever)
    thread.start()
    talker.tell("1")
    assert mouth.tried.acquire(timeout=PATIENCE)  # It is being said while the others come.
    for text in "234":
        talker.tell(text)
    assert list(talker._texts) == ["3", "4"]
    mouth.go_on.set()
    assert mouth.tried.acquire(timeout=PATIENCE)
    assert mouth.tried.acquire(timeout=PATIENCE)
    mouth.lost = False
    talker.tell("5")
    assert mouth.tried.acquire(timeout=PATIENCE)
    talker.close()
    thread.join(PATIENCE)
    assert (caplog.messages, mouth.said[-1]) == ([f"the voice is lost: {espeak.INSTALL}", "the voice is back"], "5")


@pytest.mark.parametrize(("script", "verdict", "remedy"), [
    ("grep -q speaks", "skipped", "listen"), (None, "fail", "install_espeak"), ("exit 3", "fail", "check_loudspeaker"),
    ("echo error: No such file >&2", "fail", "connect_loudspeaker"),
])  # fmt: skip
def test_the_doctor_tries_the_voice_and_says_what_it_lacks(script: str | None, verdict: str, remedy: str) -> None:
    program = ("sh", "-c", script) if script else ("espeak-ng-that-is-missing",)
    finding = doctor.examine("en", Nobody(), Espeak("en", program))
    assert (finding.verdict.value, finding.remedy.code) == (verdict, f"doctor.do.{remedy}")
    asked = [doctor.examine("fr", Mock(hears=Mock(return_value=heard)), Mouth()) for heard in (True, False)]
    assert [one.said.code for one in asked] == ["doctor.voice.ok", "doctor.voice.silent"]


def test_closing_silences_it_in_the_middle_of_a_word(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "speaks")
    voice = Espeak("en", ("sh", "-c", f"echo > {tmp_path}/speaks; exec sleep 3600"))
    thread = threading.Thread(target=voice.say, args=["A long story."])
    thread.start()
    assert (tmp_path / "speaks").read_text() == "\n"  # Waits until the program has begun.
    voice.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    voice.say("Nothing more.")
