"""Loaded by schemathesis: gives it a seat. Half of what it sends to /act answers an ask that stands.

Without that nearly everything would end at an ask that is long gone, and the rules would never be reached.
"""

from __future__ import annotations

import json
import os
import random
import re
import urllib.error
import urllib.request
from html import unescape
from typing import Any

import schemathesis

TOKENS = os.environ["FUZZING_TOKENS"].split()


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    body = case.body
    case.headers["Cookie"] = f"seat={TOKENS[0]}"
    if case.operation.path != "/act" or not isinstance(body, dict):
        return
    chosen = random.Random(json.dumps(body, sort_keys=True, default=str))
    token = chosen.choice(TOKENS)
    case.headers["Cookie"] = f"seat={token}"
    url, luck = case.operation.base_url.rstrip("/"), chosen.random()
    asks = standing(url, token)
    if "ask" in body and luck < 0.5 and asks:
        name, number = chosen.choice(asks).split(":")
        case.body = {key: value for key, value in body.items() if key != "seat"} | {"ask": [name, int(number)]}
    elif pressed := [one for ask in asks for one in buttons(url, token, ask)]:  # As a player would, so that the game goes on.
        case.body = {"key": f"pressed-{chosen.randrange(10**9)}", **chosen.choice(pressed)}


def page(url: str, token: str) -> str:
    """Return a page of the seat with *token*, empty where it isn't shown now."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={"Cookie": f"seat={token}"}), timeout=30) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError:
        return ""


def standing(url: str, token: str) -> list[str]:
    """Return what the seat is asked: name:number."""
    found = re.search(r'data-asks="([^"]*)"', page(f"{url}/seat/view", token))
    return found[1].split() if found else []


def buttons(url: str, token: str, ask: str) -> list[dict[str, Any]]:
    """Return what the buttons of *ask*'s page send."""
    shown = page(f"{url}/seat/ask/{ask.partition(':')[0]}", token)
    return [json.loads(unescape(found)) for found in re.findall(r'data-act="([^"]*)"', shown)]
