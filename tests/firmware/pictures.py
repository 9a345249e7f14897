"""The display's screens of every game, one of each kind, as the playthroughs come to them, and every picture of the display.

`python -m tests.firmware.pictures` redraws the golden pictures: look at them afterwards.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import chain, takewhile
from pathlib import Path

from companion.agreeing import leaving, taking_back
from companion.agreeing.evening import pausing
from companion.games import installed
from companion.kit import Piece, Said, Screen, Thing, Who, say
from companion.kit.layout import Fact
from companion.lab import announcing
from companion.lab.playthroughs.retelling import files
from companion.lab.playthroughs.script import GONE, read
from companion.lab.simulate import Step
from companion.match import guard
from companion.seats.tickets import Ticket
from companion.setting import hands, recount
from companion.table.tapping import doubt
from companion.tags import walk
from companion.words import Words
from firmware.display import screens
from tests.companion.playing import shown

GOLDEN, PLAYTHROUGHS = Path(__file__).parent / "golden", Path(__file__).parents[1] / "playthroughs"
NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc"}
LONG = {"A": "Maximiliaantje", "B": "Wilhelmina-Wim", "C": "W" * 14, "D": "Ångström Éloïs", "E": "李雷🎉\u202eevil"}
STRAP = "http://10.42.0.1/"
WALKED = (Piece("card", "Harbour Bar"), Piece("token", "yellow"), Piece("pawn", "D", 3), Piece("bag", "E"))
BARS = tuple(Fact(bar, "lessee", "C", "seat", asked=("C",)) for bar in ("Octopus", "Banana Bar", "Harbour Bar"))
COUNTED = recount.Recount((recount.Question(("C",), BARS),))
TO_DO = hands.Hands(
    (hands.Line("Octopus", say("table.set.thing", thing=Thing("Octopus")), say("barracuda.layout.lies.renovated")),), 3
)
NOTICES = ("unknown_tag", "one_at_a_time", "reader_lost", "reader_back", "disk", "no_game")


def shown_in(file: Path) -> Iterator[Screen]:
    """Yield what the display shows at first, and after each command of the playthrough in *file*, up to a take-back."""
    script, told = read(file.read_text(encoding="utf-8"), file.name), announcing.Told()
    game, state = script.game, script.game.setup(script.seats, script.options)
    yield shown(state)
    done = [step for step in takewhile(lambda step: not step.back, script.steps) if step.refusal == GONE]
    for seat, command in [one for step in done for one in step.commands]:
        before, events = state, tuple(guard.decide(game, state, seat, command))
        for event in events:
            state = game.evolve(state, event)
        screen = told.screen(game, Step(seat, command, before, events, state))
        yield from (*screen.announces, replace(screen, announces=()))


def kind(screen: Screen) -> str:
    """Return the names of the sentences of *screen*, from the counter up, and of its picture."""
    parts = [getattr(screen, one.name) for one in fields(screen)]
    picture = [type(screen.picture).__name__.lower()] if screen.picture else []
    return "-".join([*(one.code.rpartition(".")[2] for one in parts if isinstance(one, Said)), *picture])


@cache
def scenes() -> dict[str, Screen]:
    """Return the fullest screen of each kind."""
    found: dict[str, Screen] = {}
    for name in installed():
        played = (file for file in files(PLAYTHROUGHS / name) if not file.stem.startswith("game-"))
        for screen in chain.from_iterable(map(shown_in, played)):
            told = f"{name}-{kind(screen)}"
            found[told] = max(found.get(told, screen), screen, key=lambda one: len(repr(one)))
    return found


def pictures(language, names):
    six, words = {**names, "F": "Konstantinopel" if names == LONG else "Inge"}, Words(language, strict=True)
    walks = {piece.kind: walk.screen(walk.Walk((piece,) * 42, at=37), installed()) for piece in WALKED}
    return {
        **{name: screens.draw(screen, words, six) for name, screen in scenes().items()},
        **{f"table-{code}": screens.notice(say(f"table.{code}"), words, names) for code in NOTICES},
        "table-starting": screens.starting(words),
        "table-farewell": screens.shut_down(words),
        "table-lobby": screens.lobby("http://192.168.1.254:8000/", "192.168.1.254:8000", {}, words),
        "table-lobby-five": screens.lobby(STRAP, "10.42.0.1", names, words),
        "table-refusal": screens.notice(say("barracuda.refusal.three_leases", count=2), words, names),
        **{f"table-walk-{kind}": screens.draw(screen, words, names) for kind, screen in walks.items()},
        "table-walk-ends": screens.notice(say("enrolment.missing", count=39), words, names),
        "table-ticket": screens.ticket(f"{STRAP}7K3F2M", Ticket("7K3F2M", "A", 60.0), names, words),
        "table-moved": screens.notice(say("table.told.moved", who=Who("B")), words, names),
        "table-paused": screens.draw(pausing.screen("C"), words, names),
        "table-sure": screens.draw(doubt.screen(say("barracuda.tap.sure_last_order")), words, names),
        "table-take-back": screens.draw(taking_back.screen("C", 2, 5), words, names),
        "table-empty-seat": screens.draw(leaving.screen("C"), words, names),
        "table-set": screens.draw(taking_back.screen("C", 2, 5, "set_table"), words, names),
        "table-recount": screens.draw(recount.screen(COUNTED, installed()["barracuda"]), words, names),
        "table-recount-over": screens.draw(recount.screen(recount.Recount(()), installed()["barracuda"]), words, names),
        "table-hands": screens.draw(hands.screen(TO_DO), words, names),
        "table-stuck": screens.draw(scenes()["barracuda-rent-draw_ok-opens-thing"], words, names, read_only=True),
        "table-stuck-lobby": screens.lobby(STRAP, "10.42.0.1", names, words, read_only=True),
        "table-stuck-ticket": screens.ticket(f"{STRAP}7K3F2M", Ticket("7K3F2M", "A", 60.0), names, words, read_only=True),
    }


if __name__ == "__main__":
    for old in GOLDEN.glob("*.png"):
        old.unlink()
    for name, picture in pictures("en", NAMES).items():
        picture.save(GOLDEN / f"{name}.png", optimize=True)
