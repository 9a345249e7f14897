"""Readers on boards of their own, heard by way of a broker, and the program that such a board is given."""

from pathlib import Path

import pytest

from firmware.broker.identity import identity
from firmware.broker.mqtt import Address
from firmware.building import Settings, build_devices
from firmware.command import main
from firmware.doctor.readers import examine_reader
from firmware.reader.slot_reader import uids_of
from tests.evenings.house import until
from tests.firmware.hubs import broker, free, real, talking
from tests.firmware.readers import OnBroker

A, B = bytes.fromhex("04a1b2c3"), bytes.fromhex("04a1b2c3d4e5f6")


@pytest.mark.parametrize(("text", "uids"), [
    ("none", ()), ("", ()), ("04-A1-B2-C3", (A,)), ("04a1b2c3d4e5f6 04:a1:b2:c3 04A1B2C3", (B, A)),
    ("04-A1-B2", None), ("04A1B2C3D", None), ("04-A1-B2-C3 nonsense", None), ("0" * 1000, None),
])  # fmt: skip
def test_only_uids_are_taken_for_uids(text: str, uids: tuple[bytes, ...] | None) -> None:
    assert uids_of(text) == uids


def test_a_piece_that_comes_and_goes_while_nobody_polls_is_seen_once() -> None:
    rig = OnBroker(None, None, 2)
    for reader in rig.readers:
        reader.open()
    for text in ("04-A1-B2-C3", "none", "?"):
        rig.tell("1/tags", text)
    seen = [rig.readers[0].present() for _ in range(6)]
    assert (seen.count((A,)), seen[-1], rig.readers[1].present()) == (1, (), ())
    for reader in rig.readers * 2:
        reader.close()
    assert rig.closed == 1


def test_the_program_of_a_slot_says_its_topics_and_no_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "secret").write_text("barracuda")
    (tmp_path / "ca").write_text("-----BEGIN\nabc\n")
    told = ["--mqtt-user", "a: b", "--mqtt-password-file", str(tmp_path / "secret"), "--mqtt-ca", str(tmp_path / "ca")]
    slot = ["slot", "3", "--chip", "pn532", "--data", str(tmp_path / "data")]
    assert main([*slot, "--mqtt-address", "10.0.0.2", *told]) == 0
    said = capsys.readouterr().out
    above = f"barkeep/{identity(tmp_path / 'data')}/slot/3"
    assert (said.count(f"{above}/tags"), said.count(f"{above}/status")) == (1, 2)
    assert all(one in said for one in ("pn532_spi:", "port: 8883", 'username: "a: b"', "    abc\n"))
    assert "barracuda" not in said
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert main(slot) == 1
    assert "--mqtt-address" in capsys.readouterr().err


@pytest.mark.broad
@real
def test_pieces_on_a_slot_are_read_by_way_of_a_real_broker_that_is_lost_and_found(tmp_path: Path) -> None:
    port, own = free(), identity(tmp_path)
    settings = Settings(tmp_path, "none", reader="slots", readers=2, broker=Address("127.0.0.1", port))
    first, second = build_devices(settings, None).readers
    nobody = lambda *_: None

    def remedy(reader) -> str:
        return next(examine_reader(reader.number, reader, None, nobody)).remedy.code.rpartition(".")[2]

    assert remedy(first) == "check_broker"
    for number in (1, 2):  # The same slot, on the next broker.
        with broker(port, tmp_path), talking(port) as slot:
            slot.publish(f"barkeep/{own}/slot/1/status", "online", retain=True)
            slot.publish(f"barkeep/{own}/slot/1/tags", A.hex("-"), retain=True)
            until(lambda: opened(first), "the slot")
            until(lambda: first.present() == (A,), f"the tag on broker {number}")
            assert remedy(second) == "power_slot"
            slot.publish(f"barkeep/{own}/slot/1/tags", "none", retain=True)
            until(lambda: first.present() == (), "a slot without a tag")
        until(lambda: not opened(first), "the broker's loss")
    first.close()


def opened(reader) -> bool:
    from firmware.devices import DeviceError

    try:
        reader.open()
    except DeviceError:
        return False
    return True
