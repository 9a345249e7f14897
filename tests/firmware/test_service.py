"""Service at the table: what display, buzzer, LED and voice say of taps, tickets, pauses, tags that are taught, idle hours."""

import random
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TypeAlias
from unittest.mock import Mock

import pytest

from companion.agreeing.evening import pausing
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.games import installed
from companion.kit import Screen, Who, say
from companion.lab.announcing import Told
from companion.lab.simulate import play, varied_options
from companion.seats.seating import MoveSeat, SitDown
from companion.seats.tickets import SECONDS
from companion.words import Words
from companion.words.aloud import aloud
from firmware.devices import Button, DeviceError, Laid, Light, Phrase
from firmware.display import screens
from firmware.display.burn_in import BRIGHT, HIDE_AFTER
from firmware.display.pace import NEVER, Pace
from firmware.doctor import voice as doctor
from firmware.reader.presence import Crowded
from firmware.reader.reading import ReaderBack, ReaderLost
from firmware.service import AMBER, COLOURS, NOTICE_SECONDS
from firmware.voice import espeak
from firmware.voice.espeak import Espeak
from firmware.voice.talker import Talker
from tests.companion import settings
from tests.companion.settings import DRAW, FIRST_ROUND, NAMES, SEATS, sit_and_start
from tests.evenings.house import PATIENCE, until
from tests.firmware.rooms import BAG, PAWN, WORDS, Room, notice, shows_game, shows_ticket

Paced: TypeAlias = Callable[..., Screen]


def test_a_bag_pawn_shows_its_seats_code_for_a_minute_and_a_move_is_told_to_everybody_once(playing: Room) -> None:
    assert (playing.lay(BAG), shows_ticket(playing)) == (Phrase.RIGHT, True)
    playing.now = SECONDS - 0.1
    assert (shows_ticket(playing), shows_game(playing, 0.1)) == (True, True)
    playing.lay(BAG)
    playing.table.pawns.move(playing.table.now.ticket.code, "new phone")
    names = dict(zip(SEATS, NAMES, strict=True))
    assert playing.shows(notice(say("table.told.moved", who=Who("B")), names))
    assert shows_game(playing, NOTICE_SECONDS)
    playing.table.act("A", MoveSeat("another new phone"))
    assert playing.shows(notice(say("table.told.moved", who=Who("A")), names))


def test_a_pause_is_on_the_display_until_the_game_goes_on(playing: Room) -> None:
    playing.table.act("C", Pause())
    playing.look()
    assert playing.board.lit == (Light.READY, AMBER)
    assert playing.shows(screens.draw(pausing.screen("C"), WORDS, playing.table.now.names), NOTICE_SECONDS)
    assert playing.lay(BAG) is Phrase.RIGHT  # A seat can still move during a pause.
    assert shows_ticket(playing)
    playing.table.act("A", GoOn())
    playing.table.press("back")  # Cancels the ticket.
    playing.look(NOTICE_SECONDS)
    assert shows_game(playing, NOTICE_SECONDS)


@pytest.mark.parametrize(("reading", "code"), [
    (Crowded("reader 1", (BAG, PAWN)), "one_at_a_time"), (ReaderLost("reader 1", ""), "reader_lost"),
    (ReaderBack("reader 1"), "reader_back"), (Laid("reader 1", b"new!"), "unknown_tag"),
])  # fmt: skip
def test_what_the_reader_tells_besides_is_shown(room: Room, reading: object, code: str) -> None:
    room.service.heard(reading)
    assert room.shows(notice(say(f"table.{code}")))
    assert (room.board.phrase is Phrase.WRONG) == (code in ("one_at_a_time", "unknown_tag"))
    assert room.table.now.waiting_tag == (b"new!" if code == "unknown_tag" else None), "the page can answer"
    assert room.table.now.has_reader is (code != "reader_lost")
    assert room.table.now.refused.said.code == f"table.{code}"  # On the pages, too.


def test_the_end_says_how_the_box_stands_and_the_game_goes_on(room: Room) -> None:
    sit_and_start(room.table)
    room.table.act(*DRAW)
    game = room.look()
    assert room.board.lit == (Light.ASKED, COLOURS["A"])
    room.table.teaching.start_walk(renew=False)
    room.lay(BAG)
    assert (room.board.lit, room.press(Button.LAST_ORDER)) == ((Light.READY, AMBER), Phrase.RIGHT)
    assert room.shows(notice(say("enrolment.missing", count=len(room.table.now.box) - 1)))
    assert room.shows(game, NOTICE_SECONDS)


@pytest.mark.parametrize("wake", ["tap", "key", "long key", "reader", "move"])
def test_a_hand_a_move_and_the_reader_light_it(room: Room, wake: str) -> None:
    room.look()
    assert room.look(HIDE_AFTER).getbbox() is None
    if "key" in wake:
        room.press(Button.OK, long=wake == "long key")
    elif wake == "move":
        room.table.act("A", SitDown("Noor", "a" * 64))
    else:
        room.service.heard(Laid("reader 1", BAG) if wake == "tap" else ReaderBack("reader 1"))
    assert (room.look().getbbox() is None, room.oled.contrast) == (False, BRIGHT)
    assert room.service.asked_to_stop.empty() == (wake != "long key")


@pytest.fixture
def paced() -> Paced:
    """Return what the display shows at a time, in seconds."""
    now = [0.0]
    pace = Pace(lambda: now[0])

    def shown(at: float, wanted: Screen | None, due: float = NEVER, **covered: bool) -> Screen | None:
        now[0] = at
        screen = pace.shown(wanted, **covered)
        assert pace.patience() == pytest.approx(due) or due == NEVER
        return screen

    return shown


