"""The table's addresses. The network can change them while the table is open, so read them here each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Addresses:
    """Hold the *hosts*, under which a browser may call this machine (with or without a port), and the join *address*.

    *known_hosts* holds these and all earlier hosts. A phone that still gets through by an earlier one has reached the right
    machine, which can have two addresses at a time and announces only the better one.
    """

    def __init__(self, hosts: Sequence[str], address: str | None = None) -> None:
        """Begin with these; *address*, a URL, is by default that of the first host."""
        self.known_hosts: frozenset[str] = frozenset()
        self.change(hosts, address)

    def change(self, hosts: Sequence[str], address: str | None = None) -> None:
        """Replace *hosts* and *address*; the earlier hosts stay in *known_hosts*."""
        self.hosts = tuple(hosts)
        self.address = address or f"http://{hosts[0] if hosts else 'localhost'}/"
        self.known_hosts |= frozenset(hosts)
