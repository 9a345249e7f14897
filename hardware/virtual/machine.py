"""Run the virtual Pi under qemu, without KVM: start, resume and kill it, and be the hands at its table and its root."""

from __future__ import annotations

import base64
import io
import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final

from PIL import Image

from hardware.virtual import guests

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LONG: Final = 1800.0  # Seconds. A busy hour makes it late; only a machine that never comes is a fault.
STATE: Final = "state"
DISKS: Final = ("system", "games")
CMDLINE: Final = Path(__file__).parent / "root/boot/firmware/cmdline.txt"  # As the Pi's firmware gives it to the kernel.


class Dead(Exception):
    """The machine, or what was waited for in it, didn't come; the message says what, and where its console's text is."""


class Machine:
    """A virtual Pi on copies of the disks in the folder *disks*, which stay as they are.

    *log*, if given, gets every write to the games' disk, in order, with the flushes (blklogwrites).
    """

    def __init__(self, disks: Path, log: Path | None = None) -> None:
        self.folder = Path(mkdtemp(prefix="virtual-pi-"))
        self.port = _free_port()
        self.cmdline = CMDLINE.read_text(encoding="ascii").strip()
        self._disks, self._log, self._guest = disks, log, guests.of(disks)
        self._process: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        """Pull the plug, and forget the disks."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *, fresh: bool = True) -> None:
        """Switch the machine on, if *fresh* with the disks as they were made, and wait for its devices and its shell."""
        if fresh:
            for name in DISKS:
                size = ("-F", "raw", "-b", str(self._disks / f"{name}.img"))
                _run("qemu-img", "create", "-q", "-f", "qcow2", *size, str(self.folder / f"{name}.qcow2"))
        self._launch()
        self.until(lambda: self.run("true", check=False) is not None, "its shell")

    def resume(self) -> None:
        """Go on from the state that `keep` kept in the folder of the disks."""
        for name in DISKS:
            _run("cp", "--sparse=always", str(self._disks / f"{name}.qcow2"), str(self.folder))
        self._launch("-incoming", f"exec:cat {self._disks / STATE}")
        self.until(self._go_on, "its monitor")  # It was kept while it stood still.
        self.until(lambda: self.run("true", check=False) is not None, "its shell")

    @staticmethod
    def is_kept(disks: Path) -> bool:
        """Return whether the folder *disks* has a state to resume."""
        return (disks / STATE).exists()

    def keep(self) -> None:
        """Keep the machine's state beside its disks, for `resume`. Call it when nothing waits for the machine."""
        # To a file, not by savevm: that refuses a disk whose writes are logged, which `resume` may ask for.
        self._monitor("stop")
        self._monitor(f'migrate "exec:cat > {self.folder / STATE}"')
        self.kill()
        for name in (*(f"{disk}.qcow2" for disk in DISKS), STATE):
            _run("cp", "--sparse=always", str(self.folder / name), str(self._disks / f"{name}.new"))
            (self._disks / f"{name}.new").rename(self._disks / name)

    def stop_logging(self) -> None:
        """Write no log from the next start on."""
        self._log = None

    def kill(self) -> None:
        """Pull the plug: end the machine's process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def wait_until_off(self, seconds: float = LONG) -> None:
        """Wait until the machine has switched itself off; raise Dead after so many *seconds*."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Dead(f"the machine is still on; its console said:\n{self.console()[-2000:]}") from None

    @property
    def is_on(self) -> bool:
        """Return whether the machine is on."""
        return self._process is not None and self._process.poll() is None

    def run(self, *words: str, check: bool = True) -> str:
        """Return the output of a command that root runs in the machine; unless *check*, whatever its exit code."""
        code, text = self._order("shell", "run", *words)
        if check and code:
            raise Dead(f"`{' '.join(words)}` ended with {code}:\n{text}")
        return str(text)

    def hand(self, name: str, *words: Any) -> Any:
        """Let the hands at the table do something: a method of devices.Hands, and what it takes."""
        return self._order("hands", name, *words)

    def cable(self, *, into: bool) -> None:
        """Pull the network's cable, or put it back *into* its socket."""
        self._monitor(f"set_link house {'on' if into else 'off'}")

    def picture(self) -> Image.Image:
        """Return what the display shows, decoded from the bytes that went over I2C."""
        return Image.open(io.BytesIO(base64.b64decode(self.hand("picture"))))

    def until(self, true: Callable[[], Any], what: str, seconds: float = LONG) -> Any:
        """Return the result of *true* once it is truthy; an OSError counts as not yet. Raise Dead after so many *seconds*."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.is_on:
            try:
                if found := true():
                    return found
            except OSError:
                pass
            time.sleep(0.2)
        state = "in time" if self.is_on else "before the machine went off"
        raise Dead(f"{what} didn't come {state}; the console said:\n{self.console()[-2000:]}")

    def console(self) -> str:
        """Return what the machine's console said."""
        file = self.folder / "console"
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

    def _launch(self, *more: str) -> None:
        for name in ("hands", "shell", "monitor"):
            (self.folder / name).unlink(missing_ok=True)
        self._process = subprocess.Popen([*self._words(), *more], stdin=subprocess.DEVNULL)

    def _words(self) -> Sequence[str]:
        cmdline = f"{self.cmdline} console={self._guest.console} panic=-1"  # A panic ends the machine, and what waits for it.
        kernel = ("-kernel", str(self._disks / "vmlinuz"), "-initrd", str(self._disks / "initrd.img"), "-append", cmdline)
        tree = ("-dtb", str(self._disks / guests.TREE)) if self._guest.tree else ()
        return (
            *self._guest.words, *tree, *kernel, "-serial", f"file:{self.folder / 'console'}",
            *self._disk_words(), *self._network_words(), "-device", "virtio-rng-pci", "-device", "virtio-serial-pci",
            *self._port_words("hands", 1), *self._port_words("shell", 2),
            "-monitor", f"unix:{self.folder / 'monitor'},server=on,wait=off",
        )  # fmt: skip

    def _disk_words(self) -> Sequence[str]:
        # Not waiting for this machine's own disk, which keeps its power: what the guest flushed is in the files all the same.
        words: list[str] = []
        for name in DISKS:
            if name == "games" and self._log is not None:
                words += self._logged(self.folder / f"{name}.qcow2", self._log)
            else:
                words += ["-drive", f"file={self.folder / name}.qcow2,format=qcow2,if=none,cache=unsafe,id={name}"]
            words += ["-device", f"virtio-blk-pci,drive={name}"]
        return words

    @staticmethod
    def _logged(image: Path, log: Path) -> Sequence[str]:
        log.touch()
        plain = f"driver=qcow2,node-name=plain,cache.no-flush=on,file.driver=file,file.filename={image},file.cache.no-flush=on"
        logged = f"driver=blklogwrites,node-name=games,file=plain,log.driver=file,log.filename={log},log.cache.no-flush=on"
        return "-blockdev", plain, "-blockdev", logged

    def _network_words(self) -> Sequence[str]:
        network = f"user,id=house,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-10.0.2.15:80"
        return "-netdev", network, "-device", "virtio-net-pci,netdev=house"

    def _port_words(self, name: str, number: int) -> Sequence[str]:
        socket_of = f"socket,id={name},path={self.folder / name},server=on,wait=off"
        return "-chardev", socket_of, "-device", f"virtserialport,chardev={name},nr={number},name={name}"

    def _order(self, port: str, *words: Any) -> Any:
        """Send an order and return its answer; raise OSError if nobody is there yet, Dead if it failed."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(LONG)
            line.connect(str(self.folder / port))
            line.sendall(json.dumps(words).encode() + b"\n")
            with line.makefile("rb") as reader:
                answer = json.loads(reader.readline() or b'{"error": "the machine went off"}')
        if "error" in answer:
            raise Dead(f"{words}: {answer['error']}")
        return answer["answer"]

    def _go_on(self) -> bool:
        """Let the machine go on, and return whether it does: before its state is read, it can't."""
        self._monitor("cont")
        return "running" in self._monitor("info status")

    def _monitor(self, command: str) -> str:
        """Give qemu's monitor a *command*, wait until it is done, and return what it says."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.folder / "monitor"))
            line.settimeout(LONG)
            said = b""
            for sent in (b"", command.encode() + b"\n"):
                line.sendall(sent)
                said = b""
                while not said.endswith(b"(qemu) "):
                    said += line.recv(4096)
        if b"Error" in said:
            raise Dead(said.decode(errors="replace"))
        return said.decode(errors="replace")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _run(*words: str) -> None:
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL)
