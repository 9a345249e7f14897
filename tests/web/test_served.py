"""What phones are served: little, for browsers of the year 2020, in colours that every eye tells apart."""

import gzip
import re
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from coloraide import Color

from companion.seats.starting import StartGame
from companion.words import LANGUAGES
from tests.markup import found
from tests.web.browser.browsing import SITE, House
from tests.web.phones import Phone, new_app
from tests.web.tables import new_table
from web.http.static_files import FOREVER
from web.pages.drawings import SHARED

HOUSE: Final = Path(__file__).parents[2]
STATIC: Final = HOUSE / "web" / "static"
SERVED: Final = [*HOUSE.glob("web/static/*/*.*s"), *HOUSE.glob("companion/games/*/static/*.*s")]  # Styles and scripts.
# Unknown to Chrome 87, Firefox 79 or Safari 14. A rule with such a selector is dropped with all its contents.
IN_STYLES: Final = (
    r":has\(", r":is\(", r":where\(", r":not\([^()]*,", r"(?<![-\w])inset:", r"color-mix\(", r"@container", r"@layer",
    r"container(-\w+)?:", r"\dcq[wh]", r"tan2?\(", r"[{;]\s*(translate|scale|rotate):", r"&", r",[^{}()]*:focus-visible",
    r":focus-visible[^{}()]*,", r"text-decoration: underline \d",
)  # fmt: skip
IN_SCRIPTS: Final = (
    r"\.at\(", r"\.(findLast|toSorted|toSpliced|toReversed|replaceAll)\(", r"Object\.(hasOwn|groupBy)", r"structuredClone",
    r"AbortSignal\.", r"randomUUID", r"\(\?<[=!]", r"^(const .*= )?await\b", r"^\s+#\w+", r"static \{", r":has\(", r":is\(",
    r"checkVisibility",
)  # fmt: skip
KEPT: Final = {"dvh": "vh", "aspect-ratio: 1;": "min-height"}  # New properties that stand beside an old one, in the same rule.
ASKED_FOR: Final = r"@supports \([^{]*\{([^{}]*\{[^{}]*\})*\s*\}"  # What stands in it is dropped by browsers that lack it.


def newer(text: str, patterns: tuple[str, ...]) -> list[str]:
    bare = re.sub(r"/\*.*?\*/|(^|\s)//.*?$", " ", re.sub(ASKED_FOR, " ", text), flags=re.DOTALL | re.MULTILINE)
    return [one.group() for pattern in patterns for one in re.finditer(pattern, bare, re.MULTILINE)]


