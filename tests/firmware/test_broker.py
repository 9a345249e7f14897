"""What is published on a broker: what everybody sees, anew after each return, and nobody waits for it."""

import itertools
import json
import random
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.agreeing.evening.history import Finished, Part
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.motions import Motion, Vote
from companion.club import reports
from companion.kit import TABLE
from companion.match.duplicates import Duplicate
from companion.table import posting
from firmware.broker.duplicates import KeptDuplicates
from firmware.broker.identity import identity
from firmware.broker.mqtt import Address, Mqtt
from firmware.broker.post import Post
from firmware.broker.results import Results
from firmware.command import main
from firmware.doctor import broker as doctor
from tests.companion.settings import DRAW, FIRST_ROUND, NAMES, play, sit_and_start, table_in, to_the_end, with_draws
from tests.evenings.house import Phone, open_house, until

MOSQUITTO: Final = shutil.which("mosquitto", path="/usr/sbin:/usr/bin")
real = pytest.mark.skipif(not MOSQUITTO, reason="NO MOSQUITTO: no real broker was told anything. Install mosquitto.")


class Memory:
    """A broker that remembers what it was told; it is reached once *arrivals* says so."""

    def __init__(self) -> None:
        self.arrivals, self.told, self.closed = 0, list[tuple[str, Any, bool]](), False
        self.answered = list[str]()
        self.given = list[str]()

    def publish(self, topic: str, payload: str, *, keep: bool = False, surely: bool = False) -> None:
        if self.arrivals:
            self.told.append((topic, json.loads(payload) if payload.startswith("{") else payload, keep))

    def heard(self) -> list[tuple[str, str]]:
        heard = [("club/0123456789/acknowledged", one) for one in self.answered]
        heard += [("club/0123456789/duplicate", one) for one in self.given]
        self.answered, self.given = [], []
        return heard

    def close(self) -> None:
        self.closed = True

    def taken(self, ending: str) -> list[Any]:
        """Return the payloads of the topic with this *ending* since the last call, and forget all others."""
        told, self.told = self.told, []
        return [payload for topic, payload, _ in told if topic.endswith(ending)]


@pytest.fixture
def table(tmp_path: Path) -> Any:
    return table_in(tmp_path)


@pytest.fixture
def post(tmp_path: Path) -> Any:
    def made(table: Any, memory: Memory, *, named: bool = False, **more: Any) -> Post:
        return Post(table, memory, "0123456789", "1.0", tmp_path, prefix="club", named=named, **more)

    return made


def test_what_happens_is_told_as_codes_and_numbers_and_the_state_is_retained(table: Any, post: Any) -> None:
    (memory := Memory()).arrivals = 1
    (sender := post(table, memory)).step()
    assert [(topic, keep) for topic, _, keep in memory.told] == [
        ("homeassistant/device/barkeep_0123456789/config", True),
        ("club/0123456789/status", True),
        ("club/0123456789/state", True),
        ("club/0123456789/health", True),
    ]
    assert memory.told[2][1]["free"] == [*"ABCDEF"]
    memory.told.clear()
    sit_and_start(table)
    play(table, with_draws(FIRST_ROUND[:1]))
    sender.step()
    state = memory.told[0][1]
    assert (state["phase"], state["game"], state["number"], state["round"]) == ("playing", "barracuda", 1, 1)
    assert state["bank"] == table.now.view(TABLE).bank.real
    told = memory.taken("/event")
    assert [one["event_type"] for one in told[:1]] == ["game_started"]
    opened = next(one for one in told if one.get("code") == "barracuda.told.opened")
    assert (opened["fields"]["who"], opened["fields"]["bar"]) == ("A", "Tide Bar")
    for command, kind in ((Pause(), "paused"), (GoOn(), "resumed")):
        table.act("B", command)
        sender.step()
        assert [one["event_type"] for one in memory.taken("/event") if one["event_type"] != "told"] == [kind]
    before = table.now.match.tip
    play(table, [DRAW])
    for seat in table.now.seating.sitters:
        if not table.now.match.gone:
            table.act(seat, Vote(Motion("take_back", "A", before), True))
    sender.step()
    assert "taken_back" in [one["event_type"] for one in memory.taken("/event")]
    to_the_end(table, random.Random(2))
    sender.step()
    assert memory.told[0][1]["winners"] == list(table.now.view(TABLE).outcome.winners) != []
    won = memory.told[0][1]["winners"]
    assert {"event_type": "won", "seats": won} in (news := memory.taken("/event"))
    assert "game_over" in [one["event_type"] for one in news]
    memory.answered = ['{"mark": ""}']
    sender.step()
    assert [seat["seat"] for seat in memory.taken("/result")[0]["seats"] if seat["place"] == 1] == won


