"""The contract for every game, as tests to inherit. It is for developers, and the only module here that needs pytest.

    @pytest.mark.parametrize("game", [mygame])
    class TestMyGame(Contract): ...

Playthroughs (`*.txt`) and tests named after decisions are looked for in the folder of the file that inherits, and below it,
except in `build` and `*.egg-info`, which pip leaves there.
"""

from __future__ import annotations

import inspect
import random
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from pathlib import Path
from typing import ClassVar, Final, Literal, get_args, get_origin, get_type_hints

import pytest

from companion.games import folder, worded
from companion.journal import codec
from companion.kit.box.labels import Bag, Marker, Sticker
from companion.kit.game import AnyGame, State
from companion.kit.messages import Said, Term, say
from companion.kit.options import Contents, OneOfEach
from companion.kit.sealed import seen
from companion.kit.viewers import Seat
from companion.lab import setting, simulate
from companion.lab.playing import rehearsed
from companion.lab.playthroughs.playthrough import played, replay
from companion.lab.playthroughs.retelling import RECORD, RETELL, recorded, retold
from companion.lab.playthroughs.retelling import files as retold_files
from companion.lab.playthroughs.script import Script, Setting, read
from companion.lab.rulebook import RuleBook, unlike
from companion.lab.secrecy import divergence, leaking, undoing
from companion.lab.secrecy.disclosing import secret_kinds, unlisted
from companion.lab.secrecy.recipe import Recipe, has_worlds, recipe
from companion.lab.secrecy.two_worlds import run
from companion.lab.secrecy.worlds import viewers
from companion.lab.simulate import Step
from companion.lab.sources import HOLE, produced
from companion.setting.layouts import has_layout
from companion.table.chance import by_chance
from companion.tags.contents import groups
from companion.tags.labels import labels
from companion.turning.playing_out import play_out
from companion.words import WordMissing, Words

BACK: Final = 0.5  # How often something is taken back while a leak of that is looked for.
SHORT: Final = 4  # Steps of a pair of worlds in which a leak is looked for.
RATHER_SHORT: Final = 10  # The same, where something must have happened that can be taken back.
SOON: Final = 3  # A seed from which leaks have shown soon; from any other they show, too.
MOST_QUESTIONS: Final = 5  # in a recount after one forgotten command


