"""Which sources are installed: those that were recorded, those that somebody signed, and on which machines."""

import shutil
import subprocess
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


@pytest.mark.parametrize(
    ("work", "path", "text"),
    [
        ("update", "web/page.html", "changed"), ("install", "web/page.html", None), ("update", "companion/new.py", "x"),
        ("install", "hardware/lock.txt", "flask==1\n"), ("update", "hardware/installing/pi.py", "x"),
    ],
)  # fmt: skip
def test_sources_that_are_not_as_recorded_are_refused_before_anything_changes(
    fake: FakePi, work: str, path: str, text: str | None
) -> None:
    checkout(fake.source, "the first one")
    (fake.source / "hardware/installing").mkdir()
    for name in ("web/page.html", "hardware/installing/pi.py"):
        (fake.source / name).write_text("as it was", encoding="utf-8")
    record(fake.source)
    code, said, _ = fake.install()
    assert (code, SUMS in said) == (0, False)
    (fake.source / path).unlink() if text is None else (fake.source / path).write_text(text, encoding="utf-8")
    before = fake.files()
    code, _, said = fake.install(work)
    assert (code, f"{path} is not as {SUMS} has it: remove this folder" in said, fake.files()) == (1, True, before)


def test_a_link_among_the_sources_leads_to_what_nobody_recorded(fake: FakePi) -> None:
    checkout(fake.source, "the first one")
    record(fake.source)
    (fake.source / "web/more").symlink_to("/etc")
    code, _, said = fake.install()
    assert (code, f"web/more is not as {SUMS} has it" in said) == (1, True)


def test_where_nothing_was_recorded_it_says_so(fake: FakePi) -> None:
    assert f"LEFT OUT: the sources were compared with no sums: there is no {SUMS}" in fake.install().out


def test_a_machine_without_locked_packages_is_refused(fake: FakePi) -> None:
    fake.machine, before = "armhf", fake.files()
    code, _, said = fake.install()
    assert (code, "no packages for armhf: put a 64-bit system" in said, fake.files()) == (1, True, before)


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
    object.__setattr__(
        fake.pi, "call", lambda words, *, ask: call(words, ask=ask) if words[0] == "sh" else inner(words, ask=ask)
    )
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
