"""Build a running hub from its settings: room, store, pages, and the line to the broker."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.club.reports import LONGEST
from companion.club.room import Room
from firmware import network
from firmware.broker.identity import identity
from firmware.broker.mqtt import Hall
from firmware.hub.line import Line
from firmware.hub.store import Store
from web.http.server import serve
from web.hub.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.broker.mqtt import Address
    from web.http.server import Server

FILE: Final = "hub.db"
AROUND: Final = 512  # bytes of a packet besides its payload


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a hub. *database* is a URL, or "" for a file in the folder *data*; *names* are of this machine."""

    broker: Address
    data: Path
    port: int = 8080
    host: str = "0.0.0.0"
    database: str = ""
    language: str = "en"
    names: tuple[str, ...] = ()


class RunningHub:
    """A hub that is open until `close`. Its pages need neither the broker nor any table."""

    def __init__(self, store: Store, server: Server, hall: Hall, line: Line) -> None:
        self.port, self._stop = server.port, threading.Event()
        self._store, self._server, self._hall = store, server, hall
        self._thread = threading.Thread(target=line.work_forever, args=(hall, self._stop), name="results", daemon=True)
        self._thread.start()
        hall.open()

    @property
    def works(self) -> bool:
        """Whether everything that should run does."""
        return self._thread.is_alive() and self._server.alive

    def close(self) -> None:
        """Hear nothing more, finish the result that is being kept, and end."""
        self._hall.close()
        self._stop.set()
        self._thread.join()
        self._server.close()
        self._store.close()


def store_of(data: Path, database: str) -> Store:
    """Return the store of a hub with these settings; raises ledger.OutOfReach, or OSError for its folder."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Store(database or f"sqlite:///{data / FILE}")


def open_hub(settings: Settings) -> RunningHub:
    """Open a hub; raises ledger.OutOfReach, or OSError for a port that is taken or a file that can't be read."""
    with ExitStack() as unfinished:
        store = store_of(settings.data, settings.database)
        unfinished.callback(store.close)
        room = Room(time.monotonic)
        line = Line(room, store)
        own = identity(settings.data)
        hall = Hall(settings.broker, own, line.topics(), room.reached, room.missed, longest=LONGEST + AROUND)
        lan = network.lan_addresses()
        hosts = (*lan, f"{socket.gethostname()}.local", *settings.names)
        server = serve(create_app(room, store, hosts=hosts, language=settings.language), settings.port, settings.host)
        unfinished.pop_all()
    return RunningHub(store, server, hall, line)
