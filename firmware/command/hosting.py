"""`barkeep hub`: hear every table of a room over a broker, and serve board, league and counter until somebody ends it."""

from __future__ import annotations

import getpass
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from companion.words import LANGUAGES
from firmware import settings
from firmware.broker import options
from firmware.command.failing import fail, reason
from firmware.command.numbers import whole
from firmware.command.running import add_file, begin_log, data_folder, no_port

if TYPE_CHECKING:
    import argparse

    from firmware.hub.opening import RunningHub, Settings

PORT: Final = 8080
LOOK_SECONDS: Final = 5.0  # between two looks at this machine's address
SHORTEST: Final = 8  # characters of a password
LONGEST: Final = 30  # characters of an account's name
MISSING: Final = "a hub keeps its results with SQLAlchemy, which isn't installed: run pip install 'barkeep[hub]'"


def add_hub(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep hub` to *parser*."""
    parser.set_defaults(work=_hub)
    add_file(parser, settings.HUBS)
    parser.add_argument("--data", type=Path, default=data_folder() / "hub", help="folder of the results (default: %(default)s)")
    url = "keep them in this database instead, such as postgresql://USER@HOST/NAME; its password is best in --settings"
    parser.add_argument("--database", default="", metavar="URL", help=url)
    parser.add_argument("--port", type=whole(settings.PORTS), default=PORT, help="0 takes any free port (default: %(default)s)")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: %(default)s, the whole network)")
    parser.add_argument("--name", action="append", default=[], help="an additional host name that browsers may use")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the board")
    person = "add an account for somebody who runs the hub, or give it a new password; asks for it, or reads a line"
    parser.add_argument("--add-person", metavar="NAME", help=person)
    options.add_line(parser, "the MQTT broker to which the tables publish (default: localhost)")
    parser.set_defaults(mqtt_address=("localhost", 0), mqtt_names=False, mqtt_duplicates=False)


def _hub(given: argparse.Namespace) -> int:
    from companion.club.ledger import OutOfReach  # Only now, because no table needs it.

    if find_spec("sqlalchemy") is None:
        return fail(MISSING)
    try:
        return _add_person(given, given.add_person) if given.add_person is not None else _run(given)
    except OutOfReach as why:
        return fail(f"the database can't be used: {why}. Check --database, and that its server runs")
    except (OSError, ValueError) as error:
        return fail((no_port(error, given.host, given.port) if isinstance(error, OSError) else "") or reason(error))


def _run(given: argparse.Namespace) -> int:
    from firmware.hub.opening import open_hub

    begin_log()
    return _serve_until_told(open_hub(_settings(given)))


def _settings(given: argparse.Namespace) -> Settings:
    from firmware.hub.opening import Settings

    broker = options.chosen(given)
    assert broker is not None  # There is a default.
    return Settings(broker, given.data, given.port, given.host, given.database, given.language, tuple(given.name))


def _serve_until_told(hub: RunningHub) -> int:
    """Print the hub's addresses, and serve until a signal; return the exit code."""
    told: SimpleQueue[int] = SimpleQueue()  # Not an Event: setting it in a signal could deadlock.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: told.put(number))
    print(f"The board       http://localhost:{hub.port}/")
    print(f"The league      http://localhost:{hub.port}/league")
    print(f"The counter     http://localhost:{hub.port}/counter")
    print("Stop with Ctrl-C. Tables go on without the hub.", flush=True)
    by_signal = False
    while hub.works and not by_signal:
        try:
            by_signal = bool(told.get(timeout=LOOK_SECONDS))
        except Empty:
            hub.look_around()
    hub.close()
    return 0 if by_signal else fail("a part of the hub has ended; the log says why. Start it again")


def _add_person(given: argparse.Namespace, name: str) -> int:
    """Add an account, with a password from the terminal, or from the first line of standard input."""
    from companion.seats.names import found
    from firmware.hub.opening import store_of
    from web.hub.passwords import hashed

    if not 0 < len(name) <= LONGEST or not name.isprintable() or name != name.strip():
        return fail(f"an account needs a name of 1 to {LONGEST} letters")
    password = getpass.getpass(f"Password for {name}: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    if len(password) < SHORTEST:
        return fail(f"a password needs {SHORTEST} characters at least")
    store = store_of(given.data, given.database)
    name = found(name, store.accounts()) or name  # Who signs in as either is one person.
    store.add_account(name, hashed(password))
    store.close()
    print(f"{name} can sign in at the counter.")
    return 0
