"""The drawings in the pages' sprites, for what is printed."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple
from xml.etree import ElementTree

SVG: Final = "{http://www.w3.org/2000/svg}"


class Sprite(NamedTuple):
    """One drawing: its view box (left, top, width, height) and its elements as SVG."""

    view: tuple[float, float, float, float]
    strokes: str


def sprite(shapes: str, name: str) -> Sprite:
    """Return the drawing *name* from *shapes*, the text of sprite files.

    Raise ValueError if it isn't there, or if they aren't XML.
    """
    try:
        return _sprites(shapes)[name]
    except KeyError:
        raise ValueError(f"no drawing {name}") from None
    except ElementTree.ParseError as error:
        raise ValueError(f"the drawings are not XML: {error}") from None


@cache
def _sprites(shapes: str) -> dict[str, Sprite]:
    return {one.attrib["id"]: _read(one) for one in ElementTree.fromstring(f"<all>{shapes}</all>").iter(f"{SVG}symbol")}


def _read(symbol: ElementTree.Element) -> Sprite:
    left, top, width, height = map(float, symbol.attrib["viewBox"].split())
    for one in symbol.iter():
        one.tag = one.tag.removeprefix(SVG)  # Else each element would be written with a prefix.
    strokes = "".join(ElementTree.tostring(one, encoding="unicode") for one in symbol)
    return Sprite((left, top, width, height), strokes.strip())
