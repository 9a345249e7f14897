"""Build the table, its pages and its threads around its devices. With `building` this is the composition root."""

from __future__ import annotations

import logging
import random
import socket
import threading
import time
from contextlib import ExitStack, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from queue import Empty
from typing import IO, TYPE_CHECKING, Final

from companion.games import installed
from companion.kit.options import Option
from companion.seats.tickets import Tickets
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from companion.words import Words
from firmware import network, storage
from firmware.broker.duplicates import KeptDuplicates
from firmware.broker.identity import identity
from firmware.broker.mqtt import Address, Mqtt
from firmware.broker.post import Post, topics
from firmware.building import build_devices
from firmware.devices import DeviceError
from firmware.display import screens
from firmware.house import HousePlayers
from firmware.photo.child import Finder
from firmware.reader.reading import poll_forever
from firmware.service import Service, Welcome
from firmware.settings import WIRED
from firmware.simulator.bench import stickered
from firmware.time_of_day import time_of_day
from firmware.turning import LookingBack
from firmware.voice.espeak import Espeak
from firmware.voice.talker import Talker
from firmware.watchdog import Notify, Pulse, Watchdog
from web.app import create_app, move, prepare
from web.http.server import Server, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from flask import Flask

    from companion.kit.game import AnyGame
    from companion.kit.pieces import Piece
    from firmware.building import Devices, Settings
    from firmware.devices import Display

BETWEEN_PAGES: Final = 0.05  # Seconds to pause after each template that is prepared.
MOVED_SECONDS: Final = 5.0  # Seconds between two looks at the machine's address.


