"""Make the virtual Pi's disks: a Debian 13 with the program installed on it, and the games'."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from companion.games import installed
from companion.tags import tagfile
from firmware.simulator.bench import stickered
from hardware.installing.sources import CURRENT
from hardware.installing.sources import installed as installed_files
from hardware.installing.system import DATA, PACKAGES, PACKAGES_OF_THINGS, RASPBERRY
from hardware.lock import platforms
from hardware.virtual import guests
from hardware.virtual.cache import (
    ROOT,
    Lacking,
    cache,
    debootstrap,
    fetch,
    insist_on_arm64,
    insist_on_tools,
    made,
    overlay,
    run,
    sum_of,
    sum_of_lock,
)

if TYPE_CHECKING:
    from hardware.virtual.guests import Guest

HERE: Final = Path(__file__).parent
RELEASE: Final = "trixie"
PYTHON: Final = "3.13"  # The release's version.
PACKAGES_OF_BASE: Final = (
    *(name for name in (*PACKAGES, *PACKAGES_OF_THINGS) if name not in RASPBERRY),
    "busybox", "ca-certificates", "dbus", "dnsmasq-base", "e2fsprogs", "initramfs-tools", "iproute2", "iw", "kmod",
    "libnss-mdns", "lz4", "network-manager", "nftables", "overlayroot", "procps", "python3", "sudo",
    "systemd", "systemd-sysv", "udev", "wpasupplicant",
)  # fmt: skip
FROM_INDEX: Final = (("--no-binary=:all:", "lgpio==0.2.2.0"), ("--only-binary=:all:", "rpi-lgpio==0.6"))
TOOLS: Final = {"mmdebstrap": "mmdebstrap", "qemu-img": "qemu-utils", "mke2fs": "e2fsprogs"}
INSIDE: Final = (  # Runs a command with none of this machine's settings.
    "/usr/bin/env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8",
    "TERM=dumb", "DEBIAN_FRONTEND=noninteractive", "PIP_NO_INDEX=1", "PIP_FIND_LINKS=/wheels", "PIP_ROOT_USER_ACTION=ignore",
)  # fmt: skip
FIRST: Final = f"from pathlib import Path; from firmware import storage; storage.open_journal(Path({DATA!r})).close()"
LEFT_OUT: Final = (  # Work at the start that has nothing to do with the table.
    "e2scrub_reap.service", "getty@tty1.service", "ldconfig.service", "systemd-journal-catalog-update.service",
    "systemd-update-done.service", "systemd-binfmt.service", "apt-daily.timer", "apt-daily-upgrade.timer",
    "NetworkManager.service", "NetworkManager-wait-online.service", "wpa_supplicant.service",
)  # fmt: skip
ON_THE_HOST: Final = ("cache.py", "machine.py", "plug.py")  # Another one of these makes no other disks.
GAMES: Final = "LABEL=games"
CHOICES: Final = ("--data-partition", GAMES, "--no-watchdog", "--keep-hostname")  # What the installation is told.


def insist(guest: Guest) -> None:
    """Raise Lacking unless this machine can make the disks of *guest* and run it."""
    if os.geteuid() != 0:
        raise Lacking("root's rights")
    if os.uname().machine != "x86_64":
        raise Lacking("an x86-64 processor, the only one on which this has been tried")
    insist_on_tools(TOOLS | dict(guest.tools))
    if guest is guests.ARM64:
        insist_on_arm64()


def base(guest: Guest) -> Path:
    """Return the folder of the Debian without the program, whether it is made yet or not."""
    recipe = sum_of(RELEASE, PACKAGES_OF_BASE, FROM_INDEX, (HERE / "base.sh").read_text(encoding="utf-8"))
    return cache() / f"{RELEASE}-{guest.name}-{recipe}"


def wheels(guest: Guest) -> Path:
    """Return the folder of the packages that the program needs there."""
    return cache() / f"wheels-{guest.name}-{sum_of_lock()}"


def disks(guest: Guest) -> Path:
    """Return the folder of the disks with this checkout's program, whether they are made yet or not."""
    files = [path for folder in (HERE, HERE.parent / "installing") for path in folder.rglob("*") if path.is_file()]
    kept = [*installed_files(ROOT), *(path for path in sorted(files) if path.suffix != ".pyc" and path.name not in ON_THE_HOST)]
    return cache() / f"virtual-{guest.name}-{sum_of(base(guest).name, *((path.name, path.read_bytes()) for path in kept))}"


def is_cached(guest: Guest) -> bool:
    """Return whether nothing has to be fetched."""
    return base(guest).is_dir() and wheels(guest).is_dir()