@pytest.mark.parametrize("named", [True, False])
def test_names_are_told_only_if_the_table_wants_it(table: Any, post: Any, named: bool) -> None:
    (memory := Memory()).arrivals = 1
    sender = post(table, memory, named=named)
    sit_and_start(table)
    for act in with_draws(FIRST_ROUND):
        play(table, [act])
        sender.step()
    assert {name in json.dumps(memory.told) for name in NAMES} == {named}


def test_a_broker_that_was_lost_is_told_everything_anew_and_no_old_news(table: Any, post: Any) -> None:
    sender = post(table, memory := Memory())
    sit_and_start(table)
    sender.step()
    assert memory.told == []
    memory.arrivals = 1
    sender.step()
    assert [topic.rpartition("/")[2] for topic, _, _ in memory.told] == ["config", "status", "state", "health"]
    sender.step()
    assert len(memory.told) == 4
    memory.arrivals += 1
    sender.address = "http://10.42.0.1/"
    sender.step()
    assert (len(memory.told), memory.told[-1][1]["address"]) == (8, "http://10.42.0.1/")


@pytest.mark.parametrize("failing", range(4))
def test_after_a_fault_of_the_program_all_that_is_retained_is_told_anew(table: Any, post: Any, failing: int) -> None:
    sender = post(table, memory := Memory())
    memory.arrivals, publish, calls = 1, memory.publish, itertools.count()

    def fail_once(*given: Any, **more: Any) -> None:
        if next(calls) == failing:
            raise RuntimeError("Noor has 50")
        publish(*given, **more)

    memory.publish = fail_once  # type: ignore[method-assign]
    assert [sender.outlive_step(), sender.outlive_step()] == [False, True]
    assert [topic.rpartition("/")[2] for topic, _, _ in memory.told[-4:]] == ["config", "status", "state", "health"]


def finished(number: int) -> Finished:
    return Finished(
        number, "shark", "2026-11-26T21:03:07+01:00", 61, (Part("A", "Ada", 1, 40), Part("B", "", 2, 30, of_house=True))
    )


def test_a_result_is_told_until_a_hub_has_it_whichever_of_the_two_is_started_anew(tmp_path: Path) -> None:
    history = [finished(number) for number in range(1, 31)]

    def told(results: Results, arrivals: int, *answers: str) -> list[int]:
        return [one.number for one in results.due(history[:29], arrivals, answers)]

    first = Results(tmp_path)
    assert (told(first, 1), told(first, 1)) == ([*range(1, 21)], [])
    heard = [json.dumps({"mark": history[number - 1].mark}) for number in (2, 2, 1)]
    assert told(first, 1, *heard) == [*range(21, 30)]  # What waits holds up nothing.
    for nonsense in ("", "2", '{"mark": true}', '{"mark": "x"}', '{"number": 3}', "[" * 1000, "null"):
        assert told(first, 1, nonsense) == []
    assert told(first, 1, '{"mark": ""}') == told(first, 2) == told(Results(tmp_path), 1) == [*range(3, 23)]  # The hub is new.
    assert Results(tmp_path).due(history[:2], 1, []) == []
    anew = replace(history[0], ended="2026-11-27T19:40")  # In a journal that was begun anew, numbers begin again.
    assert Results(tmp_path).due([anew, history[1]], 1, []) == [anew]
    (tmp_path / "acknowledged").write_bytes(b"\xff")
    assert told(Results(tmp_path), 1)[0] == 1
    assert [one.number for one in first.due([*history[:2], history[29]], 2, [])] == [30]


