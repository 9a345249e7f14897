"""A broker by MQTT 5. This is the only file that imports paho, which talks to the network in a thread of its own."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from firmware.broker.home_assistant import BIRTH
from firmware.broker.post import OFFLINE, ONLINE
from firmware.broker.reach import Reach

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from paho.mqtt.client import Client, MQTTMessage
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

PORT, SECURE_PORT = 1883, 8883
KEEP_ALIVE: Final = 10  # Seconds. A silent table is missed after 1.5 times as long (MQTT 5, 3.1.2.10), and Mosquitto's 5: 20 s.
LONGEST: Final = 4096  # Bytes of a message that the broker may send here: the longest is a duplicate.
RETRY: Final = (1, 30)  # Seconds between two attempts to reach it: the first, and the most.
SOON: Final = (1, 4)  # The same for readers, for which people wait.
MOST_HEARD: Final = 100  # More messages of a hub are forgotten, because what isn't acknowledged is told again.
PARTING: Final = 2.0  # Seconds for the last message at the end.


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is, and how a table proves who it is: by *user* and the password in a file, or by a certificate.

    *port* 0 is the usual one. *ca* is the file with the authority that signed the broker's certificate: with it, with
    *certificate* or *key*, or with *secure*, which trusts the system's authorities, the line is encrypted. *prefix* begins
    every topic, *named* tells the players' names, and with *duplicates* the table takes those that a hub hands out.
    """

    host: str
    port: int = 0
    user: str = ""
    password: Path | None = None
    secure: bool = False
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    prefix: str = "barkeep"
    named: bool = False
    duplicates: bool = False

    @property
    def encrypted(self) -> bool:
        """Whether the line to it is encrypted."""
        return self.secure or any(file is not None for file in (self.ca, self.certificate, self.key))

    @property
    def used_port(self) -> int:
        """Its port, or the usual one for such a line."""
        return self.port or (SECURE_PORT if self.encrypted else PORT)


class Refused(Exception):
    """Raised if a broker doesn't let this table in; the message is the broker's own."""


def try_once(address: Address, identity: str, seconds: float = 5.0) -> None:
    """Reach the broker at *address* and leave it again, as *identity*.

    Raises OSError if it can't be reached within *seconds*, or if a file that *address* names can't be read, and Refused if
    the broker says no. ValueError is for a file that should be text, and isn't.
    """
    client = _client(identity)
    answers: SimpleQueue[ReasonCode] = SimpleQueue()
    _introduce(client, address)
    client.connect_timeout = seconds
    client.on_connect = lambda _, __, ___, answer, ____: answers.put(answer)
    client.connect(address.host, address.used_port, KEEP_ALIVE)
    client.loop_start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"no answer within {seconds:.0f} seconds") from None
    finally:
        client.disconnect()
        client.loop_stop()
    if answer.is_failure:
        raise Refused(str(answer))


class Mqtt:
    """The broker at an address (post.Broker). Its loss and its return are logged in one line each."""

    def __init__(self, address: Address, identity: str, status: str, hub: Sequence[str]) -> None:
        """Begin to reach it, and go on until `close`. A hub speaks on the topics *hub*; *status* is its word that it misses us.

        Raises OSError if a file that *address* names can't be read, and ValueError if one makes no sense.
        """
        self._address, self._status, self._arrivals = address, status, 0
        self._closed, self._reach = False, Reach(address.host)
        self._hub, self._heard = hub, deque[tuple[str, str]](maxlen=MOST_HEARD)
        self._client = self._made(identity)
        self._client.connect_async(address.host, address.used_port, KEEP_ALIVE, properties=_limits())
        self._client.loop_start()

    @property
    def arrivals(self) -> int:
        """How often it has been reached, or a Home Assistant there has started."""
        return self._arrivals

    def publish(self, topic: str, payload: str, *, keep: bool = False, surely: bool = False) -> None:
        """Send *payload*, at most once unless *surely*; drop it while the broker is out of reach."""
        if self._client.is_connected():
            self._client.publish(topic, payload, qos=int(surely), retain=keep)

    def heard(self) -> list[tuple[str, str]]:
        """Return what a hub has said since the last call, with its topics; at most MOST_HEARD."""
        return [self._heard.popleft() for _ in range(len(self._heard))]

    def close(self) -> None:
        """Say that the table is going, and end."""
        if self._closed:
            return
        self._closed = True
        if self._client.is_connected():
            with suppress(RuntimeError):  # It may be lost just now.
                self._client.publish(self._status, OFFLINE, retain=True).wait_for_publish(PARTING)
        self._client.disconnect()
        self._client.loop_stop()

    def _made(self, identity: str) -> Client:
        client = _client(identity)
        client.will_set(self._status, OFFLINE, retain=True)
        client.reconnect_delay_set(*RETRY)
        _introduce(client, self._address)
        client.on_connect = self._reached
        client.message_callback_add(BIRTH, self._born)  # Not on_message: a topic that is no text would end paho's thread.
        for topic in self._hub:
            client.message_callback_add(topic, partial(_hand, partial(self._hear, topic)))
        client.on_connect_fail, client.on_disconnect = self._failed, self._dropped
        return client

    # Called in paho's thread

    def _reached(self, client: Client, _: Any, __: Any, answer: ReasonCode, ___: Any) -> None:
        if answer.is_failure:
            self._reach.refused(answer)
            return
        client.subscribe(BIRTH)
        for topic in self._hub:
            client.subscribe(topic, qos=1)
        self._arrivals += 1
        self._reach.back()

    def _hear(self, topic: str, text: str) -> None:
        self._heard.append((topic, text))

    def _born(self, _: Client, __: Any, message: MQTTMessage) -> None:
        if message.payload == ONLINE.encode():
            self._arrivals += 1

    def _failed(self, *_: Any) -> None:
        self._reach.failed()

    def _dropped(self, *_: Any) -> None:
        if not self._closed:
            self._reach.dropped()