def prepare(guest: Guest) -> Path:
    """Return the folder of the disks, and make what is missing: minutes without a cache, less than one with it.

    Must be called in a mount namespace of its own.
    """
    if not base(guest).is_dir():
        _make_base(guest)
    if not wheels(guest).is_dir():
        pythons = (
            f"--python-version={PYTHON}",
            "--implementation=cp",
            *(f"--platform={one}" for one in platforms(PYTHON, guest.pip)),
        )
        fetch(wheels(guest), list(pythons))
    place = disks(guest)  # Once: somebody may be editing the checkout.
    if not place.is_dir():
        for old in cache().glob(f"virtual-{guest.name}-????????"):
            shutil.rmtree(old)
        _make_disks(guest, place)
    return place


def _make_base(guest: Guest) -> None:
    pip = (sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps")
    with TemporaryDirectory() as sources:
        for package in FROM_INDEX:
            run(*pip, "-d", sources, *package)
        words = (
            "--skip=check/qemu", f"--arch={guest.debian}",
            f"--include={','.join((*PACKAGES_OF_BASE, f'linux-image-{guest.debian}'))}",
            f'--customize-hook=sh {HERE / "base.sh"} "$1" {sources} {guest.debian}',
        )  # fmt: skip
        with debootstrap(base(guest), "The Debian that boots", *words, release=RELEASE):
            pass  # Its recipe is the whole of it.


def _make_disks(guest: Guest, place: Path) -> None:
    with made(place, "The disks") as fresh, overlay(base(guest), wheels(guest)) as root:
        fresh.mkdir()
        for special in ("proc", "dev"):
            run("mount", "--bind", f"/{special}", str(root / special))
        _install(root, guest)
        for kind in ("vmlinuz", "initrd.img"):
            shutil.copy(next((root / "boot").glob(f"{kind}-*")), fresh / kind)
        if guest.tree:
            guests.write_tree(guest, fresh / guests.TREE)
        (fresh / guests.FILE).write_text(guest.name, encoding="ascii")
        _make_games(root, fresh / "games.img")
        for special in ("proc", "dev", "wheels"):
            run("umount", str(root / special))
        _format(root, fresh / "system.img", "2G")


def _install(root: Path, guest: Guest) -> None:
    """Install the program as its owner would, from a copy of the checkout, with the tags of the simulated box taught."""
    for files in ("root", f"root-{guest.name}"):
        if (HERE / files).is_dir():
            shutil.copytree(HERE / files, root, dirs_exist_ok=True)
    copy, devices = root / "opt/checkout", root / "opt/virtual-pi"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    shutil.copytree(wheels(guest), root / "opt/wheels")  # For installing it anew in there.
    for folder in ("companion", "firmware"):
        shutil.copytree(copy / folder, devices / folder)
    shutil.copytree(copy / "hardware", devices / "hardware")
    inside(root, "/opt/checkout/hardware/install", *CHOICES)
    (devices / "tags.json").write_text(
        tagfile.write(stickered(piece for game in installed().values() for piece in game.pieces({}))), encoding="utf-8"
    )
    as_table = ("runuser", "-u", "barkeep", "--")
    inside(root, *as_table, f"{CURRENT}/bin/python", "-c", FIRST)
    inside(root, *as_table, "barkeep", "tags", "import", "--data", DATA, "/opt/virtual-pi/tags.json")
    inside(root, "python3", "-m", "compileall", "-q", "/opt/virtual-pi")  # Done here, because there it takes minutes.
    inside(root, "systemctl", "mask", "-q", *LEFT_OUT)
    inside(root, "systemctl", "enable", "-q", "pi-devices.service", "pi-shell.service", "systemd-networkd.service")


def inside(root: Path, *words: str) -> None:
    """Run *words* in the system at *root*; raise CalledProcessError with its output shown if it fails."""
    done = subprocess.run(
        ["chroot", str(root), *INSIDE, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        done.check_returncode()


def _make_games(root: Path, image: Path) -> None:
    """Move the games' folder to a disk of its own, as the installation expects it."""
    folder = root / DATA.lstrip("/")
    _format(folder, image, "64M", "-L", GAMES.partition("=")[2])
    for file in folder.iterdir():
        file.unlink()


def _format(folder: Path, image: Path, size: str, *options: str) -> None:
    """Make *image*, a disk of so many bytes with the contents of *folder*, owners included."""
    image.touch()  # Else mke2fs tells that it makes the file.
    run("mke2fs", "-q", "-F", "-t", "ext4", *options, "-d", str(folder), str(image), size)