def test_a_hub_hands_out_a_duplicate_only_to_a_table_that_takes_them(post: Any, tmp_path: Path) -> None:
    given, kept = Duplicate("shark", ("A", "B"), {}, "5e" * 32), KeptDuplicates(tmp_path)
    table = table_in(tmp_path, duplicates=kept)
    for takes in (None, kept):
        (memory := Memory()).arrivals = 1
        memory.given = ["nonsense", given.written]
        post(table, memory, duplicates=takes).step()
        assert table.now.duplicate == (given.offer if takes else None)


def test_a_result_has_names_only_if_the_table_wants_it() -> None:
    told = posting.result(finished(7), named=False)
    assert reports.result(json.dumps(told).encode()).ended == "2026-11-26T21:03"  # A hub can read it.
    assert (told["number"], told["seats"][1]) == (7, {"seat": "B", "place": 2, "sum": 30, "of_house": True})
    assert posting.result(finished(7), named=True)["seats"][0]["name"] == "Ada"


def test_home_assistant_finds_a_sensor_for_each_part_of_the_state_and_every_kind_of_event(table: Any, post: Any) -> None:
    (memory := Memory()).arrivals = 1
    post(table, memory).step()
    (_, device, _), _, (state, _, _), _ = memory.told
    parts = device["cmps"].values()
    assert (bool(device["o"]["name"]), device["availability_topic"]) == (
        True,
        "club/0123456789/status",
    )
    assert len({part["unique_id"] for part in parts}) == len(device["cmps"])
    assert {part["state_topic"] for part in parts if part["p"] != "event"} == {state}
    assert device["cmps"]["news"]["event_types"] == list(posting.KINDS)


def test_an_identity_is_made_once_and_a_spoilt_one_anew(tmp_path: Path) -> None:
    made = identity(tmp_path)
    assert (len(made), identity(tmp_path), (tmp_path / "identity").stat().st_mode & 0o077) == (10, made, 0)
    (tmp_path / "identity").write_bytes(b"+/#\xff")
    assert identity(tmp_path) not in (made, "")


def test_a_copied_card_is_another_table_on_another_board_and_on_its_own_the_same(tmp_path: Path) -> None:
    (serial := tmp_path / "serial").write_bytes(b"10000000abcdef01\0")
    made = identity(tmp_path, tmp_path / "none")  # By an earlier version, which knew no boards.
    assert identity(tmp_path, serial) == identity(tmp_path, serial) == identity(tmp_path, tmp_path / "none") == made
    serial.write_bytes(b"10000000abcdef02\0")
    copied = identity(tmp_path, serial)
    assert copied != made
    assert identity(tmp_path, serial) == copied


HERE: Final = ("--mqtt-address", "localhost")


