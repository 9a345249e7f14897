"""Build a running hub from its settings: hall, store, pages, and the line to the broker."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.club.hall import Hall
from companion.club.reports import LONGEST
from firmware import network
from firmware.broker.identity import identity
from firmware.broker.mqtt import Tables
from firmware.hub.line import RESULT, Line
from firmware.hub.store import Store
from web.app import move
from web.http.server import serve
from web.hub.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from firmware.broker.mqtt import Address

HTTP: Final = 80  # the port that an address needn't name
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

    def __init__(self, settings: Settings, store: Store, app: Flask, tables: Tables, line: Line) -> None:
        """Serve and listen. Raises OSError if the port is taken."""
        self._settings, self._store, self._app, self._tables = settings, store, app, tables
        self._server, self._stop = serve(app, settings.port, settings.host), threading.Event()
        self.port = self._server.port
        self.look_around()
        self._thread = threading.Thread(target=line.work_forever, args=(tables, self._stop), name="results", daemon=True)
        self._thread.start()
        tables.open()

    @property
    def works(self) -> bool:
        """Whether everything that should run does."""
        return self._thread.is_alive() and self._server.alive

    def look_around(self) -> None:
        """Answer under the machine's address of now, too, which may have come late or changed."""
        hosts = _hosts(self._settings)
        move(self._app, hosts, f"http://{hosts[0]}{'' if self.port == HTTP else f':{self.port}'}/")

    def close(self) -> None:
        """Hear nothing more, finish the result that is being kept, and end."""
        self._tables.close()
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
        hall = Hall(time.monotonic)
        line = Line(hall, store)
        own = identity(settings.data)
        told = hall.reached, hall.missed
        tables = Tables(settings.broker, own, line.topics(), *told, surely=RESULT, longest=LONGEST + AROUND)
        app = create_app(hall, store, hosts=_hosts(settings), language=settings.language, now=time.time)
        running = RunningHub(settings, store, app, tables, line)
        unfinished.pop_all()
    return running


def _hosts(settings: Settings) -> tuple[str, ...]:
    """Return the names under which browsers may call this machine, the one to announce first."""
    return (*network.lan_addresses(), f"{socket.gethostname()}.local", *settings.names)
