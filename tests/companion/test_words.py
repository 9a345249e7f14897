from __future__ import annotations

import random
import re
from collections import Counter
from fnmatch import fnmatchcase
from functools import cache
from string import Formatter

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion import barracuda, shark, simulate, words
from companion.game import TABLE, Nothing, Said, Term, Thing, Who, say
from companion.games import GAMES
from companion.negoces2 import model as negoces2
from companion.pieces import Piece
from companion.sealed import seen
from companion.shark.companies import COMPANIES
from companion.shark.model import COLOURS
from companion.words import FOLDER, LANGUAGES, LARGEST_SPELLED, WordMissing, Words, _parts
from tests.companion.said import HOLE, produced, spoken

ROOT = FOLDER.parent.parent
SOURCES = [path for top in ("companion", "firmware", "web") for path in sorted((ROOT / top).rglob("*.py"))]
TEMPLATES = sorted((ROOT / "web" / "templates").rglob("*.html"))
DOMAINS = ("table", *GAMES, "doctor", "enrolment")  # The pages' own catalogues are tested with the pages.
CATALOGUES = sorted(FOLDER.rglob("*.po"))
CAUSES = ("price", "stock", "last")  # of the end of Shark
NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc", "F": "Inge"}

# What only running shows.
HOLES = {
    "barracuda.screen.cause_*": ("five", "rent", "no_action"),
    "shark.screen.cause_*": CAUSES,
    "shark.told.ended_*": CAUSES,
    "enrolment.token.*": COMPANIES,
    "negoces2.card.*": negoces2.CARDS,
    "negoces2.screen.cause_*": ("goods", "coins", "limit"),
    "table.seat.*": tuple(seat for game in GAMES.values() for seat in game.SEATS),
}
# Said by their number or name, out of tables.
TABLES = {
    *(f"table.number.{number}" for number in range(LARGEST_SPELLED + 1)),
    *(f"shark.company.{company}" for company in COMPANIES),
    *(f"shark.colour.{colour}" for colour in COLOURS),
    *(f"negoces2.card.{card}" for card in negoces2.CARDS),
    *(f"{name}.name" for name in GAMES),
    *(f"{name}.refusal.{code}" for name, game in GAMES.items() for code in game.REHEARSAL.refusals),
    *(f"{name}.option.{one}{part}" for name, game in GAMES.items() for one in game.OPTIONS for part in ("", ".about")),
    *(
        f"{name}.option.{one}.{choice}"
        for name, game in GAMES.items() for one, option in game.OPTIONS.items() for choice in option.choices
    ),
}  # fmt: skip


@cache
def catalogue(path):
    """Return what a .po file says: plural forms as a tuple."""
    with path.open("rb") as file:
        return {_id(entry.id): entry.string for entry in read_po(file, path.parts[-3]) if entry.id}


def _id(entry):
    return entry if isinstance(entry, str) else entry[0]


def both(domain):
    return [catalogue(FOLDER / language / "LC_MESSAGES" / f"{domain}.po") for language in LANGUAGES]


def forms(sentence):
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def fields(sentence):
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


@cache
def all_produced():
    return [one for one in produced(SOURCES) if one.code.split(".")[0] in DOMAINS]


def codes():
    plain = {one.code for one in all_produced() if HOLE not in one.code}
    filled = {pattern.replace(HOLE, word) for pattern, some in HOLES.items() for word in some}
    return plain | filled | TABLES | on_plain_pages() | {code for code in on_pages() if not code.endswith(".")}


def on_plain_pages():
    """Return what is said for the games without pages of their own: what these look up by the names of commands and fields."""
    plain = [name for name in GAMES if not (ROOT / "web" / "templates" / name).is_dir()]
    fields_of = {name: {field for kind in GAMES[name].COMMANDS for field in kind.__dataclass_fields__} for name in plain}
    codes = {code for name in plain for code in catalogue(FOLDER / "en" / "LC_MESSAGES" / f"{name}.po")}
    return {code for code in codes if code.split(".")[1] in ("ask", "do", "field", "fact", *fields_of[code.split(".")[0]])}


def on_pages():
    """Return what the templates say, as far as it stands in DOMAINS; what they put together ends in a dot."""
    return {code for code in spoken(TEMPLATES) if code.split(".")[0] in DOMAINS}


# The catalogues


def test_every_code_has_words_in_every_language():
    for language in LANGUAGES:
        there = {code for domain in DOMAINS for code in catalogue(FOLDER / language / "LC_MESSAGES" / f"{domain}.po")}
        assert codes() - there == set()
        assert there - codes() == set(), "nobody says this"


