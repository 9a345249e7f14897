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
from firmware import settings
from firmware.doctor.finding import ok, warn

if TYPE_CHECKING:
    from firmware.doctor.finding import Finding

UNIT: Final = "barkeep.service"
SETTINGS: Final = "/etc/barkeep.toml"
OF_THE_SERVICE: Final = {
    "--off-status": 2,
    "--keep-valid": 1,
    "--fault": 2,
    "--settings": 2,
}  # Options for `run` only, with the number of words that they take.


def is_installed(prefix: Path = Path(sys.prefix)) -> bool:
    """Return whether the program with the environment *prefix* is installed, rather than a checkout's."""
    return (prefix / UNIT).exists()


def options(prefix: Path = Path(sys.prefix), root: Path = Path("/")) -> tuple[str, ...]:
    """Return the options of the table that this program is installed for, or an empty tuple if it isn't installed.

    *prefix* is the program's environment; *root* is the root of the machine's files. The owner's settings come first, then
    the unit's own options. Raises the errors of `settings.words` if the settings can't be read or make no sense.
    """
    found = re.search(r"^ExecStart=\S+ run (.*)$", _text(prefix / UNIT), re.M)
    if found is None:
        return ()
    return (*settings.words(root / SETTINGS.lstrip("/")), *_without_own(shlex.split(found[1])))


def taken(options: tuple[str, ...]) -> Finding:
    """Return the finding that *options* are used."""
    return ok("table", say("doctor.table.installed", options=shlex.join(options)))


def unclear(wrong: OSError | ValueError) -> Finding:
    """Return the finding that the installed table's settings make no sense, so that none of them are used."""
    what = str(wrong.strerror if isinstance(wrong, OSError) else wrong)
    said = say("doctor.table.unclear", file=SETTINGS, what=what)
    return warn("table", said, say("doctor.do.mend_options", file=SETTINGS))


def _without_own(words: list[str]) -> tuple[str, ...]:
    """Return *words* without the options for `run` only."""
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
