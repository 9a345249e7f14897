"""What a table tells Home Assistant of itself, held to the schemas of Home Assistant's own package."""

from typing import Any

import pytest

from firmware.broker import home_assistant
from firmware.broker.post import topics


def test_home_assistant_takes_every_part_of_the_description() -> None:
    why = "NO HOME ASSISTANT: its schemas weren't asked. Install homeassistant, some 200 MB, beside what the tests need."
    mqtt = pytest.importorskip("homeassistant.components.mqtt", reason=why)
    from homeassistant.components.mqtt import binary_sensor, event, sensor

    schemas = {"sensor": sensor, "binary_sensor": binary_sensor, "event": event}
    long = mqtt.abbreviations.ABBREVIATIONS, mqtt.abbreviations.DEVICE_ABBREVIATIONS
    told: dict[str, Any] = home_assistant.description("0123456789", "0.1.0", topics("barkeep", "0123456789"))
    shared = {
        "device": {long[1].get(key, key): value for key, value in told["dev"].items()},
        "origin": {"name": told["o"]["name"], "sw_version": told["o"]["sw"]},
        "availability_topic": told["availability_topic"],
    }
    for part in told["cmps"].values():
        plain = {long[0].get(key, key): value for key, value in part.items() if key != "p"}
        taken = schemas[part["p"]].DISCOVERY_SCHEMA({**plain, **shared})
        assert taken["unique_id"] == part["unique_id"]
        del plain["state_topic"]
        with pytest.raises(Exception, match="state_topic"):
            schemas[part["p"]].DISCOVERY_SCHEMA({**plain, **shared})
