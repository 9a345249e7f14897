"""Run commands for the host, as root, in the guest."""

from __future__ import annotations

import subprocess

from hardware.virtual.devices import obey


class Shell:
    """One order: run a command."""

    def run(self, *words: str) -> tuple[int, str]:
        """Return the exit code and the output of the command *words*."""
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        return done.returncode, done.stdout


if __name__ == "__main__":
    obey("shell", Shell())
