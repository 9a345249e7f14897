"""Loaded by schemathesis: brings it past the door. Half of what it sends to /act answers an ask that stands.

Without that nearly everything would end at an ask that is long gone, and the rules would never be reached.
"""

from __future__ import annotations

import json
import os
import random
import re
import urllib.request
from html import unescape
from typing import Any

import schemathesis

TOKENS = os.environ["FUZZING_TOKENS"].split()


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    body = case.body
    if case.operation.path != "/act" or not isinstance(body, dict):
        return
    chosen = random.Random(json.dumps(body, sort_keys=True, default=str))
    token = chosen.choice(TOKENS)
    case.headers["Cookie"] = f"seat={token}"
    page, luck = seat_page(case.operation.base_url, token), chosen.random()
    if "ask" in body and luck < 0.5 and (asks := standing(page)):
        name, number = chosen.choice(asks).split(":")
        case.body = {**body, "ask": [name, int(number)]}
    elif luck > 0.8 and (pressed := buttons(page)):  # As a player would, so that the game goes on.
        case.body = {"key": f"pressed-{chosen.randrange(10**9)}", **chosen.choice(pressed)}


def seat_page(url: str, token: str) -> str:
    asked = urllib.request.Request(f"{url}/seat/view", headers={"Cookie": f"seat={token}"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return answer.read().decode()


def standing(page: str) -> list[str]:
    """Return what the page's seat is asked: name:number."""
    found = re.search(r'data-asks="([^"]*)"', page)
    return found[1].split() if found else []


def buttons(page: str) -> list[dict[str, Any]]:
    """Return what the page's buttons send."""
    return [json.loads(unescape(found)) for found in re.findall(r'data-act="([^"]*)"', page)]
