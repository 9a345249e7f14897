"""Describe a table to Home Assistant, by the conventions of its MQTT discovery for devices.

Sources: the pages "MQTT" (device discovery, birth and will messages) and "MQTT Event" of Home Assistant's documentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.table.posting import KINDS

if TYPE_CHECKING:
    from firmware.broker.post import Topics

BIRTH: Final = "homeassistant/status"  # Says "online" when Home Assistant starts, and then needs every description anew.


def topic(identity: str) -> str:
    """Return where Home Assistant looks for the description of the table *identity*."""
    return f"homeassistant/device/barkeep_{identity}/config"


def description(identity: str, version: str, topics: Topics) -> dict[str, object]:
    """Return the table as a device with its sensors and events, all of them fed by *topics*."""
    return {
        "dev": {"ids": [f"barkeep_{identity}"], "name": "Barkeep", "mf": "Barkeep", "mdl": "table", "sw": version},
        "o": {"name": "barkeep", "sw": version},
        "availability_topic": topics.status,
        "cmps": {
            "phase": _sensor(identity, topics, "phase", "Table", "{{ value_json.phase }}", icon="mdi:table-furniture"),
            "game": _sensor(identity, topics, "game", "Game", "{{ value_json.game or 'none' }}", icon="mdi:cards-playing"),
            "round": _sensor(identity, topics, "round", "Round", "{{ value_json.round }}", icon="mdi:counter"),
            "bank": _sensor(identity, topics, "bank", "Bank", "{{ value_json.bank }}", icon="mdi:bank"),  # "None" is unknown.
            "asked": _sensor(identity, topics, "asked", "Waiting for", _ASKED, icon="mdi:account-clock"),
            "reader": _trouble(identity, topics, "reader", "Reader"),
            "disk": _trouble(identity, topics, "writes", "Disk"),
            "news": _news(identity, topics),
        },
    }


# Anybody is "table", which has no name.
_ASKED: Final = "{{ value_json.asked | join(', ') }}"


def _sensor(identity: str, topics: Topics, key: str, name: str, template: str, *, icon: str) -> dict[str, object]:
    return {
        "p": "sensor", "unique_id": f"barkeep_{identity}_{key}", "name": name, "icon": icon,
        "state_topic": topics.state, "value_template": template,
    }  # fmt: skip


def _trouble(identity: str, topics: Topics, key: str, name: str) -> dict[str, object]:
    return {
        "p": "binary_sensor", "unique_id": f"barkeep_{identity}_{key}", "name": name, "device_class": "problem",
        "state_topic": topics.state, "value_template": f"{{{{ 'OFF' if value_json.{key} else 'ON' }}}}",
    }  # fmt: skip


def _news(identity: str, topics: Topics) -> dict[str, object]:
    return {
        "p": "event", "unique_id": f"barkeep_{identity}_news", "name": "News", "icon": "mdi:bullhorn",
        "state_topic": topics.events, "event_types": list(KINDS),
    }  # fmt: skip
