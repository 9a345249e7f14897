"""The options of the command line that name a broker."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from firmware.broker.mqtt import Address

WILD: Final = re.compile(r"[+#\0]|^[$/]|/$")  # A prefix with these would be a pattern, or the broker's own (MQTT 5, 4.7).


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a table's broker to *parser*; without --mqtt-address there is none."""
    add_line(
        parser, "publish what everybody at the table sees on this MQTT broker, for a Home Assistant or others; off by default"
    )
    named = "whether the players' names are published, too"
    parser.add_argument("--mqtt-names", action=argparse.BooleanOptionalAction, default=False, help=named)
    duplicates = "whether this broker's hub may hand out duplicates: games with the same draws at every table"
    parser.add_argument("--mqtt-duplicates", action=argparse.BooleanOptionalAction, default=False, help=duplicates)


def add_line(parser: argparse.ArgumentParser, what_for: str) -> None:
    """Add the options to *parser* that say where a broker is, *what_for*, and how it lets this program in."""
    parser.add_argument("--mqtt-address", type=_place, metavar="HOST[:PORT]", help=what_for)
    parser.add_argument("--mqtt-user", default="", metavar="NAME", help="the broker's name for this program")
    parser.add_argument("--mqtt-password-file", type=Path, metavar="FILE", help="file with the password of that user")
    secure = "whether the line to the broker is encrypted; so it is with any of the next three"
    parser.add_argument("--mqtt-tls", action=argparse.BooleanOptionalAction, default=False, help=secure)
    parser.add_argument("--mqtt-ca", type=Path, metavar="FILE", help="the authority that signed the broker's certificate")
    parser.add_argument("--mqtt-certificate", type=Path, metavar="FILE", help="the certificate of this program")
    parser.add_argument("--mqtt-key", type=Path, metavar="FILE", help="the key of that certificate")
    parser.add_argument("--mqtt-prefix", type=_prefix, default="barkeep", help="begins every topic (default: %(default)s)")


def chosen(given: argparse.Namespace) -> Address | None:
    """Return the broker that the options name; None if they name none."""
    if given.mqtt_address is None:
        return None
    host, port = given.mqtt_address
    return Address(
        host, port, given.mqtt_user, given.mqtt_password_file, secure=given.mqtt_tls, ca=given.mqtt_ca,
        certificate=given.mqtt_certificate, key=given.mqtt_key, prefix=given.mqtt_prefix, named=given.mqtt_names,
        duplicates=given.mqtt_duplicates,
    )  # fmt: skip


def _place(text: str) -> tuple[str, int]:
    """Return host and port, 0 if it has none."""
    try:
        place = urlsplit(f"//{text}")
        if place.hostname and not (place.username or place.path or place.query):
            place.hostname.encode("idna")  # As a socket does, where nobody would be told of a name that can't be one.
            return place.hostname, place.port or 0
    except ValueError:  # Such as a port that is no number.
        pass
    raise argparse.ArgumentTypeError(f"{text!r} isn't an address: give a host, such as homeassistant.local or 10.0.0.2:1883")


def _prefix(text: str) -> str:
    if not text or WILD.search(text):
        raise argparse.ArgumentTypeError(f"{text!r} can't begin a topic: give a word, such as barkeep, or words with / between")
    return text
