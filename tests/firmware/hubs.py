"""A hub in a process of its own, and tables that send it their results."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from tests.clubs import identity, result


class Hub:
    """A hub in a process of its own. `kill` pulls its plug, and `start` plugs it in again."""

    def __init__(self, data: Path, broker: int) -> None:
        self.words = [sys.executable, "-m", "firmware.command", "hub", "--host", "127.0.0.1", "--data", str(data)]
        self.words += ["--mqtt-address", f"127.0.0.1:{broker}"]
        self.port = 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen([*self.words, "--port", str(self.port)], stdout=subprocess.PIPE, text=True)
        said = "".join(iter(self.process.stdout.readline, "Stop with Ctrl-C. Tables go on without the hub.\n"))
        self.port = int(re.search(r"localhost:(\d+)/", said)[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def page(self, path: str) -> str:
        return urlopen(f"http://localhost:{self.port}/{path}", timeout=60).read().decode()

    def results(self) -> list[tuple[str, int]]:
        """Return table and number of all that it has counted."""
        return sorted((one["table"], one["number"]) for one in json.loads(self.page("league/file/json?season=all"))["results"])


class Senders:
    """Tables that send each result, twice, until it is acknowledged, through one connection that comes back by itself."""

    def __init__(self, port: int, count: int = 20) -> None:
        self.count = count
        self.waiting: set[tuple[str, int]] = set()
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe("barkeep/+/acknowledged", qos=1)
        self.client.on_message = self._acknowledged
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def _acknowledged(self, _: Client, __: Any, one: MQTTMessage) -> None:
        self.waiting.discard((one.topic.split("/")[1], json.loads(one.payload)["number"]))

    def send(self) -> bool:
        """Send what waits once more; return whether nothing does."""
        for table, number in sorted(self.waiting):
            for _ in range(2):
                self.client.publish(f"barkeep/{table}/result", result(number), qos=1)
        return not self.waiting

    def play(self, number: int) -> None:
        self.waiting |= {(identity(table), number) for table in range(self.count)}

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
