"""The command `barkeep`: run a table, examine its parts, copy its tags or a game, draw labels, replay and simulate."""

from __future__ import annotations

import argparse
import errno
import gc
import json
import logging
import os
import signal
import sys
import time
from functools import partial
from importlib.metadata import version
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games import folder, installed
from companion.journal.store import Damaged
from companion.lab import arena, simulate
from companion.lab.playthroughs import playthrough
from companion.lab.playthroughs.script import Unreadable
from companion.words import LANGUAGES
from firmware import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.kit.game import AnyGame
    from firmware.boot import RunningTable, Settings
    from firmware.doctor.finding import Finding


USUAL = 4  # Players of a random game.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 for done, 1 for a difference or a failure, 2 for wrong usage."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    given = _parser().parse_args(words)
    if file := getattr(given, "settings", None):
        try:
            words[1:1] = settings.words(file)  # Before the options given here, which override them.
        except OSError as error:
            return _fail(f"the settings in {file} can't be read ({error.strerror}): name another file with --settings")
        except ValueError as wrong:
            return _fail(f"the settings in {file} make no sense: {wrong}. Correct the file, then start again")
    given = _parser().parse_args(words, argparse.Namespace(words=words))
    return int(given.work(given))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="barkeep", description="Takes the banker's seat at a real board-game table.")
    parser.add_argument("--version", action="version", version=f"barkeep {_version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_run(commands.add_parser("run", help="open a table"))
    _add_doctor(commands.add_parser("doctor", help="examine every part of a table and say what to do"))
    _add_tags(commands.add_parser("tags", help="copy a table's taught tags to a small file, or back"))
    _add_game(commands.add_parser("game", help="take an unfinished game to another table, or bring one from there"))
    _add_labels(commands.add_parser("labels", help="draw a sheet of labels to print"))
    _add_replay(commands.add_parser("replay", help="replay playthroughs and show where they differ"))
    _add_simulate(commands.add_parser("simulate", help="play games without people and count what happens"))
    return parser


def _version() -> str:
    """Return this program's number, or its full name if it is installed: with checksums of its sources and its packages."""
    number, place = version("barkeep"), Path(sys.prefix).name
    return place if place.startswith(f"{number}-") else number


# barkeep run


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(work=_run)
    parser.add_argument("--hardware", choices=settings.HARDWARE, help="the devices on the table; required, here or in a file")
    parser.add_argument("--keep-valid", action="store_true", help="set a damaged journal aside and go on with its valid part")
    faulty = "start a simulated table with this fault, such as reader.absent; it can be cleared on the bench"
    parser.add_argument("--fault", action="append", default=[], metavar="NAME", help=faulty)
    off = "exit code after a long OK, which tells the caller to switch the machine off"
    parser.add_argument("--off-status", type=int, choices=range(256), default=0, metavar="CODE", help=f"{off} (default: 0)")
    _add_settings(parser)


def _add_settings(parser: argparse.ArgumentParser) -> None:
    file = "TOML file with these options, without their dashes; the command line overrides it"
    parser.add_argument("--settings", type=Path, metavar="FILE", help=file)
    parser.add_argument("--data", type=Path, default=_data_folder(), help="folder of the journal (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="0 takes any free port (default: %(default)s)")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: %(default)s, the whole network)")
    parser.add_argument("--name", action="append", default=[], help="an additional host name that phones may use")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of display and table screen")
    parser.add_argument("--display", choices=settings.DISPLAYS, default="ssd1306")
    parser.add_argument("--display-on", choices=settings.BUSES, default="i2c")
    parser.add_argument("--readers", type=int, choices=settings.READERS, default=1)
    parser.add_argument(
        "--panel", action=argparse.BooleanOptionalAction, default=True, help="whether the table has keys, buzzer and LED"
    )
    parser.add_argument(
        "--voice", action=argparse.BooleanOptionalAction, default=False, help="whether the table speaks, by espeak-ng"
    )
    parser.add_argument("--blank-tags", action="store_true", help="a simulated box whose tags must be taught first")


def _data_folder() -> Path:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "barkeep"


def _run(given: argparse.Namespace) -> int:
    from firmware import storage
    from firmware.devices import DeviceError

    if given.hardware is None:
        _fail("choose the devices on the table: give --hardware simulated, pi or none, or --settings with a file that names it")
        return 2
    _begin_log()
    chosen = _settings(given)
    try:
        running = _opened(chosen, keep_valid=given.keep_valid)
    except Damaged as damage:
        return _fail(
            f"the journal in {chosen.data} is damaged: {damage}. It was left as it is. "
            "Run again with --keep-valid to set it aside and go on with its valid part."
        )
    except OSError as error:
        return _fail(_no_port(error, chosen.port) or str(error))
    except (storage.InUse, storage.Locked, storage.Stuck, storage.NotOurs, DeviceError, ValueError) as error:
        return _fail(str(error))
    by_hand = _serve_until_told(running)
    return given.off_status if by_hand else 0


def _begin_log() -> None:
    """Write the log to standard error, limited so that nobody can fill a disk with it."""
    from web.http.log_limit import LogLimit

    handler = logging.StreamHandler()
    handler.addFilter(LogLimit(time.monotonic))
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s", handlers=[handler])
    logging.getLogger("waitress").setLevel(logging.WARNING)  # It would log every phone that leaves.


def _no_port(error: OSError, port: int) -> str:
    """Return why *port* can't be used, or "" if *error* is about something else."""
    if error.errno == errno.EADDRINUSE:
        return f"another program is using port {port} already: stop that one, or give another --port"
    if error.errno == errno.EACCES and not error.filename:
        return f"this user may not use port {port}: give another --port, such as 8000"
    return ""


def _settings(given: argparse.Namespace) -> Settings:
    from firmware.boot import Settings

    return Settings(
        data=given.data,
        hardware=given.hardware,
        port=given.port,
        host=given.host,
        display=given.display,
        display_on=given.display_on,
        readers=given.readers,
        panel=given.panel,
        voice=given.voice,
        language=given.language,
        names=tuple(given.name),
        notify=os.environ.get("NOTIFY_SOCKET", ""),
        blank_tags=given.blank_tags,
        faults=tuple(getattr(given, "fault", ())),
    )


def _opened(chosen: Settings, *, keep_valid: bool) -> RunningTable:
    from firmware import boot, storage

    try:
        return boot.open_table(chosen)
    except Damaged as damage:
        if not keep_valid:
            raise
        with storage.claim(chosen.data):
            kept = storage.set_aside(chosen.data, damage)
        logging.warning("the damaged journal is kept as %s", kept)
        return _opened(chosen, keep_valid=True)


def _serve_until_told(running: RunningTable) -> bool:
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


def _fail(sentence: str) -> int:
    print(f"barkeep: {sentence}", file=sys.stderr)
    return 1


# barkeep doctor


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(work=_doctor)
    parser.epilog = "For options that you don't give, an installed program uses those of its table, and says so."
    parser.add_argument(
        "--hardware", choices=settings.HARDWARE, help="the devices on the table (default: pi on a Pi, else simulated)"
    )
    parser.add_argument("--yes", action="store_true", help="ask nothing: skip examinations that need a hand, an eye or an ear")
    _add_settings(parser)


def _doctor(given: argparse.Namespace) -> int:
    from companion.words import Words
    from firmware.doctor import examination, machine
    from firmware.doctor.finding import tell
    from firmware.doctor.person import AtTheTerminal, Nobody

    given, table = _as_installed(given)
    given.hardware = given.hardware or ("pi" if machine.is_a_pi() else "simulated")
    words, write = Words(given.language), partial(print, flush=True)
    person = Nobody() if given.yes else AtTheTerminal(words, write, input)
    return tell(chain(table, examination.examine(_settings(given), person, by_service=bool(table))), words, write)


def _as_installed(given: argparse.Namespace) -> tuple[argparse.Namespace, list[Finding]]:
    """Return *given*, with the installed table's options for those that are missing, and the findings about them."""
    from firmware.doctor import installed

    try:
        options = installed.options()
    except (OSError, ValueError) as wrong:
        return given, [installed.unclear(wrong)]
    both = _parser().parse_args([given.words[0], *options, *given.words[1:]], argparse.Namespace(words=given.words))
    return both, [installed.taken(options)] if options else []


# barkeep tags, barkeep game, barkeep labels


def _add_tags(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_subparsers(required=True, metavar="export|import")
    out, back = (
        ways.add_parser("export", help="write the tags into FILE"),
        ways.add_parser("import", help="read the tags from FILE"),
    )
    for one, work in ((out, _export_tags), (back, _import_tags)):
        one.set_defaults(work=work)
        one.add_argument("file", type=Path, metavar="FILE")
        one.add_argument("--data", type=Path, default=_data_folder(), help="folder of the journal (default: %(default)s)")
    back.add_argument("--replace", action="store_true", help="forget the tags taught so far")


def _export_tags(given: argparse.Namespace) -> int:
    from firmware.tag_files import export_tags

    return _carried(lambda: f"{export_tags(given.data, given.file)} tags are in {given.file}.")


def _import_tags(given: argparse.Namespace) -> int:
    from firmware.tag_files import import_tags

    return _carried(lambda: f"The table knows {import_tags(given.data, given.file, replace=given.replace)} tags now.")


def _carried(work: Callable[[], str]) -> int:
    """Do *work* on the data of a table that isn't running, and print the sentence it returns."""
    from firmware import storage, tag_files

    try:
        print(work())
    except (tag_files.Refused, storage.InUse, storage.Locked, storage.Stuck, Damaged, OSError, ValueError) as error:
        return _fail(str(error))
    return 0


def _add_game(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_subparsers(required=True, metavar="export|import")
    out = ways.add_parser("export", help="write the game into FILE; it rests on this table from then on")
    back = ways.add_parser("import", help="put the game in FILE among those put away")
    for one, work in ((out, _export_game), (back, _import_game)):
        one.set_defaults(work=work)
        one.add_argument("file", type=Path, metavar="FILE")
        one.add_argument("--data", type=Path, default=_data_folder(), help="folder of the journal (default: %(default)s)")
    number = "which game (default: the one on the table, or put away last)"
    out.add_argument("--number", type=int, default=0, metavar="N", help=number)


def _export_game(given: argparse.Namespace) -> int:
    from firmware.game_files import export_game

    def work() -> str:
        number = export_game(given.data, given.file, given.number)
        return f"Game {number} is in {given.file}, and rests here. Whoever opens that file can read all hands."

    return _carried(work)


def _import_game(given: argparse.Namespace) -> int:
    from firmware.game_files import import_game

    def work() -> str:
        number = import_game(given.data, given.file)
        return f"It is game {number} of this table. Its players go on with it from the lobby, once all have agreed who is who."

    return _carried(work)


def _add_labels(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(work=_labels)
    sheets = (*installed(), "table")
    parser.add_argument("file", type=Path, metavar="FILE.svg")
    parser.add_argument(
        "--sheet", choices=sheets, default=sheets[0], help="a game's pieces, or join card and case (default: %(default)s)"
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--address", default="http://barkeep.local/", help="the table's address (default: %(default)s)")
    parser.add_argument("--wifi", default="", metavar="NAME", help="the Wi-Fi that the join card names")
    parser.add_argument("--wifi-password", default="", metavar="WORD", help="its password, which is printed on the card")


def _labels(given: argparse.Namespace) -> int:
    if given.file.suffix != ".svg":
        return _fail(f"{given.file} does not end in .svg: labels are drawn as SVG, which every browser prints")
    try:
        for number, sheet in enumerate(_sheets(given), start=1):
            file = given.file if number == 1 else given.file.with_stem(f"{given.file.stem}-{number}")
            file.write_text(sheet, encoding="utf-8")
            print(f"Open {file} in a browser and print it at 100 %.")
    except (OSError, ValueError) as error:
        return _fail(str(error))
    return 0


def _sheets(given: argparse.Namespace) -> list[str]:
    from companion.words import Words
    from firmware.printing import labels, table_labels

    words = Words(given.language)
    if given.sheet == "table":
        return [table_labels.table(words, table_labels.Access(given.address, given.wifi, given.wifi_password), _house())]
    game = installed()[given.sheet]
    return labels.sheets(game, words, _shapes(game))


def _shapes(game: AnyGame) -> str:
    """Return the drawings of the pages and *game*'s own, because its labels use symbols of both."""
    own = sorted((folder(game) / "static").glob("*.svg"))
    return _house() + "".join(one.read_text(encoding="utf-8") for one in own)


def _house() -> str:
    """Return the drawings that all pages share."""
    return files("web").joinpath("static/shared/shapes.svg").read_text(encoding="utf-8")


# barkeep replay


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(work=_replay)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def _replay(given: argparse.Namespace) -> int:
    differing = 0
    for path in given.files:
        try:
            found = playthrough.replay(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError, Unreadable) as error:
            return _fail(str(error))
        for difference in found:
            print(difference)
        differing += bool(found)
    print(f"{len(given.files) - differing} of {len(given.files)} as written")
    return 1 if differing else 0


# barkeep simulate


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(work=_simulate)
    games = list(installed())
    parser.add_argument("game", nargs="?", choices=games, default=games[0] if games else None, help="(default: %(default)s)")
    names = f"let these players compete instead of random ones, one for each seat: any of {', '.join(arena.PLAYERS)}"
    parser.add_argument("--players", type=lambda names: names.split(","), metavar="NAME,…", help=f"{names}; the seats rotate")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, help=f"(default: {USUAL}, or as near as the game allows)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="folder for one file per game, with commands, events and everybody's views")
    parser.add_argument("--json", action="store_true")


def _simulate(given: argparse.Namespace) -> int:
    if given.game is None:
        return _fail("no game is installed: install Barkeep again, with its games")
    game = installed()[given.game]
    usual = len(given.players or ()) or min(max(USUAL, game.FEWEST), game.MOST)
    seats = usual if given.seats is None else given.seats
    if not game.FEWEST <= seats <= game.MOST:
        players = f"{game.FEWEST} to {game.MOST}" if game.FEWEST < game.MOST else f"exactly {game.MOST}"
        return _fail(f"{given.game} is for {players} players")
    if given.players:
        return _compete(game, given, seats)
    statistics = simulate.simulate(game, given.games, seats, given.seed, record=given.record)
    print(json.dumps(simulate.as_data(statistics), indent=2) if given.json else simulate.as_text(statistics))
    return 0


def _compete(game: AnyGame, given: argparse.Namespace, seats: int) -> int:
    if seats != len(given.players) or given.record or given.json:
        return _fail("--players names one player for each seat, and goes with --games and --seed only")
    if unknown := set(given.players) - set(arena.players(game)):
        return _fail(f"there is no player called {min(unknown)}: choose from {', '.join(arena.players(game))}")
    print(*arena.lines(arena.compete(game, given.players, given.games, given.seed)), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
