"""What is published on a broker: what everybody sees, anew after each return, and nobody waits for it."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import DEFAULT, Mock

import pytest
from paho.mqtt.client import MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from companion.agreeing.evening.history import Finished, Part
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.motions import Motion, Vote
from companion.club import reports
from companion.kit import TABLE
from companion.match.duplicates import Duplicate
from companion.table import posting
from firmware.broker import home_assistant
from firmware.broker.duplicates import KeptDuplicates
from firmware.broker.identity import identity
from firmware.broker.mqtt import Address, Ear, Mqtt, Tables, try_once
from firmware.broker.post import Post, topics
from firmware.broker.results import Results
from firmware.doctor import broker as doctor
from tests.companion.settings import DRAW, FIRST_ROUND, NAMES, play, sit_and_start, table_in, to_the_end, with_draws
from tests.evenings.house import Phone, open_house, until
from tests.firmware.hubs import broker, free, real, talking

RETAINED: Final = ["config", "status", "state", "health"]


class Memory:
    """A broker that remembers what it was told; it is reached once *arrivals* says so. A hub there `says` texts on topics."""

    def __init__(self, arrivals: int = 1) -> None:
        self.arrivals, self.told, self.says = arrivals, list[tuple[str, Any, bool]](), list[tuple[str, str]]()

    def publish(self, topic: str, payload: str, *, keep: bool = False, surely: bool = False) -> None:
        if self.arrivals:
            self.told.append((topic, json.loads(payload) if payload.startswith("{") else payload, keep))

    def heard(self) -> list[tuple[str, str]]:
        said, self.says = self.says, []
        return [(f"club/0123456789/{topic}", text) for topic, text in said]

    def taken(self, ending: str) -> list[Any]:
        """Return the payloads of the topic with this *ending* since the last call, and forget all others."""
        told, self.told = self.told, []
        return [payload for topic, payload, _ in told if topic.endswith(ending)]

    def topics(self) -> list[str]:
        return [topic.rpartition("/")[2] for topic, _, _ in self.told]


@pytest.fixture
def table(tmp_path: Path) -> Any:
    return table_in(tmp_path)


@pytest.fixture
def post(tmp_path: Path, table: Any) -> Any:
    given = {"identity": "0123456789", "version": "1.0", "folder": tmp_path, "prefix": "club", "named": False}
    return lambda memory, of=table, **more: Post(of, memory, **given | more)


def test_what_happens_is_told_as_codes_and_numbers_and_the_state_is_retained(table: Any, post: Any) -> None:
    (sender := post(memory := Memory())).step()
    kept = ["homeassistant/device/barkeep_0123456789/config", *(f"club/0123456789/{name}" for name in RETAINED[1:])]
    assert [(topic, keep) for topic, _, keep in memory.told] == [(topic, True) for topic in kept]
    assert memory.told[2][1]["free"] == [*"ABCDEF"]
    memory.told.clear()
    sit_and_start(table)
    play(table, with_draws(FIRST_ROUND[:1]))
    sender.step()
    state = memory.told[0][1]
    assert (state["phase"], state["game"], state["number"], state["round"]) == ("playing", "barracuda", 1, 1)
    assert state["bank"] == table.now.view(TABLE).bank.real
    begun, *told = memory.taken("/event")
    assert begun["event_type"] == "game_started"
    opened = next(one["fields"] for one in told if one.get("code") == "barracuda.told.opened")
    assert (opened["who"], opened["bar"]) == ("A", "Tide Bar")
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
    assert (won := memory.told[0][1]["winners"]) == list(table.now.view(TABLE).outcome.winners) != []
    assert {"event_type": "won", "seats": won} in (news := memory.taken("/event"))
    assert "game_over" in [one["event_type"] for one in news]
    memory.says = [("acknowledged", '{"mark": ""}')]
    sender.step()
    assert [seat["seat"] for seat in memory.taken("/result")[0]["seats"] if seat["place"] == 1] == won


def finished(number: int) -> Finished:
    parts = (Part("A", "Ada", 1, 40), Part("B", "", 2, 30, of_house=True))
    return Finished(number, "shark", "2026-11-26T21:03:07+01:00", 61, parts)


@pytest.mark.parametrize("named", [True, False])
def test_names_are_told_only_if_the_table_wants_it(table: Any, post: Any, named: bool) -> None:
    sender = post(memory := Memory(), named=named)
    sit_and_start(table)
    for act in with_draws(FIRST_ROUND):
        play(table, [act])
        sender.step()
    assert {name in json.dumps(memory.told) for name in NAMES} == {named}
    told = posting.result(finished(7), named=named)
    assert reports.result(json.dumps(told).encode()).ended == "2026-11-26T21:03"  # A hub can read it.
    ada, house = {"seat": "A", "place": 1, "sum": 40, "of_house": False}, {"seat": "B", "place": 2, "sum": 30, "of_house": True}
    assert (told["number"], told["seats"]) == (7, [ada | {"name": "Ada"}, house | {"name": ""}] if named else [ada, house])


def test_a_broker_that_was_lost_is_told_everything_anew_and_no_old_news(table: Any, post: Any) -> None:
    sender = post(memory := Memory(arrivals=0))
    sit_and_start(table)
    sender.step()
    assert memory.told == []
    memory.arrivals = 1
    for _ in range(2):
        sender.step()
        assert memory.topics() == RETAINED
    memory.arrivals += 1
    sender.address = "http://10.42.0.1/"
    sender.step()
    assert (len(memory.told), memory.told[-1][1]["address"]) == (8, "http://10.42.0.1/")


@pytest.mark.parametrize("failing", range(4))
def test_after_a_fault_of_the_program_all_that_is_retained_is_told_anew(post: Any, failing: int) -> None:
    sender, results = post(memory := Memory()), [DEFAULT] * failing + [RuntimeError("Noor has 50")] + [DEFAULT] * 9
    memory.publish = Mock(wraps=memory.publish, side_effect=results)  # type: ignore[method-assign]  # It fails for once.
    memory.close = Mock()  # type: ignore[attr-defined]
    sender.post_forever(stop := Mock(is_set=Mock(side_effect=[False, True, False, True, True])))  # After two steps.
    assert (memory.topics()[-4:], stop.wait.call_count, memory.close.call_count) == (RETAINED, 1, 1)


def test_a_result_is_told_until_a_hub_has_it_whichever_of_the_two_is_started_anew(tmp_path: Path, caplog: Any) -> None:
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
    (tmp_path / "acknowledged.new").mkdir()
    assert (told(first, 3, json.dumps({"mark": history[2].mark}))[0], "acknowledged can't be kept" in caplog.text) == (4, True)


def test_a_hub_hands_out_a_duplicate_only_to_a_table_that_takes_them_and_can(post: Any, tmp_path: Path, caplog: Any) -> None:
    given, kept = Duplicate("shark", ("A", "B"), {}, "5e" * 32), KeptDuplicates(tmp_path)
    table = table_in(tmp_path, duplicates=kept)
    for takes in (None, Mock(keep=Mock(side_effect=OSError("disk full"))), kept):
        (memory := Memory()).says = [("duplicate", "nonsense"), ("duplicate", given.written)]
        post(memory, table, duplicates=takes).step()
        assert table.now.duplicate == (given.offer if takes is kept else None)
    assert caplog.messages == ["a duplicate can't be kept, so the table doesn't offer it: disk full"] * 2


def test_home_assistant_finds_a_sensor_for_each_part_of_the_state_and_every_kind_of_event(post: Any) -> None:
    post(memory := Memory()).step()
    (_, device, _), _, (state, _, _), _ = memory.told
    parts = device["cmps"].values()
    assert (bool(device["o"]["name"]), device["availability_topic"]) == (True, "club/0123456789/status")
    assert len({part["unique_id"] for part in parts}) == len(device["cmps"])
    assert {part["state_topic"] for part in parts if part["p"] != "event"} == {state}
    assert device["cmps"]["news"]["event_types"] == list(posting.KINDS)


def test_home_assistants_own_schemas_take_every_part_of_the_description() -> None:
    why = "NO HOME ASSISTANT: its schemas weren't asked. Install homeassistant, some 200 MB, beside what the tests need."
    mqtt = pytest.importorskip("homeassistant.components.mqtt", reason=why)
    from homeassistant.components.mqtt import binary_sensor, event, sensor

    schemas = {"sensor": sensor, "binary_sensor": binary_sensor, "event": event}
    long = mqtt.abbreviations.ABBREVIATIONS, mqtt.abbreviations.DEVICE_ABBREVIATIONS
    told = home_assistant.description("0123456789", "0.1.0", topics("barkeep", "0123456789"))
    shared = {
        "device": {long[1].get(key, key): value for key, value in told["dev"].items()},
        "origin": {"name": told["o"]["name"], "sw_version": told["o"]["sw"]},
        "availability_topic": told["availability_topic"],
    }
    for part in told["cmps"].values():
        schema = schemas[part["p"]].DISCOVERY_SCHEMA
        given = {**{long[0].get(key, key): value for key, value in part.items() if key != "p"}, **shared}
        assert schema(given)["unique_id"] == part["unique_id"]
        del given["state_topic"]
        with pytest.raises(Exception, match="state_topic"):
            schema(given)


def test_an_identity_is_made_once_a_copied_card_is_another_table_on_another_board_and_a_spoilt_one_anew(tmp_path: Path) -> None:
    (serial := tmp_path / "serial").write_bytes(b"10000000abcdef01\0")
    made = identity(tmp_path, tmp_path / "none")  # By an earlier version, which knew no boards.
    assert (len(made), (tmp_path / "identity").stat().st_mode & 0o077) == (10, 0)
    assert identity(tmp_path, serial) == identity(tmp_path, serial) == identity(tmp_path, tmp_path / "none") == made
    serial.write_bytes(b"10000000abcdef02\0")
    assert made != (copied := identity(tmp_path, serial)) == identity(tmp_path, serial)
    (tmp_path / "identity").write_bytes(b"+/#\xff")
    assert identity(tmp_path) == identity(tmp_path) not in (made, copied, "")


def test_a_broker_that_says_no_or_nothing_is_told_in_one_line_and_heard_again(monkeypatch: Any, caplog: Any) -> None:
    clients = [Mock(**{"is_connected.return_value": False}) for _ in range(4)]
    monkeypatch.setattr("paho.mqtt.client.Client", Mock(side_effect=clients))
    at, reached, lost = Address("pub.lan"), Mock(), Mock()
    with pytest.raises(TimeoutError, match="no answer"):
        try_once(at, "0", 0)
    line, _ = Mqtt(at, "0", "status", ["hub"]), Ear(at, "0", "slots", {"1": Mock()}, lost)
    Tables(at, "0", {"state": Mock()}, reached, lost, surely="", longest=9)
    for word, comes in (("Not authorized", 0), ("Success", 1)):
        for one in clients[1:]:
            one.on_connect(one, None, None, ReasonCode(PacketTypes.CONNACK, word), None)
            one.on_disconnect()
        assert [*(one.subscribe.called for one in clients), line.arrivals, reached.call_count] == [0, *[comes] * 5]
    said = ("(Not authorized): check user, password and certificate", "it is tried again every half minute", "is back")
    assert [lost.call_count, *(sum(part in told for told in caplog.messages) for part in said)] == [4, 2, 2, 2]
    topic, born = (table := clients[1]).message_callback_add.call_args_list[0].args
    for payload in (b"offline", b"online"):
        born(table, None, Mock(payload=payload))
    line.publish("state", "{}")
    assert (topic, line.arrivals, line.close(), line.close()) == (home_assistant.BIRTH, 2, None, None)
    assert (table.publish.called, [one.disconnect.call_count for one in clients]) == (False, [1, 1, 0, 0])


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
