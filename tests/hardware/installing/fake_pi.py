"""A Raspberry Pi made of files below a folder, with stand-ins that do what its commands do."""

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from hardware.installing import command
from hardware.installing.pi import Done, Pi
from hardware.installing.sources import LOCK

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
    "/etc/os-release": 'NAME="Debian"\nVERSION_CODENAME=trixie\n', "/etc/group": "root:x:0:\nspi:x:1:\ni2c:x:2:\ngpio:x:3:\n",
    "/etc/hostname": "raspberrypi\n", "/etc/hosts": "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n",
    "/etc/fstab": "proc /proc proc defaults 0 0\n", "/etc/NetworkManager/NetworkManager.conf": "",
    "/proc/mounts": "/dev/root / ext4 rw 0 0\n",
}  # fmt: skip
RASPBERRY: Final = {
    "/etc/rpi-issue": "Raspberry Pi reference\n", "/usr/bin/raspi-config": "", CONFIG: CONFIG_TXT,
    CMDLINE: "console=tty1 root=PARTUUID=1 rootwait\n",
}  # fmt: skip


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


class FakePi:
    """A Pi with or (in a chroot) without a running *systemd*. `seen` are the commands that may have changed something."""

    def __init__(self, folder: Path, *, systemd: bool = True, model: bool = True) -> None:
        self.root, self.source = folder / "pi", folder / "checkout"
        self.pi = Pi(self.root, call=self._call)
        self.more: tuple[str, ...] = ("--no-sums",)  # What is given with every work.
        self.packages = {"avahi-daemon", "python3-venv", "python3-gpiozero"}
        self.users: dict[str, set[str]] = {}
        self.active = False
        self.country, self.machine = "NL", "arm64"
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
            code = command.main((*arguments, *self.more), self.pi, self.source)
        return Outcome(code, out.getvalue(), err.getvalue())

    def files(self) -> dict[str, str]:
        paths = sorted(path for path in self.root.rglob("*") if path.is_symlink() or path.is_file())
        content = lambda path: f"-> {path.readlink()}" if path.is_symlink() else path.read_text(encoding="utf-8")
        return {f"/{path.relative_to(self.root)}": content(path) for path in paths}

    def current(self) -> str:
        return self._program("/opt/barkeep/current/bin/barkeep")

    # The commands

    def _call(self, words: tuple[str, ...], *, ask: bool) -> Done:
        if not ask:
            self.seen.append(" ".join(words))
        for kind in (self._packages, self._users, self._programs, self._system):
            if (done := kind(words)) is not None:
                return done
        assert words[0] in ("chmod", "chown", "hostnamectl", "mount", "nmcli"), words
        return Done(0)

    def _packages(self, words: tuple[str, ...]) -> Done | None:
        match words:
            case ["dpkg", "--print-architecture"]:
                return Done(0, self.machine)
            case ["dpkg-query", *_, package]:
                return Done(0, "installed") if package in self.packages else Done(1)
            case ["apt-get", work, *packages]:
                self.packages |= {one for one in packages if work == "install" and not one.startswith("-")}
                return Done(0)
        return None

    def _users(self, words: tuple[str, ...]) -> Done | None:
        match words:
            case ["id", option, user]:
                return Done(user not in self.users, " ".join([user, *self.users.get(user, ())]) if option == "-nG" else "990")
            case ["groupadd", *_, group]:
                self.put("/etc/group", f"{self.text('/etc/group')}{group}:x:9:\n")
            case ["useradd", *_, user]:
                self.users[user] = set()
            case ["userdel", user]:
                del self.users[user]
            case ["usermod", _, groups, user]:
                if not set(groups.split(",")) <= {line.split(":")[0] for line in self.text("/etc/group").splitlines()}:
                    return Done(6)
                self.users[user] |= set(groups.split(","))
            case _:
                return None
        return Done(0)

    def _programs(self, words: tuple[str, ...]) -> Done | None:
        """Install, for pip, a program that says what the checkout's firmware says, and acts on it."""
        match words:
            case ["install", *_, folder]:
                self.pi.at(folder).mkdir(parents=True, exist_ok=True)
            case [python, "-m", "venv", "--system-site-packages", folder] if python.endswith("python3"):
                self.pi.at(f"{folder}/bin").mkdir(parents=True)
            case [python, *_, "-r", lock] if python.endswith("/python"):
                return Done("no such sums" in Path(lock).read_text(encoding="utf-8"))
            case [python, *_, source] if python.endswith("/python"):
                said = Path(source, "firmware", "program").read_text(encoding="utf-8")
                if "can't be built" not in said:
                    self.pi.at(python).with_name("barkeep").write_text(said, encoding="utf-8")
                return Done("can't be built" in said)
            case [program, "simulate", *_]:
                return Done("can't play" in self._program(program))
            case ["runuser", "-u", user, "--", program, "doctor", *options]:
                assert user in self.users
                said, early = self._program(program), "early" in self._program(program)
                if options == ["--help"]:
                    return Done(0, "" if early else "--data-only")
                return Done(2 if early and "--data-only" in options else not said or "can't read" in said)
            case _:
                return None
        return Done(0)

    def _system(self, words: tuple[str, ...]) -> Done | None:
        match words:
            case ["systemctl", "is-active", *_]:
                return Done(0 if self.active else 3, "active" if self.active else "inactive")
            case ["systemctl", "start" | "restart", *_]:
                return Done(not self._start())
            case ["systemctl", "stop", *_]:
                self.active = False
            case ["systemctl", "cat", unit]:
                return Done(self.pi.linked(f"/etc/systemd/system/{unit}") is None)
            case ["systemctl", *_]:
                return Done(0)
            case ["raspi-config", _, "do_wifi_country", country]:
                self.country = country
            case ["raspi-config", _, "enable_overlayfs", *_]:
                self.put(CMDLINE, f"overlayroot=tmpfs {self.text(CMDLINE)}")
            case ["raspi-config", *_]:
                return Done(0, self.country)
            case _:
                return None
        return Done(0)

    def _program(self, path: str) -> str:
        """Return the file at *path*, following links below the fake root."""
        return self.text(path.replace("/opt/barkeep/current", self.pi.linked("/opt/barkeep/current") or "/nowhere"))

    def _start(self) -> bool:
        """Start a program that keeps its games, possibly in another format than the version before."""
        said = self.current()
        self.starts += 1
        if "keeps games anew" in said:
            self.put(GAMES, "in a new way")
        self.active = bool(said) and "can't start" not in said
        return self.active


def checkout(folder: Path, said: str) -> None:
    files = {"pyproject.toml": '[project]\nversion = "1.0.0"\n', "README.md": "", "LICENSE": "", LOCK: "flask==3.1.3\n"}
    files |= {"hardware/barkeep.service": f"# {said}\n"}
    for name in ("companion", "firmware", "web", "hardware"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name, text in (files | {"firmware/program": said}).items():
        if name != LOCK or not (folder / name).exists():
            (folder / name).write_text(text, encoding="utf-8")
