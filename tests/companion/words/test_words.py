"""The words for people: every code has a sentence in every language, whole, consistent, and composed as it should be."""

import re
import tomllib
from fractions import Fraction
from functools import cache
from string import Formatter

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion import words
from companion.games import installed
from companion.games.barracuda.books.chances import odds
from companion.kit import TABLE, Said, Term, Thing, Who, say
from companion.lab.sources import HOLE, produced, spoken
from companion.words import FOLDER, LANGUAGES, LARGEST_SPELLED, WordMissing, Words
from tests.catalogues import CATALOGUES, PLACES, ROOT, TEMPLATES
from tests.catalogues import catalogue as file_of
from tests.markup import found

SOURCES = [path for top in ("companion", "firmware", "hardware", "web") for path in sorted((ROOT / top).rglob("*.py"))]
DOMAINS = ("table", "doctor", "enrolment")  # The contract tests the games' own; the pages' are tested with the pages.
EVERY = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
# Looked up by number, seat or name.
COMPOSED = {
    *(f"table.number.{number}" for number in range(LARGEST_SPELLED + 1)),
    *(f"table.seat.{seat}" for game in installed().values() for seat in game.SEATS),
}


def messages(catalogue):
    """Return the sentences of a *catalogue* by their codes: plural forms as a tuple."""
    return {entry.id if isinstance(entry.id, str) else entry.id[0]: entry.string for entry in catalogue if entry.id}


@cache
def catalogue(path):
    with path.open("rb") as file:
        return messages(read_po(file, path.parts[-3]))


def english():
    return {code: sentence for domain in DOMAINS for code, sentence in catalogue(file_of("en", domain)).items()}


def forms(sentence):
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def all_forms(path):
    return [form for sentence in catalogue(path).values() for form in forms(sentence)]


def fields(sentence):
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


@cache
def all_produced():
    return [one for one in produced(SOURCES) if one.code.split(".")[0] in DOMAINS]


# The catalogues


def test_every_code_has_words_and_all_are_said_somewhere():
    on_pages = {code for code in spoken(TEMPLATES) if code.split(".")[0] in DOMAINS}
    said = {one.code for one in all_produced()} | on_pages | COMPOSED
    composed = {code for code in said if code.endswith((HOLE, "."))}
    assert composed <= {"table.seat.*", "table.seat."}, "what it may be stands in COMPOSED"
    assert set(english()) ^ (said - composed) == set()


@pytest.mark.parametrize("name", sorted({path.stem for path in CATALOGUES}))
def test_languages_have_the_same_codes_with_the_same_fields(name):
    english, *others = [catalogue(file_of(language, name)) for language in LANGUAGES]
    for other in others:
        assert set(other) == set(english)
        for code, sentence in english.items():
            assert differing(forms(sentence), forms(other[code])) == set(), code


def differing(english, other):
    """Return the fields that one of two sentences lacks. "Un seul billet": a singular may do without the number's field."""
    if len(english) != len(other):
        return {"plural"}
    pairs = zip(map(fields, english), map(fields, other), strict=True)
    return {field for at, (one, two) in enumerate(pairs) for field in one ^ two if (at, len(other), field) != (0, 2, "count")}


@EVERY
def test_a_catalogue_has_the_plural_of_its_language_and_no_sentence_that_is_empty_or_doubtful(path):
    with path.open("rb") as file:
        written = read_po(file, path.parts[-3])
    assert (str(written.locale), written.num_plurals) == (path.parts[-3], 2), f"Language and Plural-Forms at the head of {path}"
    assert written.plural_expr == ("(n > 1)" if path.parts[-3] == "fr" else "(n != 1)"), f"Plural-Forms at the head of {path}"
    assert not any(entry.fuzzy for entry in written if entry.id)
    assert all(form.strip() == form != "" for form in all_forms(path))


def test_german_counts_one_person_or_share_as_eine():
    """The number 1 is "ein", which is right before a noun that isn't feminine, and nowhere else."""
    said = [said for path in CATALOGUES if path.parts[-3] == "de" for said in catalogue(path).values()]
    wrong = re.compile(r"{count:word}( (von|gewinnt|Person|Aktie)\b|[,.])")
    assert [one for one in said if isinstance(one, tuple) and wrong.search(one[0])] == []


