"""The whole installation, on a fake Pi: what it says, what it leaves behind, and that it can be repeated."""

import tomllib
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware import wiring
from hardware.installing.choices import Setting
from hardware.installing.pi import Failed
from hardware.installing.readers import MODULES, RULE
from hardware.installing.settings import EARLIER, SETTINGS
from hardware.installing.system import I2C, SPI, SPI1, with_buses, without_buses
from tests.hardware.installing.fake_pi import CMDLINE, CONFIG, CONFIG_TXT, DEBIAN, GAMES, RASPBERRY, FakePi

PARTITION = ("--data-partition", "LABEL=games")


def lines(said: str, mark: str) -> list[str]:
    return [line.removeprefix(mark) for line in said.splitlines() if line.startswith(mark)]


def kept(fake: FakePi) -> dict[str, Setting]:
    return tomllib.loads(fake.text(SETTINGS))


def test_it_installs_everything_and_starts_the_table(fake: FakePi) -> None:
    assert fake.install().code == 0
    assert {"python3-pil", "python3-rpi-lgpio", "python3-lgpio", "python3-spidev"} <= fake.packages
    assert (fake.users, kept(fake)) == ({"barkeep": {"spi", "i2c", "gpio"}}, {"hardware": "pi", "port": 80})
    assert (fake.current(), fake.active, fake.starts) == ("the first one", True, 1)
    files = fake.files()
    assert "dtparam=spi=on" in files[CONFIG].splitlines()
    assert files["/etc/hostname"] + files["/etc/hosts"] == "barkeep\n127.0.0.1\tlocalhost\n127.0.1.1\tbarkeep\n"
    assert files["/etc/systemd/system/barkeep.service"] == "-> /opt/barkeep/current/barkeep.service"
    assert files["/usr/local/bin/barkeep"] == "-> /opt/barkeep/current/bin/barkeep"
    assert "RuntimeWatchdogSec" in files["/etc/systemd/system.conf.d/60-barkeep.conf"]


def test_a_dry_run_tells_of_every_step_and_touches_nothing_and_a_second_run_has_nothing_to_do(fake: FakePi) -> None:
    options, before = ("--access-point", "--display", "ssd1309"), fake.files()
    planned = lines(fake.install("--dry-run", *options).out, "would ")
    assert (fake.files(), fake.seen, fake.users, fake.active) == (before, [], {}, False)
    said = fake.install(*options).out
    assert (planned, "Nothing to change" in said) == (lines(said, "-> "), False)
    assert len(planned) > 12
    after, fake.seen = fake.files(), []
    assert "Nothing to change" in fake.install("--access-point").out
    assert (fake.files(), fake.seen) == (after, [])


@pytest.mark.parametrize(("systemd", "model", "left_out"), [
    (False, True, ["the table was not started"]),
    (True, False, ["SPI and I2C were not switched on", "without python3-lgpio and python3-rpi-lgpio"]),
], ids=["no_systemd", "no_pi"])  # fmt: skip
def test_it_does_all_that_it_can_and_says_the_rest(tmp_path: Path, systemd: bool, model: bool, left_out: list[str]) -> None:
    fake = FakePi(tmp_path, systemd=systemd, model=model)
    code, said, _ = fake.install("--access-point")
    assert (code, [one for one in left_out if f"LEFT OUT: {one}" not in said]) == (0, [])
    assert (fake.current(), fake.active, "python3-rpi-lgpio" in fake.packages) == ("the first one", systemd, model)
    if not systemd:
        assert "/etc/systemd/system/multi-user.target.wants/barkeep.service" in fake.files()
        assert not [line for line in fake.seen if line.startswith(("systemctl", "hostnamectl", "nmcli"))]


def test_a_table_of_phones_alone_leaves_the_buses_as_they_are_for_good(fake: FakePi) -> None:
    for arguments in (("--hardware", "none"), ()):
        fake.install(*arguments)
        assert (fake.text(CONFIG), kept(fake)["hardware"]) == (CONFIG_TXT, "none")
    assert "python3-spidev" not in fake.packages


