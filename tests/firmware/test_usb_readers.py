"""Readers on USB: what their edges do, what the doctor finds, and the same on the machine's own pcscd."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.devices import DeviceError
from firmware.doctor.readers import examine_reader
from firmware.reader import keyboard_reader, pcsc_reader, pcsclite
from firmware.reader.claims import Claims
from firmware.reader.keyboard_reader import DROPPED, EVENT, KeyboardReader, uid_of
from firmware.reader.patience import Patience
from firmware.reader.pcsc_reader import GET_UID, PcscReader
from firmware.reader.pcsclite import PcscError, PcscLite
from firmware.simulator.keyboard import SimulatedKeyboard
from firmware.simulator.pcsc import SimulatedClient, SimulatedPcscd
from firmware.simulator.tags import Ntag213, Tag
from tests.evenings.house import PATIENCE, until
from tests.firmware.pcscd import Pcscd, running

A, B, FOUR = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7"), bytes.fromhex("1ce5a4b7")
ACR = "ACS ACR122U PICC Interface 00 00"
BUILT_IN, SAM = "Alcor Micro AU9540 00 00", "ACS ACR1252 1S CL Reader [ACR1252 Dual Reader SAM] 00 01"


# PC/SC


def test_a_likelier_reader_is_taken_when_it_comes_and_no_other_while_it_is_away() -> None:
    claims, names = Claims(rank=pcsc_reader.rank), [BUILT_IN, SAM]
    assert claims.take("reader 1", names) == BUILT_IN
    assert claims.take("reader 2", names) is None
    assert claims.take("reader 1", [*names, ACR]) == ACR
    assert claims.take("reader 1", names) is None
    assert claims.take("reader 1", [*names, ACR]) == ACR
    assert Claims("sam", pcsc_reader.rank).take("reader 1", names) == SAM


@pytest.mark.parametrize(("answer", "read"), [
    (A + b"\x90\0", (A,)), (FOUR + b"\x90\0", (FOUR,)), (b"\x6a\x81", ()), (b"12345678\x90\0", ()), (b"", ()),
    (PcscError(pcsclite.REMOVED, "Card was removed."), ()),
])  # fmt: skip
def test_only_a_uid_is_told_and_a_card_without_one_is_asked_once(answer: bytes | Exception, read: tuple[bytes, ...]) -> None:
    pcscd = SimulatedPcscd(ACR)
    client = SimulatedClient(pcscd)
    client.ask = Mock(side_effect=lambda *_: answer if isinstance(answer, bytes) else (_ for _ in ()).throw(answer))
    reader = PcscReader("reader 1", client=client, patience=PATIENCE)
    reader.open()
    pcscd.plugged[ACR].lay(Ntag213(A))
    assert [reader.present() for _ in range(3)] == [read] * 3
    assert client.ask.call_count == (1 if isinstance(answer, bytes) else 3)
    client.ask.assert_called_with(ACR, GET_UID)


def test_a_call_that_hangs_costs_one_thread_and_no_more_until_it_ends() -> None:
    patience, answers = Patience(0.01), threading.Event()
    for _ in range(3):
        with pytest.raises(TimeoutError):
            patience.call(answers.wait)
    assert [thread.name for thread in threading.enumerate()].count("patience") == 1
    answers.set()
    patience._hanging.join()
    patience._seconds = PATIENCE
    assert patience.call(lambda: 5) == 5
    with pytest.raises(ZeroDivisionError):
        patience.call(lambda: 1 / 0)


# Keyboards


@pytest.mark.parametrize(("typed", "uid"), [
    ("04a1b2c3d4e5f6", "04a1b2c3d4e5f6"), ("1ce5a4b7", "1ce5a4b7"), ("12345678", "12345678"), ("0451809a3bc7d2e1f045",) * 2,
    ("0012345678", "00000000bc614e"), ("4294967295", "000000ffffffff"), ("0f00abcdef", "00000f00abcdef"),
    ("99999999999999999", "00" * 2 + "016345785d89ffff"), ("", None), ("1" * 21, None),
])  # fmt: skip
def test_a_number_in_any_notation_stands_for_a_uid(typed: str, uid: str | None) -> None:
    assert uid_of(typed) == (uid and bytes.fromhex(uid))


@pytest.fixture
def keyboard(tmp_path: Path) -> SimulatedKeyboard:
    SimulatedKeyboard(tmp_path, "Logitech Keyboard", "event1")
    odd = SimulatedKeyboard(tmp_path, "Odd", "event2")._about
    (odd / "name").write_bytes(b"half a character: \xc3")
    (odd / "capabilities/key").write_text("\n")
    return SimulatedKeyboard(tmp_path)


def reader_of(keyboard: SimulatedKeyboard, folder: Path, part: str = "") -> KeyboardReader:
    return KeyboardReader("reader 1", Claims(part, keyboard_reader.rank), root=folder, grab=keyboard.grab)


def test_nothing_that_a_reader_types_reaches_the_kiosk_and_no_other_keyboard_is_taken(
    keyboard: SimulatedKeyboard, tmp_path: Path
) -> None:
    reader = reader_of(keyboard, tmp_path)
    keyboard.type("0012345678")
    reader.open()
    keyboard.type("0012345679")  # And then A again and again, as some readers do while it lies there.
    heard = [(poll > 20 or keyboard.type(A.hex()), *reader.present())[1:] for poll in range(40)]
    assert [uid for uids in heard for uid in uids] == [uid_of("0012345679"), A]
    keyboard._held(EVENT.pack(0, 0, *DROPPED, 0))  # The kernel has lost the beginning of a number.
    keyboard.type("12345678")
    keyboard.type("12", end=15)  # A tab: half a number, and then nothing.
    assert [reader.present() for _ in range(6)] == [()] * 6
    keyboard.type(FOUR.hex(), end=keyboard_reader.KEYPAD_ENTER)
    assert reader.present() == (FOUR,)
    reader.close()
    keyboard.type("0012345670")
    assert keyboard.kiosk == "0012345678\n0012345670\n"
    keyboard.unplug()
    with pytest.raises(DeviceError, match="--reader-name"):
        reader.open()
    assert reader_of(keyboard, tmp_path, "logi")._claims.take("reader 1", ["Logitech Keyboard, usb"])


# The doctor


@pytest.mark.parametrize(("trouble", "remedy"), [
    (PcscError(pcsclite.NO_SERVICE, ""), "start_pcscd"), (PcscError(pcsclite.DENIED, ""), "allow_pcscd"),
    (PcscError(0x80100001, ""), "plug_again"), (OSError("libpcsclite.so.1: cannot open"), "install_pcscd"),
    (FileNotFoundError("none"), "plug_pcsc"), (TimeoutError("none"), "restart_pcscd"), (None, None),
])  # fmt: skip
def test_the_doctor_knows_a_pcsc_reader(trouble: OSError | None, remedy: str | None) -> None:
    pcscd = SimulatedPcscd(ACR)
    client, person = SimulatedClient(pcscd), Mock(lays_tag=lambda number: not pcscd.plugged[ACR].lay(Ntag213(A)))
    if trouble:
        client.open = Mock(side_effect=trouble)
    code = "absent" if isinstance(trouble, FileNotFoundError) else "no_pcsc"
    findings = list(examine_reader(1, PcscReader("reader 1", client=client, patience=PATIENCE), person, lambda seconds: None))
    told = [(one.verdict.value, one.said.code, one.remedy.code) for one in findings]
    right = [("ok", "doctor.reader.on_usb", "doctor.do.nothing"), ("ok", "doctor.tag.read", "doctor.do.nothing")]
    assert told == ([("fail", f"doctor.reader.{code}", f"doctor.do.{remedy}")] if trouble else right)


@pytest.mark.parametrize(("trouble", "remedy"), [
    (PermissionError(13, ""), "join_input"), (OSError(16, "busy"), "free_keyboard"), (OSError(5, "io"), "plug_again"),
    (FileNotFoundError("none"), "name_keyboard"), (None, None),
])  # fmt: skip
def test_the_doctor_knows_a_keyboard_and_says_that_it_never_tells_of_lifting(
    keyboard: SimulatedKeyboard, tmp_path: Path, trouble: OSError | None, remedy: str | None
) -> None:
    if trouble:
        keyboard.grab = Mock(side_effect=trouble)
    person = Mock(lays_tag=lambda number: not keyboard.lay(Ntag213(A)))
    code = "absent" if isinstance(trouble, FileNotFoundError) else "no_keyboard"
    findings = list(examine_reader(1, reader_of(keyboard, tmp_path), person, lambda seconds: None))
    told = [(one.verdict.value, one.said.code, one.remedy.code) for one in findings]
    right = [("ok", "doctor.reader.on_usb", "doctor.do.nothing"), ("ok", "doctor.tag.typed", "doctor.do.nothing")]
    assert told == ([("fail", f"doctor.reader.{code}", f"doctor.do.{remedy}")] if trouble else right)


# The machine's own pcscd


@pytest.fixture
def pcscd(tmp_path: Path) -> Iterator[Pcscd]:
    with running(tmp_path) as service:
        yield service


@pytest.mark.broad
def test_the_simulated_pcscd_answers_as_the_machines_own(pcscd: Pcscd) -> None:
    """The same calls on both, each with its own reader. What readers make of the answers is tested on the simulated one."""
    fake = SimulatedPcscd(*(names := [f"Virtual PCD 00 0{n}" for n in range(2)]))
    tag: Tag = Ntag213(A)

    def seen(client: PcscLite | SimulatedClient, place: object, stop: Callable[[], None]) -> list[object]:
        calls = list[object]()

        def note(call: Callable[[], object]) -> None:
            try:
                calls.append(call())
            except PcscError as refused:
                calls.append(refused.code)

        client.open()
        note(client.readers)
        note(lambda: client.slot("no such reader"))
        note(lambda: client.slot(names[0]).present)
        note(lambda: client.ask(names[0], GET_UID))
        count = client.slot(names[0]).count
        place.lay(tag)
        until(lambda: client.slot(names[0]).present, "the tag")
        note(lambda: client.slot(names[0]).count - count)
        note(lambda: client.ask(names[0], GET_UID))
        note(lambda: client.ask(names[0], bytes((0xFF, 0x00, 0, 0, 0))))
        place.lift(tag)
        until(lambda: not client.slot(names[0]).present, "no tag")
        note(lambda: client.slot(names[0]).count - count)
        note(lambda: client.ask(names[0], GET_UID))
        stop()
        note(client.readers)
        note(client.open)
        client.close()
        return calls

    real = seen(PcscLite(), pcscd.places[0], pcscd.stop)
    assert seen(SimulatedClient(fake), fake.plugged[names[0]], fake.stop) == real
    assert (A + b"\x90\0") in real
