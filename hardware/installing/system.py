"""Set up the operating system: packages, the two buses, the user, the watchdog and the host name."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from . import readers
from .pi import Change, Failed, LeftOut, file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .choices import Choices
    from .pi import Pi

    Steps = Iterator[Change | LeftOut]

ISSUE: Final = "/etc/rpi-issue"  # Present on Raspberry Pi OS, even in an image that is being made.
KNOWN: Final = ("bookworm", "trixie")

# From the system, not from a package index: packages from there would have to be compiled, or break a Pi 5's pins.
PACKAGES: Final = ("python3-venv", "avahi-daemon")
PACKAGES_OF_THE_VOICE: Final = ("espeak-ng",)
PACKAGES_OF_THINGS: Final = ("python3-gpiozero", "python3-lgpio", "python3-pil", "python3-rpi-lgpio", "python3-spidev")

RASPBERRY: Final = ("python3-lgpio", "python3-rpi-lgpio")  # Only in Raspberry Pi OS, not in plain Debian.

BEGIN: Final = "# Barkeep: reader and display. `hardware/install uninstall` takes this away again."
END: Final = "# Barkeep: end"
SPI: Final = "dtparam=spi=on"
I2C: Final = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
SPI1: Final = "dtoverlay=spi1-3cs"  # Readers 3 to 5.
BLOCK: Final = re.compile(rf"\n*^{re.escape(BEGIN)}\n.*?^{re.escape(END)}\n", re.M | re.S)
CONFIG: Final = ("/boot/firmware/config.txt", "/boot/config.txt")
MODULES: Final = "/etc/modules-load.d/barkeep.conf"

USER: Final = "barkeep"
GROUPS: Final = ("spi", "i2c", "gpio")
GROUPS_OF_THE_VOICE: Final = ("audio",)
DATA: Final = "/var/lib/barkeep"

WATCHDOG: Final = "/etc/systemd/system.conf.d/60-barkeep.conf"
WATCHDOG_TEXT: Final = """\
# The Pi's own watchdog restarts it if even systemd hangs. Its timer can't count to more than 15 seconds.
[Manager]
RuntimeWatchdogSec=14s
"""


def codename(pi: Pi) -> str:
    """Return the codename of the system's release, such as "trixie", or "" if it has none."""
    found = re.search(r'^VERSION_CODENAME="?([\w-]+)', pi.text("/etc/os-release") or "", re.M)
    return found[1] if found else ""


# Packages


def packages(pi: Pi, choices: Choices) -> Steps:
    """Yield the change that installs missing packages."""
    things = PACKAGES_OF_THINGS if choices.hardware == "pi" else ()
    voice = PACKAGES_OF_THE_VOICE if _speaks(choices) else ()
    pcsc = readers.PACKAGES_OF_PCSC if readers.kind(choices) == "pcsc" else ()
    wanted = sorted((*PACKAGES, *things, *voice, *pcsc))
    missing = [name for name in wanted if not is_installed(pi, name)]
    if not pi.at(ISSUE).exists() and (strange := [name for name in missing if name in RASPBERRY]):
        missing = [name for name in missing if name not in strange]
        yield LeftOut(f"without {' and '.join(strange)}, which only Raspberry Pi OS has, the keys, LED and reader won't work")
    if missing:
        yield Change(f"install system packages: {' '.join(missing)}", partial(_fetch, pi, missing))


def _speaks(choices: Choices) -> bool:
    return choices.table.get("voice") is True


def is_installed(pi: Pi, package: str) -> bool:
    """Return whether the system's *package* is installed."""
    return pi.ask("dpkg-query", "--show", "--showformat=${db:Status-Status}", package).text == "installed"


def _fetch(pi: Pi, missing: list[str]) -> None:
    pi.run("apt-get", "update", "-q")
    pi.run("apt-get", "install", "-q", "-y", "--no-install-recommends", *missing)


# Buses


def buses(pi: Pi, choices: Choices) -> Steps:
    """Yield the changes that enable SPI and I2C, with a backup of config.txt."""
    if choices.hardware != "pi":
        return
    yield from file(pi, MODULES, "i2c-dev\n", "/dev/i2c-1 for the display")
    config = config_txt(pi)
    if config is None:
        yield LeftOut("SPI and I2C were not switched on: there is no config.txt, so this isn't a Raspberry Pi")
        return
    before = pi.text(config) or ""
    after = with_buses(before, choices.readers)
    if after != before:
        kept = f"{config}.before-barkeep"
        says = f"switch SPI and I2C on in {config}, and keep it as it was in {kept}"
        yield Change(says, lambda: _edit(pi, config, kept, after), restart=True)


