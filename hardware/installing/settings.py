"""Write the table's settings, which the service and the doctor read: options of `barkeep run` in a TOML file.

An earlier version kept them in the environment of its service. They are carried over before the new version is put into use.
The old file stays as long as a version that reads it is kept, because the owner may go back to that version.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import tomllib
from functools import partial
from typing import TYPE_CHECKING, Final

from .pi import Change, Failed, LeftOut, gone
from .program import VERSIONS, is_running, versions
from .sources import CURRENT, UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .choices import Choices, Setting
    from .pi import Pi

    Steps = Iterator[Change | LeftOut]

SETTINGS: Final = "/etc/barkeep.toml"
EARLIER: Final = "/etc/default/barkeep"
MQTT: Final = "mqtt"  # The one table that the file may have.
USUAL: Final[Mapping[str, Setting]] = {"hardware": "pi", "port": 80}
HEAD: Final = "# Options of `barkeep run`, without their dashes. After a change: sudo systemctl restart barkeep\n"


def carry_over(pi: Pi, _: Choices) -> Steps:
    """Yield the change that gives a Pi with an earlier version the file that the next version reads."""
    if pi.text(SETTINGS) is not None or (pi.text(EARLIER) is None and pi.linked(CURRENT) is None):
        return
    kept, rest = _earlier(pi)
    text = _as_toml({**USUAL, **kept})
    yield Change(f"write {SETTINGS}: this table's settings, as they were in {EARLIER}", partial(pi.write, SETTINGS, text))
    if rest:
        yield LeftOut(f"{shlex.join(rest)} of {EARLIER} is not a setting: give it to `barkeep run` yourself when you need it")


def settings(pi: Pi, choices: Choices) -> Steps:
    """Yield the changes that save the chosen settings and restart a running table with them."""
    if choices.table != remembered(pi):
        text = _as_toml(choices.table)
        says = ", ".join(text.splitlines()[1:])
        yield Change(f"write {SETTINGS}: this table's settings, {says}", partial(pi.write, SETTINGS, text))
        if is_running(pi):
            yield Change("restart the table with these settings", partial(pi.run, "systemctl", "restart", UNIT))
    if not any(EARLIER in (pi.text(f"{VERSIONS}/{version}/{UNIT}") or "") for version in versions(pi)):
        yield from gone(pi, EARLIER)


def remembered(pi: Pi) -> dict[str, Setting]:
    """Return the settings that were chosen earlier or written by hand, or an empty dict."""
    text = pi.text(SETTINGS)
    if text is None:
        found, _ = _earlier(pi)
        return {**USUAL, **found} if found else {}
    try:
        kept = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise Failed(f"{SETTINGS} is not TOML ({wrong}): correct it, or remove it and choose again") from wrong
    if isinstance(broker := kept.get(MQTT), dict):  # The program takes its names with or without the table's before them.
        del kept[MQTT]
        kept |= {f"{MQTT}-{key}": value for key, value in broker.items()}
    for key, value in kept.items():
        if not isinstance(value, str | int | bool | list):
            raise Failed(f"{SETTINGS} has {key} = {value!r}, an invalid value: correct it, or remove it and choose again")
    return kept


def _as_toml(chosen: Mapping[str, Setting]) -> str:
    """Return *chosen* as the text of the file. TOML writes strings, numbers, booleans and lists of strings as JSON does."""
    return HEAD + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in chosen.items())


def _earlier(pi: Pi) -> tuple[dict[str, Setting], list[str]]:
    """Return the settings that an earlier version kept as a command line, and the words that are not settings."""
    found = re.search(r"^BARKEEP_OPTIONS=(.*)$", pi.text(EARLIER) or "", re.M)
    try:
        kept, rest = _parser().parse_known_args(shlex.split(found[1].strip().strip("\"'")) if found else [])
    except (argparse.ArgumentError, ValueError) as wrong:
        raise Failed(f"{EARLIER} makes no sense ({wrong}): correct it, or remove it and choose again") from wrong
    return vars(kept), rest


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, argument_default=argparse.SUPPRESS)
    for key in ("hardware", "display", "display-on", "language", "host"):
        parser.add_argument(f"--{key}", dest=key)
    for key in ("readers", "port"):
        parser.add_argument(f"--{key}", type=int)
    parser.add_argument("--name", action="append")
    parser.add_argument("--panel", action=argparse.BooleanOptionalAction)
    parser.add_argument("--blank-tags", dest="blank-tags", action="store_true")
    return parser
