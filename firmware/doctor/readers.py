"""Examine the readers: wired ones, those on USB, and slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.kit.messages import Said, say
from firmware.devices import DeviceError
from firmware.doctor.finding import Finding, fail, ok, skipped, warn
from firmware.reader import keyboard_reader, pcsc_reader, slot_reader
from firmware.reader.keyboard_reader import KeyboardLost, KeyboardReader
from firmware.reader.mfrc522_reader import Mfrc522Reader
from firmware.reader.pcsc_reader import PcscLost, PcscReader
from firmware.reader.slot_reader import SlotLost, SlotReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from firmware.devices import Reader
    from firmware.doctor.person import Person

    Sleep = Callable[[float], None]

POLLS: Final = 100
POLL_REST: Final = 0.02  # Seconds.
READ_WELL, READ_BADLY = 90, 50  # Of 100. At one missed poll in ten, a tag is falsely lifted once in two hours.
NXP: Final = (0x91, 0x92)

ABSENT: Final = {pcsc_reader.Trouble.NO_READER, keyboard_reader.Trouble.NO_READER}
REMEDIES: Final = {
    pcsc_reader.Trouble.NO_LIBRARY: say("doctor.do.install_pcscd"),
    pcsc_reader.Trouble.NO_SERVICE: say("doctor.do.start_pcscd"),
    pcsc_reader.Trouble.DENIED: say("doctor.do.allow_pcscd"),
    pcsc_reader.Trouble.NO_READER: say("doctor.do.plug_pcsc"),
    pcsc_reader.Trouble.HANGS: say("doctor.do.restart_pcscd"),
    pcsc_reader.Trouble.BROKEN: say("doctor.do.plug_again"),
    keyboard_reader.Trouble.NO_READER: say("doctor.do.name_keyboard"),
    keyboard_reader.Trouble.DENIED: say("doctor.do.join_input"),
    keyboard_reader.Trouble.TAKEN: say("doctor.do.free_keyboard"),
    keyboard_reader.Trouble.BROKEN: say("doctor.do.plug_again"),
}


def examine_reader(number: int, reader: Reader, person: Person, sleep: Sleep) -> Iterator[Finding]:
    """Examine reader *number* (from 1): that it is there, and how reliably it reads a tag."""
    part, answered = f"reader {number}", False
    try:
        reader.open()
        yield ok(part, _found(number, reader))
        answered = True
        yield (_typed if isinstance(reader, KeyboardReader) else _read_rate)(number, reader, person, sleep)
    except DeviceError as loss:
        yield _reader_lost(number, loss, answered=answered)
    finally:
        reader.close()


def _found(number: int, reader: Reader) -> Said:
    match reader:
        case Mfrc522Reader():
            return _chip(number, reader.version())
        case PcscReader(model=model) | KeyboardReader(model=model):
            return say("doctor.reader.on_usb", number=number, name=model)
        case SlotReader():
            return say("doctor.reader.slot", number=number)
    raise TypeError(type(reader))


def _chip(number: int, version: int) -> Said:
    chip = f"0x{version:02X}"
    if version in NXP:
        return say("doctor.reader.chip", number=number, chip=chip)
    return say("doctor.reader.clone", number=number, chip=chip)


def _reader_lost(number: int, loss: DeviceError, *, answered: bool) -> Finding:
    part, trouble = f"reader {number}", loss.__cause__
    if isinstance(loss, SlotLost):
        no_slot = loss.trouble is slot_reader.Trouble.NO_SLOT
        remedy = say("doctor.do.power_slot", number=number) if no_slot else say("doctor.do.check_broker")
        return fail(part, say("doctor.reader.no_slot", number=number), remedy)
    if isinstance(loss, PcscLost | KeyboardLost) and loss.trouble in ABSENT:
        return fail(part, say("doctor.reader.absent", number=number), REMEDIES[loss.trouble])
    if isinstance(loss, PcscLost):
        return fail(part, say("doctor.reader.no_pcsc", number=number, what=str(trouble)), REMEDIES[loss.trouble])
    if isinstance(loss, KeyboardLost):
        return fail(part, say("doctor.reader.no_keyboard", number=number, what=str(trouble)), REMEDIES[loss.trouble])
    if answered:
        return fail(part, say("doctor.reader.lost", number=number), say("doctor.do.check_supply"))
    if trouble is None:
        return fail(part, say("doctor.reader.no_chip", number=number), say("doctor.do.check_reader"))
    said = say("doctor.reader.no_bus", number=number, what=str(trouble))
    return fail(part, said, say("doctor.do.bus_for_reader"))


def _typed(number: int, reader: Reader, person: Person, sleep: Sleep) -> Finding:
    """Find out whether a reader that types has typed the number of one tag that was laid on it."""
    part = f"tag {number}"
    if not person.lays_tag(number):
        return skipped(part, say("doctor.tag.none", number=number), say("doctor.do.lay_tag"))
    for _ in range(POLLS):
        if reader.present():
            return ok(part, say("doctor.tag.typed", number=number))
        sleep(POLL_REST)
    return fail(part, say("doctor.tag.not_typed", number=number), say("doctor.do.other_tag"))


def _read_rate(number: int, reader: Reader, person: Person, sleep: Sleep) -> Finding:
    """Poll 100 times with a tag on the reader; raise DeviceError if the chip is lost on the way."""
    part = f"tag {number}"
    reader.present()  # Checks chip and field once more, a moment after the start.
    if not person.lays_tag(number):
        return skipped(part, say("doctor.tag.none", number=number), say("doctor.do.lay_tag"))
    reads = []
    for _ in range(POLLS):
        sleep(POLL_REST)
        reads.append(reader.present())
    hits = sum(map(bool, reads))
    if len({uid for uids in reads for uid in uids}) > 1:
        return warn(part, say("doctor.tag.several", number=number), say("doctor.do.one_tag"))
    said = say("doctor.tag.read", number=number, hits=hits, polls=POLLS)
    if hits >= READ_WELL:
        return ok(part, said)
    if hits >= READ_BADLY:
        return warn(part, said, say("doctor.do.better_range"))
    return fail(part, said, say("doctor.do.better_range" if hits else "doctor.do.other_tag"))
