"""The installed versions of the program, built side by side, with one of them in use.

/opt/barkeep/versions/NAME   a virtual environment and the service's unit, for each version
/opt/barkeep/current         the version in use
/opt/barkeep/previous        the version before it, to go back to
"""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .backups import BACKUPS, back_up, put_back
from .pi import Change, Failed, LeftOut
from .sources import CURRENT, FILES, FOLDERS, LOCK, UNIT, version_of
from .system import DATA, USER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .choices import Choices
    from .pi import Pi

    Steps = Iterator[Change | LeftOut]

OPT: Final = "/opt/barkeep"
VERSIONS: Final = f"{OPT}/versions"
PREVIOUS: Final = f"{OPT}/previous"
COMMAND: Final = "/usr/local/bin/barkeep"
WHOLE: Final = "whole"  # Marks a version that was built to the end.

NO_SOURCE: Final = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info")


def program(pi: Pi, choices: Choices) -> Steps:
    """Yield the changes that build the checkout's version and put it into use, replacing any other."""
    name, current = version_of(choices.source), version_at(pi, CURRENT)
    if not pi.at(f"{VERSIONS}/{name}/{WHOLE}").exists():
        yield Change(
            f"install Barkeep {name} into {VERSIONS}/{name}, and let it play a game", partial(build, pi, choices, name)
        )
    if current is None:
        yield Change(f"put {name} into use", partial(use, pi, name))
    elif current != name:
        says = f"replace {current} with {name}: keep a copy of the games, and go back to {current} if {name} doesn't start"
        yield Change(says, partial(replace, pi, name, current))
    if pi.linked(COMMAND) != f"{CURRENT}/bin/barkeep":
        yield Change(f"make the command {COMMAND}", partial(pi.link, COMMAND, f"{CURRENT}/bin/barkeep"))
    old = [version for version in versions(pi) if version not in (name, version_at(pi, CURRENT), version_at(pi, PREVIOUS))]
    if old and current == name:
        yield Change(f"remove older versions: {', '.join(old)}", partial(_forget_all, pi, old))


def back(pi: Pi, _: Choices) -> Steps:
    """Yield the change that goes back to the previous version."""
    current, before = version_at(pi, CURRENT), version_at(pi, PREVIOUS)
    if current is None or before is None or not pi.at(f"{VERSIONS}/{before}").is_dir():
        raise Failed("there is no earlier version to go back to")
    yield Change(f"replace {current} with {before}, and keep a copy of the games", partial(replace, pi, before, current))


def version_at(pi: Pi, link: str) -> str | None:
    """Return the name of the version that *link* points to, or None if it points nowhere."""
    target = pi.linked(link)
    return Path(target).name if target else None


def versions(pi: Pi) -> list[str]:
    """Return the names of all versions on this machine."""
    folder = pi.at(VERSIONS)
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


# Building


def build(pi: Pi, choices: Choices, name: str) -> None:
    """Create the environment of version *name*; if that fails, leave nothing of it behind."""
    forget(pi, name)
    try:
        _fill(pi, choices.source, f"{VERSIONS}/{name}")
    except BaseException:
        forget(pi, name)
        raise
    pi.write(f"{VERSIONS}/{name}/{WHOLE}", "")


def _fill(pi: Pi, source: Path, folder: str) -> None:
    pi.at(folder).parent.mkdir(parents=True, exist_ok=True)
    pi.run("/usr/bin/python3", "-m", "venv", "--system-site-packages", folder)
    pip = (f"{folder}/bin/python", "-m", "pip", "install", "-q", "--no-input", "--disable-pip-version-check")
    # Build dependencies are locked too, so pip must not fetch any on its own.
    pi.run(*pip, "--require-hashes", "--no-deps", "--only-binary=:all:", "-r", str(source / LOCK))
    with tempfile.TemporaryDirectory(prefix="barkeep-") as copy:  # Building leaves files in the source tree.
        for name in FOLDERS:
            shutil.copytree(source / name, Path(copy) / name, ignore=NO_SOURCE)
        for name in FILES:
            shutil.copy(source / name, copy)
        pi.run(*pip, "--no-deps", "--no-build-isolation", copy)
    pi.write(f"{folder}/{UNIT}", (source / "hardware" / UNIT).read_text(encoding="utf-8"))
    pi.trust(f"{folder}/bin/barkeep", "simulate", "--games", "1", "--seed", "1")