def config_txt(pi: Pi) -> str | None:
    """Return the config.txt that the firmware reads; on Bookworm the old path only points to the new one."""
    return next((path for path in CONFIG if pi.at(path).is_file() and "has moved" not in (pi.text(path) or "")), None)


def with_buses(text: str, wired: int = 1) -> str:
    """Return config.txt's *text* with the lines that so many *wired* readers and a display need, or as it is if it has them."""
    bare = without_buses(text)
    missing = [line for line in (SPI, I2C, *((SPI1,) if wired > 2 else ())) if line not in _for_every_pi(bare)]
    if not missing:
        return bare
    # Use a section of our own, because the last section of the file may apply to a Pi 4 only.
    return bare.rstrip("\n") + "\n\n" + "\n".join([BEGIN, "[all]", *missing, END]) + "\n"


def without_buses(text: str) -> str:
    """Return config.txt's *text* without our section."""
    return BLOCK.sub("\n", text)


def _for_every_pi(text: str) -> set[str]:
    """Return the lines that apply to every model, as opposed to those in a section such as [pi4]."""
    found, section = set(), "all"
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]").lower()
        elif section == "all":
            found.add(line.replace(" ", ""))
    return found


def _edit(pi: Pi, config: str, kept: str, after: str) -> None:
    if pi.text(kept) is None:
        pi.write(kept, pi.text(config) or "")
    pi.write(config, after)


# The user


def user(pi: Pi, choices: Choices) -> Steps:
    """Yield the changes that create the user that the table runs as, with access to the buses, the pins and its loudspeaker."""
    keyboards = readers.GROUPS_OF_KEYBOARDS if readers.kind(choices) == "keyboard" else ()
    groups = (*GROUPS, *(GROUPS_OF_THE_VOICE if _speaks(choices) else ()), *keyboards)
    known = {line.split(":")[0] for line in (pi.text("/etc/group") or "").splitlines()}
    for group in groups:
        if group not in known:
            yield Change(f"create the group {group}", partial(pi.run, "groupadd", "--system", group))
    if pi.ask("id", "-u", USER).code:
        words = ("useradd", "--system", "--home-dir", DATA, "--no-create-home", "--shell", "/usr/sbin/nologin", USER)
        yield Change(f"create the user {USER}, who can't log in", partial(pi.run, *words))
    lacking = [group for group in groups if group not in pi.ask("id", "-nG", USER).text.split()]
    if lacking:
        yield Change(f"add {USER} to {', '.join(lacking)}", partial(pi.run, "usermod", "-aG", ",".join(lacking), USER))


def data_folder(pi: Pi, _: Choices) -> Steps:
    """Yield the change that creates the journal's folder, readable only by the table."""
    if not pi.at(DATA).is_dir():
        words = ("install", "-d", "-m", "0700", "-o", USER, "-g", USER, DATA)
        yield Change(f"create {DATA}, the folder of the games", partial(pi.run, *words))


# Watchdog and name


def watchdog(pi: Pi, choices: Choices) -> Steps:
    """Yield the change that lets the Pi's own watchdog restart it if everything hangs."""
    if choices.watchdog:
        yield from file(pi, WATCHDOG, WATCHDOG_TEXT, "the Pi's own watchdog", restart=True)


def hostname(pi: Pi, choices: Choices) -> Steps:
    """Yield the change of the Pi's host name; phones find it as NAME.local."""
    name, now = choices.hostname, (pi.text("/etc/hostname") or "").strip()
    if name and name != now:
        yield Change(
            f"name the Pi {name} (it is {now or 'nameless'}): phones find it as {name}.local", partial(_rename, pi, name)
        )


def _rename(pi: Pi, name: str) -> None:
    lines = [line for line in (pi.text("/etc/hosts") or "").splitlines() if line.split()[:1] != ["127.0.1.1"]]
    pi.write("/etc/hosts", "\n".join([*lines, f"127.0.1.1\t{name}"]) + "\n")
    pi.write("/etc/hostname", f"{name}\n")
    if pi.systemd_runs:
        pi.run("hostnamectl", "set-hostname", name)
        pi.run("systemctl", "try-restart", "avahi-daemon.service")


def refuse_strangers(pi: Pi) -> None:
    """Raise Failed on a system that these steps were not written for."""
    if codename(pi) not in KNOWN:
        names = " and ".join(name.title() for name in KNOWN)
        raise Failed(f"this is written for Raspberry Pi OS {names}, and this system calls itself {codename(pi) or 'nothing'!r}")
