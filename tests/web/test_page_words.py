"""The words of the pages: each is used somewhere, and no text about a person is cached."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.games import installed
from companion.kit.messages import Who, say
from companion.seats.seating import SitDown, StandUp
from companion.words import LANGUAGES
from tests.catalogues import CATALOGUES, ROOT, TEMPLATES, catalogue
from tests.web.phones import new_app
from tests.web.tables import new_table
from web.contract import picked
from web.pages.i18n import PageWords, markup, spoken

DOMAINS = ("web", "hub", *sorted({path.stem for path in CATALOGUES if path.stem.endswith("_pages")} - {"morra_pages"}))
LITERAL = re.compile(rf"""['"]((?:{"|".join(DOMAINS)})(?:\.\w+)+)['"](?!\s*~)""")
BEGUN = re.compile(rf"""['"]((?:{"|".join(DOMAINS)})(?:\.\w+)*\.)['"]\s*~""")  # 'barracuda_pages.act.' ~ name


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_code_is_said_somewhere_and_every_said_code_has_words(domain: str) -> None:
    """In English; tests/companion/words/test_words.py compares the languages. In each the apostrophe is ’."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*TEMPLATES, *(ROOT / "web").rglob("*.py")))
    read = lambda one: read_po(catalogue(one, domain).open("rb"), one)
    assert [entry.id for one in LANGUAGES for entry in read(one) if entry.id and "'" in "".join(entry.string)] == []
    codes = {entry.id if isinstance(entry.id, str) else entry.id[0] for entry in read("en") if entry.id}
    codes = {code.partition(".to.")[0] for code in codes}  # A sentence to the player it names is chosen by the other's fields.
    said, begun = {code for code in LITERAL.findall(text) if code.startswith(f"{domain}.")}, tuple(BEGUN.findall(text))
    said |= {f"{domain}.hint.{hint}" for hint in getattr(installed().get(domain.removesuffix("_pages")), "HINTS", ())}
    assert said - codes == set()
    begun += (f"{domain}.chart.",)  # By the names of a game's charts, which its books show: test_books.py looks there.
    assert {code for code in codes - said if not code.startswith(begun)} == set()


def test_a_sentence_that_a_page_picks_by_its_code_is_found() -> None:
    listed = "{% set RENT = ('x.told.rent', 'x.told.none') %}{{ news|selectattr('code', 'in', RENT) }}{% if news[0].code %}"
    assert picked(listed) == ["'x.told.rent", "'x.told.none", "'code'", ".code"]
    assert picked('say("x.told." ~ how) t("x.told.rent")') == []


def test_a_phrase_is_escaped_and_open_only_without_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    tongue = PageWords("en", {})
    monkeypatch.setattr(tongue, "text", lambda code: f"<{code}>")
    assert tongue.phrase("web.x") == "&lt;web.x&gt;"


def test_a_sentence_that_names_somebody_is_made_anew(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    app = new_app(table)
    for name in ("Noor", "Emma"):
        table.act("A", SitDown(name, "a" * 64))
        with app.test_request_context():
            app.preprocess_request()
            assert markup(say("web.agreed.paused", who=Who("A")), table).startswith(name)
            assert all(name not in phrase for phrase in spoken()._phrases.values())
        table.act("A", StandUp())
