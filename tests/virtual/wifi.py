"""The table's own Wi-Fi as the installation opens it, with phones on it, a cable beside it, and a house's network instead.

Every radio is the kernel's own simulation (mac80211_hwsim), and each phone has one in a network of its own.
"""

import json
import re
import time
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from firmware.display import screens
from hardware.installing.network import PROFILE
from tests.evenings.house import NAMES
from tests.virtual.pi import ADDRESS, INSTALL, SOON, WORDS, Pi, Suite, red

PRINTED: Final = r"^Away from home: Wi-Fi (\S+), password (\S+), then (http\S+)$"
OWN, HOUSE, SECRET = "Barkeep's own Wi-Fi", "House", "at home we play"
PHONES, ROUTER = "ABC", "R"
AT_HOME, NAME = "192.168.1.10", "raspberrypi.local"  # The only address that the house's router gives.
NETWORK: Final = 'network={{\nssid="{}"\nmode={}\nfrequency=2437\nkey_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP\npsk="{}"\n}}\n'
LEASE: Final = """\
#!/bin/sh
[ "$1" != bound ] || { ip address add $ip/$mask dev $interface; ip route add default via $router; }
"""
# As a browser does: send one request, and print status, cookie and page.
BROWSE: Final = """\
import http.client, json, sys
address, *asked = json.loads(sys.argv[1])
line = http.client.HTTPConnection(address, timeout=300)
line.request(*asked)
answer = line.getresponse()
print(json.dumps([answer.status, answer.getheader("Set-Cookie") or "", answer.read().decode()]))
"""
# As a phone does: ask all on its network who has a name (RFC 6762), and print the address that comes back.
FIND: Final = """\
import socket, struct, sys
ask = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
ask.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, sys.argv[1].encode())
ask.settimeout(60)
name = b"".join(bytes([len(part)]) + part.encode() for part in sys.argv[2].split("."))
ask.sendto(struct.pack(">6H", 0, 0, 1, 0, 0, 0) + name + struct.pack(">xHH", 1, 1), ("224.0.0.251", 5353))
print(socket.inet_ntoa(ask.recv(2000)[-4:]))
"""


class Wireless:
    """A radio of its own in a network of its own: a phone named by its seat, or the house's router."""

    def __init__(self, pi: Pi, name: str, number: int) -> None:
        self.pi, self.name, self.radio, self.cookie = pi, name, f"wlan{number}", ""
        pi.run("ip", "netns", "add", name)
        pi.run("iw", "phy", f"phy{number}", "set", "netns", "name", name)

    def run(self, *words: str, check: bool = True) -> str:
        return self.pi.run("ip", "netns", "exec", self.name, *words, check=check)

    def on_air(self, network: str, password: str, until: str) -> None:
        """Look for *network*, or be it as the router, from now on; wait until the radio's log says so."""
        file = f"/srv/{self.name}"
        self.pi.run("rm", "-f", f"{file}.log")
        put(self.pi, file, NETWORK.format(network, 2 if self.name == ROUTER else 0, password))
        files = ("-c", file, "-f", f"{file}.log", "-P", f"{file}.pid")
        self.run("wpa_supplicant", "-B", "-D", "nl80211", "-i", self.radio, *files)
        self.pi.until(lambda: until in self.pi.run("cat", f"{file}.log", check=False), until)

    def off_air(self) -> None:
        self.pi.run("sh", "-c", f"kill $(cat /srv/{self.name}.pid); while [ -e /srv/{self.name}.pid ]; do sleep 1; done")

    def insist_on_lease(self, tries: int = 100) -> None:
        self.run("busybox", "udhcpc", "-i", self.radio, "-s", "/srv/lease", "-q", "-n", "-f", "-t", str(tries))

    def finds(self, address: str) -> None:
        """Wait until the table's name leads to *address*; a broadcast may get lost."""
        ask = ("python3", "-c", FIND, self.radio, NAME)
        self.pi.until(lambda: self.run(*ask, check=False).strip() == address, f"{NAME} at {address}")

    def send(self, host: str, path: str, **form: str) -> str:
        """Return the page at *path* of *host*, or send it a *form*; wait until it answers, and insist that it's well."""
        headers = {"Cookie": self.cookie, "Origin": f"http://{host}", "Content-Type": "application/x-www-form-urlencoded"}
        asked = json.dumps([host, "POST" if form else "GET", path, urlencode(form), headers])

        def answer() -> Any:
            said = self.run("python3", "-c", BROWSE, asked, check=False)
            return json.loads(said) if said.startswith("[") else None

        status, cookie, page = self.pi.until(answer, f"an answer from {host} for {self.name}")
        assert status == (303 if form else 200), (host, path, status, page)
        self.cookie = cookie.partition(";")[0] or self.cookie
        return str(page)

    def insist_on_seat(self, host: str) -> None:
        assert NAMES[self.name] in self.send(host, "/seat/view")