class Ear:
    """A connection that only listens (slot_reader.Ear): to *topics*, each with what takes in its texts, below *above*.

    *lost* is called whenever the broker is lost. Its loss isn't logged here: the readers' own lines say so.
    """

    def __init__(
        self, address: Address, identity: str, above: str, topics: Mapping[str, Callable[[str], None]], lost: Callable[[], None]
    ) -> None:
        """Begin to reach it, and go on until `close`; raise OSError or ValueError as Mqtt does."""
        self._client = _client(identity)
        self._client.reconnect_delay_set(*SOON)
        _introduce(self._client, address)
        for topic, take in topics.items():
            self._client.message_callback_add(f"{above}/{topic}", partial(_hand, take))
        self._topics = [f"{above}/{topic}" for topic in topics]
        self._client.on_connect, self._client.on_disconnect = self._reached, lambda *_: lost()
        self._client.connect_async(address.host, address.used_port, KEEP_ALIVE, properties=_limits())
        self._client.loop_start()

    @property
    def reached(self) -> bool:
        """Whether the broker is within reach."""
        return bool(self._client.is_connected())

    def close(self) -> None:
        """End. Safe to call any number of times."""
        self._client.disconnect()
        self._client.loop_stop()

    def _reached(self, client: Client, _: Any, __: Any, answer: ReasonCode, ___: Any) -> None:
        if not answer.is_failure:
            for topic in self._topics:
                client.subscribe(topic, qos=1)  # A tag's coming and going must not be lost on a bad radio link.


class Tables:
    """A hub's connection: it hears *topics* of every table below *above*, each with what takes in its table and its bytes.

    *surely* is heard at least once, the others at most: of those Mosquitto sends all that it retains, not 1,000.
    *reached* is called whenever the broker is there, before anything is heard of it, and *lost* whenever it is lost.
    """

    def __init__(
        self, address: Address, identity: str, topics: Mapping[str, Callable[[str, bytes], None]],
        reached: Callable[[], None], lost: Callable[[], None], *, surely: str, longest: int,
    ) -> None:  # fmt: skip
        """Keep to messages of *longest* bytes. Call `open` to begin; raises OSError or ValueError as Mqtt does."""
        self._address, self._above, self._reached, self._reach = address, address.prefix, reached, Reach(address.host)
        self._client = _client(identity)
        self._client.reconnect_delay_set(*SOON)
        _introduce(self._client, address)
        for topic, take in topics.items():
            self._client.message_callback_add(f"{self._above}/+/{topic}", partial(_hand_from, take))
        self._topics = [(f"{self._above}/+/{topic}", int(topic == surely)) for topic in topics]
        self._client.on_connect, self._client.on_disconnect = self._arrived, self._dropped
        self._client.on_connect_fail = lambda *_: self._reach.failed()
        self._longest, self._lost, self._closed = longest, lost, False

    def open(self) -> None:
        """Begin to reach the broker, and go on until `close`."""
        self._client.connect_async(self._address.host, self._address.used_port, KEEP_ALIVE, properties=_limits(self._longest))
        self._client.loop_start()

    def tell(self, identity: str, topic: str, payload: str) -> None:
        """Tell one table, at least once as long as the connection holds."""
        self._client.publish(f"{self._above}/{identity}/{topic}", payload, qos=1)

    def close(self) -> None:
        """End. Safe to call any number of times."""
        self._closed = True
        self._client.disconnect()
        self._client.loop_stop()

    def _arrived(self, client: Client, _: Any, __: Any, answer: ReasonCode, ___: Any) -> None:
        if answer.is_failure:
            self._reach.refused(answer)
            return
        self._reach.back()
        self._reached()
        client.subscribe(self._topics)

    def _dropped(self, *_: Any) -> None:
        self._lost()
        if not self._closed:
            self._reach.dropped()


def _hand_from(take: Callable[[str, bytes], None], _: Client, __: Any, message: MQTTMessage) -> None:
    take(message.topic.split("/")[-2], bytes(message.payload))


def _hand(take: Callable[[str], None], _: Client, __: Any, message: MQTTMessage) -> None:
    take(message.payload.decode("utf-8", "replace"))


def _client(identity: str) -> Client:
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

    # A name of its own and no session that outlives the connection: a broker isn't left with thousands of dead ones.
    return Client(CallbackAPIVersion.VERSION2, client_id=f"barkeep-{identity}", protocol=MQTTProtocolVersion.MQTTv5)


def _limits(longest: int = LONGEST) -> Properties:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # Paho left it without annotations.
    limits.MaximumPacketSize = longest
    return limits


def _introduce(client: Client, address: Address) -> None:
    """Let *client* prove who it is. ssl.SSLError, of a file that isn't a certificate, is an OSError."""
    if address.user:
        secret = address.password.read_text(encoding="utf-8").strip() if address.password else None
        client.username_pw_set(address.user, secret)
    if address.encrypted:
        ca, certificate, key = map(_readable, (address.ca, address.certificate, address.key))
        client.tls_set(ca, certificate, key)


def _readable(file: Path | None) -> str | None:
    """Return the path of *file*; raise an OSError that names it if it can't be read, which ssl's own wouldn't."""
    if file is None:
        return None
    file.open("rb").close()
    return str(file)