def test_sentences_use_only_the_fields_that_they_are_given():
    sentences, checked = english(), 0
    for one in all_produced():
        if one.fields is None or HOLE in one.code:
            continue
        assert all(fields(form) <= one.fields for form in forms(sentences[one.code])), (one.code, one.where)
        assert isinstance(sentences[one.code], tuple) == ("count" in one.fields), (one.code, one.where)
        checked += 1
    assert checked > 100


@EVERY
def test_what_is_compiled_is_what_is_written(path):
    with path.with_suffix(".mo").open("rb") as file:
        compiled = {code: forms(said) for code, said in messages(read_mo(file)).items()}
    assert compiled == {code: forms(said) for code, said in catalogue(path).items()}, "run `make words`"


NEVER = {
    "en": r"!|\b(error|invalid|please|oops|submit|he|she|his|her|him)\b",
    "nl": r"!|\b(error|ongeldig|alsjeblieft|alstublieft|oeps|helaas|hij|zij|hem)\b",
    "fr": r"!|\b(erreur|invalide|veuillez|plaît|oups|hélas|désolée?|votre|\w+-vous)\b|\{(who|lessee|buyer|evicted)\} est\b",
    "de": r"!|\b(fehler|ungültig|bitte|ups|hoppla|leider|pächter|verkäufer|spieler)\b",
}
# In languages where every thing is a he or a she, these words are for things, and only if no player is spoken of.
GENDERED = {
    "fr": r"|\b(elles?|ils|il(?! faut| en faut| y a| n’y a| reste))\b",
    "de": r"|\b(er|sie|ihn|ihm|ihnen|ihre[nmrs]?)\b",
}
OF_THINGS = {"doctor", "enrolment"}


@EVERY
def test_the_barkeep_blames_nobody(path):
    never = NEVER[path.parts[-3]] + ("" if path.stem in OF_THINGS else GENDERED.get(path.parts[-3], ""))
    assert [form for form in (*all_forms(path), "Oh!") if re.search(never, form, re.IGNORECASE)] == ["Oh!"]