def test_an_outcome_stays_until_it_is_read_and_no_screen_runs_ahead_of_the_table_screen(paced: Paced) -> None:
    idle, sold, drawn = Screen(say("idle")), Screen(say("sold"), is_outcome=True), Screen(say("drawn"), after=1200)
    assert Pace(lambda: 0.0).shown(replace(idle, announces=(sold,))) == sold, "after a restart the last one is shown once more"
    turns = [(0, idle, idle), (1, sold, sold), (3.5, drawn, sold), (3.9, idle, sold), (4, drawn, sold), (4.6, drawn, sold)]
    for at, wanted, shown in (*turns, (5.2, drawn, drawn), (6, sold, sold)):
        assert paced(at, wanted) is shown or paced(at, wanted) == shown, at
    assert paced(6.1, idle, 2.9) == sold
    shown = [paced(at, idle, covered=at < 9) for at in (7, 8, 9, 10.9, 11)]
    assert shown == [sold, sold, sold, sold, idle], "a notice takes 2 s"


@pytest.mark.parametrize("name", installed())
def test_every_outcome_of_a_game_is_shown_for_three_seconds_however_fast_it_is_played(name: str, paced: Paced) -> None:
    game, told, wanted, shown = installed()[name], Told(), [], []
    options = varied_options(game, random.Random(4))
    for step in play(game, game.SEATS[: game.MOST], options, random.Random(4)).steps:
        wanted.append(told.screen(game, step))
        shown.append(paced(len(wanted) / 10, wanted[-1]))
    shown += [paced((len(wanted) + more) / 10, wanted[-1]) for more in range(1, 40 * len(wanted))]
    runs = [(screen, sum(1 for _ in run)) for screen, run in groupby(shown)]
    outcomes = [screen for screen, _ in runs if screen.is_outcome]
    assert all(tenths >= 30 for screen, tenths in runs if screen.is_outcome)
    due = {replace(one, announces=()) for one in wanted if one.is_outcome} | {a for one in wanted for a in one.announces}
    assert (due, len(outcomes) > 5) == ({*outcomes}, True)


def test_a_voice_says_signs_as_words_and_of_a_name_what_can_be_said() -> None:
    words, paused = Words("en", strict=True), say("table.told.paused", who=Who("A"))
    assert "Zoë h l'oU --x" in aloud(words, paused, {"A": "Zoë [[h@l'oU]] \u2603 --x"})
    assert words.text("table.seat.A") in aloud(words, paused, {"A": "\u2603"})
    refused = say("barracuda.told.partnership_refused", lessee="C", bar="Octopus", amount=4, total=8)
    assert aloud(words, refused, {}) == "C refuses a partner in Octopus. 4 plus 4 makes 8 go to the bank."


def test_it_says_what_everybody_is_told_once_and_what_a_tap_comes_to(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    room, talker = Room(tmp_path), Talker(voice := Mock())
    room.service._talker = talker
    sit_and_start(room.table)
    settings.play(room.table, [DRAW])
    wait, first = room.table.now.public.screen.after, "Ann’s pawn comes out of the bag."
    for ms, said in ((0, []), (wait - 1, []), (1, [first]), (1, [first])):  # The last look has nothing new.
        room.look(ms / 1000)
        assert list(talker._texts) == said
    settings.play(room.table, [FIRST_ROUND[0], DRAW, FIRST_ROUND[1]])
    room.look()
    room.service.heard(Laid("reader 1", b"\4new"))
    ann, bob = "Ann opens Tide Bar. Rent 2 from the next turn.", "Bob opens Octopus. Rent 5 from the next turn."
    told = [f"{ann} Bob’s pawn comes out of the bag. {bob}", "This tag is new here. Nothing has changed."]
    assert list(talker._texts) == told
    voice.say.side_effect = [DeviceError("voice", "plug it in"), None, None]
    thread = threading.Thread(target=talker.talk_forever)
    thread.start()
    until(lambda: caplog.messages == ["the voice is lost: plug it in", "the voice is back"], "both texts")
    talker.tell("One more.")
    until(lambda: voice.say.call_count == 3, "another text")
    talker.close()
    thread.join(PATIENCE)
    assert (thread.is_alive(), len(caplog.messages)) == (False, 2)
    assert [one.args for one in voice.say.call_args_list] == [(text,) for text in (*told, "One more.")]


@pytest.mark.parametrize(("script", "heard", "verdict", "remedy"), [
    ("grep -q speaks", None, "skipped", "listen"), (None, None, "fail", "install_espeak"), ("exit", True, "ok", "nothing"),
    ("exit 3", None, "fail", "check_loudspeaker"), ("exec sleep 600", None, "fail", "check_loudspeaker"),
    ("exit", False, "fail", "connect_loudspeaker"), ("echo error: No such file >&2", None, "fail", "connect_loudspeaker"),
])  # fmt: skip
def test_the_doctor_tries_the_voice_and_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, script: str | None, heard: bool | None, verdict: str, remedy: str
) -> None:
    monkeypatch.setattr(espeak, "LONGEST", 0.01 if script == "exec sleep 600" else PATIENCE)
    program = ("sh", "-c", script) if script else ("espeak-ng-that-is-missing",)
    finding = doctor.examine("en", Mock(hears=lambda play, _: play() or heard), Espeak("en", program))
    assert (finding.verdict.value, finding.remedy.code) == (verdict, f"doctor.do.{remedy}")


def test_a_voice_that_is_closed_breaks_off_and_begins_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    voice, spoken = Espeak("en", ("sh", "-c", "exec sleep 600")), []
    monkeypatch.setattr(
        subprocess.Popen, "communicate", lambda process, *_, **__: spoken.append(process) or voice.close() or ("", "")
    )
    for text in ("It is", "your turn"):
        voice.say(text)
    assert [one.returncode for one in spoken] == [-9]
