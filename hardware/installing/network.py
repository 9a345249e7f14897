"""The table's own Wi-Fi, a NetworkManager profile for evenings without a house network."""

from __future__ import annotations

import re
import secrets
import uuid
from functools import partial
from typing import TYPE_CHECKING, Final

from .pi import Change, Failed, LeftOut, gone
from .system import is_installed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .choices import Choices
    from .pi import Pi

    Steps = Iterator[Change | LeftOut]

PROFILE: Final = "/etc/NetworkManager/system-connections/barkeep-table.nmconnection"
SSID: Final = "Barkeep"
ADDRESS: Final = "http://10.42.0.1/"
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # Without letters and digits that are easily confused.
GROUPS, LENGTH = 3, 4  # 59 bits.

# Priority below any house's profile (0), so that a house network wins wherever one is in range.
TEXT: Final = """\
[connection]
id=Barkeep's own Wi-Fi
uuid={uuid}
type=wifi
autoconnect=true
autoconnect-priority=-100

[wifi]
mode=ap
band=bg
ssid={ssid}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn;
pairwise=ccmp;
group=ccmp;
psk={password}

[ipv4]
method=shared
address1=10.42.0.1/24

[ipv6]
method=disabled
"""


# Earlier versions restarted the table from here when its address changed. Now it moves to the new one by itself.
RESTARTING: Final = "/etc/NetworkManager/dispatcher.d/60-barkeep"


def no_restarting(pi: Pi, _: Choices) -> Steps:
    """Yield the change that removes the script by which earlier versions restarted the table in another network."""
    yield from gone(pi, RESTARTING)


def access_point(pi: Pi, choices: Choices, choose: Callable[[str], str] = secrets.choice) -> Steps:
    """Yield the changes that open the Pi's own Wi-Fi where it finds no other. An existing password stays."""
    if not choices.access_point:
        return
    if not pi.at("/etc/NetworkManager").is_dir():
        yield LeftOut("the Pi's own Wi-Fi was not set up: NetworkManager, which Raspberry Pi OS has, isn't here")
        return
    yield from _country(pi, choices)
    if not is_installed(pi, "dnsmasq-base"):
        words = ("apt-get", "install", "-q", "-y", "--no-install-recommends", "dnsmasq-base")
        yield Change("install packages of the system: dnsmasq-base", partial(pi.run, *words))
    if not pi.at(PROFILE).exists():
        says = f"write {PROFILE}: the Wi-Fi {SSID} with a random password, wherever no known one is in range"
        yield Change(says, lambda: _open(pi, choose))


def password(pi: Pi) -> str:
    """Return the password of the table's own Wi-Fi, or "" if it has none."""
    found = re.search(r"^psk=(.+)$", pi.text(PROFILE) or "", re.M)
    return found[1] if found else ""


def card(word: str) -> str:
    """Return the command that draws the card for the table with the password *word*."""
    return f"barkeep labels --sheet table --wifi {SSID} --wifi-password {word} --address {ADDRESS} card.svg"


def _country(pi: Pi, choices: Choices) -> Steps:
    """Yield the change of the Wi-Fi's country; without one a Pi keeps its Wi-Fi switched off."""
    if not pi.at("/usr/bin/raspi-config").exists():
        yield LeftOut("the Wi-Fi's country was not set: there is no raspi-config here")
        return
    now = pi.ask("raspi-config", "nonint", "get_wifi_country").text
    wanted = choices.country or now
    if not wanted:
        raise Failed("the Wi-Fi needs to know its country: name it with --country, such as --country NL")
    if wanted != now:
        yield Change(
            f"set the Wi-Fi's country to {wanted}", partial(pi.run, "raspi-config", "nonint", "do_wifi_country", wanted)
        )


def _open(pi: Pi, choose: Callable[[str], str]) -> None:
    word = "-".join("".join(choose(LETTERS) for _ in range(LENGTH)) for _ in range(GROUPS))
    pi.write(PROFILE, TEXT.format(uuid=uuid.uuid4(), ssid=SSID, password=word), mode=0o600)
    if pi.systemd_runs:
        pi.run("nmcli", "connection", "reload")