class RunningTable:
    """A running table. `open_table` starts one; `close` shuts it down cleanly."""

    def __init__(
        self, settings: Settings, lock: IO[str], table: Table, devices: Devices, app: Flask, server: Server, welcome: Welcome,
        post: Post | None = None,
    ) -> None:  # fmt: skip
        """Start the threads. Takes ownership of all arguments; `close` closes them."""
        self.settings, self.table, self.devices = settings, table, devices
        self._lock, self._app, self._server, self._notify = lock, app, server, Notify(settings.notify)
        self._stop = threading.Event()
        self._talker = Talker(Espeak(settings.language)) if settings.voice else None
        readers = [reader.name for reader in devices.readers]
        words, display_of = Words(settings.language), devices.display
        self.service = Service(table, words, welcome, display_of, devices.panel, self._talker, readers)
        table.machine.tell_reader(works=bool(readers))
        self._house, looking_back, self._post = HousePlayers(table), LookingBack(table), post
        if post is not None:
            post.address = welcome.join
        reader, keys, display, house = Pulse("reader"), Pulse("keys"), Pulse("display"), Pulse("house")
        turning, web = Pulse("turning"), Pulse("web", server.ask)
        with_devices = [*([reader] if devices.readers else []), *([keys] if devices.panel else [])]
        pulses = [*with_devices, display, house, turning, web]
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (
                ("watchdog", partial(Watchdog(self._notify, pulses).feed_forever, self._stop)),
                ("reader", partial(self._read, reader.tick)),
                ("display", partial(self.service.show_forever, self._stop, display.tick)),
                ("keys", partial(self.service.take_keys, self._stop, keys.tick)),
                ("house", partial(self._house.play_forever, self._stop, house.tick)),
                ("turning", partial(looking_back.look_forever, self._stop, turning.tick)),
                ("network", self._follow_network),
                ("pages", self._prepare_pages),
                ("voice", self._talk),
                ("broker", self._publish),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def port(self) -> int:
        """The port that the server listens on."""
        return self._server.port

    @property
    def welcome(self) -> Welcome:
        """The table's current address for phones."""
        return self.service.welcome

    def wait(self, timeout: float) -> str:
        """Return who asked for the safe shutdown (BY_HAND or BY_SIGNAL), or "" if nobody does within *timeout* seconds."""
        try:
            return self.service.asked_to_stop.get(timeout=timeout)
        except Empty:
            return ""

    def close(self) -> None:
        """Stop serving, show that it's safe to pull the plug, and release every device."""
        self._stop.set()
        self.table.changes.nudge()
        self._threads[0].join(5)  # The watchdog first, because it can't query a closed server.
        self._server.close()
        if self.devices.panel is not None:
            self.devices.panel.close()
        if self._talker is not None:
            self._talker.close()
        for thread in self._threads:
            thread.join(5)
        self.service.show_shut_down()
        self.devices.unwire()
        self._notify.close()
        self._lock.close()

    def _read(self, alive: Callable[[], None]) -> None:
        if self.devices.readers:
            stop, clock = self._stop.is_set, self.devices.clock
            named = {reader.name: number for number, reader in enumerate(self.devices.readers, start=1)}
            stands = {name: self.settings.reader == WIRED for name, number in named.items() if number in self.settings.stands}
            poll_forever(
                self.devices.readers, self.service.heard, stop, sleep=self._rest, clock=clock, alive=alive, stands=stands
            )

    def _talk(self) -> None:
        if self._talker is not None:
            self._talker.tell(Words(self.settings.language).text("table.aloud.begins"))
            self._talker.talk_forever()

    def _publish(self) -> None:
        if self._post is not None:
            self._post.post_forever(self._stop)

    def _rest(self, seconds: float) -> None:
        self._stop.wait(seconds)
        self.devices.passed(seconds)

    def _prepare_pages(self) -> None:
        """Prepare the pages' templates, pausing between them, because people scan the code and sit down meanwhile."""
        for _ in prepare(self._app):
            if self._stop.wait(BETWEEN_PAGES):
                return

    def _follow_network(self) -> None:
        while not self._stop.wait(MOVED_SECONDS):
            with suppress(OSError):  # The next look is only seconds away.
                self._look_for_address()

    def _look_for_address(self) -> None:
        """Move the table to the machine's new address if it has changed; after a power cut a Pi is up before the router.

        If the machine has no address any more, keep the last one, because it's likely to get it back.
        """
        if not (lan := network.lan_addresses()):
            return
        welcome, hosts = _found_at(self.settings, lan, self.port)
        move(self._app, hosts, welcome.join)
        if welcome != self.welcome:
            self.service.welcome = welcome
            if self._post is not None:
                self._post.address = welcome.join
            logging.getLogger(__name__).info("the table is at %s now", welcome.address)


def open_table(settings: Settings) -> RunningTable:
    """Build and start everything.

    A missing or broken device doesn't stop the table: the log says what to do, and play goes on without the device until
    it is back. Raises storage.InUse, Locked, Stuck or NotOurs, journal.Damaged, OSError (the port is taken) or ValueError
    (settings, a newer journal).
    """
    stickers = stickered(dict.fromkeys(piece for game in installed().values() for piece in _taggable(game)))
    known = stickers if settings.hardware == "simulated" and not settings.blank_tags else Pieces()
    with ExitStack() as unfinished:
        with storage.answering(settings.data):
            lock = storage.claim(settings.data)
        unfinished.callback(lock.close)
        devices = build_devices(settings, stickers)
        unfinished.callback(devices.close)
        _show_starting(devices.display, settings.language)
        chance = partial(by_chance, generator=random.SystemRandom())
        tickets = Tickets(time.monotonic, random.SystemRandom().choice)
        with storage.answering(settings.data):
            journal, real = storage.read_journal(settings.data), settings.hardware != "simulated"
            times = time.monotonic
            duplicates = KeptDuplicates(settings.data)
            table = Table(
                journal, installed(), known, chance, tickets, times,
                calendar=time_of_day, moved_by_hand=real, duplicates=duplicates,
            )  # fmt: skip
        post = _post(settings.broker, settings.data, table, duplicates, unfinished) if settings.broker else None
        app, server, welcome = _serve(settings, table, devices)
        unfinished.pop_all()
    logging.getLogger(__name__).info("the table is open at %s", welcome.address)
    return RunningTable(settings, lock, table, devices, app, server, welcome, post)


def _post(address: Address, folder: Path, table: Table, duplicates: KeptDuplicates, unfinished: ExitStack) -> Post:
    own = identity(folder)
    ours = topics(address.prefix, own)
    broker = Mqtt(address, own, ours.status, [ours.acknowledged, *([ours.duplicate] if address.duplicates else [])])
    unfinished.callback(broker.close)
    taken = duplicates if address.duplicates else None
    return Post(table, broker, own, version("barkeep"), folder, prefix=address.prefix, named=address.named, duplicates=taken)


def _show_starting(display: Display | None, language: str) -> None:
    """Show at once that the table is starting. Ignore a display that fails: the thread that draws will report it."""
    if display is not None:
        with suppress(DeviceError):
            display.show(screens.starting(Words(language)))


def _serve(settings: Settings, table: Table, devices: Devices) -> tuple[Flask, Server, Welcome]:
    port = settings.port or _free_port(settings.host)
    welcome, hosts = _found_at(settings, network.lan_addresses(), port)
    app = create_app(
        table,
        hosts=hosts,
        bench=devices.box,
        language=settings.language,
        address=welcome.join,
        codes_on_screen=devices.display is None,
        finder=Finder(),
    )
    return app, serve(app, port, settings.host), welcome


def _found_at(settings: Settings, lan: Sequence[str], port: int) -> tuple[Welcome, tuple[str, ...]]:
    """Return the address to announce to phones, and all host names they may use, while the machine has the addresses *lan*."""
    best = "localhost" if settings.host == network.NOWHERE else next(iter(lan), network.NOWHERE)
    address = best + ("" if port == 80 else f":{port}")
    return Welcome(address, f"http://{address}/"), (*lan, f"{socket.gethostname()}.local", *settings.names)


def _free_port(host: str) -> int:
    """Return a port that was free just now, because the pages must know their address before the server has a port."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _taggable(game: AnyGame) -> Iterator[Piece]:
    """Yield every piece of *game* that can have a tag, whatever a table agrees; some come more than once."""
    yield from game.pieces({})
    for name, option in game.OPTIONS.items():
        if isinstance(option, Option):
            yield from (piece for choice in option.choices[1:] for piece in game.pieces({name: choice}))