def test_the_reading_of_sources_finds_codes_in_each_way_they_are_said():
    found = codes()
    for code in (
        "table.unknown_tag", "table.refusal.too_few", "barracuda.refusal.no_bar", "barracuda.refusal.bar_closed",
        "barracuda.told.renovated", "barracuda.told.renovated_evicting", "barracuda.told.ended_five",
        "barracuda.screen.takeover", "barracuda.tap.by_companion",
    ):  # fmt: skip
        assert code in found
    assert len(found) > 150


def test_every_hole_in_a_code_is_filled_here():
    assert {one.code for one in all_produced() if HOLE in one.code} == set(HOLES)
    found = codes()
    assert [code for code in on_pages() if code.endswith(".") and not any(one.startswith(code) for one in found)] == []


@pytest.mark.parametrize("name", sorted({path.name for path in CATALOGUES}))
def test_languages_have_the_same_codes_with_the_same_fields(name):
    english, *others = [catalogue(FOLDER / language / "LC_MESSAGES" / name) for language in LANGUAGES]
    for other in others:
        assert set(other) == set(english)
        for code, sentence in english.items():
            assert differing(forms(sentence), forms(other[code])) == set(), code


def differing(english, other):
    """Return the fields that one of two sentences lacks. "Un seul billet": a singular may tell its number without the field."""
    if len(english) != len(other):
        return {"plural"}
    pairs = zip(map(fields, english), map(fields, other), strict=True)
    return {field for at, (one, two) in enumerate(pairs) for field in one ^ two if (at, len(other), field) != (0, 2, "count")}


def test_a_field_that_a_language_lacks_is_found():
    assert differing(("{who} has a note", "{who} has {count}"), ("{who} a un billet", "{who} a {count}")) == set()
    assert differing(("{who} has {count}", "{who} has {count}"), ("{who} a un billet", "{who} a {count:word}")) == set()
    assert differing(("{who}", "{who} has {count}"), ("{who}", "{who} en a")) == {"count"}
    assert differing(("{who} has {count}",), ("{who} en a",)) == {"count"}
    assert differing(("{who} opens {bar}",), ("{who} ouvre {bars}",)) == {"bar", "bars"}
    assert differing(("{count} note", "{count} notes"), ("{count} billets",)) == {"plural"}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_plural_of_a_catalogue_is_that_of_its_language(path):
    with path.open("rb") as file:
        written = read_po(file, path.parts[-3])
    assert (str(written.locale), written.num_plurals) == (path.parts[-3], 2), f"Language and Plural-Forms at the head of {path}"
    assert written.plural_expr == ("(n > 1)" if path.parts[-3] == "fr" else "(n != 1)"), f"Plural-Forms at the head of {path}"


@pytest.mark.parametrize(("language", "notes"), [
    ("en", ["0 notes", "1 note", "2 notes"]), ("nl", ["0 biljetten", "1 biljet", "2 biljetten"]),
    ("fr", ["0 billet", "1 billet", "2 billets"]), ("de", ["0 Scheine", "1 Schein", "2 Scheine"]),
])  # fmt: skip
def test_none_is_several_but_in_french(language, notes):
    words = Words(language, strict=True)
    assert [words.text("barracuda_pages.table.notes_all", count=count) for count in range(3)] == notes


def test_sentences_use_only_the_fields_that_they_are_given():
    english = {code: sentence for domain in DOMAINS for code, sentence in both(domain)[0].items()}
    checked = 0
    for one in all_produced():
        if one.fields is None or HOLE in one.code:
            continue
        assert all(fields(form) <= one.fields for form in forms(english[one.code])), (one.code, one.where)
        assert isinstance(english[one.code], tuple) == ("count" in one.fields), (one.code, one.where)
        checked += 1
    assert checked > 100


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_what_is_compiled_is_what_is_written(path):
    with path.with_suffix(".mo").open("rb") as file:
        compiled = {_id(entry.id): entry.string for entry in read_mo(file) if entry.id}
    assert {code: forms(said) for code, said in compiled.items()} == {c: forms(s) for c, s in catalogue(path).items()}, (
        "run `make words`"
    )


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_sentence_is_empty_or_doubtful(path):
    with path.open("rb") as file:
        for entry in read_po(file, path.parts[-3]):
            assert not entry.fuzzy or not entry.id
    assert all(form.strip() == form != "" for sentence in catalogue(path).values() for form in forms(sentence))


