"""Tables to photograph: where the cutouts of a game lie, and what stands where."""

import cmath
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.games import installed
from companion.games.barracuda.box.measures import CARD_GLYPH, LID, LID_GLYPH, windows
from companion.games.barracuda.model import CARDS, PAWNS
from companion.games.negoces2.box import measures as negoces2
from companion.games.negoces2.model import CONTRABAND, GOODS
from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.board.map import CELLS
from companion.games.shark.box.measures import BUILDING, BUILDING_GLYPH, GLYPH_AT, MAP_SIZE, MIDDLES
from companion.games.shark.model import BUILDINGS
from companion.kit.box.paper import CARD_SIZE
from companion.kit.photo import Spot
from tests.photo.rendering import Camera, Light, Lying, photograph
from tests.web.tables import FIRST, SECOND

SEATS: Final = "ABCDE"
BAR_GLYPH: Final = (CARD_GLYPH.at[0] - CARD_SIZE[1] / 2, CARD_GLYPH.at[1] - CARD_SIZE[0] / 2, CARD_GLYPH.across)
NEGOCES_GLYPH: Final = (negoces2.GLYPH_AT[0] - CARD_SIZE[0] / 2, negoces2.GLYPH_AT[1] - CARD_SIZE[1] / 2, negoces2.CARD_GLYPH)
BUILDING_GLYPH_AT: Final = (GLYPH_AT - BUILDING / 2, GLYPH_AT - BUILDING / 2, BUILDING_GLYPH)
STREET: Final = {name: seat for round_ in (FIRST, SECOND) for seat, name in round_.items()}  # After two rounds.


@dataclass
class Scene:
    """What is *lying* on a table *size* wide and high, and which of it stands on which spot, and upon what."""

    size: tuple[float, float]
    lying: list[Lying] = field(default_factory=list)
    on: dict[Spot, tuple[str, int]] = field(default_factory=dict)
    under: dict[int, int] = field(default_factory=dict)


def street(bars: Mapping[str, str], generator: random.Random) -> Scene:
    """Lay face-up *bars* in two rows of five, with pawns in their windows: the lessee's and perhaps the partner's letter."""
    scene, left = Scene((490, 165)), {seat: list(range(1, PAWNS + 1)) for seat in SEATS}
    for at, (name, pawns) in enumerate(bars.items()):
        middle = complex((at % 5 - 2) * 98 + generator.uniform(-4, 4), (at // 5 - 0.5) * 82 + generator.uniform(-5, 5))
        turned = generator.uniform(-0.12, 0.12)
        card = len(scene.lying)
        scene.lying.append(Lying(f"card {name} 1", middle.real, middle.imag, turned, glyph=BAR_GLYPH))
        places = next(card.places for card in CARDS if card.name == name)
        for part, seat, (x, y) in zip(("lessee", "partner"), pawns, windows(places), strict=False):
            beside = complex(x - CARD_SIZE[1] / 2, y - CARD_SIZE[0] / 2)
            askew = complex(generator.uniform(-2.5, 2.5), generator.uniform(-2.5, 2.5))
            where = middle + (beside + askew) * cmath.exp(1j * turned)
            scene.on[name, part] = (seat, len(scene.lying))
            scene.under[len(scene.lying)] = card
            lid, spun = f"lid {seat} {left[seat].pop()}", generator.uniform(-math.pi, math.pi)
            scene.lying.append(Lying(lid, where.real, where.imag, spun, LID, (0, 0, LID_GLYPH)))
    return scene


def taken(bars: Mapping[str, str], tilt: float = 30) -> bytes:
    """Return a picture of *bars* in good light."""
    return pictured("barracuda", street(bars, random.Random(1)), tilt)


def pictured(game: str, scene: Scene, tilt: float = 30) -> bytes:
    """Return a picture of *scene* in good light."""
    camera = Camera((2000, 1500), tilt, 0, 3, 0.75, scene.size)
    return photograph(installed()[game], scene.lying, camera, Light(), random.Random(1)).jpeg


def any_street(generator: random.Random) -> Scene:
    """Return a street with five to ten bars open, leased by anybody."""
    cards = generator.sample(CARDS, generator.randint(5, 10))
    free = [seat for seat in SEATS for _ in range(PAWNS)]
    generator.shuffle(free)
    bars = {card.name: "".join(free.pop() for _ in range(generator.randint(1, card.places))) for card in cards}
    return street(bars, generator)


def city(built: Mapping[str, str], generator: random.Random) -> Scene:
    """Lay Shark's map, whose halves don't meet exactly, with a building in each cell of *built*."""
    apart = generator.uniform(0, 1)
    scene = Scene((MAP_SIZE[0] + 10, MAP_SIZE[1] + 10))
    for letters, side in (("ABCDEF", -1), ("GHIJKL", 1)):
        scene.lying.append(Lying(f"map {letters}", side * (MAP_SIZE[0] / 4 + apart / 2), generator.uniform(-0.5, 0.5)))
    for number, (cell, company) in enumerate(built.items()):
        x, y = (at - size / 2 + generator.uniform(-1.5, 1.5) for at, size in zip(MIDDLES[cell], MAP_SIZE, strict=True))
        turned = generator.choice((0, 1, 2, 3)) * math.pi / 2 + generator.uniform(-0.06, 0.06)
        scene.on["map", cell] = (company, len(scene.lying))
        scene.lying.append(Lying(f"building {company} {number % BUILDINGS + 1}", x, y, turned, glyph=BUILDING_GLYPH_AT))
    return scene


def any_city(generator: random.Random) -> Scene:
    """Return a city with 5 to 50 buildings anywhere."""
    cells = generator.sample(CELLS, generator.randint(5, 50))
    return city({cell: generator.choice(COMPANIES) for cell in cells}, generator)


def market(cards: Sequence[str], generator: random.Random) -> Scene:
    """Lay *cards* of Négoces 2 face up, anywhere on the table. Each is on a spot of its own, called by its place."""
    scene, copies = Scene((480, 300)), Counter[str]()
    for at, card in enumerate(cards):
        copies[card] += 1
        x, y = (at % 4 - 1.5) * 115 + generator.uniform(-8, 8), (at // 4 - 0.5) * 130 + generator.uniform(-8, 8)
        scene.on["", str(at)] = (card, at)
        turned = generator.uniform(-0.5, 0.5) + generator.choice((0, math.pi))
        scene.lying.append(Lying(f"card {card} {copies[card]}", x, y, turned, glyph=NEGOCES_GLYPH))
    return scene


def any_market(generator: random.Random) -> Scene:
    """Return a market with one to eight cards face up."""
    return market(generator.sample([*GOODS * 4, CONTRABAND], generator.randint(1, 8)), generator)


ANY: Final = {"barracuda": (any_street, "ABCDE"), "shark": (any_city, "ABCDE"), "negoces2": (any_market, "ABCD")}
