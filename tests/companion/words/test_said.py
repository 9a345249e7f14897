"""How a sentence is composed in each language; and no sentence stands outside the catalogues."""

import ast
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from companion import words
from companion.games.barracuda.books.chances import odds
from companion.kit import TABLE, Said, Term, Thing, Who, say
from companion.words import FOLDER, WordMissing, Words, _parts
from tests.catalogues import ROOT, TEMPLATES
from tests.markup import found

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc", "F": "Inge"}


BOUGHT = say("shark.told.bought", who=Who("B"), count=3, company=Term("shark.company.green"), price=4, sum=12)
OFFERED = say("barracuda.told.partnership_offered", who=Who("A"), lessee=Who("D"), count=4, bar=Thing("Octopus"))


@pytest.mark.parametrize(("said", "en", "nl"), [
    (OFFERED, "Noor offers Sanne four notes for the place in Octopus.",
     "Noor biedt Sanne vier biljetten voor de partnerplaats in Octopus."),
    (BOUGHT, "Émile buys three shares of Green for 12.", "Émile koopt drie aandelen Groen voor 12."),
    (say("barracuda.told.bid", who=Who("B"), count=12), "Émile bids twelve notes, face down.",
     "Émile biedt twaalf biljetten, gesloten."),
    (say("barracuda.told.bid", who=Who("B"), count=13), "Émile bids 13 notes, face down.",
     "Émile biedt 13 biljetten, gesloten."),
    (say("barracuda.told.bid", who=Who("B"), count=1), "Émile bids one note, face down.", "Émile biedt één biljet, gesloten."),
    (say("barracuda.screen.notes", count=4), "4 notes", "4 biljetten"),
])  # fmt: skip
def test_a_sentence_is_filled_with_names_things_numbers_and_words_of_each_languages_own(said, en, nl):
    assert [Words(language).say(said, NAMES) for language in ("en", "nl")] == [en, nl]


@pytest.mark.parametrize(("language", "told"), [
    ("en", "a pile of 17 worth 5, 16 of it fake. Chance does that once in 35,000,000."),
    ("nl", "een stapeltje van 17 met waarde 5, 16 daarvan vals. Toeval doet dat eens in de 35.000.000 keer."),
    ("fr", "une pile de 17, valant 5, dont 16 faux. Le hasard le fait une fois sur 35\u00a0000\u00a0000."),
    ("de", "aus 17 Scheinen im Wert von 5, davon 16 falsch. Der Zufall schafft das in einem von 35.000.000 Fällen."),
])  # fmt: skip
def test_long_odds_are_round_and_in_groups_as_each_language_writes_them(language, told):
    fields = {"who": Who("A"), "count": 17, "worth": 5, "fakes": 16, "odds": odds(Fraction(1, 35357670))}
    assert Words(language).say(say("barracuda_pages.chart.gossip.mixed", **fields), NAMES).endswith(told)


def test_a_template_keeps_its_fields_open_for_pages_and_names_are_never_read_as_templates():
    said = say("barracuda.told.takeover_offered", who=Who("A"), lessee=Who("B"), count=2, bar=Thing("Albatros"))
    assert Words("en").template(said) == "{who} offers {lessee} two notes to take over {bar}."
    said = say("barracuda.told.opened", who=Who("A"), bar=Thing("{0.__class__}"), rent=3)
    assert Words("en").say(said, {"A": "{bar}{who:word}"}).startswith("{bar}{who:word} opens {0.__class__}. Rent 3")


def test_braces_of_a_catalogue_survive():
    sentence = "{{}} {who} {{{count:word}}}"
    for count in (2, 3):  # The parts are cached, but not their values.
        template = "".join(Words("en")._open(*part, {"who": Who("A"), "count": count}) for part in _parts(sentence))
        assert template.format(who="Noor") == f"{{}} Noor {{{Words('en').text(f'table.number.{count}')}}}"


def test_the_table_and_nameless_seats_can_be_said():
    words = [Words("nl").word(Who(TABLE), NAMES), *(Words("en").word(Who(seat), {TABLE: "everybody"}) for seat in ("E", TABLE))]
    assert words == ["de tafel", "the black star", "everybody"]


