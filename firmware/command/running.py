"""`barkeep run`: open a table and serve it until somebody ends it."""

from __future__ import annotations

import argparse
import errno
import gc
import logging
import os
import signal
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal.store import Damaged
from companion.words import LANGUAGES
from firmware import settings
from firmware.broker import options
from firmware.command.failing import fail, reason
from firmware.command.numbers import whole

if TYPE_CHECKING:
    from collections.abc import Collection

    from firmware.boot import RunningTable
    from firmware.building import Settings


def add_run(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep run` to *parser*."""
    parser.set_defaults(work=_run)
    parser.add_argument("--hardware", choices=settings.HARDWARE, help="the devices on the table; required, here or in a file")
    parser.add_argument("--keep-valid", action="store_true", help="set a damaged journal aside and go on with its valid part")
    faulty = "start a simulated table with this fault, such as reader.absent; it can be cleared on the bench"
    parser.add_argument("--fault", action="append", default=[], metavar="NAME", help=faulty)
    off = "exit code after a long OK, which tells the caller to switch the machine off"
    parser.add_argument("--off-status", type=int, choices=range(256), default=0, metavar="CODE", help=f"{off} (default: 0)")
    add_settings(parser)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options that describe a table, to run it as to examine it."""
    add_file(parser, settings.KEYS)
    parser.add_argument("--data", type=Path, default=data_folder(), help="folder of the journal (default: %(default)s)")
    parser.add_argument("--port", type=whole(settings.PORTS), default=8000, help="0 takes any free port (default: %(default)s)")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: %(default)s, the whole network)")
    parser.add_argument("--name", action="append", default=[], help="an additional host name that phones may use")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of display and table screen")
    parser.add_argument("--display", choices=settings.DISPLAYS, default="ssd1306")
    parser.add_argument("--display-on", choices=settings.BUSES, default="i2c")
    kinds = (
        "mfrc522 (default): wired to the Pi; pcsc: on USB, by pcscd; keyboard: on USB, types, and tells only of laying; "
        "slots: on boards of their own, by the broker"
    )
    parser.add_argument("--reader", choices=settings.READER_KINDS, default=settings.WIRED, help=kinds)
    parser.add_argument("--reader-name", default="", metavar="PART", help="part of the names of the readers on USB")
    parser.add_argument("--readers", type=int, choices=settings.READERS, default=1)
    stand = "number of a reader that lies under a card, such as a bar's, where pawns stand; may be given several times"
    parser.add_argument("--stand", type=int, choices=settings.READERS, action="append", default=[], metavar="N", help=stand)
    parser.add_argument(
        "--panel", action=argparse.BooleanOptionalAction, default=True, help="whether the table has keys, buzzer and LED"
    )
    parser.add_argument(
        "--voice", action=argparse.BooleanOptionalAction, default=False, help="whether the table speaks, by espeak-ng"
    )
    parser.add_argument("--blank-tags", action="store_true", help="a simulated box whose tags must be taught first")
    options.add_options(parser)


def add_file(parser: argparse.ArgumentParser, keys: Collection[str]) -> None:
    """Add the option that names a file of settings, which can have these *keys*."""
    file = "TOML file with these options, without their dashes; the command line overrides it"
    parser.add_argument("--settings", type=Path, metavar="FILE", help=file)
    parser.set_defaults(keys=keys)


def data_folder() -> Path:
    """Return the usual folder of the journal, by the XDG base directories."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "barkeep"


def _run(given: argparse.Namespace) -> int:
    from firmware import storage
    from firmware.devices import DeviceError

    if given.hardware is None:
        fail("choose the devices on the table: give --hardware simulated, pi or none, or --settings with a file that names it")
        return 2
    begin_log()
    chosen = settings_of(given)
    try:
        running = _opened(chosen, keep_valid=given.keep_valid)
    except Damaged as damage:
        return fail(
            f"the journal in {chosen.data} is damaged: {damage}. It was left as it is. "
            "Run again with --keep-valid to set it aside and go on with its valid part."
        )
    except OSError as error:
        return fail(no_port(error, chosen.host, chosen.port) or reason(error))
    except (storage.InUse, storage.Locked, storage.Stuck, storage.NotOurs, DeviceError, ValueError) as error:
        return fail(reason(error))
    by_hand = serve_until_told(running)
    return given.off_status if by_hand else 0


def begin_log() -> None:
    """Write the log to standard error, limited so that nobody can fill a disk with it."""
    from web.http.log_limit import LogLimit

    handler = logging.StreamHandler()
    handler.addFilter(LogLimit(time.monotonic))
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s", handlers=[handler])
    logging.getLogger("waitress").setLevel(logging.WARNING)  # It would log every phone that leaves.


def no_port(error: OSError, host: str, port: int) -> str:
    """Return why *port* of *host* can't be used, or "" if *error* is about something else."""
    if error.errno == errno.EADDRINUSE:
        return f"another program is using port {port} already: stop that one, or give another --port"
    if error.errno == errno.EACCES and not error.filename:
        return f"this user may not use port {port}: give another --port, such as 8000"
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"this machine has no address {host}: leave out --host, or give one that it has"
    return ""


def settings_of(given: argparse.Namespace) -> Settings:
    """Return the settings of the table that the options describe.

    Nothing is simulated beside a real reader: a laptop with one is a table with real pieces, and has no bench.
    """
    from firmware.building import Settings

    real = given.hardware == "simulated" and given.reader != settings.WIRED
    return Settings(
        data=given.data,
        hardware="none" if real else given.hardware,
        port=given.port,
        host=given.host,
        display=given.display,
        display_on=given.display_on,
        reader=given.reader,
        reader_name=given.reader_name,
        readers=given.readers,
        stands=tuple(given.stand),
        panel=given.panel,
        voice=given.voice,
        broker=options.chosen(given),
        language=given.language,
        names=tuple(given.name),
        notify=os.environ.get("NOTIFY_SOCKET", ""),
        blank_tags=given.blank_tags,
        faults=tuple(getattr(given, "fault", ())),
    )


def _opened(chosen: Settings, *, keep_valid: bool, before: str = "") -> RunningTable:
    """Open the table, with *keep_valid* without the damaged part; the damage *before* was that of the journal set aside."""
    from firmware import boot, storage

    try:
        return boot.open_table(chosen)
    except Damaged as damage:
        if not keep_valid or str(damage) == before:
            raise
        with storage.claim(chosen.data):
            kept = storage.set_aside(chosen.data, damage)
        logging.warning("the damaged journal is kept as %s", kept)
        return _opened(chosen, keep_valid=True, before=str(damage))


def serve_until_told(running: RunningTable) -> bool:
    """Print the table's addresses, and serve until a signal or a long OK; return whether it was the OK."""
    from firmware.service import BY_HAND, BY_SIGNAL

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: running.service.asked_to_stop.put(BY_SIGNAL))
    _print_welcome(running)
    gc.freeze()  # All of this is permanent; a collection that scanned it would delay every tap.
    try:
        while not (asked := running.wait(1)):
            pass
    finally:
        running.close()
        gc.unfreeze()  # The collection at exit closes the journal, which merges its log into the file.
    print("Safe to unplug. The game is kept.", flush=True)
    return asked == BY_HAND


def _print_welcome(running: RunningTable) -> None:
    import segno

    segno.make(running.welcome.join, micro=False).terminal(compact=True)
    if running.devices.box is not None:
        print(f"Play at once    http://localhost:{running.port}/try")
    print(f"Phones join at  {running.welcome.join}")
    print(f"Table screen    http://localhost:{running.port}/table")
    print(f"Teaching tags   http://localhost:{running.port}/enrolment")
    if running.devices.box is not None:
        print(f"Bench           http://localhost:{running.port}/bench")
    print("Stop with Ctrl-C. The game goes on when you start again.", flush=True)