def test_chosen_settings_are_kept_until_others_are_chosen(fake: FakePi) -> None:
    chosen = {"hardware": "pi", "port": 80, "display": "sh1106", "language": "nl"}
    for arguments in (("--display", "sh1106", "--language", "nl"), ()):
        fake.install(*arguments)
        assert kept(fake) == chosen
    fake.install("--language", "fr", "--readers", "3", "--no-panel", "--voice")
    assert kept(fake) == {**chosen, "language": "fr", "readers": 3, "panel": False, "voice": True}
    assert "espeak-ng" in fake.packages
    assert "audio" in fake.users["barkeep"]
    assert fake.seen[-1] == "systemctl restart barkeep.service"
    assert "dtoverlay=spi1-3cs" in fake.text(CONFIG)
    for reader, group, there in (("pcsc", "audio", True), ("keyboard", "input", False)):
        fake.install("--reader", reader, "--reader-name", "acr")
        assert (kept(fake)["reader"], kept(fake)["reader-name"]) == (reader, "acr")
        assert ("pcscd" in fake.packages, group in fake.users["barkeep"]) == (True, True)
        assert (RULE in fake.files(), "blacklist pn533_usb" in fake.text(MODULES)) == (there, there)


def test_settings_written_by_hand_stay(fake: FakePi) -> None:
    mine = '# Mine.\nhardware = "pi"\nname = ["pub.lan"]\npanel = false\n[mqtt]\naddress = "pub.lan"\n'
    fake.put(SETTINGS, mine)
    fake.install()
    assert fake.text(SETTINGS) == mine
    fake.install("--display", "none", "--panel")
    changed = {"hardware": "pi", "name": ["pub.lan"], "panel": True, "display": "none", "mqtt-address": "pub.lan"}
    assert kept(fake) == changed


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_an_earlier_versions_settings_are_carried_over_and_kept_for_the_way_back(fake: FakePi, quote: str) -> None:
    fake.install()
    fake.pi.at(SETTINGS).unlink()
    fake.put(EARLIER, f"BARKEEP_OPTIONS={quote}--name pub.lan --name=bar.lan --no-panel --readers 2 --keep-valid{quote}\n")
    fake.put(f"{fake.pi.linked('/opt/barkeep/current')}/barkeep.service", f"EnvironmentFile=-{EARLIER}\n")
    assert f"LEFT OUT: --keep-valid of {EARLIER}" in fake.install("update", said="the second one").out
    carried = {"hardware": "pi", "port": 80, "name": ["pub.lan", "bar.lan"], "panel": False, "readers": 2}
    for newer, there in (("the second one", True), ("the third one", True), *[("the fourth one", False)] * 2):
        fake.install(said=newer)
        assert (fake.current(), EARLIER in fake.files() or not there, kept(fake)) == (newer, True, carried)
    assert EARLIER not in fake.files()


def test_a_name_that_the_owner_gave_stays_and_config_txt_before_the_first_change(fake: FakePi) -> None:
    for arguments, name in ((("--keep-hostname",), "raspberrypi"), (("--hostname", "pub", "--readers", "4"), "pub")):
        fake.install(*arguments)
        fake.install()
        assert fake.text("/etc/hostname") == f"{name}\n"
    assert fake.text(f"{CONFIG}.before-barkeep") == CONFIG_TXT


