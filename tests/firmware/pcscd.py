"""The machine's own pcscd, with virtual readers in place of readers on USB."""

import fcntl
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from firmware.simulator.pcsc import VirtualReader
from tests.evenings.house import until

SERVICE: Final = shutil.which("pcscd") or "/usr/sbin/pcscd"
DRIVER: Final = Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
SOCKET: Final = Path("/run/pcscd/pcscd.comm")
PORT: Final = 0x4C7B  # Below those that the system gives to any connection: if another has it, no card reaches the reader.
READER: Final = f'FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:{PORT:#x}\nLIBPATH {DRIVER}\nCHANNELID {PORT:#x}\n'


class Pcscd:
    """pcscd, with two virtual readers. `start` returns once it serves."""

    def __init__(self, folder: Path) -> None:
        self.places, self._folder = [VirtualReader(PORT), VirtualReader(PORT + 1)], folder
        (folder / "reader").write_text(READER)
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen([SERVICE, "--foreground", "--config", self._folder], stdout=subprocess.DEVNULL)
        until(answers, "pcscd")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


def answers() -> bool:
    with suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        probe.connect(str(SOCKET))
        return True
    return False


@contextmanager
def running(folder: Path) -> Iterator[Pcscd]:
    """Start pcscd, of which a machine can have only one; skip the test, aloud, where that can't be done."""
    if os.geteuid() or not Path(SERVICE).exists() or not DRIVER.exists():
        pytest.skip("NO PCSCD: readers on USB were not tried. Install Debian's pcscd and vsmartcard-vpcd, and be root.")
    with (Path(tempfile.gettempdir()) / "barkeep-pcscd.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if answers():
            pytest.skip("NO PCSCD: another one is running, which may have real readers.")
        pcscd = Pcscd(folder)
        try:
            yield pcscd
        finally:
            pcscd.stop()
            for place in pcscd.places:  # Or their tags would go on looking for a pcscd.
                for tag in place.tags:
                    place.lift(tag)