@pytest.mark.parametrize("path", SERVED, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_no_style_sheet_or_script_needs_a_new_browser(path: Path) -> None:
    text, is_style = path.read_text(encoding="utf-8"), path.suffix == ".css"
    assert newer(text, IN_STYLES if is_style else IN_SCRIPTS) == []
    for new, old in KEPT.items() if is_style else ():
        assert all(re.search(rf"(?<!d){old}", rule) for rule in text.split("}") if new in rule), new
    if path.name == "old.js":  # The code that recognises an old browser runs in it.
        assert newer(text, (r"=>", r"\b(const|let|class|import|export|async)\b", r"`", r"\?\.", r"\?\?")) == []


def test_a_selector_that_is_too_new_would_be_found() -> None:
    assert newer("@supports (width: 1cqh) { .a { width: 1cqh; } .b { } }", IN_STYLES) == []
    assert newer("@supports (width: 1cqh) { .a { } } .b { width: 1cqh; }", IN_STYLES) == ["1cqh"]
    assert newer(".a:has(b) {} .c:not(.d, .e) {} .f, .g:focus-visible {}", IN_STYLES) != []
    assert newer("  const last = list.at(-1);\nawait newcomer();", IN_SCRIPTS) == [".at(", "await"]


@pytest.mark.browser
def test_an_older_browser_is_told_so_and_one_that_will_do_nothing(house: House) -> None:
    assert house.door(selector=".picks").locator("#old").count() == 0
    for host, lacks in (("a", "delete Promise.any"), ("b", "delete Element.prototype.replaceChildren")):
        page = house.open("about:blank")
        page.add_init_script(lacks)
        page.goto(house.address(host=f"{host}.{SITE}"))
        assert "too old" in page.inner_text("#old")


# Bytes

MOST = 70_000  # for door, lobby and the first page of a game, with all files of phones and of the game
PACKED = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    table = new_table(tmp_path)
    return Phone(new_app(table), table)


def test_a_first_visit_costs_little_in_every_language(phone: Phone) -> None:
    size = lambda path, **headers: len(phone.get(path, **PACKED, **headers).data)
    look = lambda: max(size("/", **{"Accept-Language": language}) for language in LANGUAGES)
    rooms = {"phone": STATIC / "phone", "shared": STATIC / "shared", "barracuda": HOUSE / "companion/games/barracuda/static"}
    sizes = [size(f"/static/{name}/{file.name}") for name, room in rooms.items() for file in room.glob("*.*")]
    sizes.append(look())
    phone.join("A", "Noor")
    sizes.append(look())
    for seat in "BC":
        Phone(phone.client.application, phone.table).join(seat, f"Player {seat}")
    phone.act(StartGame("barracuda", {}))
    assert 30_000 < sum(sizes) + look() <= MOST


def test_every_text_of_the_phones_travels_packed_without_comments_and_not_again(phone: Phone) -> None:
    for file in [*STATIC.glob("*/*.css"), *STATIC.glob("*/*.js"), *STATIC.glob("*/*.svg")]:
        answer = phone.get(f"/static/{file.relative_to(STATIC)}", **PACKED)
        assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("gzip", "Accept-Encoding"), file.name
        assert int(answer.headers["Content-Length"]) == len(answer.data) < file.stat().st_size
        unpacked, whole = gzip.decompress(answer.data).decode(), file.read_text(encoding="utf-8")
        kept = iter(re.sub(r"[ \t]+//[^\"'`]*$", "", line) for line in whole.splitlines())
        assert all(line in kept for line in unpacked.splitlines()), file.name  # In their order, and nothing else.
        assert not re.search(r"^\s*(?://|/\*.*\*/\s*$)|\s//[^\n\"'`]*$", unpacked, re.MULTILINE), file.name
        assert all(line.count("`") % 2 == 0 for line in whole.splitlines()), file.name  # No string goes on over lines.
        again = phone.get(f"/static/{file.relative_to(STATIC)}", **PACKED, **{"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_a_client_that_can_not_unpack_gets_the_plain_file_and_pages_are_never_packed(phone: Phone) -> None:
    """The size of compressed data depends on its contents, which include a purse."""
    whole, answer = (STATIC / "phone/phone.js").read_bytes(), phone.get("/static/phone/phone.js")
    assert ("Content-Encoding" in answer.headers, answer.data) == (False, whole)
    part = phone.get("/static/phone/phone.js", **PACKED, Range="bytes=0-9")
    assert (part.status_code, part.data) == (206, whole[:10])
    phone.join("A", "Noor")
    for path in ("/", "/seat/view", "/table", "/table/view"):
        assert "Content-Encoding" not in phone.get(path, **PACKED).headers


def test_every_symbol_that_a_page_draws_is_in_the_sprite_and_only_it_and_style_sheets_are_kept(phone: Phone) -> None:
    """Their addresses depend on the contents, so they can be cached for ever; nothing else can, least of all a page."""
    phone.join("A", "Noor")
    page = phone.get("/").text
    used = [one.get("href").split("#") for one in found(page, "use")]
    [address] = {address for address, _ in used}
    assert {symbol for _, symbol in used} <= {one.get("id") for one in found((STATIC / SHARED).read_text(), "*")}
    for kept in (address, *(one.get("href") for one in found(page, "link[@rel='stylesheet']"))):
        answer = phone.get(kept)
        assert (answer.data, answer.headers["Cache-Control"]) == ((STATIC / kept[8:].partition("?")[0]).read_bytes(), FOREVER)
    mark = address.partition("?")[2]
    files = (SHARED, f"{SHARED}?v=000000", f"phone/phone.js?{mark}", f"phone/phone.css?{mark}", "phone/phone.css")
    for other in (*(f"/static/{name}" for name in files), f"/?{mark}", "/seat/view"):
        assert "immutable" not in phone.get(other).headers["Cache-Control"], other


# Colours

SEATS: Final = "abcdef"
APART: Final = 17.0  # CIEDE2000; the distance of the closest pair, for an eye without red
LEGIBLE: Final = 3.0  # WCAG 2.2, 1.4.11: what a shape or a large letter needs against its background
# How eyes without one kind of cone see a colour: Machado, Oliveira, Fernandes 2009, at full severity.
EYES: Final = {"all cones": "", "no red": "protan", "no green": "deutan", "no blue": "tritan"}


def token(name: str, eye: str = "") -> Color:
    """Return the night scheme's colour token *name*, as *eye* sees it."""
    colour = Color(re.search(rf"--{name}: (#[0-9a-f]{{6}})", (STATIC / "shared/tokens.css").read_text())[1])
    return colour.filter(eye, method="machado").clip() if eye else colour


@pytest.mark.parametrize("eye", EYES)
def test_no_two_pawns_look_alike_to_any_eye(eye: str) -> None:
    seen = {seat: token(seat, EYES[eye]) for seat in SEATS}
    apart = {one + other: seen[one].delta_e(seen[other], method="2000") for one, other in combinations(SEATS, 2)}
    assert {pair: far for pair, far in apart.items() if far < APART} == {}


def test_every_letter_can_be_read_on_its_pawn() -> None:
    contrast = lambda one, other: token(one).contrast(token(other), method="wcag21")
    assert {seat for seat in SEATS if contrast(seat, f"on-{seat}") < LEGIBLE} == set()
    assert contrast("room", "deep") < LEGIBLE  # The control.