@pytest.mark.parametrize(("path", "text", "machine", "reason"), [
    ("/etc/os-release", "VERSION_CODENAME=bullseye\n", "arm64", "Bookworm and Trixie"),
    ("/proc/mounts", "overlayroot / overlay rw 0 0\n", "arm64", "read-only"),
    ("/etc/issue", "", "armhf", "no packages for armhf: put a 64-bit system"),
    (SETTINGS, 'hardware = "pi', "arm64", f"{SETTINGS} is not TOML"), (SETTINGS, "[table]\n", "arm64", "has table = {}"),
    (EARLIER, "BARKEEP_OPTIONS=--readers few\n", "arm64", "correct it"),
    (EARLIER, "BARKEEP_OPTIONS=--name 'my pub\n", "arm64", f"{EARLIER} makes no sense"),
])  # fmt: skip
def test_it_refuses_where_it_could_do_harm(fake: FakePi, path: str, text: str, machine: str, reason: str) -> None:
    fake.put(path, text)
    fake.machine, before = machine, fake.files()
    code, _, said = fake.install()
    assert (code, reason in said, fake.files()) == (1, True, before)


@pytest.mark.parametrize(("options", "games", "reason"), [((), "", "forget every game"), (PARTITION, "as ever", "are games")])
def test_no_root_is_made_read_only_if_that_loses_games(fake: FakePi, options: tuple[str, ...], games: str, reason: str) -> None:
    fake.install()
    fake.put(GAMES, games)
    code, _, said = fake.install(*options, "--read-only")
    assert (code, reason in said, fake.text(GAMES)) == (1, True, games)
    assert (fake.text("/etc/fstab"), fake.text(CMDLINE)) == (DEBIAN["/etc/fstab"], RASPBERRY[CMDLINE])