NEVER = {
    "en": r"!|\b(error|invalid|please|oops|submit|he|she|his|her|him)\b",
    "nl": r"!|\b(error|ongeldig|alsjeblieft|alstublieft|oeps|helaas|hij|zij|hem)\b",
    "fr": r"!|\b(erreur|invalide|veuillez|plaît|oups|hélas|désolée?|votre|\w+-vous)\b|\{(who|lessee|buyer|evicted)\} est\b",
    "de": r"!|\b(fehler|ungültig|bitte|ups|hoppla|leider|pächter|verkäufer|spieler)\b",
}
# Where every thing is a he or a she, these are for things alone, and only where no player is spoken of.
GENDERED = {"fr": r"\b(elles?|ils|il(?! faut| en faut| y a| n’y a| reste))\b", "de": r"\b(er|sie|ihn|ihm|ihnen|ihre[nmrs]?)\b"}
OF_THINGS = {"doctor", "enrolment"}


def never_said(path):
    """Return what no sentence in the catalogue *path* may say."""
    language, gendered = path.parts[-3], GENDERED.get(path.parts[-3])
    aside = f"|{gendered}" if gendered and path.stem not in OF_THINGS else ""
    return re.compile(NEVER[language] + aside, re.IGNORECASE)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_barkeep_blames_nobody(path):
    never = never_said(path)
    said = [form for sentence in catalogue(path).values() for form in forms(sentence)]
    assert [form for form in said if never.search(form)] == []
    assert never.search("Oops!")


@pytest.mark.parametrize(("language", "sentence"), [
    ("en", "She pays."), ("nl", "Oeps."), ("fr", "{who} est tiré"), ("fr", "Alors il paie."), ("de", "Sie zahlt."),
    ("de", "Der Pächter zahlt."),
])  # fmt: skip
def test_what_the_barkeep_never_says_is_found(language, sentence):
    assert never_said(FOLDER / language / "LC_MESSAGES" / "web.po").search(sentence)


LOOSE = re.compile(r" [:;?%]")
ELIDED = re.compile(r"\b(de|que|le|la|ne|se|je|jusque|puisque|du|au)\s\{(who|lessee|buyer|evicted|thing|bar)", re.IGNORECASE)


@pytest.mark.parametrize("path", [path for path in CATALOGUES if path.parts[-3] == "fr"], ids=lambda path: path.stem)
def test_french_keeps_its_marks_and_its_vowels(path):
    """A mark never begins a line, and no name follows a word that it would shorten: Émile's is not "de Émile"."""
    said = [form for sentence in catalogue(path).values() for form in forms(sentence)]
    assert [form for form in said if LOOSE.search(form) or ELIDED.search(form) or "'" in form] == []
    assert LOOSE.search("Quoi ?")
    assert ELIDED.search("Le pion de {who}.")
    assert not LOOSE.search("Quoi\N{NO-BREAK SPACE}?")


# Words


def test_a_sentence_is_filled_with_names_things_and_numbers():
    said = say("barracuda.told.partnership_offered", who=Who("A"), lessee=Who("D"), count=4, bar=Thing("Octopus"))
    assert Words("en").say(said, NAMES) == "Noor offers Sanne four notes for the place in Octopus."
    assert Words("nl").say(said, NAMES) == "Noor biedt Sanne vier biljetten voor de partnerplaats in Octopus."


@pytest.mark.parametrize(("count", "notes"), [(1, "one note"), (2, "two notes"), (12, "twelve notes"), (13, "13 notes")])
def test_count_chooses_the_plural_and_small_numbers_are_spelled(count, notes):
    said = say("barracuda.told.bid", who=Who("B"), count=count)
    assert Words("en").say(said, NAMES) == f"Émile lays a bid of {notes}."


def test_a_count_without_a_word_stays_a_figure():
    assert Words("en").text("barracuda.screen.notes", count=1) == "1 note"
    assert Words("nl").text("barracuda.screen.notes", count=4) == "4 biljetten"


def test_a_word_of_each_languages_own_stands_in_a_sentence():
    said = say("shark.told.bought", who=Who("B"), count=3, company=Term("shark.company.green"), price=4, sum=12)
    assert Words("en").say(said, NAMES) == "Émile buys three shares of Green at 4: 12."
    assert Words("nl").say(said, NAMES) == "Émile koopt drie aandelen Groen à 4: 12."
    with pytest.raises(WordMissing, match="purple"):
        Words("nl").word(Term("shark.company.purple"), NAMES)


