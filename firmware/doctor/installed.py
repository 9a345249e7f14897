"""Find the table that is installed on this machine, and the options with which its service runs it.

An installed program has its service's unit beside it; a checkout's environment has none, so it belongs to no table.
"""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.kit.messages import say
from firmware.doctor.finding import ok, warn

if TYPE_CHECKING:
    from firmware.doctor.finding import Finding

UNIT: Final = "barkeep.service"
OPTIONS: Final = "etc/default/barkeep"
VARIABLE: Final = "BARKEEP_OPTIONS"
OF_THE_SERVICE: Final = {"--off-status": 2, "--keep-valid": 1, "--fault": 2}  # Only for `barkeep run`; with their words.


def options(prefix: Path = Path(sys.prefix), root: Path = Path("/")) -> tuple[str, ...]:
    """Return the options of the table that this program is installed for, or an empty tuple if it isn't installed.

    *prefix* is the program's environment; *root* is the root of the machine's files. The unit's own options come first,
    such as the port, then the owner's. Raises ValueError if a quotation mark is left open.
    """
    unit = _text(prefix / UNIT)
    found = re.search(r"^ExecStart=\S+ run (.*)$", unit, re.M)
    if found is None:
        return ()
    words = shlex.split(found[1])
    at = words.index(f"${VARIABLE}") if f"${VARIABLE}" in words else len(words)
    return _of_any_table([*words[:at], *_chosen(unit, root), *words[at + 1 :]])


def taken(options: tuple[str, ...]) -> Finding:
    """Return the finding that *options* are used."""
    return ok("table", say("doctor.table.installed", options=shlex.join(options)))


def unclear(wrong: ValueError) -> Finding:
    """Return the finding that the installed table's options can't be parsed, so that none of them are used."""
    said = say("doctor.table.unclear", file=f"/{OPTIONS}", what=str(wrong))
    return warn("table", said, say("doctor.do.mend_options", file=f"/{OPTIONS}"))


def _chosen(unit: str, root: Path) -> list[str]:
    """Return the owner's options, or the unit's default if the owner set none."""
    for text, pattern in ((_text(root / OPTIONS), rf"^{VARIABLE}=(.*)$"), (unit, rf'^Environment="{VARIABLE}=(.*)"$')):
        if found := re.search(pattern, text, re.M):
            return shlex.split(found[1].strip().strip("\"'"))
    return []


def _of_any_table(words: list[str]) -> tuple[str, ...]:
    kept, rest = [], 0
    for word in words:
        rest = rest or OF_THE_SERVICE.get(word, 0)
        if rest:
            rest -= 1
        else:
            kept.append(word)
    return tuple(kept)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
