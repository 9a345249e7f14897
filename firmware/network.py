"""Find this machine's address on the local network, which may only come up late and may change."""

from __future__ import annotations

import fcntl
import socket
import struct
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

NOWHERE: Final = "127.0.0.1"  # Loopback, for a machine without a network.
ADDRESS_OF: Final = 0x8915  # Linux's SIOCGIFADDR: fills in a struct ifreq, with the IPv4 address at byte 20.


def lan_addresses() -> tuple[str, ...]:
    """Return this machine's addresses on local networks, the one to announce first; none without a network. Sends no packet.

    With a cable and its own Wi-Fi it has two. An access point without an uplink has no route to other networks.
    """
    own = [address for address in _interfaces() if not address.startswith("127.")]
    return tuple(dict.fromkeys(address for address in (_way_out(), *own) if address))


def _way_out() -> str:
    """Return the source address of this machine's route to other networks, or "" if there is no route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _interfaces() -> Iterator[str]:
    """Yield the IPv4 address of each network interface that has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                found = fcntl.ioctl(probe, ADDRESS_OF, struct.pack("256s", name.encode()))
                yield socket.inet_ntoa(found[20:24])
