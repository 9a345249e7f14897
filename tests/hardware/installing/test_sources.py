"""Which sources are installed: those that were recorded, those that somebody signed, and on which machines."""

import shutil
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from hardware.installing.pi import call
from hardware.installing.sources import SIGNERS, SUMS
from tests.hardware.installing.fake_pi import FakePi, checkout


def record(folder: Path) -> None:
    """Write the sums of all that lies in *folder*."""
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
def test_sources_that_are_not_as_recorded_are_refused_before_anything_changes(
    fake: FakePi, work: str, path: str, change: Callable[[Path], object]
) -> None:
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
    assert (code, f"{path} is not as {SUMS} has it: remove this folder" in said, fake.files()) == (1, True, before)


def test_where_nothing_was_recorded_it_says_so(fake: FakePi) -> None:
    assert f"LEFT OUT: the sources were compared with no sums: there is no {SUMS}" in fake.install().out


def test_packages_that_are_not_as_locked_leave_the_version_before_in_use(fake: FakePi) -> None:
    fake.install()
    packages, program = (line for line in fake.seen if " -m pip " in line)
    assert all(word in packages for word in (" --require-hashes ", " --no-deps ", " --only-binary=:all: "))
    assert all(word in program for word in (" --no-deps ", " --no-build-isolation ")), "pip fetches nothing to build it with"
    (fake.source / "hardware/lock.txt").write_text("flask==3.1.3 --hash=no such sums\n", encoding="utf-8")
    code, _, said = fake.install("update")
    assert (code, "--require-hashes --no-deps" in said, fake.current()) == (1, True, "the first one")


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="NO SSH: signatures were not tried.")
def test_a_pi_with_a_signers_key_takes_what_that_key_signed_and_nothing_else(fake: FakePi, tmp_path: Path) -> None:
    """With the real ssh-keygen: no signature, another's, one of other sums, and the right one."""
    inner = fake.pi.call
    real = lambda words, *, ask: (call if words[0] == "sh" else inner)(words, ask=ask)
    object.__setattr__(fake.pi, "call", real)
    checkout(fake.source, "the first one")
    record(fake.source)
    for name in ("owner", "other"):
        words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name]
        subprocess.run(words, check=True, timeout=300)
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
