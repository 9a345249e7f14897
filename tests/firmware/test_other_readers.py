"""Readers on USB, and on boards of their own behind a broker: their edges, the doctor, and the machine's own services."""

import ctypes
import socket
import threading
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.broker.identity import identity
from firmware.broker.mqtt import Address
from firmware.building import Settings, build_devices
from firmware.command import main
from firmware.devices import DeviceError
from firmware.doctor.readers import examine_reader
from firmware.reader import keyboard_reader, pcsc_reader, pcsclite
from firmware.reader.claims import Claims
from firmware.reader.keyboard_reader import DROPPED, EVENT, KeyboardReader, uid_of
from firmware.reader.on_usb import on_usb
from firmware.reader.patience import Patience
from firmware.reader.pcsc_reader import GET_UID, PcscReader
from firmware.reader.pcsclite import PcscError
from firmware.reader.slot_reader import SlotReader, uids_of
from firmware.simulator.keyboard import SimulatedKeyboard
from firmware.simulator.pcsc import SimulatedClient, SimulatedPcscd, VirtualReader
from firmware.simulator.tags import Ntag213
from tests.evenings.house import PATIENCE, until
from tests.firmware.hubs import broker, free, real, talking
from tests.firmware.readers import OnBroker

A, B, FOUR = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7"), bytes.fromhex("1ce5a4b7")
ACR = "ACS ACR122U PICC Interface 00 00"
BUILT_IN, SAM = "Alcor Micro AU9540 00 00", "ACS ACR1252 1S CL Reader [ACR1252 Dual Reader SAM] 00 01"


def test_a_likelier_reader_is_taken_when_it_comes_and_no_other_while_it_is_away() -> None:
    claims, names = Claims(rank=pcsc_reader.rank), [BUILT_IN, SAM]
    more = [*names, ACR]
    asked = (1, names), (2, names), (1, more), (1, names), (1, more)
    assert [claims.take(f"reader {number}", known) for number, known in asked] == [BUILT_IN, None, ACR, None, ACR]
    assert Claims("sam", pcsc_reader.rank).take("reader 1", names) == SAM


