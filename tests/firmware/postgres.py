"""A PostgreSQL server of one's own for a test: on a socket in its folder, and gone with it."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

USER: Final = "postgres"  # It refuses to be root, and Debian's package makes this user.
ENGLISH: Final = ("--locale-provider=icu", "--icu-locale=en-US", "--encoding=UTF8")  # Its order of letters isn't that of bytes.


def programs() -> Path | None:
    """Return the folder of Debian's newest PostgreSQL, if it is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    return found[-1].parent if found else None


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the URL of a new database; skip the test, loudly, if there is no PostgreSQL."""
    if (here := programs()) is None:
        pytest.skip("NO POSTGRESQL: a hub's store was tried on SQLite alone. Install postgresql.")
    as_user = {"user": USER} if os.getuid() == 0 else {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = Path(made)
        if as_user:
            os.chown(folder, pwd.getpwnam(USER).pw_uid, -1)
        data = folder / "data"
        making = [here / "initdb", "-D", data, "-U", USER, "-A", "trust", "--no-sync", *ENGLISH]
        subprocess.run(making, check=True, capture_output=True, **as_user)
        settings = f"-k {folder} -c listen_addresses= -c fsync=off"
        control = [here / "pg_ctl", "-D", data, "-w"]
        subprocess.run(
            [*control, "-l", folder / "log", "-o", settings, "start"], check=True, stdout=subprocess.DEVNULL, **as_user
        )
        try:
            yield f"postgresql:///postgres?host={folder}&user={USER}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=True, capture_output=True, **as_user)
            shutil.rmtree(data, ignore_errors=True)
