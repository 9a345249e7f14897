"""The address that this machine has on its own network, which may come late, and change."""

from __future__ import annotations

import fcntl
import socket
import struct
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

NOWHERE: Final = "127.0.0.1"  # This machine, where it has no network.
ADDRESS_OF: Final = 0x8915  # Linux's SIOCGIFADDR: a struct ifreq, its IPv4 address from byte 20.


def lan_address() -> str:
    """Return this machine's address on its own network, NOWHERE where it has none. Sends nothing."""
    own = (address for address in _interfaces() if not address.startswith("127."))
    return _way_out() or next(own, NOWHERE)  # An access point in a house without a network leads nowhere else.


def _way_out() -> str:
    """Return the address that this machine has on the way to others, empty where there is no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _interfaces() -> Iterator[str]:
    """Yield the IPv4 address of each network interface that has one; none on systems other than Linux."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                found = fcntl.ioctl(probe, ADDRESS_OF, struct.pack("256s", name.encode()))
                yield socket.inet_ntoa(found[20:24])