@pytest.mark.parametrize(("option", "said"), [
    (("--mqtt-address", "mqtt://here"), "isn't an address"), (("--mqtt-address", "a:b"), "isn't an address"),
    (("--mqtt-address", "a:65536"), "isn't an address"), (("--mqtt-address", "a..b"), "isn't an address"),
    (("--mqtt-prefix", "a/+"), "a topic"),
    ((*HERE, "--mqtt-ca", "/nowhere"), "/nowhere"),
    ((*HERE, "--mqtt-user", "bar", "--mqtt-password-file", "/nothing"), "/nothing"),
    (("--reader", "pcsc", "--stand", "2"), "only 1"), (("--reader", "keyboard", "--stand", "1"), "types"),
])  # fmt: skip
def test_options_that_make_no_sense_are_refused(
    option: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["run", "--hardware", "none", "--port", "0", "--host", "127.0.0.1", "--data", str(tmp_path), *option]
    try:
        code = main(run)
    except SystemExit as end:
        code = end.code
    assert (code, said in capsys.readouterr().err) in ((1, True), (2, True))


@contextmanager
def broker(port: int, folder: Path, lets_in: str = "allow_anonymous true") -> Iterator[None]:
    """Run Mosquitto on *port*; at the end it is killed, as by a power cut."""
    (folder / "users").touch(0o600)
    (folder / "mosquitto.conf").write_text(f"user root\nlistener {port} 127.0.0.1\n{lets_in}\n", encoding="ascii")
    with subprocess.Popen([MOSQUITTO, "-c", str(folder / "mosquitto.conf")], stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: answers(port), "Mosquitto")
            yield
        finally:
            process.kill()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def talking(port: int) -> Iterator[Client]:
    """Yield a client of the broker on *port*, once it is let in."""
    (client := Client(CallbackAPIVersion.VERSION2)).connect("127.0.0.1", port)
    client.loop_start()
    until(client.is_connected, "a place on the broker")
    yield client
    client.disconnect()
    client.loop_stop()


@contextmanager
def listening(port: int) -> Iterator[dict[str, str]]:
    """Yield what is retained or passes by, the newest of each topic."""
    heard: dict[str, str] = {}
    with talking(port) as client:
        client.on_message = lambda _, __, one: heard.__setitem__(one.topic.rpartition("/")[2], one.payload.decode())
        client.subscribe("#")
        yield heard


@pytest.mark.broad
@real
def test_a_real_broker_hears_a_table_whichever_of_the_two_is_pulled_out(tmp_path: Path) -> None:
    port = free()
    with open_house(tmp_path / "t", "--mqtt-address", f"127.0.0.1:{port}") as house:  # It waits for no broker.
        with broker(port, tmp_path), listening(port) as heard:
            until(lambda: heard.get("status") == "online" and "state" in heard and "config" in heard, "a table on the broker")
            house.kill()
            until(lambda: heard["status"] == "offline", "the broker's own word that the table is gone")
            house.start()
            until(lambda: heard["status"] == "online", "the table again")
        with broker(port, tmp_path), listening(port) as heard:
            until(lambda: heard.get("status") == "online" and "config" in heard, "the table on the next broker")
            Phone(house, "A").sit()
            until(lambda: '"seats": ["A"]' in heard.get("state", ""), "whoever sits down since")
            said = house.stop()
            until(lambda: heard["status"] == "offline", "a goodbye")
    assert (said.count("is lost"), said.count("is back")) == (1, 1)


@pytest.mark.broad
@real
def test_the_doctor_tells_a_broker_that_is_away_from_one_that_knows_nobody(tmp_path: Path) -> None:
    port, word = free(), tmp_path / "word"
    word.write_text("wrong\n", encoding="ascii")
    (tmp_path / "no text").write_bytes(b"\xff")
    found = [doctor.examine(Address("127.0.0.1", port, user, tmp_path / "no text")) for user in ("", "bar")]
    with broker(port, tmp_path):
        found += [doctor.examine(Address("127.0.0.1", port)), doctor.examine(Address("127.0.0.1", port, key=word))]
        line = Mqtt(Address("127.0.0.1", port), "0123456789", "club/0123456789/status", ["club/0123456789/acknowledged"])
        line._client._handle_on_message(MQTTMessage(topic=b"\xff"))  # What raises here ends paho's thread for good.
    line._client.is_connected = lambda: True  # So it seems, the moment before it is lost.
    with broker(port, tmp_path, f"password_file {tmp_path}/users"):
        found.append(doctor.examine(Address("127.0.0.1", port, "bar", word)))
    line.close()
    assert [one.said.code.rpartition(".")[2] for one in found] == ["lost", "lost", "ok", "lost", "refused"]