def test_without_roots_rights_it_says_which_command(fake: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    code, _, said = fake.install()
    assert (code, "sudo hardware/install" in said, fake.install("--dry-run").code) == (1, True, 0)


def test_the_games_get_a_partition_and_the_root_alone_is_made_read_only_as_the_last_step(fake: FakePi) -> None:
    both = (*PARTITION, "--read-only")
    assert fake.install(*both).code == 0
    (mount,) = [line.split() for line in fake.text("/etc/fstab").splitlines() if "/var/lib/barkeep" in line]
    assert (mount[:3], "device-timeout=infinity" in mount[3]) == (["LABEL=games", "/var/lib/barkeep", "ext4"], True)
    words = [word for word in fake.text(CMDLINE).split() if word.startswith(("overlayroot", "rootwait"))]
    assert words == ["overlayroot=tmpfs:recurse=0", "rootwait"]
    assert fake.seen[-1] == "raspi-config nonint enable_overlayfs", "nothing can be saved after it"
    fake.seen = []
    assert (fake.install(*both).code, fake.seen) == (0, [])
    fake.put("/proc/mounts", "overlayroot / overlay rw 0 0\n")
    assert (fake.install().code, fake.install("--dry-run", "writable").code, fake.install("writable").code) == (1, 0, 0)
    assert fake.text(CMDLINE) == RASPBERRY[CMDLINE]
    assert (fake.install("writable").out.startswith("Nothing to change"), fake.seen) == (True, []), (
        "raspi-config would leave it"
    )
    fake.put("/proc/mounts", DEBIAN["/proc/mounts"])
    patient = fake.text("/etc/fstab")
    fake.put("/etc/fstab", patient.replace("infinity", "30s"))  # As earlier versions left it.
    assert (fake.install("update").code, fake.text("/etc/fstab")) == (0, patient)


@pytest.mark.parametrize(("trouble", "reason"), [
    (OSError(30, "Read-only file system"), "Read-only"), (KeyboardInterrupt(), "run it again"),
    (Failed("`pip install` failed"), "pip install"),
])  # fmt: skip
def test_what_stops_it_is_told_and_the_next_run_finishes(
    fake: FakePi, monkeypatch: pytest.MonkeyPatch, trouble: BaseException, reason: str
) -> None:
    with monkeypatch.context() as halted:
        halted.setattr("hardware.installing.system._rename", Mock(side_effect=trouble))
        code, _, said = fake.install()
    assert (code, reason in said) == (1, True)
    assert fake.install().code == 0
    assert (fake.active, fake.text("/etc/hostname")) == (True, "barkeep\n")


# Uninstalling


# The Pi's name, its country and packages stay: they may serve other purposes.
STAYS = {"/etc/hostname", "/etc/hosts", f"{CONFIG}.before-barkeep", SETTINGS, GAMES}


def test_uninstalling_leaves_only_the_games_for_the_next_installation_and_deletes_them_on_request(fake: FakePi) -> None:
    before = fake.files()
    fake.install("--access-point")
    fake.put(GAMES, "as ever")
    installed = fake.files()
    assert fake.install("uninstall", "--delete-games", "--dry-run").code == 0
    assert (fake.files(), fake.active) == (installed, True)
    code, said, _ = fake.install("uninstall")
    after = fake.files()
    assert (code, "stays" in said) == (0, True)
    assert {path for path in after if after[path] != before.get(path)} == STAYS
    assert after[CONFIG] == CONFIG_TXT
    assert (fake.active, list(fake.users), fake.seen[-1]) == (False, ["barkeep"], "systemctl daemon-reload")
    assert fake.install("--access-point").code == 0
    assert (fake.active, fake.text(GAMES)) == (True, "as ever")
    assert fake.install("uninstall", "--delete-games").code == 0
    assert not [path for path in fake.files() if "barkeep" in path and "before-barkeep" not in path]
    assert fake.users == {}


def test_of_a_partition_for_the_games_what_is_in_it_is_removed_once(fake: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.install()
    fake.put(GAMES, "as ever")
    partition = fake.pi.at(GAMES).parent
    (partition / "lost+found").mkdir()
    monkeypatch.setattr(type(partition), "is_mount", lambda path: path == partition)
    assert "everything in it" in fake.install("uninstall", "--delete-games").out
    assert list(partition.iterdir()) == [partition / "lost+found"]
    assert "Nothing to change" in fake.install("uninstall", "--delete-games").out


# The lines in config.txt that enable SPI and I2C

BOTH = f"{SPI}\n{I2C}\n[pi4]\nx=1\n"


def effective(text: str) -> list[str]:
    """Return the settings that apply to a Pi 5, as its documentation says: a section holds until the next one."""
    found, holds = [], True
    for line in text.splitlines():
        if line.startswith("["):
            holds = line in ("[all]", "[pi5]")
        elif holds and line and not line.startswith("#"):
            found.append(line)
    return found


@pytest.mark.parametrize("text", ["", "x=1", CONFIG_TXT, "[pi4]\ndtparam=spi=on\n", f"{SPI}\n[pi4]\n{I2C}\n", "[none]\n", BOTH])
def test_both_buses_are_on_for_every_model_and_the_rest_stays(text: str) -> None:
    after = with_buses(text)
    assert {SPI, I2C} <= set(effective(after))
    assert set(effective(text)) <= set(effective(after))
    assert with_buses(after) == after
    assert without_buses(after).strip() == text.strip()
    assert text != BOTH or after == text, "a bus that is enabled already is left alone"


def test_more_readers_need_the_second_bus() -> None:
    assert SPI1 not in with_buses("", 2)
    assert SPI1 in effective(with_buses("", 3))
    assert SPI1 not in with_buses(with_buses("", 3), 1)
    assert f"i2c_arm_baudrate={wiring.I2C_BAUD}" in I2C, "as fast as the program assumes it to be"


def test_the_place_of_earlier_systems_counts_only_where_the_file_is_real(fake: FakePi) -> None:
    fake.put("/boot/config.txt", "DO NOT EDIT THIS FILE\nThe file has moved to /boot/firmware/config.txt\n")
    fake.install()
    assert [SPI in fake.text(path) for path in ("/boot/config.txt", CONFIG)] == [False, True]
    fake.pi.at(CONFIG).unlink()
    fake.put("/boot/config.txt", CONFIG_TXT)
    fake.install()
    assert SPI in fake.text("/boot/config.txt")
