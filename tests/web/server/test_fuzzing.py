"""Random requests (W1): whatever is sent to whichever route by whichever phone, no status is 500 or more.

Each route gets six requests here, or thirty, and /act hundreds; with FUZZING_CASES=700 each gets 700, and /act thousands.
"""

import json
import os
import random
import re
from collections import Counter
from dataclasses import fields
from typing import Any, Final
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.games import installed
from tests.markup import found, marks
from tests.web.enrolling import BODIES
from tests.web.phones import HOST, KEYS, Phone
from tests.web.server.test_bench import HANDS
from tests.web.server.test_bodies import ODD
from tests.web.server.test_headers import routes
from web.seats import acts

BOXED = True
CASES: Final = int(os.environ.get("FUZZING_CASES", "6"))  # of each route and method
KINDS: Final = [*acts.TABLE_COMMANDS, *(kind for game in installed().values() for kind in game.COMMANDS)]
RIGHT: Final = {**BODIES, **HANDS}
PLAIN: Final = ["A", "B", "F", "draw", "open", "own_partner", "barracuda", "shark", "Octopus", "1", "2", "0", "on",
                "7K3F2M", "0042", "ok", "nl", "1.0.2", "put_away", "reader.noise", "ffffffff", 1, ["draw", 7],
                 "shared/tokens.css"]  # fmt: skip
NAMES: Final = {"pick", "notes", "given", "lang", "pawn", "code", "key", "of", "begin", "join", "screen", "at", "name", "pin",
                "uid", "beside", "button", "long", "on", "from0", "to0", "sum0", "part0", "ask"}  # fmt: skip


class Monkey:
    """Somebody who presses anything and types anything, on all of *phones*. *names* grows with the fields of the pages."""

    def __init__(self, phones: list[Phone], seed: int = 1) -> None:
        self.phones, self.chance = phones, random.Random(seed)
        self.names, self.buttons = {*NAMES, *(name for body in RIGHT.values() for name in body)}, list[str]()
        self.heard, self.acts = Counter[int](), Counter[int]()

    def anything(self) -> Any:
        return self.chance.choice(PLAIN if self.chance.random() < 0.7 else ODD)

    def some(self) -> dict[str, Any]:
        return {name: self.anything() for name in self.chance.sample(sorted(self.names), self.chance.randrange(6))}

    def act(self) -> dict[str, Any]:
        """Return what a button of a page sends, so that the game goes on, or a command of any kind with anything in it."""
        if self.buttons and self.chance.random() < 0.5:
            return {"key": next(KEYS), **json.loads(self.chance.choice(self.buttons[-40:]))}
        kind = self.chance.choice(KINDS)
        command = {"is": kind.__name__, **{field.name: self.anything() for field in fields(kind)}}
        ask = None if kind in acts.TABLE_COMMANDS else self.chance.choice([["draw", 7], ["open", 8], self.anything()])
        return {"key": next(KEYS), "ask": ask, "command": command}

    def body(self, rule: Rule) -> dict[str, Any]:
        if rule.rule == "/act":
            return {"json": self.act()}
        right = RIGHT.get(rule.rule.rpartition("/")[2], {})
        sent = {name: value if self.chance.random() < 0.8 else self.anything() for name, value in right.items()}
        if self.chance.random() < 0.5:
            return {"json": sent or self.chance.choice([self.some(), self.anything()])}
        return {"data": {name: str(value).encode("utf-8", "replace") for name, value in {**sent, **self.some()}.items()}}

    def send(self, method: str, rule: Rule) -> None:
        phone, host = self.chance.choice(self.phones), self.chance.choice([HOST, HOST, "localhost"])
        path = re.sub(r"<[^<>]*>", lambda _: quote(str(self.anything())[:99].encode("utf-8", "replace")), rule.rule)
        query = {name: str(value).encode("utf-8", "replace") for name, value in self.some().items()}
        how = {"base_url": f"http://{host}", "headers": {"Origin": f"http://{host}"}, "query_string": query}
        answer = phone.client.open(path, method=method, **how, **self.body(rule) if method == "POST" else {})
        self.heard[answer.status_code] += 1
        self.acts[answer.status_code] += rule.rule == "/act"
        if answer.mimetype == "text/html":
            self.names |= {one.get("name") for one in found(answer.text, "*[@name]")}
            self.buttons += [one["data-act"] for one in marks(answer.text, "act")]
        answer.close()


@pytest.mark.parametrize("cases", [CASES, pytest.param(5 * CASES, marks=pytest.mark.broad)], ids=["few", "many"])
def test_no_answer_is_500(phones: dict[str, Phone], visitor: Phone, app: Flask, cases: int) -> None:
    """The app raises what would be a 500. There are more requests to act than others, because they reach the rules."""
    monkey, asked = Monkey([*phones.values(), visitor]), routes(app)
    for _ in range(cases):
        for method, rule in asked:
            for _ in range(20 if rule.rule == "/act" else 1):
                monkey.send(method, rule)
    print(f"answers {sorted(monkey.heard.items())}, of /act {sorted(monkey.acts.items())}")
    assert {200, 303, 400, 403, 404, 409, 422} <= set(monkey.heard)
    assert {200, 400, 422} <= {status for status, count in monkey.acts.items() if count}
    assert monkey.acts[200] >= 5, "it reached the rules, and the game went on"


def test_a_fault_in_one_route_is_found(lobby: dict[str, Phone], app: Flask) -> None:
    app.view_functions["enrolment_step"] = lambda **_: 1 / 0
    with pytest.raises(ZeroDivisionError):
        test_no_answer_is_500(lobby, lobby["A"], app, 1)
