"""`barkeep slot`: write the program of a slot, which is a reader of its own on an ESP32 board, for ESPHome to flash."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Final

from firmware import settings
from firmware.command.failing import fail, reason
from firmware.command.running import add_settings, settings_of

if TYPE_CHECKING:
    from firmware.broker.mqtt import Address

CHIPS: Final = ("rc522", "pn532")


def add_slot(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep slot` to *parser*."""
    parser.set_defaults(work=_slot)
    parser.epilog = "Give the table's own options, or its file by --settings: a slot must know the table, and its broker."
    parser.add_argument("number", type=int, choices=settings.READERS, help="the reader that it will be on the table")
    parser.add_argument("--chip", choices=CHIPS, default=CHIPS[0], help="the reader on the board (default: %(default)s)")
    parser.add_argument("--hardware", choices=settings.HARDWARE, help="makes no difference; a table's file of settings has it")
    add_settings(parser)


def _slot(given: argparse.Namespace) -> int:
    from firmware.broker.identity import identity
    from firmware.broker.post import slots_topic

    chosen = settings_of(given)
    if chosen.broker is None:
        return fail("a slot is heard by way of a broker: name it with --mqtt-address, or give the table's file with --settings")
    try:
        chosen.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = identity(chosen.data)
        sys.stdout.write(program(given.number, given.chip, chosen.broker, own, slots_topic(chosen.broker.prefix, own)))
    except OSError as error:
        return fail(reason(error))
    except UnicodeDecodeError:
        return fail(f"{chosen.broker.ca} can't be used (it is no text): give another one, as PEM")
    return 0


def program(number: int, chip: str, address: Address, identity: str, topic: str) -> str:
    """Return the YAML file with which ESPHome builds slot *number* of the table *identity*; *topic* begins its topics.

    Passwords aren't in it: it names them, as ESPHome does, and they stay in a file `secrets.yaml` beside it. Raises OSError if
    the authority's certificate, which is in it, can't be read, and ValueError if it is no text.
    """
    tags, status, broker = map(json.dumps, (f"{topic}/{number}/tags", f"{topic}/{number}/status", address.host))
    return PROGRAM.format(
        number=number, identity=identity, tags=tags, status=status, broker=broker, port=address.used_port,
        login=_login(address), chip=chip,
    )  # fmt: skip


def _login(address: Address) -> str:
    lines = [f"  username: {json.dumps(address.user)}", "  password: !secret mqtt_password"] if address.user else []
    if address.ca:
        lines += ["  certificate_authority: |", *(f"    {line}" for line in address.ca.read_text("utf-8").splitlines())]
    return "".join(f"{line}\n" for line in lines)


# What a user may have chosen is quoted as in JSON, which YAML reads alike.
# What lies there is kept on the board and told anew at each connection: what the broker retains may be older.
PROGRAM: Final = """\
# Reader {number} of the table {identity}. Beside this file, secrets.yaml has the lines that are called secret here. Then, with
# the board on USB: esphome run slot-{number}.yaml
#   the board's   3V3   GND   GPIO18   GPIO23   GPIO19   GPIO21
#   the reader's  3.3V  GND   SCK      MOSI     MISO     SDA (also SS)
esphome:
  name: barkeep-{identity}-{number}

esp32:
  board: esp32dev
  framework:
    type: esp-idf

logger:

ota:
  - platform: esphome
    password: !secret ota_password

wifi:
  ssid: !secret wifi_ssid
  password: !secret wifi_password

globals:
  - id: lying
    type: std::string
    initial_value: '"none"'

script:
  - id: tell
    then:
      - mqtt.publish:
          topic: {tags}
          payload: !lambda return id(lying);
          retain: true
          qos: 1

mqtt:
  broker: {broker}
  port: {port}
{login}  discovery: false
  log_topic: null
  keepalive: 10s
  birth_message:
    topic: {status}
    payload: online
    retain: true
    qos: 1
  will_message:
    topic: {status}
    payload: offline
    retain: true
    qos: 1
  on_connect:
    - script.execute: tell

spi:
  clk_pin: GPIO18
  mosi_pin: GPIO23
  miso_pin: GPIO19

{chip}_spi:
  cs_pin: GPIO21
  update_interval: 200ms
  on_tag:
    - globals.set:
        id: lying
        value: !lambda return x;
    - script.execute: tell
  on_tag_removed:
    - globals.set:
        id: lying
        value: '"none"'
    - script.execute: tell
"""