def test_a_missing_word_is_said_in_english_unless_strict(monkeypatch, tmp_path):
    (english := tmp_path / "en/LC_MESSAGES").mkdir(parents=True)
    (english / "table.mo").write_bytes((FOLDER / "en/LC_MESSAGES/table.mo").read_bytes())
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    assert Words("nl").text("table.one_at_a_time") == "One at a time."
    with pytest.raises(WordMissing, match=r"table\.one_at_a_time"):
        Words("nl", strict=True).text("table.one_at_a_time")


@pytest.mark.parametrize("code", ["nowhere.at_all", "", "table.refusal"])
def test_a_code_that_nobody_knows_is_missing(code):
    with pytest.raises(WordMissing):
        Words("nl").say(Said(code, (("count", 2),)), {})


# Outside the catalogues

TERMINAL = {*(ROOT / "firmware" / "command").iterdir()}  # For whoever starts the program, in English.
SOURCES = sorted({path for top in ("companion", "firmware", "web") for path in (ROOT / top).rglob("*.py")} - TERMINAL)
SCRIPTS = sorted((ROOT / "web" / "static").rglob("*.js"))

LIKE_A_SENTENCE = re.compile(r"[A-Z][a-z]+([ ,:’'{}]+\w+){2}")
QUOTED = re.compile(r"""'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`""")
REMARK = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
JINJA = re.compile(r"\{% block look %\}\w*\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
SPOKEN = ("aria-label", "aria-description", "alt", "title", "placeholder")
WORD = re.compile(r"[^\W\d_]{2}")
SAME_EVERYWHERE = {"Barkeep"}
Reading = Callable[[str], list[str]]


def sentences(source: str) -> list[str]:
    """Return the texts in a Python *source* that look like a sentence for people: a capital, three words or more.

    Docstrings and the messages of errors and assertions are for developers.
    """
    tree = ast.parse(source)
    exempt = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Raise | ast.Assert) for part in ast.walk(node)}
    exempt |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in exempt]
    return [text for text in texts if isinstance(text, str) and LIKE_A_SENTENCE.match(text)]


def on_page(template: str) -> list[str]:
    """Return every word that *template* itself would show or say aloud, and every sentence among its expressions."""
    elements = found(JINJA.sub("", template), "*")
    texts = [text for one in elements for text in ("" if one.tag == "style" else one.text, one.tail)]
    shown = [(text or "").strip() for text in (*texts, *(one.get(name) for one in elements for name in SPOKEN))]
    spoken = [text for text in shown if WORD.search(text) and text not in SAME_EVERYWHERE and not text.endswith(('=""', "=''"))]
    return spoken + [text for part in JINJA.findall(template) if part[1] != "#" for text in quoted(part)]


def quoted(script: str) -> list[str]:
    """Return the quoted texts in a *script*, outside its comments, that look like a sentence."""
    texts = ("".join(found) for found in QUOTED.findall(REMARK.sub("", script)))
    return [text for text in texts if LIKE_A_SENTENCE.match(text)]


@pytest.mark.parametrize(("paths", "read", "least"), [(SOURCES, sentences, 50), (TEMPLATES, on_page, 20), (SCRIPTS, quoted, 5)])
def test_no_sentence_for_people_stands_outside_the_catalogues(paths: list[Path], read: Reading, least: int) -> None:
    found = {path.name: read(path.read_text(encoding="utf-8")) for path in paths}
    assert len(found) > least
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(("read", "text", "found"), [
    (sentences, '"""A docstring of several words."""\nsay("The table waits for Noor.")', ["The table waits for Noor."]),
    (on_page, "{% if busy %}<b>{{ name or 'Nobody is here' }}</b> waits{% endif %}", ["waits", "Nobody is here"]),
    (on_page, '<button aria-label="Go back"><i></i></button>', ["Go back"]),
    (quoted, 'line.textContent = "No line to the table";  // Says "Wait for it"', ["No line to the table"]),
])  # fmt: skip
def test_a_sentence_that_stands_there_would_be_found(read: Reading, text: str, found: list[str]) -> None:
    assert read(text) == found