def test_a_card_that_connects_only_after_it_was_lifted_leaves_the_wire_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, a virtual card may reach pcscd when the next one lies there already."""
    may, late = threading.Event(), threading.Event()

    def connect(address: tuple[str, int]) -> socket.socket:
        wire = connected(address)
        if not late.is_set():
            late.set()
            may.wait()
        return wire

    connected = socket.create_connection
    monkeypatch.setattr(socket, "create_connection", connect)
    with socket.create_server(("127.0.0.1", 0)) as pcscd:
        place, one, two = VirtualReader(pcscd.getsockname()[1]), Ntag213(bytes(7)), Ntag213(bytes(range(7)))
        place.lay(one)
        first, _ = pcscd.accept()
        place.lift(one)
        place.lay(two)
        second, _ = pcscd.accept()
        second.settimeout(PATIENCE)
        may.set()
        assert first.recv(1) == b"", "it hangs up"
        place.lift(two)
        assert second.recv(1) == b"", "and so does the next one, when it is lifted"


@pytest.mark.parametrize(("answer", "read"), [
    (A + b"\x90\0", (A,)), (FOUR + b"\x90\0", (FOUR,)), (b"\x6a\x81", ()), (b"12345678\x90\0", ()), (b"", ()),
    (PcscError(pcsclite.REMOVED, "Card was removed."), ()),
])  # fmt: skip
def test_only_a_uid_is_told_and_a_card_without_one_is_asked_once(answer: bytes | Exception, read: tuple[bytes, ...]) -> None:
    pcscd = SimulatedPcscd(ACR)
    client = SimulatedClient(pcscd)
    client.ask, reader = Mock(side_effect=[answer] * 3), PcscReader("reader 1", client=client, patience=PATIENCE)
    reader.open()
    pcscd.plugged[ACR].lay(Ntag213(A))
    assert ([reader.present() for _ in range(3)], client.ask.call_count) == ([read] * 3, 1 if isinstance(answer, bytes) else 3)
    client.ask.assert_called_with(ACR, GET_UID)


def test_of_two_tags_the_first_is_read_and_a_reader_that_fails_is_lost_and_let_go() -> None:
    pcscd, one, two = SimulatedPcscd(ACR), Ntag213(A), Ntag213(B)
    client, place = SimulatedClient(pcscd), pcscd.plugged[ACR]
    (reader := PcscReader("reader 1", client=client, patience=PATIENCE)).open()
    for move, tag, uid, count in ((place.lay, one, A, 1), (place.lay, two, A, 1), (place.lift, two, A, 1),
                                  (place.lay, two, A, 1), (place.lift, one, B, 3)):  # fmt: skip
        move(tag)
        assert (reader.present(), place.slot.count) == ((uid,), count)
    place.lift(two)
    assert (reader.present(), place.answer(GET_UID)) == ((), b"")
    place.lay(one)
    client.ask = client.close = Mock(side_effect=PcscError(0x80100001, "Internal error."))
    with pytest.raises(DeviceError, match="out and in"):
        reader.present()
    reader.close()


def test_a_reader_that_pcscd_does_not_know_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def slot(code: int, event: int = 0) -> pcsclite.Slot | None:
        state = lambda given: ctypes.cast(given, ctypes.POINTER(pcsclite._State)).contents
        library.SCardGetStatusChange.side_effect = lambda *given: setattr(state(given[2]), "event", event) or code
        return client.slot(ACR)

    library = Mock(SCardEstablishContext=lambda *_: 0, SCardListReaders=lambda *_: pcsclite.NO_READERS)
    library.pcsc_stringify_error.return_value = b"Access denied."
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    (client := pcsclite.PcscLite()).open()
    assert (client.readers(), slot(pcsclite.UNKNOWN_READER), slot(0, pcsclite.UNAVAILABLE)) == ([], None, None)
    assert slot(0, 7 << 16 | pcsclite.PRESENT) == pcsclite.Slot(True, 7)
    with pytest.raises(PcscError, match="denied"):
        slot(pcsclite.DENIED)


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


def test_nothing_typed_reaches_the_kiosk_and_no_other_keyboard_is_taken(keyboard: SimulatedKeyboard, tmp_path: Path) -> None:
    reader = reader_of(keyboard, tmp_path)
    with pytest.raises(DeviceError, match="out and in"):  # The kernel can't give a pipe to one program alone.
        KeyboardReader("reader 1", root=tmp_path).open()
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
    for missing in (reader, *on_usb("keyboard", 1, "of nobody")):
        with pytest.raises(DeviceError, match="--reader-name"):
            missing.open()
    assert reader_of(keyboard, tmp_path, "logi")._claims.take("reader 1", ["Logitech Keyboard, usb"])


@pytest.mark.parametrize(("kind", "trouble", "remedy"), [
    ("pcsc", PcscError(pcsclite.NO_SERVICE, ""), "start_pcscd"), ("pcsc", PcscError(pcsclite.DENIED, ""), "allow_pcscd"),
    ("pcsc", PcscError(0x80100001, ""), "plug_again"), ("pcsc", OSError("libpcsclite.so.1: cannot open"), "install_pcscd"),
    ("pcsc", FileNotFoundError("none"), "plug_pcsc"), ("pcsc", TimeoutError("none"), "restart_pcscd"), ("pcsc", None, None),
    ("keyboard", PermissionError(13, ""), "join_input"), ("keyboard", OSError(16, "busy"), "free_keyboard"),
    ("keyboard", OSError(5, "io"), "plug_again"), ("keyboard", FileNotFoundError("none"), "name_keyboard"),
    ("keyboard", None, None), ("slot", ValueError("no such CA"), "check_broker"), ("slot", None, None),
])  # fmt: skip
def test_the_doctor_knows_a_reader_on_usb_and_that_a_keyboard_never_tells_of_lifting(
    keyboard: SimulatedKeyboard, tmp_path: Path, kind: str, trouble: Exception | None, remedy: str | None
) -> None:
    pcscd, board = SimulatedPcscd(ACR), OnBroker(None, None)
    client = SimulatedClient(pcscd)
    if trouble:
        client.open = keyboard.grab = board.readers[0]._slots._listen = Mock(side_effect=trouble)
    reader, place = {
        "pcsc": (PcscReader("reader 1", client=client, patience=PATIENCE), pcscd.plugged[ACR]),
        "keyboard": (reader_of(keyboard, tmp_path), keyboard), "slot": (board.readers[0], board.places[0]),
    }[kind]  # fmt: skip
    findings = examine_reader(1, reader, Mock(lays_tag=lambda number: not place.lay(Ntag213(A))), lambda seconds: None)
    told = [(one.verdict.value, one.said.code, one.remedy.code) for one in findings]
    code = "absent" if isinstance(trouble, FileNotFoundError) else f"no_{kind}"
    well = "reader.slot" if kind == "slot" else "reader.on_usb", "tag.typed" if kind == "keyboard" else "tag.read"
    right = [("ok", f"doctor.{code}", "doctor.do.nothing") for code in well]
    assert told == ([("fail", f"doctor.reader.{code}", f"doctor.do.{remedy}")] if trouble else right)


@pytest.mark.parametrize(("lays", "told"), [(False, ("skipped", "doctor.tag.none")), (True, ("fail", "doctor.tag.not_typed"))])
def test_a_silent_reader_is_examined(keyboard: SimulatedKeyboard, tmp_path: Path, lays: bool, told: tuple[str, str]) -> None:
    *_, last = examine_reader(1, reader_of(keyboard, tmp_path), Mock(lays_tag=lambda number: lays), lambda seconds: None)
    assert (last.verdict.value, last.said.code) == told


@pytest.mark.parametrize(("text", "uids"), [
    ("none", ()), ("", ()), ("1C-E5-A4-B7", (FOUR,)), ("04a1b2c3d4e5f6 1c:e5:a4:b7 1CE5A4B7", (A, FOUR)),
    ("04-A1-B2", None), ("04A1B2C3D", None), ("04-A1-B2-C3 nonsense", None), ("0" * 1000, None),
])  # fmt: skip
def test_only_uids_are_taken_for_uids(text: str, uids: tuple[bytes, ...] | None) -> None:
    assert uids_of(text) == uids


def test_a_piece_that_comes_and_goes_while_nobody_polls_is_seen_once() -> None:
    rig = OnBroker(None, None, 2)
    for reader in rig.readers:
        reader.open()
    for text in ("1C-E5-A4-B7", "none", "?"):
        rig.tell("1/tags", text)
    seen = [rig.readers[0].present() for _ in range(6)]
    assert (seen.count((FOUR,)), seen[-1], rig.readers[1].present()) == (1, (), ())
    for reader in rig.readers * 2:
        reader.close()
    assert rig.closed == 1


def test_the_program_of_a_slot_says_its_topics_and_no_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "secret").write_text("barracuda")
    (tmp_path / "ca").write_text("-----BEGIN\nabc\n")
    told = ["--mqtt-user", "a: b", "--mqtt-password-file", str(tmp_path / "secret"), "--mqtt-ca", str(tmp_path / "ca")]
    slot = ["slot", "3", "--chip", "pn532", "--data", str(tmp_path / "data")]
    assert main([*slot, "--mqtt-address", "10.0.0.2", *told]) == 0
    said, above = capsys.readouterr().out, f"barkeep/{identity(tmp_path / 'data')}/slot/3"
    assert (said.count(f"{above}/tags"), said.count(f"{above}/status")) == (1, 2)
    assert all(one in said for one in ("pn532_spi:", "port: 8883", 'username: "a: b"', "    abc\n"))
    assert ("barracuda" not in said, (tmp_path / "data").stat().st_mode & 0o077) == (True, 0)
    assert [main(slot), main([*slot, "--mqtt-address", "x"])] == [1, 0]
    said = capsys.readouterr()
    assert ("--mqtt-address" in said.err, "port: 1883" in said.out, "certificate" in said.out) == (True, True, False)


@pytest.mark.broad
@real
def test_pieces_on_a_slot_are_read_by_way_of_a_real_broker_that_is_lost_and_found(tmp_path: Path) -> None:
    port, own = free(), identity(tmp_path)
    settings = Settings(tmp_path, "none", reader="slots", readers=2, broker=Address("127.0.0.1", port))
    first, second = build_devices(settings, None).readers

    def remedy(reader: SlotReader) -> str:
        return next(examine_reader(reader.number, reader, None, lambda *_: None)).remedy.code.rpartition(".")[2]

    def opened() -> bool:
        with suppress(DeviceError):
            first.open()
            return True
        return False

    assert remedy(first) == "check_broker"
    for number in (1, 2):  # The same slot, on the next broker.
        with broker(port, tmp_path), talking(port) as slot:
            slot.publish(f"barkeep/{own}/slot/1/status", "online", retain=True)
            slot.publish(f"barkeep/{own}/slot/1/tags", A.hex("-"), retain=True)
            until(opened, "the slot")
            until(lambda: first.present() == (A,), f"the tag on broker {number}")
            assert remedy(second) == "power_slot"
            slot.publish(f"barkeep/{own}/slot/1/tags", "none", retain=True)
            until(lambda: first.present() == (), "a slot without a tag")
        until(lambda: not opened(), "the broker's loss")
    first.close()
