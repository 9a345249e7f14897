"""`barkeep doctor`: examine every part of a table."""

from __future__ import annotations

import argparse
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from firmware import settings
from firmware.command.running import add_settings, settings_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.doctor.finding import Finding


def add_doctor(parser: argparse.ArgumentParser, again: Callable[[], argparse.ArgumentParser]) -> None:
    """Add the options to *parser*. *again* makes the whole command's parser, to read an installed table's options with."""
    parser.set_defaults(work=partial(_doctor, again))
    parser.epilog = "For options that you don't give, an installed program uses those of its table, and says so."
    parser.add_argument(
        "--hardware", choices=settings.HARDWARE, help="the devices on the table (default: pi on a Pi, else simulated)"
    )
    parser.add_argument("--yes", action="store_true", help="ask nothing: skip examinations that need a hand, an eye or an ear")
    parser.add_argument("--data-only", action="store_true", help="examine only the games, as an update does before it starts")
    add_settings(parser)


def _doctor(again: Callable[[], argparse.ArgumentParser], given: argparse.Namespace) -> int:
    from companion.words import Words
    from firmware.doctor import examination, machine
    from firmware.doctor.finding import tell
    from firmware.doctor.person import AtTheTerminal, Nobody

    given, table = _as_installed(again, given)
    given.hardware = given.hardware or ("pi" if machine.is_a_pi() else "simulated")
    words, write = Words(given.language), partial(print, flush=True)
    person = Nobody() if given.yes else AtTheTerminal(words, write, input)
    chosen = settings_of(given)
    if given.data_only:
        return tell(examination.examine_data(chosen.data), words, write)
    return tell(chain(table, examination.examine(chosen, person, by_service=bool(table))), words, write)


def _as_installed(
    again: Callable[[], argparse.ArgumentParser], given: argparse.Namespace
) -> tuple[argparse.Namespace, list[Finding]]:
    """Return *given*, with the installed table's options for those that are missing, and the findings about them."""
    from firmware.doctor import installed

    try:
        options = installed.options()
    except (OSError, ValueError) as wrong:
        return given, [installed.unclear(wrong)]
    both = again().parse_args([given.words[0], *options, *given.words[1:]], argparse.Namespace(words=given.words))
    return both, [installed.taken(options)] if options else []
