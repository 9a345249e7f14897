"""Loaded by schemathesis: brings it past the door. Half of what it sends to /act answers an ask that stands.

Without that nearly everything would end at an ask that is long gone, and the rules would never be reached.
"""

from __future__ import annotations

import json
import os
import random
import re
import urllib.request
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
    if "ask" in body and (asks := standing(case.operation.base_url, token)) and chosen.random() < 0.5:
        name, number = chosen.choice(asks).split(":")
        case.body = {**body, "ask": [name, int(number)]}


def standing(url: str, token: str) -> list[str]:
    """Return what the seat of *token* is asked, as its page has it: name:number."""
    asked = urllib.request.Request(f"{url}/seat/view", headers={"Cookie": f"seat={token}"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        found = re.search(r'data-asks="([^"]*)"', answer.read().decode())
    return found[1].split() if found else []
