"""Read settings from a TOML file such as /etc/barkeep.toml. Its keys are options of `barkeep run` or `hub`, without dashes.

    hardware = "pi"
    display = "sh1106"
    panel = false
    name = ["pub.lan"]

    [mqtt]  # Options that begin with this word may have a table of their own.
    address = "homeassistant.local"

They become the words of a command line, so that there is one parser for both, and the options of the real command line, which
come later, override them. Options for a single start (--keep-valid, --fault, --off-status) are not settings.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Final

from companion.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

HARDWARE: Final = ("simulated", "pi", "none")
DISPLAYS: Final = ("ssd1306", "sh1106", "ssd1309", "none")  # A setting, because software can't tell them apart.
BUSES: Final = ("i2c", "spi")
READERS: Final = range(1, 13)
WIRED, TYPING, ON_BROKER = "mfrc522", "keyboard", "slots"
READER_KINDS: Final = (WIRED, "pcsc", TYPING, ON_BROKER)
PORTS: Final = range(2**16)  # 0 takes a free one.

CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "hardware": HARDWARE, "display": DISPLAYS, "display-on": BUSES, "language": LANGUAGES, "reader": READER_KINDS,
}  # fmt: skip
NUMBERS: Final[Mapping[str, range]] = {"readers": READERS, "port": PORTS}
TEXTS: Final = (
    "data", "database", "host", "reader-name",
    "mqtt-address", "mqtt-user", "mqtt-password-file", "mqtt-ca", "mqtt-certificate", "mqtt-key", "mqtt-prefix",
)  # fmt: skip
SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {  # With the words that mean false.
    "panel": ("--no-panel",), "voice": ("--no-voice",), "blank-tags": (), "mqtt-tls": ("--no-mqtt-tls",),
    "mqtt-names": ("--no-mqtt-names",), "mqtt-duplicates": ("--no-mqtt-duplicates",),
}  # fmt: skip
LISTS: Final[Mapping[str, range | None]] = {"name": None, "stand": READERS}  # Of texts, or of numbers.
TABLES: Final = ("mqtt",)
EVERY: Final = sorted((*CHOICES, *NUMBERS, *TEXTS, *SWITCHES, *LISTS))
KEYS: Final = [key for key in EVERY if key != "database"]  # A table's.
HUBS: Final = ["data", "database", "host", "language", "name", "port"] + [
    key for key in EVERY if key.startswith("mqtt-") and key not in ("mqtt-names", "mqtt-duplicates")
]


def words(file: Path, keys: Collection[str] = KEYS) -> list[str]:
    """Return the options in *file*, which can have these *keys*, as words of a command line, in the file's order.

    Raises ValueError, without the file's name, if it is not TOML, or has an unknown key or a value that its key can't have.
    Raises OSError if it can't be read.
    """
    try:
        chosen = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise ValueError(f"it is not TOML ({wrong})") from wrong
    return [word for key, value in _flat(chosen, keys) for word in _option(key, value)]


def _flat(chosen: Mapping[str, object], keys: Collection[str]) -> Iterator[tuple[str, object]]:
    """Yield each key with its value; raise ValueError for one that isn't among *keys*."""
    for key, value in chosen.items():
        if key in TABLES and isinstance(value, dict):
            yield from _flat({f"{key}-{name}": one for name, one in value.items()}, keys)
        elif key in keys:
            yield key, value
        else:
            raise ValueError(f'there is no setting "{key}", only {", ".join(keys)}')


def _option(key: str, value: object) -> list[str]:
    if not _fits(key, value):
        raise ValueError(f"{key} must be {_allowed(key)}, and is {value!r}")
    if isinstance(value, bool):
        return [f"--{key}"] if value else [*SWITCHES[key]]
    # With "=", because a value that begins with a dash would be parsed as another option.
    return [f"--{key}={one}" for one in (value if isinstance(value, list) else [value])]


def _fits(key: str, value: object) -> bool:
    if key in SWITCHES:
        return isinstance(value, bool)
    if key in LISTS:
        within = LISTS[key]
        return isinstance(value, list) and all(
            type(one) is int and one in within if within else isinstance(one, str) for one in value
        )
    if key in NUMBERS:
        return type(value) is int and value in NUMBERS[key]
    return isinstance(value, str) and value in CHOICES.get(key, (value,))


def _allowed(key: str) -> str:
    if key in SWITCHES:
        return "true or false"
    if key in LISTS:
        return "a list of texts" if LISTS[key] is None else "a list of readers' numbers"
    if key in NUMBERS:
        return f"a whole number from {NUMBERS[key][0]} to {NUMBERS[key][-1]}"
    return f"one of {', '.join(CHOICES[key])}" if key in CHOICES else "a text"
