"""Loaded by schemathesis: give it a seat, and let half of its requests to /act answer a standing ask.

Otherwise nearly every request would be for an ask that no longer stands, and the rules would never be reached.
"""

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
    body, token = case.body, TOKENS[0]
    if case.operation.path == "/act" and isinstance(body, dict):
        chosen = random.Random(json.dumps(body, sort_keys=True, default=str))
        token, url, luck = chosen.choice(TOKENS), case.operation.base_url.rstrip("/"), chosen.random()
        found = re.findall(r'data-asks="([^"]*)"', page(f"{url}/seat/view", token))
        asks = [one.split(":") for one in " ".join(found).split()]  # name:number
        panels = [page(f"{url}/seat/ask/{name}", token) for name, _ in asks]
        pressed = [json.loads(unescape(one)) for panel in panels for one in re.findall(r'data-act="([^"]*)"', panel)]
        if "ask" in body and luck < 0.5 and asks:
            name, number = chosen.choice(asks)
            case.body = {key: value for key, value in body.items() if key != "seat"} | {"ask": [name, int(number)]}
        elif pressed:  # As a player would, so that the game goes on.
            case.body = {"key": f"pressed-{chosen.randrange(10**9)}", **chosen.choice(pressed)}
    case.headers["Cookie"] = f"seat={token}"


def page(url: str, token: str) -> str:
    """Return a page of the seat with *token*, or "" if it isn't shown now."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={"Cookie": f"seat={token}"}), timeout=30) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError:
        return ""