def forget(pi: Pi, name: str) -> None:
    """Remove version *name*, even if it is incomplete."""
    shutil.rmtree(pi.at(f"{VERSIONS}/{name}"), ignore_errors=True)


def _forget_all(pi: Pi, names: list[str]) -> None:
    for name in names:
        forget(pi, name)


# Putting into use


def use(pi: Pi, name: str) -> None:
    """Make version *name* the one in use, from the service's next start."""
    pi.link(CURRENT, f"{VERSIONS}/{name}")
    if pi.systemd_runs:
        pi.run("systemctl", "daemon-reload")  # The unit belongs to the version.


def replace(pi: Pi, name: str, current: str) -> None:
    """Replace *current* with version *name*; if that doesn't start, undo everything and raise Failed."""
    ran, before = is_running(pi), pi.linked(PREVIOUS)
    if ran:
        pi.run("systemctl", "stop", UNIT)
    copy = _copied(pi, current, ran=ran)
    try:
        pi.link(PREVIOUS, f"{VERSIONS}/{current}")
        use(pi, name)
    except (Failed, OSError, KeyboardInterrupt) as trouble:
        _return(pi, current, before, ran=ran)
        raise Failed(f"{name} was not put into use ({trouble}). {current} still is") from trouble
    try:
        look_through(pi)
        if pi.systemd_runs:
            pi.run("systemctl", "start", UNIT)  # Waits until the table reports that it is ready.
    except (Failed, OSError, KeyboardInterrupt) as trouble:
        _put_back(pi, copy, f"{name} did not start ({trouble})")
        _return(pi, current, before, ran=ran)
        raise Failed(f"{name} did not start ({trouble}). {current} is in use again, with its games as they were") from trouble


def _copied(pi: Pi, current: str, *, ran: bool) -> str | None:
    try:
        return back_up(pi, current)
    except BaseException:
        if ran:  # Nothing has changed yet, so the old table can go on.
            pi.run("systemctl", "start", UNIT)
        raise


def is_running(pi: Pi) -> bool:
    """Return whether the service is running or starting."""
    return pi.systemd_runs and pi.ask("systemctl", "is-active", UNIT).text in ("active", "activating", "reloading")


def look_through(pi: Pi) -> None:
    """Let the version in use examine the kept games, as the user that it runs as; raise Failed if it can't use them.

    Not the whole table: a broker that is down, or a reader that is somewhere else today, is no reason to go back.
    """
    doctor = ("runuser", "-u", USER, "--", f"{CURRENT}/bin/barkeep", "doctor")
    knows = "--data-only" in pi.ask(*doctor, "--help").text  # A version to go back to may be older than that option.
    pi.trust(*doctor, "--yes", "--data", DATA, *(("--data-only",) if knows else ("--hardware", "none", "--port", "0")))


def _put_back(pi: Pi, copy: str | None, why: str) -> None:
    """Stop what was started, and put the games back as they were; raise Failed if there is no room for them."""
    if pi.systemd_runs:
        pi.ask("systemctl", "stop", UNIT)
    try:
        put_back(pi, copy)
    except OSError as trouble:
        raise Failed(
            f"{why}, and the games can't be put back ({trouble}), so no table was started: make room, copy them from "
            f"{BACKUPS}/{copy} to {DATA}, and go back with hardware/install back"
        ) from trouble


def _return(pi: Pi, current: str, before: str | None, *, ran: bool) -> None:
    """Let the links be as they were, that to the previous version at *before* or nowhere, and the table run if it *ran*."""
    if version_at(pi, CURRENT) != current:
        use(pi, current)
    if before is None:
        pi.at(PREVIOUS).unlink(missing_ok=True)
    elif pi.linked(PREVIOUS) != before:
        pi.link(PREVIOUS, before)
    if ran:
        pi.run("systemctl", "start", UNIT)
