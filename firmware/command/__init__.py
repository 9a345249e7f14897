"""The command `barkeep`: run a table or a hub, examine their parts, copy its tags or a game, draw labels, replay and simulate.

The words of the command line come in, and an exit code goes out. Each subcommand has a file here, which adds its options and
does its work; all of them say by `failing` what went wrong. What a subcommand alone needs is imported when it runs.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from firmware import settings
from firmware.command import copying, drawing, examining, flashing, hosting, playing, reviewing, running
from firmware.command.failing import fail

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 for done, 1 for a difference or a failure, 2 for wrong usage.

    Whoever reads what it prints may have had enough, as `head` has: then it ends without a word, and with 1. So it does after
    Ctrl-C, with the shell's code for that, 130.
    """
    try:
        try:
            return _work(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more as it ends.
        return 1
    except KeyboardInterrupt:
        return 130


def _work(arguments: Sequence[str] | None) -> int:
    # Set before anything imports lgpio, which else makes its pipes in the current folder, and fails if it may not write there.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    words = sys.argv[1:] if arguments is None else list(arguments)
    given = _parser().parse_args(words)
    if file := getattr(given, "settings", None):
        try:
            words[1:1] = settings.words(file, given.keys)  # Before the options given here, which override them.
        except OSError as error:
            return fail(f"the settings in {file} can't be read ({error.strerror}): name another file with --settings")
        except ValueError as wrong:
            return fail(f"the settings in {file} make no sense: {wrong}. Correct the file, then start again")
    given = _parser().parse_args(words, argparse.Namespace(words=words))
    return int(given.work(given))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="barkeep", description="Takes the banker's seat at a real board-game table.")
    parser.add_argument("--version", action="version", version=f"barkeep {_version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    running.add_run(commands.add_parser("run", help="open a table"))
    hosting.add_hub(commands.add_parser("hub", help="show and count the games of a room full of tables"))
    examining.add_doctor(commands.add_parser("doctor", help="examine every part of a table and say what to do"), _parser)
    copying.add_tags(commands.add_parser("tags", help="copy a table's taught tags to a small file, or back"))
    copying.add_game(commands.add_parser("game", help="take an unfinished game to another table, or bring one from there"))
    copying.add_evenings(commands.add_parser("evenings", help="write the games that were finished here into a file"))
    drawing.add_labels(commands.add_parser("labels", help="draw a sheet of labels to print"))
    flashing.add_slot(commands.add_parser("slot", help="write the program of a reader on an ESP32 board, for ESPHome"))
    playing.add_replay(commands.add_parser("replay", help="replay playthroughs and kept games, and show where they differ"))
    reviewing.add_review(commands.add_parser("review", help="say a finished game again, from the file that was kept of it"))
    playing.add_simulate(commands.add_parser("simulate", help="play games without people and count what happens"))
    return parser


def _version() -> str:
    """Return this program's number, or its full name if it is installed: with checksums of its sources and its packages."""
    number, place = version("barkeep"), Path(sys.prefix).name
    return place if place.startswith(f"{number}-") else number
