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


def test_a_sentence_is_filled_with_names_things_and_numbers():
    said = say("barracuda.told.partnership_offered", who=Who("A"), lessee=Who("D"), count=4, bar=Thing("Octopus"))
    assert Words("en").say(said, NAMES) == "Noor offers Sanne four notes for the place in Octopus."
    assert Words("nl").say(said, NAMES) == "Noor biedt Sanne vier biljetten voor de partnerplaats in Octopus."


def test_count_chooses_the_plural_and_small_numbers_are_spelled_where_a_word_is_asked_for():
    for count, notes in ((1, "one note"), (2, "two notes"), (12, "twelve notes"), (13, "13 notes")):
        assert Words("en").say(say("barracuda.told.bid", who=Who("B"), count=count), NAMES) == f"Émile bids {notes}, face down."
    assert Words("en").text("barracuda.screen.notes", count=1) == "1 note"
    assert Words("nl").text("barracuda.screen.notes", count=4) == "4 biljetten"


def test_a_word_of_each_languages_own_stands_in_a_sentence():
    said = say("shark.told.bought", who=Who("B"), count=3, company=Term("shark.company.green"), price=4, sum=12)
    assert Words("en").say(said, NAMES) == "Émile buys three shares of Green for 12."
    assert Words("nl").say(said, NAMES) == "Émile koopt drie aandelen Groen voor 12."
    with pytest.raises(WordMissing, match="purple"):
        Words("nl").word(Term("shark.company.purple"), NAMES)


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
    assert Words("nl").word(Who(TABLE), NAMES) == "de tafel"
    assert Words("en").word(Who("E"), {}) == "the black star"
    assert Words("en").word(Who(TABLE), {TABLE: "everybody"}) == "everybody"


def test_a_missing_word_is_said_in_english_unless_strict(monkeypatch, tmp_path):
    english = "en/LC_MESSAGES/table.mo"
    for folder in ("en/LC_MESSAGES", "nl/LC_MESSAGES"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / english).write_bytes((FOLDER / english).read_bytes())
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    assert Words("nl").text("table.one_at_a_time") == "One at a time."
    with pytest.raises(WordMissing, match=r"table\.one_at_a_time"):
        Words("nl", strict=True).text("table.one_at_a_time")


@pytest.mark.parametrize("code", ["table.no_such_word", "nowhere.at_all", "", "table.refusal"])
def test_a_code_that_nobody_knows_is_missing_and_an_unknown_language_refused(code):
    with pytest.raises(WordMissing):
        Words("nl").say(Said(code, (("count", 2),)), {})
    with pytest.raises(ValueError, match="'tlh'"):
        Words("tlh")


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
    (sentences, 'raise ValueError("For whoever reads the program")\nCard("Harbour Bar", 5)', []),
    (on_page, "<p class='soft'>Wait</p>", ["Wait"]),
    (on_page, "<style>p { color: red; }</style><p>Wait</p><style></style>", ["Wait"]),
    (on_page, "{% if busy %}<b>{{ name }}</b> waits{% endif %}", ["waits"]),
    (on_page, '<button aria-label="Go back"><i></i></button>', ["Go back"]),
    (on_page, "<p>{{ name or 'Nobody is here' }}</p>", ["Nobody is here"]),
    (on_page, "{# For who reads this #}<p title=\"{{ t('web.back') }}\">{{ t('web.back') }} 5 · {{ 3 }}</p>", []),
    (on_page, "<title>Barkeep</title>", []), (quoted, 'line.textContent = "No line to the table";', ["No line to the table"]),
    (quoted, "box.textContent = `Sum of ${n} notes`;", []), (quoted, "// Says 'Wait for the table'\nfetch('https://a.b');", []),
])  # fmt: skip
def test_a_sentence_that_stands_there_would_be_found(read: Reading, text: str, found: list[str]) -> None:
    assert read(text) == found
