"""Examine the machine that runs the table: device nodes, groups, packages, clock, disk, port."""

from __future__ import annotations

import errno
import grp
import importlib.util
import os
import shutil
import socket
import time
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.kit.messages import Said, say
from firmware.doctor.finding import Finding, fail, ok, warn
from firmware.settings import WIRED
from firmware.time_of_day import SYNCHRONISED, is_set
from firmware.wiring import DISPLAY_SPI, I2C_PORT, READER_SELECTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from firmware.building import Settings

GROUPS: Final = ("spi", "i2c", "gpio")
BUILT: Final = 1_793_491_200.0  # 1 November 2026. A clock that shows an earlier time was never set.
MODEL: Final = "proc/device-tree/model"
DISKS: Final = "etc/fstab"
LITTLE, TOO_LITTLE = 200_000_000, 20_000_000  # Bytes. A long evening's journal takes a few hundred thousand.
CLASH: Final = "rpi.gpio"  # Provides the module that rpi-lgpio should, but doesn't support the Pi 5.


@dataclass(frozen=True, slots=True)
class Machine:
    """The facts that the doctor asks about a machine.

    *now* is its wall clock, in seconds since 1970; *root* is the root of its files.
    """

    root: Path = Path("/")
    groups: frozenset[str] = field(default_factory=lambda: _groups())
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    has_module: Callable[[str], bool] = lambda name: _has_module(name)
    packages: Callable[[], frozenset[str]] = lambda: frozenset(found.name.lower() for found in distributions())
    now: Callable[[], float] = time.time
    is_read_only: Callable[[Path], bool] = lambda path: bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free
    is_mounted: Callable[[Path], bool] = lambda folder: folder.is_mount()


def surroundings(settings: Settings, machine: Machine) -> Iterator[Finding]:
    """Examine everything on *machine* that a table on *settings* needs, except its data."""
    if settings.hardware == "simulated":
        yield ok("hardware", say("doctor.hardware.simulated"))
    if settings.hardware == "pi":
        yield from _nodes(settings, machine)
    if settings.hardware != "none":
        yield from _packages(settings, machine)
    yield _clock(machine)
    yield _disk(settings.data, machine)


def is_a_pi(root: Path = Path("/")) -> bool:
    """Return whether this machine is a Raspberry Pi of any model."""
    try:
        return b"Raspberry Pi" in (root / MODEL).read_bytes()
    except OSError:
        return False


# The Pi's buses


def _nodes(settings: Settings, machine: Machine) -> Iterator[Finding]:
    wanted = _wanted(settings)
    here = {node: sorted((machine.root / "dev").glob(node)) for node in wanted}
    for node, found in here.items():
        if not found:
            yield fail("nodes", say("doctor.nodes.missing", node=f"/dev/{node}"), wanted[node])
    found = [path for paths in here.values() for path in paths]
    barred = [path.name for path in found if not machine.may_use(path)]
    if found and not barred:
        yield ok("nodes", say("doctor.nodes.ok", nodes=", ".join(path.name for path in found)))
    yield _group(machine, barred, any_node=bool(found))
    if settings.readers > 1 and settings.reader == WIRED and settings.display != "none" and settings.display_on == "spi":
        yield fail("wiring", say("doctor.wiring.shared"), say("doctor.do.part_select"))


def _wanted(settings: Settings) -> dict[str, Said]:
    """Return the required device nodes, as patterns under /dev, each with the remedy if it is missing."""
    wanted: dict[str, Said] = {"gpiochip*": say("doctor.do.is_it_a_pi")}
    for select in READER_SELECTS[: settings.readers] if settings.reader == WIRED else ():
        on = say("doctor.do.switch_on_spi") if select.bus == 0 else say("doctor.do.switch_on_spi1")
        wanted[f"spidev{select.bus}.{select.device}"] = on
    if settings.display != "none" and settings.display_on == "i2c":
        wanted[f"i2c-{I2C_PORT}"] = say("doctor.do.switch_on_i2c")
    elif settings.display != "none":
        wanted[f"spidev{DISPLAY_SPI.bus}.{DISPLAY_SPI.device}"] = say("doctor.do.switch_on_spi")
    return wanted


