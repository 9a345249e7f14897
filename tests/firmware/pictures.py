"""Every picture of the display. `python -m tests.firmware.pictures` redraws the golden ones: look at them afterwards."""

from pathlib import Path

from companion.agreeing import leaving, taking_back
from companion.agreeing.evening import pausing
from companion.games import installed
from companion.kit import Piece, Thing, Who, say
from companion.kit.layout import Fact
from companion.seats.tickets import Ticket
from companion.setting import hands, recount
from companion.table.tapping import doubt
from companion.tags import walk
from companion.words import Words
from firmware.display import screens
from tests.firmware.scenes import NAMES, scenes

GOLDEN = Path(__file__).parent / "golden"
LONG = {"A": "Maximiliaantje", "B": "Wilhelmina-Wim", "C": "W" * 14, "D": "Ångström Éloïs", "E": "李雷🎉\u202eevil"}
STRAP = "http://10.42.0.1/"
WALKED = (Piece("card", "Harbour Bar"), Piece("token", "yellow"), Piece("pawn", "D", 3), Piece("bag", "E"))
BARS = tuple(Fact(bar, "lessee", "C", "seat", asked=("C",)) for bar in ("Octopus", "Banana Bar", "Harbour Bar"))
COUNTED = recount.Recount((recount.Question(("C",), BARS),))
TO_DO = hands.Hands(
    (hands.Line("Octopus", say("table.set.thing", thing=Thing("Octopus")), say("barracuda.layout.lies.renovated")),), 3
)
NOTICES = ("unknown_tag", "one_at_a_time", "reader_lost", "reader_back", "disk", "no_game")


def pictures(language, names):
    six = {**names, "F": "Konstantinopel" if names == LONG else "Inge"}
    words = Words(language, strict=True)
    refused = (say("barracuda.refusal.three_leases", count=2), say("barracuda.refusal.order_late"))
    walks = {piece.kind: walk.screen(walk.Walk((piece,) * 42, at=37), installed()) for piece in WALKED}
    return {
        **{name: screens.draw(screen, words, six) for name, screen in scenes().items()},
        **{f"table-{code}": screens.notice(say(f"table.{code}"), words, names) for code in NOTICES},
        "table-starting": screens.starting(words),
        "table-farewell": screens.shut_down(words),
        "table-lobby": screens.lobby("http://192.168.1.254:8000/", "192.168.1.254:8000", {}, words),
        "table-lobby-five": screens.lobby(STRAP, "10.42.0.1", names, words),
        "table-refusal": screens.notice(refused[0], words, names),
        "table-refusal-late": screens.notice(refused[1], words, names),
        **{f"table-walk-{kind}": screens.draw(screen, words, names) for kind, screen in walks.items()},
        "table-walk-ends": screens.notice(say("enrolment.missing", count=39), words, names),
        "table-walk-known": screens.notice(say("enrolment.is_pawn", number=3, who=Who("A")), words, names),
        "table-ticket": screens.ticket(f"{STRAP}7K3F2M", Ticket("7K3F2M", "A", 60.0), names, words),
        "table-moved": screens.notice(say("table.told.moved", who=Who("B")), words, names),
        "table-paused": screens.draw(pausing.screen("C"), words, names),
        "table-sure": screens.draw(doubt.screen(say("barracuda.tap.sure_last_order")), words, names),
        "table-pick": screens.notice(say("barracuda.tap.pick_partnership", bar=Thing("Harbour Bar")), words, names),
        "table-take-back": screens.draw(taking_back.screen("C", 2, 5), words, names),
        "table-empty-seat": screens.draw(leaving.screen("C"), words, names),
        "table-set": screens.draw(taking_back.screen("C", 2, 5, "set_table"), words, names),
        "table-recount": screens.draw(recount.screen(COUNTED, installed()["barracuda"]), words, names),
        "table-recount-over": screens.draw(recount.screen(recount.Recount(()), installed()["barracuda"]), words, names),
        "table-hands": screens.draw(hands.screen(TO_DO), words, names),
        "table-stuck": screens.draw(scenes()["barracuda-rent-draw_ok-opens-thing"], words, names, read_only=True),
        "table-stuck-lobby": screens.lobby(STRAP, "10.42.0.1", names, words, read_only=True),
        "table-stuck-ticket": screens.ticket(f"{STRAP}7K3F2M", Ticket("7K3F2M", "A", 60.0), names, words, read_only=True),
        "table-tap": screens.notice(say("barracuda.tap.acting", who=Who("B")), words, names),
    }


if __name__ == "__main__":
    for old in GOLDEN.glob("*.png"):
        old.unlink()
    for name, picture in pictures("en", NAMES).items():
        picture.save(GOLDEN / f"{name}.png", optimize=True)
