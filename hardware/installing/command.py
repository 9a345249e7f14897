"""The command line of `hardware/install`, and its report of what it did."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Final

from . import network, program, read_only, readers, removal, service, settings, sources, system
from .choices import HERE, Choices
from .pi import Change, Failed, LeftOut, Pi

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from .choices import Setting

    Step = Callable[[Pi, Choices], Iterator[Change | LeftOut]]

INSTALL: Final = (
    sources.sources, system.packages, system.buses, system.user, readers.readers, read_only.data_partition, system.data_folder,
    settings.carry_over, program.program, system.watchdog, system.hostname, network.no_restarting, network.access_point,
    settings.settings, service.service, read_only.read_only,
)  # fmt: skip  # Settings come late: if they are saved, a first installation got this far.
STEPS: Final[dict[str, Sequence[Step]]] = {
    "install": INSTALL,
    "update": (sources.sources, system.packages, read_only.patience, settings.carry_over, program.program, service.service),
    "back": (program.back, service.service),
    "writable": (read_only.writable,),
    "uninstall": (removal.removal,),
}
EPILOG: Final = """\
install    everything (the default); run again, it changes only what differs
update     only the program, from this checkout; goes back by itself if the new version doesn't start
back       go back to the previous version
writable   make a read-only root writable again, from the next start on
uninstall  remove everything except the games
"""


def main(arguments: Sequence[str] | None = None, pi: Pi | None = None, source: Path = HERE) -> int:
    """Install from the checkout *source*, or do what the arguments say; return 0 for done, 1 for not done, 2 for bad usage."""
    given = parser().parse_args(arguments)
    here = pi or Pi()
    os.umask(0o022)
    try:
        choices = _choices(given, here, source)
        _may(here, given)
        changes, left_out = carry_out(STEPS[given.work], here, choices, dry=given.dry_run)
    except (Failed, OSError) as trouble:
        print(f"hardware/install: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("hardware/install: stopped half-way; run it again to finish", file=sys.stderr)
        return 1
    _sum_up(here, given, changes, left_out)
    return 0


def carry_out(steps: Sequence[Step], pi: Pi, choices: Choices, *, dry: bool = False) -> tuple[list[Change], list[LeftOut]]:
    """Go through *steps* and make each change, or only report it if *dry*; return the changes and what was left out."""
    changes: list[Change] = []
    left_out: list[LeftOut] = []
    for step in steps:
        for found in step(pi, choices):
            if isinstance(found, LeftOut):
                left_out.append(found)
                continue
            changes.append(found)
            print(f"{'would ' if dry else '-> '}{found.says}", flush=True)
            if not dry:
                found.do()
    return changes, left_out


def _may(pi: Pi, given: argparse.Namespace) -> None:
    system.refuse_strangers(pi)
    if given.dry_run:
        return
    if os.geteuid() != 0:
        raise Failed("this needs root's rights: sudo hardware/install (--dry-run doesn't need them, and changes nothing)")
    if pi.is_read_only and given.work != "writable":
        raise Failed("the root is read-only, so every change would be lost: sudo hardware/install writable, and restart")


def _sum_up(pi: Pi, given: argparse.Namespace, changes: Sequence[Change], left_out: Sequence[LeftOut]) -> None:
    if not changes:
        print("Nothing to change: everything is as it should be.")
    for one in left_out:
        print(f"LEFT OUT: {one.says}.")
    if given.dry_run:
        print("Nothing was touched.")
        return
    if any(change.restart for change in changes):
        print("Restart the Pi to finish: sudo reboot")
    if given.work not in ("uninstall", "writable"):
        _say_where(pi)


def _say_where(pi: Pi) -> None:
    name = (pi.text("/etc/hostname") or "").strip()
    print(f"Phones join at http://{name}.local/ and the table screen is at http://{name}.local/table")
    if word := network.password(pi):
        print(f"Away from home: Wi-Fi {network.SSID}, password {word}, then {network.ADDRESS}")
        print(f"A card to print that says so: {network.card(word)}")


# Arguments


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    parser = argparse.ArgumentParser(
        prog="hardware/install", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Sets up a Raspberry Pi (Raspberry Pi OS Bookworm or Trixie, Lite or desktop) as a table of Barkeep.",
    )  # fmt: skip
    parser.add_argument("work", nargs="?", choices=STEPS, default="install")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and change nothing")
    _add_table(parser.add_argument_group("the table (kept in /etc/barkeep.toml)"))
    _add_pi(parser.add_argument_group("the Pi"))
    parser.add_argument("--no-sums", action="store_true", help="update from a folder without SHA256SUMS, such as a clone")
    parser.add_argument("--delete-games", action="store_true", help="with uninstall: delete the games, too")
    return parser


def _add_table(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--hardware", choices=("pi", "none", "simulated"), help='"none" is a table of phones alone (default: pi)'
    )
    group.add_argument("--display", choices=("ssd1306", "sh1106", "ssd1309", "none"), help="the display's driver chip")
    group.add_argument("--display-on", choices=("i2c", "spi"), help="how the display is wired")
    kinds = "mfrc522: wired; pcsc or keyboard: on USB; slots: by the broker in the settings"
    group.add_argument("--reader", choices=("mfrc522", "pcsc", "keyboard", "slots"), help=f"the readers' kind ({kinds})")
    group.add_argument("--reader-name", metavar="PART", help="part of the names of the readers on USB")
    group.add_argument("--readers", type=int, choices=range(1, 13), help="how many readers")
    group.add_argument("--panel", action=argparse.BooleanOptionalAction, help="whether the table has keys, buzzer and LED")
    group.add_argument("--voice", action=argparse.BooleanOptionalAction, help="whether the table speaks, by espeak-ng")
    group.add_argument("--language", choices=("en", "nl", "fr", "de"), help="language of display and table screen")


def _add_pi(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--hostname", default="", metavar="NAME", help="the Pi's name, for NAME.local (at first: barkeep)")
    group.add_argument("--keep-hostname", action="store_true", help="leave the Pi's name as it is")
    group.add_argument("--no-watchdog", action="store_true", help="leave the Pi's own watchdog alone")
    group.add_argument("--access-point", action="store_true", help="open the Pi's own Wi-Fi wherever no known one is in range")
    group.add_argument("--country", default="", help="the Wi-Fi's country, such as NL")
    group.add_argument("--data-partition", default="", metavar="WHAT", help="keep the games there, such as LABEL=games")
    group.add_argument("--read-only", action="store_true", help="never write to the root; needs a data partition")


def _choices(given: argparse.Namespace, pi: Pi, source: Path) -> Choices:
    """Return the choices made now, falling back on those made earlier."""
    before = settings.remembered(pi)
    table = {**(before or settings.USUAL), **_table(given)}
    count = table.get("readers") if table.get("reader", "mfrc522") == "mfrc522" else 1
    hostname = given.hostname or ("" if before else "barkeep")
    return Choices(
        source, table, hardware=str(table.get("hardware", "pi")), readers=count if isinstance(count, int) else 1,
        hostname="" if given.keep_hostname else hostname, watchdog=not given.no_watchdog,
        access_point=given.access_point, country=given.country.upper(), data_partition=given.data_partition,
        read_only=given.read_only, delete_games=given.delete_games, no_sums=given.no_sums,
    )  # fmt: skip


def _table(given: argparse.Namespace) -> dict[str, Setting]:
    """Return the settings given now."""
    names = ("hardware", "display", "display_on", "reader", "reader_name", "readers", "panel", "voice", "language")
    return {name.replace("_", "-"): value for name in names if (value := getattr(given, name)) is not None}