class Contract:
    """The tests that every game must pass. Parametrise the class by `game`.

    *games* random games are played with each of the smallest, a middle and the largest number of players. Two worlds are
    compared for *steps* steps, and *states* states are dealt anew; with *few*, they come from the recipe's few games, otherwise
    from all of them. A leak must be found *within* that many steps, unless *cannot* says by its name why the game can't have
    it. Tables are set anew in *set_games* games. The game's words must be complete in all *languages*.
    """

    games: ClassVar[int] = 30
    steps: ClassVar[int] = 300
    states: ClassVar[int] = 60
    few: ClassVar[bool] = False
    within: ClassVar[int] = 4_000
    cannot: ClassVar[Mapping[str, str]] = {}
    set_games: ClassVar[int] = 6
    languages: ClassVar[Sequence[str]] = ("en",)

    def playthroughs(self, game: AnyGame) -> Iterable[Path]:
        """Return the playthrough files of *game*."""
        return self._beside("*.txt")

    def own_tests(self, game: AnyGame) -> Iterable[Path]:
        """Return the files that test the rules of *game*."""
        return self._beside("test_*.py")

    def _beside(self, pattern: str) -> list[Path]:
        """Return the files like *pattern* in the folder of the file that inherits and below it, without those of pip."""
        here = Path(inspect.getfile(type(self))).parent
        return sorted(file for file in here.rglob(pattern) if not _is_built(file.relative_to(here)))

    # Setup

    def test_only_tables_that_the_game_has_are_set_up(self, game: AnyGame) -> None:
        """Refuse too few or too many seats, unknown, unordered or repeated ones, and unknown options and choices."""
        right = tuple(game.SEATS[: game.MOST])
        wrong = [right[: game.FEWEST - 1], (*right, "?"), (*right[:-1], "?"), right[::-1], (right[0], *right[:-1])]
        _none(seats for seats in wrong if not _is_refused(game, seats, {}))
        unknown = [{"no such option": "on"}, *({name: "no such word"} for name in game.OPTIONS)]
        _none(options for options in unknown if not _is_refused(game, right, options))

    def test_every_option_can_be_chosen_and_the_first_is_the_default(self, game: AnyGame) -> None:
        """Each choice changes the initial state, for every number of players, and the first choice is the default.

        It is left unsaid only if games begun before there was the option go on with it, too. What must be chosen where the game
        was begun without the companion can be.
        """
        bound = getattr(game, "BEGUN", {}).items()
        assert {(name, choice) for name, option in worded(game).items() for choice in option.choices} >= set(bound)
        for count in range(game.FEWEST, game.MOST + 1):
            seats = game.SEATS[:count]
            plain = codec.kept(game.setup(seats, {}))
            for name, option in worded(game).items():
                chosen = {choice: codec.kept(game.setup(seats, {name: choice})) for choice in option.choices}
                same = [choice for choice, state in chosen.items() if state == plain]
                assert same == [option.unsaid], f"{name} is not {option.unsaid} where nothing is said"

    def test_the_types_of_options_are_their_choices(self, game: AnyGame) -> None:
        """A Literal in the options of a state lists the same choices, the default first.

        A state that was kept before there was an option is read with its default, which is the choice where nothing is said.
        """
        kept = type(getattr(game.setup(game.SEATS[: game.MOST], {}), "options", None))
        if not is_dataclass(kept):
            return
        typed = {name: get_args(hint) for name, hint in get_type_hints(kept).items() if get_origin(hint) is Literal}
        _none(f"{name} is {words}" for name, words in typed.items() if words != worded(game)[name].choices)
        unsaid = {name: option.unsaid for name, option in worded(game).items()}
        read = {one.name: one.default for one in fields(kept) if one.default is not MISSING}
        _none(f"{name} is read as {word}" for name, word in read.items() if word != unsaid.get(name, word))

    # The rule book

    def test_the_rule_book_agrees_with_itself(self, game: AnyGame) -> None:
        """Sections and decisions are numbered without gaps, and all rules that the book cites are in it."""
        assert _book(game).rules
        _none(_book(game).faults())

    def test_code_and_refusals_cite_rules_that_stand_in_the_book(self, game: AnyGame) -> None:
        """All rules cited by the sources, and by the refusals of random games, are in the book."""
        book = _book(game)
        _none({rule for _, rule in rehearsed(game, self.games).refusals} - set(book.rules))
        for file in sorted(folder(game).rglob("*.py")):
            _none(f"{file.name} cites {rule}" for rule in book.cited(_without_numbers(file)) - set(book.rules))

    def test_every_option_stands_in_the_book_with_its_default_in_bold(self, game: AnyGame) -> None:
        """The book has no other options; nor does `setup` accept any others, nor random play use them."""
        more = {name for seed in range(30) for name in game.REHEARSAL.more_options(random.Random(seed))}
        kept = getattr(game.setup(game.SEATS[: game.MOST], {}), "options", None)
        more |= {field.name for field in fields(kept)} if is_dataclass(kept) else set()
        _none(unlike(_book(game), game.OPTIONS).items())
        _none({*_book(game).options(), *more} - set(game.OPTIONS))

    def test_every_decision_has_a_test_named_after_it(self, game: AnyGame) -> None:
        """Every decision has one, and no test is named after a decision that the book lacks."""
        book = _book(game)
        _none(book.tested("\n".join(file.read_text(encoding="utf-8") for file in self.own_tests(game))) ^ book.decisions)

    # Playthroughs, worked out by hand

    def test_playthroughs_go_as_they_are_written(self, game: AnyGame) -> None:
        """After each step, every viewer sees what the file says, and nothing else has changed."""
        _none(one for file in self.playthroughs(game) for one in replay(file.read_text(encoding="utf-8"), file.name))

    def test_every_command_event_and_refusal_is_played_through(self, game: AnyGame) -> None:
        """Each of them occurs in a playthrough, so somebody has worked out by hand what it does."""
        scripts = [read(file.read_text(encoding="utf-8"), file.name) for file in self.playthroughs(game)]
        done = {one for script in scripts if script.game.NAME == game.NAME for one in played_through(script)}
        _none(({kind.__name__ for kind in (*game.COMMANDS, *game.EVENTS)} | set(game.REHEARSAL.refusals)) ^ done)

    def test_what_playthroughs_say_and_show_is_as_recorded(self, game: AnyGame) -> None:
        """Beside the playthroughs lies a record of every sentence, display and tap in them, unless the author wants none."""
        files = [
            file for file in self.playthroughs(game) if (file.parent / RECORD).exists() and file in retold_files(file.parent)
        ]
        new = {line for file in files for line in retold(file) - recorded(file.parent)}
        assert not new, "\n".join([RETELL, *sorted(new)])

    # Random games

    def test_random_games_end_with_everything_counted(self, game: AnyGame) -> None:
        """Asks and rules agree, the invariant is checked after every event, and refused commands change nothing."""
        heard = rehearsed(game, self.games)
        assert heard.ended.total() == heard.games
        _none(set(heard.ended) - set(game.REHEARSAL.ends))
        assert heard.checks == heard.events.total() > heard.games

    def test_everything_happens_in_random_games(self, game: AnyGame) -> None:
        """Every kind of event, refusal, end and hint occurs, except the seldom ones; all refusals that occur are listed."""
        heard = rehearsed(game, self.games)
        _none(heard.missing())
        _none(heard.refused - set(game.REHEARSAL.refusals))

    def test_any_moment_can_be_played_to_its_end_by_the_house(self, game: AnyGame) -> None:
        """Random games have any options, also those with which the house can't play; the turning points need an end of each."""
        generator = random.Random(5)
        for _ in range(3):
            seats = sorted(generator.sample(game.SEATS, generator.randint(game.FEWEST, game.MOST)), key=game.SEATS.index)
            steps = simulate.play(game, seats, simulate.varied_options(game, generator), generator).steps
            state = generator.choice(steps).before
            shares = play_out(game, state, "any", 3, by_chance)
            assert shares == play_out(game, state, "any", 3, by_chance), "the same seed gives the same game"
            assert sum(shares.values()) == pytest.approx(1)

    def test_each_viewer_is_shown_what_is_theirs(self, game: AnyGame) -> None:
        """Events open to those whom DISCLOSURE names, seals only to their eyes, and the display follows every event.

        The rehearsal says of every kind of event what the display shows of it.
        """
        _none({kind.__name__ for kind in game.EVENTS} ^ set(game.REHEARSAL.announced))
        _none(unlisted(game))
        _none(rehearsed(game, self.games).wrong)

    def test_there_are_words_for_everything(self, game: AnyGame) -> None:
        """There is a translation of all sentences from random games, of every name, option and refusal, and of all labels."""
        name, told = game.NAME, {*rehearsed(game, self.games).said, *printed(game)}
        named = {f"{name}.name", *(f"{name}.option.{option}" for option in game.OPTIONS)}
        named |= {f"{name}.option.{code}" for code in chosen(game)}
        named |= {f"{name}_pages.hint.{hint}" for hint in getattr(game, "HINTS", ())}
        told |= sayings_of(game)
        missing = [f"{said.code} in {language}" for language in self.languages for said in _unsaid(language, told)]
        missing += [f"{one} in {language}" for language in self.languages for one in _unnamed(language, named)]
        _none(set(missing))

    def test_each_sentence_in_the_sources_has_words_that_need_no_other_fields(self, game: AnyGame) -> None:
        """Also those that no random game says: read the calls that say something, with the fields that they give."""
        told = [one for one in produced(sorted(folder(game).rglob("*.py"))) if one.code.startswith(f"{game.NAME}.")]
        assert told
        for one in told:
            if one.fields is not None and HOLE not in one.code:
                said = say(one.code, **dict.fromkeys(one.fields, 2))
                _none(f"{one.code} in {language} ({one.where})" for language in self.languages if _unsaid(language, [said]))

    def test_every_piece_has_a_label(self, game: AnyGame) -> None:
        """Each piece has exactly one label, which shows its name unless it is a pawn."""
        stickers = [label for label in labels(game) if isinstance(label, Sticker)]
        pieces = [label.piece for label in stickers]
        _none(piece for piece in {*pieces, *game.pieces({})} if pieces.count(piece) != 1)
        _none(label for label in stickers if not (label.name or label.piece.seat))

    # Setting the table anew, for a game with a layout

    def test_a_table_set_to_what_it_is_stays_the_same(self, game: AnyGame) -> None:
        """State anew what lies there: nothing changes, neither at the start nor at any later moment."""
        _none(setting.changed_by_its_own_layout(game, state) for state in _tables(game, self.states))

    def test_a_table_set_to_another_looks_like_it(self, game: AnyGame) -> None:
        """Everybody sees the layout of another moment of the game, such as its start, once the table has been set to it."""
        for steps in _settable(game, self.set_games):
            states = [steps[0].before, *(step.after for step in steps)]
            _none(setting.unlike(game, states[at], states[0]) for at in range(0, len(states), 7))
            _none(setting.unlike(game, states[0], states[at]) for at in range(0, len(states), 7))

    def test_nothing_is_made_or_lost_by_stating_what_cannot_be(self, game: AnyGame) -> None:
        """Random facts are refused, or lead to a state that `check` finds right and from which people can go on."""
        generator = random.Random(5)
        _none(setting.mistaken(game, state, generator) for state in _tables(game, self.states) for _ in range(20))

    def test_a_forgotten_command_is_found_in_five_questions(self, game: AnyGame) -> None:
        """However the companion's table differs from the real one after one command, a recount soon comes to it."""
        counts: list[int] = []
        for steps in _settable(game, self.set_games):
            counts += [setting.asked_until_found(game, steps, at) for at in range(0, len(steps), 3)]
        assert max(counts) in range(1, MOST_QUESTIONS + 1), f"{max(counts)} questions"

    def test_a_correction_tells_nobody_what_isnt_theirs(self, game: AnyGame) -> None:
        """Two worlds still look alike to a viewer after somebody else has paid, and stated a sum of their own."""
        told, generator = worlds(game, few=self.few), random.Random(6)
        if not has_layout(game):
            pytest.skip(f"{game.NAME} has no layout")
        states = [step.after for steps in told.played()[: self.set_games] for step in steps[::7]]
        _none(setting.told(told, state, generator.choice(viewers(state)), generator) for state in states for _ in range(2))

    # Two worlds

    def test_two_worlds_look_alike(self, game: AnyGame) -> None:
        """If two worlds differ only in what a viewer may not know, everything that this viewer receives is the same."""
        report = run(worlds(game, few=self.few), self.steps, seed=2)
        assert not report.differences, report.differences[0]
        assert report.steps >= self.steps

    def test_the_recipe_leads_worlds_to_every_kind_of_event(self, game: AnyGame) -> None:
        """It leads to as many pairs of an event and a role as it says, and to secrets inside each event that holds any."""
        told = worlds(game, few=self.few)
        places, cells = divergence.places(told), divergence.cells(told)
        assert len(cells) == told.cells, f"found {len(cells)} pairs of an event and a role, but the recipe says {told.cells}"
        _none(({kind.__name__ for kind in game.EVENTS} - {kind for kind, _ in cells}) ^ set(told.alike))
        inside = {cell[0] for cell in cells if places[cell][0]}
        _none(secret_kinds(game.DISCLOSURE) - inside - set(told.alike))

    def test_two_worlds_differ_in_every_kind_of_event(self, game: AnyGame) -> None:
        """Worlds differ at every kind of event, and inside each that holds a secret; otherwise nothing was compared there."""
        told = worlds(game, few=self.few)
        places = divergence.places(told)
        one_each = {kind: (kind, role) for kind, role in sorted(divergence.cells(told), key=lambda cell: places[cell][0])}
        report, missed = divergence.diverge(told, places, list(one_each.values()), 1)
        assert not report.differences, report.differences[0]
        _none(missed)

    def test_the_other_world_looks_the_same_and_is_another(self, game: AnyGame) -> None:
        """A redeal changes only what the viewer may not know, and usually does change something."""
        told, generator, others = worlds(game, few=self.few), random.Random(4), 0
        for _ in range(self.states):
            state = told.middle(told.moments(), generator).state
            viewer = generator.choice(viewers(state))
            other = told.redeal(state, viewer, generator)
            game.check(other)
            assert codec.plain(seen(other, viewer)) == codec.plain(seen(state, viewer))
            others += codec.kept(other) != codec.kept(state)
        assert others > self.states / 3

    @pytest.mark.parametrize("leak", leaking.LEAKS, ids=lambda leak: leak.__name__)
    def test_a_leak_is_found(self, game: AnyGame, leak: leaking.Leak, monkeypatch: pytest.MonkeyPatch) -> None:
        """Two worlds find each of these leaks, which any game could have; a test that finds nothing would prove nothing.

        Some show only when somebody leaves, so here every pair of worlds is short and ends with that.
        """
        skip_impossible(leak, self.cannot)
        told = replace(worlds(game, few=self.few), longest=SHORT, leaving=1.0)
        told.moments()  # Play the random games before the leak is put in.
        leak(monkeypatch)
        report = run(told, self.within, seed=SOON)
        assert report.differences, f"{leak.__name__} wasn't found within {report.steps} steps"

    @pytest.mark.parametrize("leak", undoing.LEAKS, ids=lambda leak: leak.__name__)
    def test_a_leak_of_a_take_back_is_found(self, game: AnyGame, leak: leaking.Leak, monkeypatch: pytest.MonkeyPatch) -> None:
        """Two worlds that often take something back, or set the table anew, find each of these leaks.

        A swap of seats ends a pair of worlds, so here every pair is rather short.
        """
        skip_impossible(leak, self.cannot)
        if leak in undoing.SETTING and not has_layout(game):
            pytest.skip(f"{game.NAME} has no layout")
        told = replace(worlds(game, few=self.few), longest=RATHER_SHORT)
        told.moments()
        leak(monkeypatch)
        report = run(told, self.within, seed=SOON, back=BACK)
        assert report.differences, f"{leak.__name__} wasn't found within {report.steps} steps"

    def test_each_leak_of_its_own_is_found(self, game: AnyGame) -> None:
        """Two worlds find each leak in the game's `lab/leaks.py`: those that its author can think of."""
        for name, leak in leaking.own_leaks(game).items():
            told = worlds(game, few=self.few)
            told.moments()
            with pytest.MonkeyPatch.context() as patch:
                leak(patch)
                report = run(told, self.within, seed=1)
            assert report.differences, f"{name} wasn't found within {report.steps} steps"