def term(written):
    """Return the pattern of a word in terms.toml, which `*` lets go on."""
    return re.compile(r"(?<!\w)" + r"\w*".join(map(re.escape, written.split("*"))) + r"(?!\w)", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", [file for place in PLACES for file in place.glob("terms.toml")], ids=lambda one: one.parts[-3])
def test_one_thing_has_one_word(file, language):
    """In the catalogues beside a glossary, or in all of them if it is the house's own."""
    assert term("Telefon*").search("Zwei Telefone")
    assert not term("Tag").search("Sonntag, Tage")
    heard = [path for path in CATALOGUES if path.parts[-3] == language and file.parent in (FOLDER, *path.parents)]
    said = sorted({(code, form) for path in heard for code, sentence in catalogue(path).items() for form in forms(sentence)})
    for name, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
        assert any(term(entry["word"][language]).search(form) for _, form in said), f"nothing says {entry['word'][language]!r}"
        never = [term(word) for word in entry.get("never", {}).get(language, ())]
        assert [one for one in said if any(word.search(one[1]) for word in never)] == [], f"{name}: {entry['word'][language]}"


NAMED = r"\{(?:who|seat|lessee|buyer|bidder|owner|other|evicted|thing|bar|good|card)"
ELIDED = rf"\b(?:de|que|le|la|ne|se|je|jusque|puisque|du|au)\s{NAMED}"
# An ordinary space before a mark, a word that a name would shorten, or a straight apostrophe.
FAULTS = re.compile(f" [:;?%]|{ELIDED}|'", re.IGNORECASE)


@pytest.mark.parametrize("path", [path for path in CATALOGUES if path.parts[-3] == "fr"], ids=lambda path: path.stem)
def test_french_keeps_its_marks_and_its_vowels(path):
    """A punctuation mark never begins a line, and no name follows a word that it would shorten: never "de Émile"."""
    assert [f"{fault!r} in {form!r}" for form in all_forms(path) for fault in FAULTS.findall(form)] == []
    assert FAULTS.findall("Quoi ?") == [" ?"]  # In print, a no-break space and an ordinary one look the same.
    assert FAULTS.findall("Le pion de {who}. C'est tout.") == ["de {who", "'"]
    assert FAULTS.findall("Quoi\N{NO-BREAK SPACE}?") == []


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


def test_long_odds_are_round_and_in_groups_as_each_language_writes_them():
    fields = {"who": Who("A"), "count": 17, "worth": 5, "fakes": 16, "odds": odds(Fraction(1, 35357670))}
    for language, written in {"en": "35,000,000", "nl": "35.000.000", "fr": "35\u00a0000\u00a0000", "de": "35.000.000"}.items():
        assert written in Words(language).say(say("barracuda_pages.chart.gossip.mixed", **fields), NAMES)


def test_a_template_keeps_its_fields_open_for_pages_and_names_are_never_read_as_templates():
    said = say("barracuda.told.takeover_offered", who=Who("A"), lessee=Who("B"), count=2, bar=Thing("Albatros"))
    assert Words("en").template(said) == "{who} offers {lessee} two notes to take over {bar}."
    said = say("barracuda.told.opened", who=Who("A"), bar=Thing("{0.__class__}"), rent=3)
    assert Words("en").say(said, {"A": "{bar}{who:word}"}).startswith("{bar}{who:word} opens {0.__class__}. Rent 3")


def test_the_table_and_nameless_seats_can_be_said():
    said = [Words("nl").word(Who(TABLE), NAMES), *(Words("en").word(Who(seat), {TABLE: "everybody"}) for seat in ("E", TABLE))]
    assert said == ["de tafel", "the black star", "everybody"]


def test_a_missing_word_is_said_in_english_unless_strict(monkeypatch, tmp_path):
    (english := tmp_path / "en/LC_MESSAGES").mkdir(parents=True)
    (english / "table.mo").write_bytes((FOLDER / "en/LC_MESSAGES/table.mo").read_bytes())
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    assert Words("nl").text("table.one_at_a_time") == "One at a time."
    with pytest.raises(WordMissing, match=r"table\.one_at_a_time"):
        Words("nl", strict=True).text("table.one_at_a_time")


@pytest.mark.parametrize("code", ["nowhere.at_all", "", "table.refusal"])
def test_a_code_that_nobody_knows_is_missing(code):
    with pytest.raises(ValueError, match="no words in 'xx'"):
        Words("xx")
    with pytest.raises(WordMissing):
        Words("nl").say(Said(code, (("count", 2),)), {})


# Outside the catalogues

LIKE_A_SENTENCE = re.compile(r"[A-Z][a-z]+([ ,:’'{}]+\w+){2}")
QUOTED = re.compile(r"""'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`""")
REMARK = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
JINJA = re.compile(r"\{% block look %\}\w*\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
SPOKEN = ("aria-label", "aria-description", "alt", "title", "placeholder")
WORD = re.compile(r"[^\W\d_]{2}")


def on_page(template: str) -> list[str]:
    """Return every word that *template* itself would show or say aloud, and every sentence among its expressions."""
    elements = found(JINJA.sub("", template), "*")
    texts = [text for one in elements for text in ("" if one.tag == "style" else one.text, one.tail)]
    shown = [(text or "").strip() for text in (*texts, *(one.get(name) for one in elements for name in SPOKEN))]
    spoken = [text for text in shown if WORD.search(text) and text != "Barkeep" and not text.endswith(('=""', "=''"))]
    return spoken + [text for part in JINJA.findall(template) if part[1] != "#" for text in quoted(part)]


def quoted(script: str) -> list[str]:
    """Return the quoted texts in a *script*, outside its comments, that look like a sentence."""
    texts = ("".join(found) for found in QUOTED.findall(REMARK.sub("", script)))
    return [text for text in texts if LIKE_A_SENTENCE.match(text)]


def test_no_sentence_for_people_stands_outside_the_catalogues() -> None:
    """Python has none: what isn't a code is a word that is missing."""
    assert on_page("{% if busy %}<b>{{ name or 'Nobody is here' }}</b> waits{% endif %}") == ["waits", "Nobody is here"]
    assert on_page('<button aria-label="Go back"><i></i></button>') == ["Go back"]
    assert quoted('line.textContent = "No line to the table";  // Says "Wait for it"') == ["No line to the table"]
    readers, files = {".html": on_page, ".js": quoted}, [*TEMPLATES, *(ROOT / "web" / "static").rglob("*.js")]
    assert {file.suffix for file in files} == set(readers)
    assert {file: texts for file in files if (texts := readers[file.suffix](file.read_text("utf-8")))} == {}