def _group(machine: Machine, barred: list[str], *, any_node: bool) -> Finding:
    lacking = ", ".join(group for group in GROUPS if group not in machine.groups)
    if barred:
        said = say("doctor.groups.barred", nodes=", ".join(barred), groups=", ".join(GROUPS))
        return fail("groups", said, say("doctor.do.join_groups"))
    if lacking and any_node:  # Root, or a service that was given access some other way.
        return ok("groups", say("doctor.groups.let_in"))
    if lacking:
        return warn("groups", say("doctor.groups.lacking", groups=lacking), say("doctor.do.join_groups"))
    return ok("groups", say("doctor.groups.ok"))


# Packages


def _packages(settings: Settings, machine: Machine) -> Iterator[Finding]:
    missing = [name for name in _modules(settings) if not machine.has_module(name)]
    for name in missing:
        remedy = say("doctor.do.install_mfrc522") if name == "mfrc522" else say("doctor.do.install_bus_packages")
        yield fail("packages", say("doctor.packages.missing", name=name), remedy)
    if CLASH in machine.packages():
        yield warn("packages", say("doctor.packages.clash"), say("doctor.do.remove_rpi_gpio"))
    elif not missing:
        yield ok("packages", say("doctor.packages.ok"))


def _modules(settings: Settings) -> tuple[str, ...]:
    if settings.hardware != "pi":
        return ("mfrc522",)
    wired = settings.reader == WIRED
    spi = wired or (settings.display != "none" and settings.display_on == "spi")
    return (
        *(("mfrc522",) if wired else ()), *(("spidev", "RPi.GPIO") if spi else ()), *(("lgpio",) if settings.panel else ()),
    )  # fmt: skip


# Clock and disk


def _clock(machine: Machine) -> Finding:
    now = machine.now()
    date = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < BUILT:
        return warn("clock", say("doctor.clock.unset", date=date), say("doctor.do.set_clock"))
    if (machine.root / SYNCHRONISED).exists():
        return ok("clock", say("doctor.clock.synchronised", date=date))
    if not is_set(machine.root, now):
        return warn("clock", say("doctor.clock.doubtful", date=date), say("doctor.do.set_clock"))
    return ok("clock", say("doctor.clock.ok", date=date))


def _disk(folder: Path, machine: Machine) -> Finding:
    free = machine.free_bytes(existing(folder))
    if free >= LITTLE:
        return ok("disk", say("doctor.disk.ok", megabytes=free // 1_000_000))
    said = say("doctor.disk.little", megabytes=free // 1_000_000)
    return (fail if free < TOO_LITTLE else warn)("disk", said, say("doctor.do.make_room"))


def lacks_disk(folder: Path, machine: Machine) -> bool:
    """Return whether *folder* is for a disk of its own, by the list of the system's disks, which isn't there."""
    try:
        lines = (machine.root / DISKS).read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    places = [words[1] for words in map(str.split, lines) if len(words) > 1 and not words[0].startswith("#")]
    return str(folder.absolute()) in places and not machine.is_mounted(folder)


def existing(folder: Path) -> Path:
    """Return *folder*, or its nearest existing parent."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())


# The port


def port(host: str, number: int, *, by_service: bool = False) -> Finding:
    """Examine whether a table could listen on *host* and port *number*; one run *by_service* may take any port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, number))
        except OSError as error:
            return _port_refused(host, number, error, by_service=by_service)
    return ok("port", say("doctor.port.ok", port=str(number)))


def _port_refused(host: str, number: int, error: OSError, *, by_service: bool) -> Finding:
    # Without permission, bind fails before it finds out whether the port is taken, so try to connect instead.
    barred = error.errno == errno.EACCES
    if error.errno == errno.EADDRINUSE or (barred and _answers(host, number)):
        return fail("port", say("doctor.port.taken", port=str(number)), say("doctor.do.other_port"))
    if barred and by_service:
        return ok("port", say("doctor.port.service", port=str(number)))
    if barred:
        return fail("port", say("doctor.port.barred", port=str(number)), say("doctor.do.high_port"))
    return fail("port", say("doctor.port.no_host", host=host, what=error.strerror or str(error)), say("doctor.do.check_host"))


def _answers(host: str, number: int) -> bool:
    try:
        socket.create_connection((host, number), timeout=1).close()  # Linux treats 0.0.0.0 as this machine.
    except OSError:
        return False
    return True


def _groups() -> frozenset[str]:
    """Return the groups of this process, which lack any that the user joined after logging in."""
    names = set()
    for number in {os.getegid(), *os.getgroups()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            continue  # A group without a name can't be one that we need.
    return frozenset(names)


def _has_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
