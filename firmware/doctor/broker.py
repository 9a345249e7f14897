"""Examine the broker that a table was given: can it be reached, and does it let this table in?"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from companion.kit.messages import say
from firmware.broker.mqtt import Refused, try_once
from firmware.doctor.finding import Finding, fail, ok

if TYPE_CHECKING:
    from firmware.broker.mqtt import Address


def examine(address: Address) -> Finding:
    """Reach the broker once, under a name of its own, so that a running table isn't thrown out."""
    try:
        try_once(address, f"doctor-{secrets.token_hex(4)}")
    except Refused as refused:
        said = say("doctor.broker.refused", host=address.host, what=str(refused))
        return fail("broker", said, say("doctor.do.check_login"))
    except (OSError, ValueError) as trouble:
        said = say("doctor.broker.lost", host=address.host, what=str(trouble))
        return fail("broker", said, say("doctor.do.check_broker"))
    return ok("broker", say("doctor.broker.ok", host=address.host))
