"""Rid markup of what only works in the house: links, data for its scripts, and drawings that are in other files.

Only start tags change, and equal ones alike. So a piece of markup that comes in many moments is read once.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from markupsafe import escape

from web.http.static_files import PATH

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

MARKS: Final = ("href=", "data-")  # Most lines have neither, and aren't read.
DATA: Final = "data-"


class Bare:
    """A reader of markup that remembers what it has read, and in *drawn* the symbols that it met, each with its sprite.

    It leaves the *used* data, which the file's own styles and script ask for.
    """

    def __init__(self, used: Collection[str]) -> None:
        self.drawn = set[tuple[str, str]]()
        self._used, self._lines = used, dict[str, str]()

    def text(self, html: str) -> str:
        """Return *html* without what only works in the house."""
        if not any(mark in html for mark in MARKS):
            return html
        tags = _Tags(self.drawn, self._used)
        tags.feed(html)
        tags.close()
        for tag, bare in tags.changed.items():
            html = html.replace(tag, bare)
        return html

    def lines(self, html: str) -> list[str]:
        """Return the lines of *html* without what only works in the house; a tag over several lines makes one of them."""
        return [self._lines.get(line) or self._lines.setdefault(line, self.text(line)) for line in _lines(html)]


def _lines(html: str) -> Iterator[str]:
    line = ""
    for more in html.split("\n"):
        line = f"{line}\n{more}" if line else more
        if line.rfind("<") <= line.rfind(">"):
            yield line
            line = ""
    if line:
        yield line


class _Tags(HTMLParser):
    """Find the start tags that must be *changed*, each with its bare form."""

    def __init__(self, drawn: set[tuple[str, str]], used: Collection[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.changed, self._drawn, self._used = dict[str, str](), drawn, used

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        written = self.get_starttag_text() or ""
        bare = [(name, self._here(value or "") if (tag, name) == ("use", "href") else value) for name, value in attrs]
        kept = [(name, value) for name, value in bare if self._serves(tag, name, value)]
        if kept != attrs:
            self.changed[written] = f"<{tag}{_written(kept)}{'/>' if written.endswith('/>') else '>'}"

    def _serves(self, tag: str, name: str, value: str | None) -> bool:
        """Return whether the attribute serves a purpose in the file; nothing that a form holds is sent from it."""
        is_idle = name.startswith(DATA) and name not in self._used
        return not (is_idle or (tag == "input" and name == "name") or _leads_home(tag, name, value))

    def _here(self, href: str) -> str:
        """Return where the symbol at *href* is in the file."""
        where = urlsplit(href)
        if not where.path:
            return href
        sprite = where.path.removeprefix(f"{PATH}/").removesuffix(".svg")
        self._drawn.add((sprite, where.fragment))
        return f"#{_id(sprite, where.fragment)}"


def _leads_home(tag: str, name: str, value: str | None) -> bool:
    return (tag, name) == ("a", "href") and (value or "").startswith("/")


def _written(attrs: Iterable[tuple[str, str | None]]) -> str:
    return "".join(f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in attrs)


def _id(sprite: str, symbol: str) -> str:
    return f"{sprite.replace('/', '-')}-{symbol}"


def symbols(sprite: str, drawing: str, wanted: Iterable[str]) -> Iterator[str]:
    """Yield the *wanted* symbols of the SVG *drawing*, by the names that `Bare` gives to those of *sprite*."""
    found: Mapping[str | None, ET.Element] = {one.get("id"): one for one in _plain(drawing)}
    for name in wanted:
        found[name].set("id", _id(sprite, name))
        yield ET.tostring(found[name], encoding="unicode").strip()


def _plain(drawing: str) -> ET.Element:
    """Return the root of *drawing*, with names as HTML has them: without a namespace."""
    root = ET.fromstring(drawing)
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
    return root