def skip_impossible(leak: Callable[..., None], cannot: Mapping[str, str]) -> None:
    """Skip a test of *leak* if the game can't have it, for the reason that *cannot* has under its name."""
    if leak.__name__ in cannot:
        pytest.skip(f"{leak.__name__}: {cannot[leak.__name__]}")


def worlds(game: AnyGame, *, few: bool) -> Recipe:
    """Return how to play *game* in two worlds, or skip the test if it can't be; *few* as for `recipe`."""
    if not has_worlds(game):
        pytest.skip(f"{game.NAME} has no lab/worlds.py that redeals its secrets")
    return recipe(game, few=few)


def played_through(script: Script) -> set[str]:
    """Return the names of the accepted commands and of their events, and the codes of the refusals."""
    course = [act for act in played(script) if not isinstance(act.command, Setting)]
    done = {type(one).__name__ for act in course if not act.code for one in (act.command, *act.events)}
    return done | {act.code.removeprefix(f"{script.game.NAME}.refusal.") for act in course if act.code}


def chosen(game: AnyGame) -> Iterator[str]:
    """Yield the codes of all other texts about options: the explanations, choices, columns, and groups by their value."""
    for name, option in game.OPTIONS.items():
        yield f"{name}.about"
        match option:
            case Contents(columns=columns):
                yield from (f"{name}.{part}" for part in ("wrong", *(column.name for column in columns)))
            case OneOfEach():
                yield from (f"{name}.{word}" for word in (*option.choices, *groups(game, name)))
            case _:
                yield from (f"{name}.{choice}" for choice in option.choices)


