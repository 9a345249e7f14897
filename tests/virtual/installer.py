"""The installation on a machine that runs: what it says beforehand, good and bad updates, and what is left at the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

from hardware.installing.backups import BACKUPS
from hardware.installing.program import COMMAND, OPT
from hardware.installing.sources import CURRENT, UNIT
from hardware.installing.system import DATA, USER
from hardware.virtual.image import CHOICES
from tests.pi.box import BROKEN
from tests.virtual.pi import INSTALL, Suite, insist, red

MOVES: Final = 5
CHECKOUT: Final = Path(INSTALL).parents[1]
PIP: Final = ("env", "PIP_NO_INDEX=1", "PIP_FIND_LINKS=/opt/wheels")
ROWS: Final = f"import sqlite3; print(*(n for n, in sqlite3.connect('{DATA}/journal.sqlite').execute('SELECT n FROM rows')))"
# Every file but those that a running system writes by itself.
STAMPS: Final = (
    "find", "/", "-xdev", "-not", "-type", "d", "-not", "-path", "/var/lib/*", "-not", "-path", "/var/log/*", "-printf",
    "%p %s %T@\\n",
)  # fmt: skip


class Installer(Suite):
    """For the controls, the table is resumed anew."""

    steps = (
        "twice", "a_version_that_does_not_start", "an_update", "the_way_back", "a_removal", "all_anew",
        "a_removal_with_the_games",
    )  # fmt: skip
    controls = ("with_a_dry_run_that_acts", "without_going_back")

    def twice(self) -> str:
        self._resume()
        self._changes_nothing(*CHOICES)
        return "nothing to change, it says"

    def a_version_that_does_not_start(self) -> str:
        self._goes_back()
        return f"the one before is back by itself, with all {len(self.answered)} answered moves"

    def an_update(self) -> str:
        before = self._current()
        with self._edited("web/__init__.py", "\n# Another version.\n"):
            changes = self._as_told("update", "--no-sums")
        assert self._current() != before
        self._go_on()
        return f"{changes} changes, as told; the game goes on"

    def the_way_back(self) -> str:
        before = self._current()
        changes = self._as_told("back")
        assert self._current() != before
        self._go_on()
        return f"{changes} change, as told; the game goes on"

    def a_removal(self) -> str:
        changes = self._as_told("uninstall")
        left = self._listed(OPT, COMMAND, f"/etc/systemd/system/{UNIT}")
        assert not left, left
        assert self.pi.service("ActiveState") == "inactive"
        insist(self._rows(), self.answered)
        return f"{changes} changes, as told; the games stay"

    def all_anew(self) -> str:
        changes = self._as_told(*CHOICES)
        self._go_on()
        self._changes_nothing(*CHOICES)
        return f"{changes} changes, as told; the game goes on, and once more changes nothing"

    def a_removal_with_the_games(self) -> str:
        changes = self._as_told("uninstall", "--delete-games")
        left = [name for name in self._listed(OPT, COMMAND, BACKUPS, f"{DATA}/*") if name != "lost+found"]
        assert not left, left
        assert not self.pi.run("id", USER, check=False).startswith("uid"), "its user is still there"
        self._changes_nothing("uninstall", "--delete-games")
        return f"{changes} changes, as told; no game, no copy and no user is left"

    def with_a_dry_run_that_acts(self) -> str:
        self._resume()
        self.pi.run("sed", "-i", "s/if not dry:$/if True:/", f"{CHECKOUT}/hardware/installing/command.py")
        return red(lambda: self._as_told("uninstall"), "a dry run that removes the program")

    def without_going_back(self) -> str:
        self._resume()
        self.pi.run("sed", "-i", "s/^        _return(.*/        pass/", f"{CHECKOUT}/hardware/installing/program.py")
        return red(self._goes_back, "a new version that doesn't start and stays")

    def _resume(self) -> None:
        self.pi.kill()
        self.pi.resume()
        self.pi.begin()
        self.chance = Random(1)
        self.answered = set(self.pi.play(MOVES, self.chance))

    def _install(self, *words: str) -> str:
        return self.pi.run(*PIP, INSTALL, *words)

    def _changes_nothing(self, *words: str) -> None:
        said = self._install(*words)
        assert "Nothing to change" in said, said

    def _as_told(self, *words: str) -> int:
        """Do what *words* say, after a dry run that must tell all of it and touch nothing; return the number of changes."""
        before = self._stamps()
        told = _lines(self._install(*words, "--dry-run"), "would ")
        touched = self._stamps() ^ before
        assert not touched, f"the dry run changed {sorted(touched)[:9]}"
        done = _lines(self._install(*words), "-> ")
        assert told == done, f"told: {told}\ndone: {done}"
        return len(done)

    def _goes_back(self) -> None:
        before = self._current()
        with self._edited("firmware/boot.py", BROKEN):
            said = self.pi.run(*PIP, INSTALL, "update", "--no-sums", check=False)
        assert "is in use again" in said, said
        assert self._current() == before
        self._go_on()

    @contextmanager
    def _edited(self, name: str, more: str) -> Iterator[None]:
        """Append *more* to the file *name* of the checkout for as long as the context lasts."""
        file = str(CHECKOUT / name)
        self.pi.run("cp", "-p", file, "/tmp/kept")
        self.pi.run("sh", "-c", 'printf %s "$1" >> "$2"', "sh", more, file)
        yield
        self.pi.run("mv", "/tmp/kept", file)

    def _go_on(self) -> None:
        """The table is open on its port, has every move that it answered, and takes more."""
        self.pi.until_open()
        insist(self._rows(), self.answered)
        self.answered |= set(self.pi.play(MOVES, self.chance))

    def _rows(self) -> set[int]:
        return {int(row) for row in self.pi.run("runuser", "-u", USER, "--", "python3", "-c", ROWS).split()}

    def _current(self) -> str:
        return self.pi.run("readlink", CURRENT)

    def _listed(self, *patterns: str) -> list[str]:
        """Return the names of what is there of *patterns*, which the shell expands."""
        return self.pi.run("sh", "-c", f"for path in {' '.join(patterns)}; do [ ! -e $path ] || basename $path; done").split()

    def _stamps(self) -> set[str]:
        return set(self.pi.run(*STAMPS).splitlines())


def _lines(said: str, mark: str) -> list[str]:
    return [line.removeprefix(mark) for line in said.splitlines() if line.startswith(mark)]
