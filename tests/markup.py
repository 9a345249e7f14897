"""Pages as a browser reads them: a tree of elements, by the parser of the standard library."""

from html.parser import HTMLParser
from typing import Final
from xml.etree.ElementTree import Element, TreeBuilder

VOID: Final = frozenset(("br", "hr", "img", "input", "link", "meta"))  # They have no end tag.


class _Reading(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tree, self.open = TreeBuilder(), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tree.start(tag, {name: value or "" for name, value in attrs})
        self.open.append(tag)
        if tag in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open:  # What is still open within it ends, too.
            last = self.open.pop()
            self.tree.end(last)
            if last == tag:
                break

    def handle_data(self, data: str) -> None:
        self.tree.data(data)


def parsed(page: str) -> Element:
    """Return the elements of *page*, a whole page or a part of one, in an element of their own."""
    reading = _Reading()
    reading.handle_starttag("page", [])
    reading.feed(page)
    reading.close()
    reading.handle_endtag("page")
    return reading.tree.close()


def found(page: str | Element, where: str) -> list[Element]:
    """Return the elements of *page* at *where*, a path of ElementTree's such as "li[@class='won']"."""
    return (parsed(page) if isinstance(page, str) else page).findall(f".//{where}")


def words(page: str | Element) -> str:
    """Return the readable text of *page*, without soft hyphens."""
    texts = (parsed(page) if isinstance(page, str) else page).itertext()
    return " ".join(" ".join(texts).replace("\u00ad", "").split())


def marks(page: str, name: str) -> list[dict[str, str]]:
    """Return the attributes of every element of *page* that has the attribute data-*name*."""
    return [one.attrib for one in found(page, f"*[@data-{name}]")]
