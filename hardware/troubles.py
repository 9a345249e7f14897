"""Write the doctor's messages into TROUBLESHOOTING.md. Run `python -m hardware.troubles` after changing them.

Each message is given in English with the doctor's advice, and with a sentence of ours if that adds something.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.kit.messages import Said
from companion.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

GUIDE: Final = Path(__file__).parent / "TROUBLESHOOTING.md"

# Examples for the messages' fields.
SUCH_AS: Final[dict[str, int | str]] = {
    "node": "/dev/spidev0.0", "nodes": "spidev0.0", "groups": "spi, i2c, gpio", "name": "spidev", "date": "1970-01-01 00:00",
    "megabytes": 12, "port": "80", "host": "192.168.1.7", "what": "…", "folder": "/var/lib/barkeep", "row": 120, "game": 3,
    "valid": 119, "number": 1, "hits": 60, "polls": 100, "key": "OK", "other": "BACK",
    "file": "/etc/barkeep.toml", "options": "--port 80",
}  # fmt: skip

# Each message with the advice that the doctor may give, and any remark of ours.
MACHINE: Final = {
    "table.unclear": (("mend_options",), "It has options of `barkeep run`, without their dashes: see `barkeep run --help`."),
    "nodes.missing": (
        ("switch_on_spi", "switch_on_spi1", "switch_on_i2c", "is_it_a_pi"),
        "`sudo hardware/install` does this for you.",
    ),
    "groups.barred": (("join_groups",), "The service is in these groups; this is about you."),
    "groups.lacking": (("join_groups",), ""),
    "wiring.shared": (("part_select",), ""),
    "packages.missing": (("install_mfrc522", "install_bus_packages"), "`sudo hardware/install` does both for you."),
    "packages.clash": (("remove_rpi_gpio",), ""),
    "clock.unset": (("set_clock",), "Seats and games don't depend on it."),
    "clock.doubtful": (("set_clock",), "A Pi without a battery clock starts at the time at which it was last saved."),
    "disk.little": (("make_room",), ""),
    "port.taken": (("other_port",), "Most often that is the table itself: `sudo systemctl stop barkeep`."),
    "port.barred": (("high_port",), "The installed service is allowed to, and its doctor knows that."),
    "port.no_host": (("check_host",), ""),
}
DATA: Final = {
    "data.barred": (("own_data",), "For example, `sudo -u barkeep barkeep doctor …`."),
    "data.unmounted": (("mount",), "The table waits for it, because it would begin a new evening beside your games."),
    "data.read_only": (("renew_card",), "What was acknowledged is safe."),
    "data.running": (("stop_table",), ""),
    "journal.damaged": (("keep_valid",), "The damaged file stays beside the new one."),
    "journal.locked": (("free_journal",), "Its contents are fine, so don't use `--keep-valid` here."),
    "journal.no_room": (("make_room",), "Its contents are fine, so don't use `--keep-valid` here."),
    "journal.unreadable": (("keep_valid",), "Then copy the card, which may be failing."),
    "journal.foreign": (("put_back",), "It may be from another card."),
    "journal.newer": (("use_newer",), "If you went back to an older version: `sudo hardware/install update`."),
    "things.held": (("stop_table",), ""),
    "things.none": (("choose_hardware",), "A table for phones only needs nothing else."),
    "things.wrong": (("change_settings",), "Slots, for example, need a broker."),
}
DEVICES: Final = {
    "reader.no_bus": (("bus_for_reader",), ""),
    "reader.no_chip": (("check_reader",), "Most often MOSI and MISO are swapped."),
    "reader.lost": (("check_supply",), "Often it helps to push the plugs in firmly."),
    "reader.absent": (("plug_pcsc", "name_keyboard"), "The first is for PC/SC readers, the second for those that type."),
    "reader.no_slot": (("power_slot", "check_broker"), "The second is said where the broker is out of reach."),
    "reader.no_pcsc": (
        ("install_pcscd", "start_pcscd", "restart_pcscd", "plug_again", "allow_pcscd"),
        "`sudo hardware/install --reader pcsc` does the first and the last for you.",
    ),
    "reader.no_keyboard": (
        ("join_input", "free_keyboard", "plug_again"),
        "`sudo hardware/install --reader keyboard` lets the table read it.",
    ),
    "tag.read": (("better_range", "other_tag"), "90 or more is good."),
    "tag.none": (("lay_tag",), ""),
    "tag.several": (("one_tag",), ""),
    "tag.not_typed": (("other_tag",), ""),
    "display.lost": (
        ("check_display", "switch_on_bus", "join_groups", "install_bus_packages", "free_display"),
        "Compare SCL and SDA.",
    ),
    "picture.wrong": (("other_driver",), "A picture shifted by two columns means an SH1106."),
    "picture.unseen": (("look",), ""),
    "panel.none": (("free_pins",), ""),
    "key.stuck": (("free_key",), ""),
    "key.other": (("check_keys",), ""),
    "key.unpressed": (("press",), ""),
    "led.wrong": (("check_led",), "If it stays dark, it may have a common anode."),
    "led.unseen": (("look",), ""),
    "buzzer.silent": (("check_buzzer",), "Turn the transistor round, and if that doesn't help, the buzzer."),
    "buzzer.unheard": (("listen",), ""),
    "voice.lost": (
        ("install_espeak", "connect_loudspeaker", "check_loudspeaker"),
        "`sudo hardware/install --voice` installs it.",
    ),
    "voice.silent": (("connect_loudspeaker",), "On a Pi with two sound outputs, choose one in `raspi-config`."),
    "voice.unheard": (("listen",), ""),
    "broker.lost": (("check_broker",), "The game doesn't need it."),
    "broker.refused": (("check_login",), ""),
}
TABLES: Final[dict[str, Mapping[str, tuple[tuple[str, ...], str]]]] = {"machine": MACHINE, "data": DATA, "devices": DEVICES}


def table(name: str) -> str:
    """Return one of TABLES as a Markdown table."""
    head = "| the doctor says | what to do |\n|---|---|"
    return "\n".join([head, *(_row(code, *cure) for code, cure in TABLES[name].items())])


def with_tables(guide: str) -> str:
    """Return *guide* with each table between its two markers; raise ValueError for a table without markers."""
    for name in TABLES:
        begin, end = f"<!-- doctor: {name} -->", "<!-- end of doctor -->"
        before, found, rest = guide.partition(f"{begin}\n")
        if not found or end not in rest:
            raise ValueError(f"no place for {name}")
        guide = f"{before}{begin}\n\n{table(name)}\n\n{end}{rest.partition(end)[2]}"
    return guide


def _row(code: str, remedies: tuple[str, ...], more: str) -> str:
    advice = " *Or:* ".join(_says(f"doctor.do.{remedy}") for remedy in remedies)
    return f"| *{_says(f'doctor.{code}')}* | {advice}{' ' if more else ''}{more} |"


def _says(code: str) -> str:
    """Return the English sentence, with example values in its fields."""
    return Words("en", strict=True).say(Said(code, tuple(SUCH_AS.items())), {})


if __name__ == "__main__":
    GUIDE.write_text(with_tables(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
