"""A hub's pages over a real store, on a clock that stands still."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.club.hall import Hall
from firmware.hub.store import Store
from tests.clubs import health, identity, state
from tests.markup import parsed
from tests.web.phones import HOST, ORIGIN, Clock
from web.hub.app import create_app
from web.hub.passwords import hashed

PASSWORD = "a long password"


class Club:
    """A hub's hall, store and pages, and a browser that asks for them."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.clock.now = 1000.0
        self.hall, self.store = Hall(self.clock), Store(f"sqlite:///{folder / 'hub.db'}")
        self.app: Flask = create_app(self.hall, self.store, hosts=[HOST], clock=self.clock, now=self.clock)
        self.app.testing = True
        self.client = self.app.test_client()

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, base_url=f"http://{HOST}", headers=headers)

    def post(self, path: str, origin: Mapping[str, str] = ORIGIN, **form: Any) -> TestResponse:
        return self.client.post(path, base_url=f"http://{HOST}", headers=origin, data=form)

    def sign_in(self, name: str = "Ada") -> None:
        self.store.add_account(name, hashed(PASSWORD))
        assert self.post("/sign-in", name=name, password=PASSWORD).status_code == 303

    def fill(self, tables: int) -> None:
        """Have so many tables report, in every condition."""
        self.hall.reached()
        for n in range(1, tables + 1):
            phase = ("playing", "playing", "paused", "over", "lobby", "playing")[n % 6]
            game, winners = ("barracuda", "shark", "negoces2")[n % 3], ["A", "C"] if phase == "over" else []
            told = {"phase": phase, "game": game, "winners": winners}
            told |= {"free": [*"ABCDEF"], "game": None} if phase == "lobby" else {}
            told |= {"names": {"A": "Noor", "B": "Maximiliane-F.", "C": "Émile"}} if n % 2 else {}
            for kind, payload in (("status", b"online"), ("state", state(**told)), ("health", health())):
                self.hall.hear(identity(n), kind, payload)
            self.store.label(identity(n), f"{n}")
            self.clock.now += 11
        self.hall.hear(identity(7), "status", b"offline")


def texts(answer: TestResponse, path: str) -> list[str]:
    """Return the texts at *path*, such as "li.won h2": each element within the one before, by tag, class or both."""
    places = [parsed(answer.text)]
    for step in path.split():
        tag, _, kind = step.partition(".")
        inside = [one for place in places for one in place.iter() if one is not place]
        places = [one for one in inside if tag in ("", one.tag) and (not kind or kind in one.get("class", "").split())]
    return [" ".join("".join(one.itertext()).split()) for one in places]
