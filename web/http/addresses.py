"""Where phones find the table. The network may change that while the table is open, so whoever needs it asks here each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Whereabouts:
    """*hosts* are the names by which a browser may call this machine, with or without a port; at *address* phones join.

    *once* are all hosts that ever were: a phone that still comes through by one is at the right door. A machine may well have
    two addresses, and tell only the better one.
    """

    def __init__(self, hosts: Sequence[str], address: str | None = None) -> None:
        """Begin there; the *address*, a URL, is by default that of the first host."""
        self.once: frozenset[str] = frozenset()
        self.move(hosts, address)

    def move(self, hosts: Sequence[str], address: str | None = None) -> None:
        """Be there from now on."""
        self.hosts = tuple(hosts)
        self.address = address or f"http://{hosts[0] if hosts else 'localhost'}/"
        self.once |= frozenset(hosts)
