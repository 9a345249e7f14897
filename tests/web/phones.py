"""Phones without a browser: each has its own cookie, and sends what the page's script would send."""

import itertools
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.journal import codec
from companion.table.table import Table
from tests.markup import found, words
from web.app import create_app
from web.lab.site import COMPILED

HOST = "barkeep.test"
ORIGIN = {"Origin": f"http://{HOST}"}
KEYS = (f"key-{n:08}" for n in itertools.count())


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def new_app(table: Table, **more: Any) -> Flask:
    app = create_app(table, hosts=[HOST], **more)
    app.jinja_env.bytecode_cache = COMPILED
    app.testing = True  # A server error for a phone (500) fails the test here.
    return app


class Phone:
    """One phone, with or without a seat."""

    def __init__(self, app: Flask, table: Table) -> None:
        self.client = app.test_client()
        self.table = table
        self.seat = ""

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> TestResponse:
        return self.client.get(path, base_url=f"http://{HOST}", query_string=query, headers=headers)

    def post(self, path: str, **more: Any) -> TestResponse:
        return self.client.post(path, base_url=f"http://{HOST}", **{"headers": ORIGIN, **more})

    def cookie(self, name: str = "seat") -> str:
        """Return the cookie *name* that the browser keeps, or ""."""
        kept = self.client.get_cookie(name, domain=HOST)
        return kept.value if kept else ""

    def keep(self, name: str, value: str) -> None:
        self.client.set_cookie(name, value, domain=HOST)

    def lose_answer(self, expected: str) -> None:
        """Forget the seat from the last answer: the browser keeps the token that it had at the door, *expected*."""
        self.client.delete_cookie("seat", domain=HOST)
        self.keep("expected", expected)

    def join(self, seat: str, name: str) -> TestResponse:
        answer = self.post("/join", data={"pawn": seat, "name": name})
        if answer.status_code == 303:
            self.seat = seat
        return answer

    def answer(self, ask: str, command: Any, **changes: Any) -> TestResponse:
        """Answer the standing ask *ask* with *command*; *changes* replace fields of the request."""
        number = self.table.now.standing(self.seat)[ask].number if ask in self.table.now.standing(self.seat) else 0
        return self.act(command, **{"ask": [ask, number], **changes})

    def act(self, command: Any, **changes: Any) -> TestResponse:
        plain = command if isinstance(command, dict) else codec.plain(command)
        return self.post("/act", json={"key": next(KEYS), "ask": None, "command": plain, **changes})


def seated(app: Flask, table: Table, names: dict[str, str]) -> dict[str, Phone]:
    phones = {seat: Phone(app, table) for seat in names}
    for seat, phone in phones.items():
        assert phone.join(seat, names[seat]).status_code == 303
    return phones


def pin_of(phone: Phone) -> str:
    """Return a new PIN of the phone's seat."""
    return "".join(filter(str.isdigit, words(found(phone.post("/seat/pin").text, "h1")[0])))


def has_purse(phone: Phone) -> bool:
    return phone.get("/seat/purse").status_code == 200