class Wifi(Suite):
    """At first, with a cable in."""

    steps = ("an_installation", "three_phones", "a_cable", "at_home", "the_house_lost", "the_house_back")
    controls = ("a_wrong_password", "without_sharing")
    seated = 0

    def an_installation(self) -> str:
        self.pi.resume()
        for part in ("reader", "display"):  # They take most of an emulated processor.
            self.pi.hand("plug", part, False)
        self.pi.run("modprobe", "mac80211_hwsim", f"radios={len(PHONES) + 2}")  # The first is the Pi's.
        *self.phones, self.router = [Wireless(self.pi, name, number) for number, name in enumerate(PHONES + ROUTER, 1)]
        put(self.pi, "/srv/lease", LEASE)
        self.pi.run("chmod", "+x", "/srv/lease")
        # As on a Pi, NetworkManager has the cable, too.
        self.pi.run("systemctl", "stop", "systemd-networkd.socket", "systemd-networkd")
        self.pi.run("ip", "address", "flush", "dev", "eth0")
        self.pi.run("systemctl", "unmask", "-q", "NetworkManager", "wpa_supplicant")
        self.pi.run("systemctl", "start", "NetworkManager")
        said = self.pi.run(INSTALL, "--access-point", "--country", "NL", "--keep-hostname", "--no-watchdog")
        found = re.search(PRINTED, said, re.M)
        assert found, said
        self.network, self.password, self.host = found[1], found[2], str(urlsplit(found[3]).hostname)
        self._until(OWN)
        return f"the Wi-Fi {self.network} is open, beside the cable"

    def three_phones(self) -> str:
        for phone in self.phones:
            phone.on_air(self.network, self.password, "CTRL-EVENT-CONNECTED")
            phone.insist_on_lease()
            phone.finds(self.host)
            assert 'action="/join"' in phone.send(self.host, "/")
        return f"the printed password lets them in, they get addresses, and {self.host}, printed and {NAME}, has the join page"

    def a_cable(self) -> str:
        self.pi.hand("plug", "display", True)
        for into, shown, used in ((True, ADDRESS, self.host), (False, self.host, self.host), (True, ADDRESS, ADDRESS)):
            self.pi.cable(into=into)
            self._shows(shown)
            phone = self.phones[self.seated]
            phone.send(used, "/join", name=NAMES[phone.name], pawn=phone.name)
            self.seated += 1
            phone.insist_on_seat(used)
            self.phones[0].insist_on_seat(self.host)
        return "in, out and in: the display shows its address, or the printed one; phones may use either, sit down and stay"

    def at_home(self) -> str:
        self.pi.cable(into=False)
        self.router.on_air(HOUSE, SECRET, "AP-ENABLED")
        self.router.run("ip", "address", "add", "192.168.1.1/24", "dev", self.router.radio)
        leases = ("--conf-file=/dev/null", "--port=0", f"--dhcp-range={AT_HOME},{AT_HOME}", "--pid-file=/srv/dnsmasq.pid")
        self.router.run("dnsmasq", *leases, "--dhcp-leasefile=/srv/leases", f"--interface={self.router.radio}")
        known = ("con-name", HOUSE, "ssid", HOUSE, "wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", SECRET)
        self.pi.run("nmcli", "connection", "add", "type", "wifi", *known)
        return self._home_first()

    def the_house_lost(self) -> str:
        self.router.off_air()
        self._shows(self.host)
        self._all_sit()
        return "the table's own Wi-Fi opens, the phones come back by themselves, and each has its seat"

    def the_house_back(self) -> str:
        self.router.on_air(HOUSE, SECRET, "AP-ENABLED")
        time.sleep(SOON / 2)
        self._all_sit()
        return f"the own Wi-Fi stays until the Pi starts anew; then {self._home_first()}"

    def a_wrong_password(self) -> str:
        self.pi.run("nmcli", "connection", "up", OWN)  # As WIFI.md says, to try it at home.
        phone = self.phones[0]
        phone.insist_on_seat(self.host)
        phone.off_air()
        phone.on_air(self.network, self.password[::-1], "reason=WRONG_KEY")
        return red(lambda: phone.insist_on_lease(10), "it lets nobody in")

    def without_sharing(self) -> str:
        self.pi.run("sed", "-i", "s/^method=shared/method=manual/", PROFILE)
        self.pi.run("nmcli", "connection", "reload")
        self.pi.run("nmcli", "connection", "up", OWN)
        phone = self.phones[0]
        phone.off_air()
        phone.on_air(self.network, self.password, "CTRL-EVENT-CONNECTED")
        return red(lambda: phone.insist_on_lease(10), "a phone is let in, and gets no address")

    def _home_first(self) -> str:
        """Start NetworkManager as it starts with the Pi, and insist on the house's network, though the own one was open."""
        self.pi.run("systemctl", "restart", "NetworkManager")
        self._until(HOUSE)
        self.router.send(AT_HOME, "/table")
        self.router.finds(AT_HOME)
        self._shows(AT_HOME)
        return f"it joins the house's Wi-Fi, which it knows; there the table is at {AT_HOME} and {NAME}"

    def _all_sit(self) -> None:
        for phone in self.phones:
            phone.insist_on_seat(self.host)

    def _shows(self, address: str) -> None:
        """Wait until the display shows the lobby at *address*, and who sits there."""
        seated = {seat: NAMES[seat] for seat in PHONES[: self.seated]}
        self.pi.shows(screens.lobby(f"http://{address}/", address, seated, WORDS))

    def _until(self, connection: str) -> None:
        ask = ("nmcli", "-g", "GENERAL.STATE,GENERAL.CONNECTION", "device", "show", "wlan0")
        self.pi.until(lambda: self.pi.run(*ask, check=False) == f"100 (connected)\n{connection}\n", connection)


def put(pi: Pi, path: str, text: str) -> None:
    pi.run("sh", "-c", 'printf %s "$1" > "$2"', "sh", text, path)