def test_a_template_keeps_its_fields_open_for_pages():
    said = say("barracuda.told.takeover_offered", who=Who("A"), lessee=Who("B"), count=2, bar=Thing("Albatros"))
    assert Words("en").template(said) == "{who} offers {lessee} two notes to take over {bar}."


def test_names_are_never_read_as_templates():
    said = say("barracuda.told.opened", who=Who("A"), bar=Thing("{0.__class__}"), rent=3)
    assert Words("en").say(said, {"A": "{bar}{who:word}"}).startswith("{bar}{who:word} opens {0.__class__}. Rent 3")


def test_braces_of_a_catalogue_survive():
    sentence = "{{}} {who} {{{count:word}}}"
    for count in (2, 3):  # The parts are kept, and what stands in them is not.
        template = "".join(Words("en")._open(*part, {"who": Who("A"), "count": count}) for part in _parts(sentence))
        assert template.format(who="Noor") == f"{{}} Noor {{{Words('en').text(f'table.number.{count}')}}}"


def test_the_table_and_nameless_seats_can_be_said():
    assert Words("nl").word(Who(TABLE), NAMES) == "de tafel"
    assert Words("en").word(Who("E"), {}) == "the black star"
    assert Words("en").word(Who(TABLE), {TABLE: "everybody"}) == "everybody"


def test_a_missing_word_is_said_in_english_unless_strict(monkeypatch, tmp_path):
    for language, kept in (("en", True), ("nl", False)):
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        if kept:
            (folder / "table.mo").write_bytes((FOLDER / language / "LC_MESSAGES" / "table.mo").read_bytes())
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    assert Words("nl").text("table.one_at_a_time") == "One at a time."
    with pytest.raises(WordMissing, match=r"table\.one_at_a_time"):
        Words("nl", strict=True).text("table.one_at_a_time")


@pytest.mark.parametrize("code", ["table.no_such_word", "nowhere.at_all", "", "table.refusal"])
def test_a_code_that_nobody_knows_is_missing(code):
    with pytest.raises(WordMissing):
        Words("nl").say(Said(code, (("count", 2),)), {})


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="'tlh'"):
        Words("tlh")


# A whole evening, said aloud


def evening(game, seed, options, seats="ABCD"):
    """Yield every state of one game of random play."""
    finished = simulate.play(game, tuple(seats), options, random.Random(seed))
    yield finished.steps[0].before
    yield from (step.after for step in finished.steps)


def everything_said(game, state):
    """Return each sentence that anybody could be told in *state*."""
    for viewer in (*state.seats, TABLE):
        view = game.view(seen(state, viewer), viewer)
        yield from view.news
        yield from (ask.why_not.said for ask in game.asks(seen(state, viewer), viewer) if ask.why_not)
    screen = game.screen(game.view(seen(state, TABLE), TABLE))
    yield from (line for name in screen.__dataclass_fields__ if isinstance(line := getattr(screen, name), Said))
    for piece in (Piece("key", "ok"), Piece("key", "back"), *game.pieces({})[::4], Piece("bag", "A"), Piece("pawn", "B")):
        meant = game.tapped(seen(state, TABLE), piece, "reader 1")
        if isinstance(meant, Nothing):
            yield meant.said


EVENINGS = [
    (barracuda, {}), (barracuda, {"deal": "companion", "bank": "once"}),
    (barracuda, {"draw": "bag", "bank": "hidden", "stake_minimum": "one_fake"}),
    (barracuda, {"last_order_window": "everyone", "reveal_at_end": "off"}),
    (shark, {}), (shark, {"holdings": "hidden", "starting_share": "random"}),
    (shark, {"dice": "real", "first": "chosen", "chains_capped": "on", "black_is_scarcest": "on"}),
    (shark, {"no_colour_die": "on", "starting_share": "none", "worthless_shares": "nothing"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options"), EVENINGS, ids=lambda some: "-".join(getattr(some, "values", str)()) or "default")
def test_whole_games_can_be_said_in_every_language(game, options):
    spoken_now = [Words(language, strict=True) for language in LANGUAGES]
    heard, said_once = Counter(), {}
    for seed in range(4):
        for state in evening(game, seed, options):
            for said in everything_said(game, state):
                heard[said.code] += 1
                said_once[said] = None
    for said in said_once:
        for language in spoken_now:
            sentence = language.say(said, NAMES)
            assert sentence, said
            assert "{" not in sentence, said
    assert len(heard) > (45 if game is barracuda else 30)
    known = codes()
    assert set(heard) <= known
    assert not any(fnmatchcase(code, "*[*]*") for code in heard)
