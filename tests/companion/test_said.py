"""How a sentence is put together in each language; and whole games, said aloud."""

from __future__ import annotations

import random
from collections import Counter
from fnmatch import fnmatchcase

import pytest

from companion import barracuda, negoces2, shark, simulate, words
from companion.game import TABLE, Nothing, Said, Term, Thing, Who, say
from companion.pieces import Piece
from companion.sealed import seen
from companion.words import FOLDER, LANGUAGES, WordMissing, Words, _parts
from tests.companion.test_words import codes

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc", "F": "Inge"}


def test_a_sentence_is_filled_with_names_things_and_numbers():
    said = say("barracuda.told.partnership_offered", who=Who("A"), lessee=Who("D"), count=4, bar=Thing("Octopus"))
    assert Words("en").say(said, NAMES) == "Noor offers Sanne four notes for the place in Octopus."
    assert Words("nl").say(said, NAMES) == "Noor biedt Sanne vier biljetten voor de partnerplaats in Octopus."


def test_count_chooses_the_plural_and_small_numbers_are_spelled_where_a_word_is_asked_for():
    for count, notes in ((1, "one note"), (2, "two notes"), (12, "twelve notes"), (13, "13 notes")):
        said = say("barracuda.told.bid", who=Who("B"), count=count)
        assert Words("en").say(said, NAMES) == f"Émile lays a bid of {notes}."
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
def test_a_code_that_nobody_knows_is_missing_and_an_unknown_language_refused(code):
    with pytest.raises(WordMissing):
        Words("nl").say(Said(code, (("count", 2),)), {})
    with pytest.raises(ValueError, match="'tlh'"):
        Words("tlh")


# Whole games, said aloud


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


def evenings(game, least, *several):
    """Return a case for the game with each of *several* options; the first is played by `make test` already."""
    names = [f"{game.NAME}-{'-'.join(options.values()) or 'default'}" for options in several]
    marks = [(), *[pytest.mark.broad] * (len(several) - 1)]
    return [
        pytest.param(game, *case, least, id=name, marks=mark) for *case, name, mark in zip(several, names, marks, strict=True)
    ]


@pytest.mark.parametrize(
    ("game", "options", "least"),
    [
        *evenings(barracuda, 45, {}, {"deal": "companion", "bank": "once"},
                  {"draw": "bag", "bank": "hidden", "stake_minimum": "one_fake"},
                  {"last_order_window": "everyone", "reveal_at_end": "off"}),
        *evenings(shark, 30, {"holdings": "hidden", "starting_share": "random"}, {},
                  {"dice": "real", "first": "chosen", "chains_capped": "on", "black_is_scarcest": "on"},
                  {"no_colour_die": "on", "starting_share": "none", "worthless_shares": "nothing"}),
        *evenings(negoces2, 30, {"sale_limit": "12"}, {"sale_limit": "12", "declare": "automatic", "coins": "hidden"},
                  {"sale_limit": "6", "deal": "cards", "tags": "on", "opener": "named"}),
    ],
)  # fmt: skip
def test_whole_games_can_be_said_in_every_language(game, options, least):
    heard, said_once = Counter(), {}
    for seed in range(2):
        steps = simulate.play(game, tuple("ABCD"), options, random.Random(seed)).steps
        for state in (steps[0].before, *(step.after for step in steps)):
            for said in everything_said(game, state):
                heard[said.code] += 1
                said_once[said] = None
    for language in LANGUAGES:
        words_now = Words(language, strict=True)
        spoken = [words_now.say(said, NAMES) for said in said_once]
        assert [sentence for sentence in spoken if not sentence or "{" in sentence] == []
    assert len(heard) > least
    assert set(heard) <= codes()
    assert not any(fnmatchcase(code, "*[*]*") for code in heard)
