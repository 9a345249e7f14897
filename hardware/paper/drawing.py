"""Fill the drawings of cutouts: SVG templates that use the pages' own shapes and colours, by daylight."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

from companion.games import folder
from companion.kit.box import glyphs
from companion.kit.messages import Said
from firmware.printing.sprites import sprite
from hardware.typefaces import FACES, LATIN, measure

if TYPE_CHECKING:
    from companion.kit.box.paper import Cutout, Filling, Lot
    from companion.kit.game import AnyGame
    from companion.words import Words

PLAIN: Final = Path(__file__).parent / "art"
# White grounds save ink. A fake's must not be another colour either, since it would show at its edges.
GROUNDS: Final = {"paper": "#ffffff", "news": "#ffffff", "pawn-edge": "#15110e", "hole": "#ffffff"}


@dataclass(frozen=True, slots=True)
class Art:
    """The drawings of one game in one language."""

    game: AnyGame
    words: Words

    def svg(self, lot: Lot, cutout: Cutout) -> str:
        """Return *cutout* as a complete SVG of its size."""
        width, high = lot.size
        filled = {name: self.text(value) for name, value in cutout.fields.items()}
        drawn = _templates(self.game).get_template(f"{lot.drawing}.svg").render(w=width, h=high, **filled)
        return whole(drawn, width, high)

    def text(self, value: Filling) -> str | float:
        """Return *value* in this language; numbers and codes as they are."""
        if isinstance(value, (str, int, float)):
            return value
        return self.words.say(value, {}) if isinstance(value, Said) else self.words.word(value, {})


def whole(drawn: str, width: float, high: float) -> str:
    """Return *drawn* as an SVG document of *width* and *high* millimetres."""
    size = f'width="{width:g}mm" height="{high:g}mm" viewBox="0 0 {width:g} {high:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>'


@cache
def _templates(game: AnyGame) -> Environment:
    own, plain = FileSystemLoader(folder(game) / "cutouts"), PrefixLoader({"plain": FileSystemLoader(PLAIN)})
    made = Environment(loader=ChoiceLoader([plain, own]), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    sprites = [files("web").joinpath("static/shared", name).read_text(encoding="utf-8") for name in ("shapes.svg", "notes.svg")]
    sprites += [one.read_text(encoding="utf-8") for one in sorted((folder(game) / "static").glob("*.svg"))]
    shapes = "".join(sprites)
    made.globals.update(symbol=lambda *given, **inks: symbol(shapes, *given, **inks), text=text, glyph=glyph)
    made.globals.update(colour=colours().__getitem__)
    return made


def symbol(shapes: str, name: str, x: float, y: float, across: float, **inks: str) -> Markup:
    """Return the drawing *name* from the sprites *shapes*, centred on x, y; raise ValueError if it isn't there.

    *inks* are colours for this drawing alone: `ink` for its lines, others by their tokens' names.
    """
    (_, _, wide, high), strokes = sprite(shapes, name)
    known = {**colours(), **inks}
    strokes = re.sub(r"var\(--([\w-]+)\)", lambda token: known[token[1]], strokes)
    strokes = strokes.replace("currentColor", inks.get("ink", "#000000"))
    scale = across / wide
    place = f"translate({x - across / 2:g} {y - high * scale / 2:g}) scale({scale:.5g})"
    return Markup(f'<g transform="{place}">{strokes}</g>')


def glyph(number: int, x: float, y: float, across: float) -> Markup:
    """Return glyph *number*, centred on x, y; white must be left around it, at least as wide as a module."""
    place = f"translate({x - across / 2:g} {y - across / 2:g}) scale({across / glyphs.ACROSS:.5g})"
    return Markup(f'<path transform="{place}" d="{glyphs.drawn(number)}" fill="#000000" fill-rule="evenodd"/>')


@cache
def colours() -> dict[str, str]:
    """Return the pages' colours by daylight, by the names of their tokens."""
    css = files("web").joinpath("static/shared/tokens.css").read_text(encoding="utf-8")
    night, _, noon = css.partition("@media (prefers-color-scheme: light)")
    tokens = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
    return {**dict(tokens.findall(night)), **dict(tokens.findall(noon.partition("/*")[0])), **GROUNDS}


def text(x: float, base: float, words: str, size: float, room: float, face: str = "till", ink: str = "#15110e") -> Markup:
    """Return *words* centred on *x*, at most *size* high and as wide as *room*."""
    said = str(words).translate(LATIN)
    fits = min(size, size * room / width) if (width := measure(said, size, face)) else size
    family, style = FACES[face]
    weight = ' font-weight="bold"' if "B" in style else ""
    slope = ' font-style="italic"' if "I" in style else ""
    attributes = f'font-family="{family}" font-size="{fits:.4g}"{weight}{slope} text-anchor="middle" fill="{ink}"'
    return Markup(f'<text x="{x:g}" y="{base:g}" {attributes}>{escape(said)}</text>')
