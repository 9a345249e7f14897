"""The two kinds of virtual Pi, and what Debian, pip and qemu call their parts."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REVISION: Final = "0xc03114"  # A Pi 4, as its firmware tells the kernel.
MEGABYTES: Final = "1024"
FILE: Final = "guest"  # In the folder of the disks: the name of the kind that they are for.
TREE: Final = "pi.dtb"  # There, too: the devices of a machine that has no other way to find them.


@dataclass(frozen=True, slots=True)
class Guest:
    """A kind of machine: its *name*, Debian's and pip's names of its processor, and qemu's of all.

    *tools* are the programs that make and run it, each with its package. A machine with a *tree* needs a device tree.
    """

    name: str
    debian: str
    pip: str
    qemu: str
    machine: tuple[str, ...]
    console: str
    tools: tuple[tuple[str, str], ...] = ()
    tree: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The command of the machine without its parts."""
        return (self.qemu, *self.machine, "-m", MEGABYTES, "-nodefaults", "-no-reboot", "-display", "none")


# The plainest processor: on what newer ones can do, glibc and the kernel lose a third of an emulator's time. And only one: the
# kernel of x86 patches its own code, in ways that a second one under qemu doesn't always see in time, and then it panics.
PC: Final = Guest(
    "pc", "amd64", "x86_64", "qemu-system-x86_64",
    ("-M", "q35", "-accel", "tcg", "-cpu", "qemu64", "-smp", "1"), "ttyS0",
    (("qemu-system-x86_64", "qemu-system-x86"),),
)  # fmt: skip
ARM64: Final = Guest(
    "arm64", "arm64", "aarch64", "qemu-system-aarch64",
    ("-M", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a72", "-smp", "2"), "ttyAMA0",
    (
        ("qemu-system-aarch64", "qemu-system-arm"), ("qemu-aarch64-static", "qemu-user-static"),
        ("update-binfmts", "binfmt-support"), ("dtc", "device-tree-compiler"),
    ),
    tree=True,
)  # fmt: skip
GUESTS: Final = {guest.name: guest for guest in (PC, ARM64)}


def of(disks: Path) -> Guest:
    """Return the kind of machine that the folder *disks* is for."""
    return GUESTS[(disks / FILE).read_text(encoding="ascii")]


def write_tree(guest: Guest, file: Path) -> None:
    """Write the device tree of *guest* to *file*, with the board's number in it, and without pins other than the simulated."""
    bare = file.with_suffix(".bare")
    subprocess.run((*guest.words, "-machine", f"dumpdtb={bare}"), check=True, capture_output=True)
    text = subprocess.run(("dtc", "-q", "-O", "dts", str(bare)), check=True, capture_output=True, text=True).stdout
    text += f"/ {{ system {{ linux,revision = <{REVISION}>; }}; }};\n"
    text += "/delete-node/ &{/pl061@9030000};\n/delete-node/ &{/gpio-keys};\n"
    subprocess.run(("dtc", "-q", "-O", "dtb", "-o", str(file)), input=text, check=True, text=True)
    bare.unlink()
