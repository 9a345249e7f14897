"""A Raspberry Pi made of files below a folder, with stand-ins for its commands that do what the commands do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from hardware.installing import command
from hardware.installing.pi import Done, Pi

CONFIG_TXT: Final = """\
# Some comment.
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on

[pi4]
arm_boost=1
"""
GAMES: Final = "/var/lib/barkeep/journal.sqlite"
CONFIG: Final = "/boot/firmware/config.txt"
CMDLINE: Final = "/boot/firmware/cmdline.txt"
DEBIAN: Final = {
    "/etc/os-release": 'NAME="Debian"\nVERSION_CODENAME=trixie\n',
    "/etc/group": "root:x:0:\nspi:x:1:\ni2c:x:2:\ngpio:x:3:\n",
    "/etc/hostname": "raspberrypi\n",
    "/etc/hosts": "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n",
    "/etc/fstab": "proc /proc proc defaults 0 0\n",
    "/etc/NetworkManager/NetworkManager.conf": "",
    "/proc/mounts": "/dev/root / ext4 rw 0 0\n",
}
RASPBERRY: Final = {
    "/etc/rpi-issue": "Raspberry Pi reference\n",
    "/usr/bin/raspi-config": "",
    CONFIG: CONFIG_TXT,
    CMDLINE: "console=tty1 root=PARTUUID=1 rootwait\n",
}


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


class FakePi:
    """*systemd* tells whether it runs (else it is a chroot). `seen` are the commands that may have changed something."""

    def __init__(self, folder: Path, *, systemd: bool = True, model: bool = True) -> None:
        self.root, self.source = folder / "pi", folder / "checkout"
        self.pi = Pi(self.root, call=self._call)
        self.packages = {"avahi-daemon", "python3-venv", "python3-gpiozero"}
        self.users: dict[str, set[str]] = {}
        self.active = False
        self.country = "NL"
        self.starts = 0
        self.seen: list[str] = []
        for path, text in (DEBIAN | (RASPBERRY if model else {})).items():
            self.put(path, text)
        if systemd:
            self.pi.at("/run/systemd/system").mkdir(parents=True)

    def put(self, path: str, text: str) -> None:
        self.pi.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.pi.at(path).write_text(text, encoding="utf-8")

    def text(self, path: str) -> str:
        return self.pi.text(path) or ""

    def install(self, *arguments: str, said: str = "the first one") -> Outcome:
        checkout(self.source, said)
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
            code = command.main(arguments, self.pi, self.source)
        return Outcome(code, out.getvalue(), err.getvalue())

    def files(self) -> dict[str, str]:
        paths = sorted(path for path in self.root.rglob("*") if path.is_symlink() or path.is_file())
        return {f"/{path.relative_to(self.root)}": _content(path) for path in paths}

    def current(self) -> str:
        return self._program("/opt/barkeep/current/bin/barkeep")

    # The commands

    def _call(self, words: tuple[str, ...], *, ask: bool) -> Done:
        if not ask:
            self.seen.append(" ".join(words))
        name = Path(words[0]).name
        work: Callable[..., Done] = getattr(self, f"_{name.replace('-', '_')}")
        return work(*words) if name in ("barkeep", "python", "python3") else work(*words[1:])

    def _dpkg_query(self, *words: str) -> Done:
        return Done(0, "installed") if words[-1] in self.packages else Done(1)

    def _apt_get(self, work: str, *words: str) -> Done:
        if work == "install":
            self.packages |= {word for word in words if not word.startswith("-")}
        return Done(0)

    def _id(self, option: str, user: str) -> Done:
        if user not in self.users:
            return Done(1)
        return Done(0, " ".join([user, *self.users[user]]) if option == "-nG" else "990")

    def _groupadd(self, *words: str) -> Done:
        self.put("/etc/group", f"{self.text('/etc/group')}{words[-1]}:x:9:\n")
        return Done(0)

    def _useradd(self, *words: str) -> Done:
        self.users[words[-1]] = set()
        return Done(0)

    def _userdel(self, user: str) -> Done:
        del self.users[user]
        return Done(0)

    def _usermod(self, _: str, groups: str, user: str) -> Done:
        if not set(groups.split(",")) <= {line.split(":")[0] for line in self.text("/etc/group").splitlines()}:
            return Done(6)
        self.users[user] |= set(groups.split(","))
        return Done(0)

    def _install(self, *words: str) -> Done:
        self.pi.at(words[-1]).mkdir(parents=True, exist_ok=True)
        return Done(0)

    def _python3(self, _: str, *words: str) -> Done:
        assert words[:3] == ("-m", "venv", "--system-site-packages"), words
        self.pi.at(f"{words[-1]}/bin").mkdir(parents=True)
        return Done(0)

    def _python(self, program: str, *words: str) -> Done:
        """Pip: what it installs is a program that says what the checkout's firmware says."""
        if "--no-deps" in words:
            return Done(0)
        said = Path(words[-1], "firmware", "program").read_text(encoding="utf-8")
        if "can't be built" in said:
            return Done(1)
        self.pi.at(program).with_name("barkeep").write_text(said, encoding="utf-8")
        return Done(0)

    def _program(self, path: str) -> str:
        """Return what lies at *path*, whose links are followed below the root."""
        link = self.pi.linked("/opt/barkeep/current")
        return self.text(path.replace("/opt/barkeep/current", link or "/nowhere"))

    def _barkeep(self, program: str, *words: str) -> Done:
        assert words[0] == "simulate", words
        return Done("can't play" in self._program(program))

    def _runuser(self, *words: str) -> Done:
        assert (words[:3], words[4]) == (("-u", "barkeep", "--"), "doctor"), words
        assert "barkeep" in self.users
        said = self._program(words[3])
        return Done(not said or "can't read" in said)

    def _systemctl(self, *words: str) -> Done:
        match words[0]:
            case "is-active":
                return Done(0 if self.active else 3, "active" if self.active else "inactive")
            case "start" | "restart":
                return Done(0 if self._start() else 1)
            case "stop":
                self.active = False
            case "cat":
                return Done(1)
        return Done(0)

    def _start(self) -> bool:
        """A program that starts keeps its games, and may keep them in another way than the one before."""
        said = self.current()
        self.starts += 1
        if "keeps games anew" in said:
            self.put(GAMES, "in a new way")
        self.active = bool(said) and "can't start" not in said
        return self.active

    def _raspi_config(self, _: str, work: str, *words: str) -> Done:
        if work == "do_wifi_country":
            self.country = words[0]
        if work == "enable_overlayfs":
            self.put(CMDLINE, f"overlayroot=tmpfs {self.text(CMDLINE)}")
        return Done(0, self.country)

    def _nothing(self, *_: str) -> Done:
        return Done(0)

    _hostnamectl = _nmcli = _mount = _chown = _chmod = _nothing


def _content(path: Path) -> str:
    return f"-> {path.readlink()}" if path.is_symlink() else path.read_text(encoding="utf-8")


def checkout(folder: Path, said: str) -> None:
    settings = '[project]\nversion = "1.0.0"\n[tool.barkeep]\nno_deps = ["mfrc522==0.0.7"]\n'
    files = {"pyproject.toml": settings, "README.md": "", "LICENSE": "", "hardware/barkeep.service": f"# {said}\n"}
    for name in ("companion", "firmware", "web", "hardware"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name, text in (files | {"firmware/program": said}).items():
        (folder / name).write_text(text, encoding="utf-8")
