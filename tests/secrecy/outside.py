"""Everything that leaves the house for a viewer: what `web.lab.site` observes, and what a person sees on the display."""

from collections.abc import Iterator
from typing import Any

from companion.lab.secrecy.worlds import World
from companion.words import Words
from firmware.display import screens
from firmware.display.oled_display import OledDisplay, i2c_bus
from firmware.simulator.display import I2cBus, SimulatedOled
from web.lab import site as served
from web.lab.leaking import oddness


class Site(served.Site):
    """One world with everything around its table, and the display as decoded from its bus."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.oled, self.words = SimulatedOled(), Words("en")
        self.display = OledDisplay("ssd1306", lambda: i2c_bus(I2cBus(self.oled).opened()))

    def besides(self) -> Iterator[tuple[str, bytes]]:
        self.display.show(self.drawn(self.world.table))
        yield "display frame", self.oled.picture().tobytes()

    def drawn(self, table: Any) -> Any:
        """The picture drawn for the display."""
        return screens.draw(table.now.public.screen, self.words, table.now.names)


class Outside(served.Outside):
    """Observes worlds from outside, including their displays."""

    def site(self, world: World) -> Site:
        return Site(world)


def a_dot_on_the_display(site: Site) -> None:
    """A leak to be found, like those of `web.lab.leaking`."""
    right = site.drawn

    def drawn(table: Any) -> Any:
        picture = right(table)
        picture.putpixel((0, 0), picture.getpixel((0, 0)) ^ oddness(site) and 1)
        return picture

    site.drawn = drawn
