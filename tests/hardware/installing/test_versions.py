"""Which sources are installed, and updates from one version to another: successful ones, and ones that fail."""

import re
import shutil
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from hardware.installing import backups, program
from hardware.installing.pi import Pi, call
from hardware.installing.program import CURRENT, PREVIOUS, versions
from hardware.installing.sources import SIGNERS, SUMS, version_of
from tests.hardware.installing.fake_pi import GAMES, FakePi, checkout


@pytest.fixture
def played(fake: FakePi) -> FakePi:
    fake.install()
    fake.put(GAMES, "as ever")
    return fake


def copies(fake: FakePi) -> list[str]:
    return [text for path, text in fake.files().items() if path.startswith("/var/backups/")]


def test_a_new_version_takes_the_old_ones_place_with_its_unit_and_a_copy_of_the_games_and_back(played: FakePi) -> None:
    code, _, said = played.install("back")
    assert (code, "no earlier version" in said) == (1, True)
    new = "the second, keeps games anew"
    assert (played.install("update", said=new).code, played.current(), played.active) == (0, new, True)
    assert (played.text(GAMES), copies(played)) == ("in a new way", ["as ever"])
    assert played.text(f"{played.pi.linked('/opt/barkeep/current')}/barkeep.service") == f"# {new}\n"
    assert "systemctl daemon-reload" in played.seen
    assert (played.install("back", said=new).code, played.current(), played.active) == (0, "the first one", True)


@pytest.mark.parametrize("runs", [True, False], ids=["a_table_that_runs", "a_table_that_was_stopped"])
@pytest.mark.parametrize("fault", ["can't be built", "can't play", "can't read the games", "keeps games anew, can't start"])
def test_a_broken_version_leaves_all_as_it_was(played: FakePi, fault: str, runs: bool) -> None:
    """A version that shows its fault beforehand never stops the table."""
    played.active, played.seen = runs, []
    code, _, said = played.install("update", said=fault)
    assert (code, "failed" in said) == (1, True)
    assert (played.current(), played.active, played.text(GAMES)) == ("the first one", runs, "as ever")
    assert played.pi.linked(PREVIOUS) is None
    if fault in ("can't be built", "can't play"):
        assert ([line for line in played.seen if line.startswith("systemctl stop")], len(versions(played.pi))) == ([], 1)
    assert (played.install("update").code, played.current()) == (0, "the first one")


@pytest.mark.parametrize("full", [CURRENT, PREVIOUS])
def test_a_full_card_at_an_update_leaves_the_table_running(played: FakePi, monkeypatch: pytest.MonkeyPatch, full: str) -> None:
    for said in ("the first one", "the second", "the third"):
        played.install("update", said=said)
    link, before = Pi.link, played.pi.linked(PREVIOUS)
    monkeypatch.setattr(Pi, "link", lambda pi, path, target: no_room() if path == full else link(pi, path, target))
    code, _, said = played.install("update", said="the fourth")
    assert (code, "No space left" in said, played.current(), played.active) == (1, True, "the third", True)
    assert (played.pi.linked(PREVIOUS), played.text(GAMES)) == (before, "as ever")


def test_games_that_cannot_be_put_back_are_in_their_copy_and_needed(played: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "put_back", lambda pi, copy: no_room())
    code, _, said = played.install("update", said="can't start")
    assert (code, "/var/backups/barkeep/0001-of-" in said, played.active) == (1, True, False)


def no_room() -> None:
    raise OSError(28, "No space left on device")


def test_one_may_go_back_to_a_version_from_before_its_doctor_could_look_at_the_games_alone(fake: FakePi) -> None:
    for work, said in (("install", "an early one"), ("update", "the second"), ("back", "the second")):
        assert fake.install(work, said=said).code == 0
    assert (fake.current(), fake.active) == ("an early one", True)


def test_two_versions_and_three_copies_are_kept(played: FakePi) -> None:
    for number in range(2, 7):
        played.put(GAMES, f"before {number}")
        played.install("update", said=f"number {number}")
    played.install("update", said="number 6")
    assert len(versions(played.pi)) == 2
    assert copies(played) == ["before 4", "before 5", "before 6"]


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "outside" / "root"
    file.parent.mkdir()
    file.write_text("root's", encoding="utf-8")
    return file