def sayings_of(game: AnyGame) -> set[Said]:
    """Return the sentences for the facts in the layouts of *game*, of a few random games."""
    if not has_layout(game):
        return set()
    played = setting.games(game, 2, random.Random(3))
    states = [state for steps in played for state in (steps[0].before, *(step.after for step in steps[::5]))]
    return {said for state in states for said in setting.sayings(game, setting.whole(game, state))}


def printed(game: AnyGame) -> Iterator[Said]:
    """Yield the sentences on the labels of *game*; a Term counts as a sentence of its own."""
    texts = [label.name for label in labels(game) if not isinstance(label, Bag)]
    texts += [label.note for label in labels(game) if isinstance(label, Sticker | Marker)]
    yield from (text if isinstance(text, Said) else say(text.code) for text in texts if isinstance(text, Said | Term))


def _is_built(file: Path) -> bool:
    return any(parent.name == "build" or parent.suffix == ".egg-info" for parent in file.parents)


def _settable(game: AnyGame, count: int) -> Iterator[Sequence[Step]]:
    if not has_layout(game):
        pytest.skip(f"{game.NAME} has no layout")
    return setting.games(game, count, random.Random(3))


def _tables(game: AnyGame, count: int) -> list[State]:
    """Return at least *count* states of random games, their first ones among them."""
    played = list(_settable(game, 6))
    every = max(1, sum(len(steps) for steps in played) // count)
    return [steps[0].before for steps in played] + [step.after for steps in played for step in steps[::every]]


def _none(wrong: Iterable[object]) -> None:
    """Raise AssertionError listing everything in *wrong*, unless that is empty; empty texts don't count."""
    told = [text for one in wrong if (text := str(one))]
    if told:
        raise AssertionError("\n".join(sorted(told)))


def _is_refused(game: AnyGame, seats: Sequence[Seat], options: Mapping[str, str]) -> bool:
    try:
        game.setup(seats, options)
    except ValueError:
        return True
    return False


def _book(game: AnyGame) -> RuleBook:
    return RuleBook((folder(game) / "RULEBOOK.md").read_text(encoding="utf-8"))


def _without_numbers(file: Path) -> str:
    """Return the source in *file* without its numbers, of which 1.5 would look like a rule."""
    with file.open("rb") as source:
        return " ".join(token.string for token in tokenize.tokenize(source.readline) if token.type != tokenize.NUMBER)


def _unsaid(language: str, told: Iterable[Said]) -> list[Said]:
    words = Words(language, strict=True)

    def lacks(said: Said) -> bool:
        try:
            words.say(said, {})
        except (WordMissing, KeyError, IndexError):
            return True
        return False

    return [said for said in told if lacks(said)]


def _unnamed(language: str, codes: Iterable[str]) -> list[str]:
    return [said.code for said in _unsaid(language, [say(code) for code in codes])]