def test_a_link_among_the_games_is_not_followed(played: FakePi, secret: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played.pi.at("/var/lib/barkeep/link").symlink_to(secret)
    played.install("update", said="can't start")
    assert (copies(played), secret.read_text(encoding="utf-8")) == (["as ever"], "root's")
    monkeypatch.setattr(backups, "_files", lambda _: ["link"])  # As if it had been a file when the folder was listed.
    assert (played.install("update", said="the second").code, copies(played)) == (1, ["as ever"])


GAME_FILES = ("journal.sqlite", "journal.sqlite-wal", "number", "tags")


def plant(data: Path, outside: Path) -> None:
    """Replace the games' files by links, to a file, to nothing yet and to a folder, and by a folder with a link in it."""
    for path in data.iterdir():
        path.unlink()
    (data / "tags").mkdir()
    for name, target in zip((*GAME_FILES[:3], "tags/link"), (outside / "root", outside / "new", outside, outside), strict=True):
        (data / name).symlink_to(target)


def test_no_link_in_the_tables_folder_leads_root_away(played: FakePi, secret: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, outside = played.pi.at("/var/lib/barkeep"), secret.parent
    for name in GAME_FILES:
        (data / name).write_text("as ever", encoding="utf-8")
        (data / name).chmod(0o640)
    starts = iter([lambda: plant(data, outside)])  # The new version's start; the next one is that of the old version.
    monkeypatch.setattr(played, "_start", lambda started=played._start: bool(next(starts, started)()))
    assert played.install("update", said="can't start").code == 1
    left = {path.name: (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o7777) for path in data.iterdir()}
    assert left == dict.fromkeys(GAME_FILES, ("as ever", 0o640))
    plant(data, outside)
    assert played.install("uninstall", "--delete-games").code == 0
    assert [(path.name, path.read_text(encoding="utf-8")) for path in outside.iterdir()] == [("root", "root's")]


def test_a_file_that_lies_elsewhere_too_is_not_copied_and_the_table_goes_on(played: FakePi, secret: Path) -> None:
    (hard := played.pi.at("/var/lib/barkeep/hard")).hardlink_to(secret)
    code, _, said = played.install("update", said="the second")
    assert (code, "/var/lib/barkeep/hard has a second name elsewhere" in said, copies(played)) == (1, True, [])
    assert (played.current(), played.active, played.starts) == ("the first one", True, 2)
    hard.unlink()
    assert (played.install("update", said="the second").code, copies(played)) == (0, ["as ever"])


def test_a_versions_name_changes_with_every_file_that_is_installed(tmp_path: Path) -> None:
    checkout(tmp_path, "the first one")
    names = {version_of(tmp_path)}
    files = ("companion/new.py", "web/page.html", "hardware/barkeep.service", "README.md", "hardware/lock.txt")
    for changed in (*files, "firmware/old.pyc"):
        (tmp_path / changed).write_text("something else", encoding="utf-8")
        names.add(version_of(tmp_path))
    separate = {name.rpartition("-")[0] for name in names}
    assert (len(names), len(separate)) == (6, 5), "packages and sources have separate checksums"
    assert all(re.fullmatch(r"1\.0\.0-[0-9a-f]{8}-[0-9a-f]{8}", name) for name in names)


# Sources: the recorded ones, those that somebody signed, and on which machines


def record(folder: Path) -> None:
    """Write the checksums of all files in *folder*."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != SUMS)
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


CHANGES: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "changed": ("update", "web/page.html", lambda file: file.write_text("changed")),
    "missing": ("install", "web/page.html", Path.unlink),
    "new": ("update", "companion/new.py", Path.touch),
    "the lock": ("install", "hardware/lock.txt", lambda file: file.write_text("flask==1\n")),
    "the installation": ("update", "hardware/installing/pi.py", lambda file: file.write_text("x")),
    "a link": ("install", "web/more", lambda file: file.symlink_to("/etc")),
}


@pytest.mark.parametrize(("work", "path", "change"), CHANGES.values(), ids=CHANGES)
def test_sources_not_as_recorded_are_refused(fake: FakePi, work: str, path: str, change: Callable[[Path], object]) -> None:
    checkout(fake.source, "the first one")
    (fake.source / "hardware/installing").mkdir()
    for name in ("web/page.html", "hardware/installing/pi.py"):
        (fake.source / name).write_text("as it was", encoding="utf-8")
    record(fake.source)
    code, said, _ = fake.install()
    assert (code, SUMS in said) == (0, False)
    change(fake.source / path)
    before = fake.files()
    code, _, said = fake.install(work)
    assert (code, f"{path} doesn't match {SUMS}: remove this folder" in said, fake.files()) == (1, True, before)


def test_where_nothing_was_recorded_it_says_so_and_replaces_no_version(fake: FakePi) -> None:
    fake.more = ()
    for _ in range(2):
        assert f"LEFT OUT: the sources were not compared with checksums: there is no {SUMS}" in fake.install().out
    before = fake.files()
    for work in ("install", "update"):
        code, _, said = fake.install(work, said="the second")
        assert (code, "or say --no-sums" in said, fake.files()) == (1, True, before)
    assert fake.install("update", "--no-sums", said="the second").code == 0


def test_packages_that_are_not_as_locked_leave_the_version_before_in_use(fake: FakePi) -> None:
    fake.install()
    packages, program = (line for line in fake.seen if " -m pip " in line)
    assert all(word in packages for word in (" --require-hashes ", " --no-deps ", " --only-binary=:all: "))
    assert all(word in program for word in (" --no-deps ", " --no-build-isolation ")), "pip fetches no build dependencies"
    (fake.source / "hardware/lock.txt").write_text("flask==3.1.3 --hash=no such sums\n", encoding="utf-8")
    code, _, said = fake.install("update")
    assert (code, "--require-hashes --no-deps" in said, fake.current()) == (1, True, "the first one")


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="NO SSH: signatures were not tried.")
def test_a_pi_with_a_signers_key_takes_what_that_key_signed_and_nothing_else(fake: FakePi, tmp_path: Path) -> None:
    """With the real ssh-keygen: no signature, another key's, one of other checksums, and the right one."""
    inner = fake.pi.call
    object.__setattr__(fake.pi, "call", lambda words, *, ask: (call if words[0] == "sh" else inner)(words, ask=ask))
    checkout(fake.source, "the first one")
    record(fake.source)
    for name in ("owner", "other"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True, timeout=300)
    fake.put(SIGNERS, f"barkeep {(tmp_path / 'owner.pub').read_text(encoding='utf-8')}")

    def tried(key: str = "") -> int:
        if key:
            (fake.source / f"{SUMS}.sig").unlink(missing_ok=True)
            words = ["ssh-keygen", "-q", "-Y", "sign", "-f", tmp_path / key, "-n", "barkeep", fake.source / SUMS]
            subprocess.run(words, check=True, timeout=300, capture_output=True)
        code, _, said = fake.install()
        assert code == 0 or f"no key in {SIGNERS} has signed these sources" in said
        return code

    assert [tried(), tried("other"), tried("owner"), tried()] == [1, 1, 0, 0]
    (fake.source / SUMS).write_text((fake.source / SUMS).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert tried() == 1
