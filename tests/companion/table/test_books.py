"""What the books show after a game: numbers worked out by hand from a playthrough of each game, and nothing before its end."""

from dataclasses import astuple, replace
from pathlib import Path

import pytest

from companion.games.barracuda.books import deals, luck, money
from companion.games.barracuda.books.steps import Step, steps_of
from companion.games.barracuda.model import CARDS
from companion.games.barracuda.moves import AuctionBar, BarOpened, Bid, Renovate, SellTo, TurnBegan
from companion.games.shark.books.luck import luck as sharks_luck
from companion.kit.money import Pile
from companion.kit.viewers import TABLE
from companion.lab.playthroughs.playthrough import ended
from companion.lab.playthroughs.script import read
from companion.match.books import Books, books, results
from companion.turning.points import MOST, RECKONED, TurningPoint, turning_points
from companion.turning.reckoning import turns_most
from tests.companion.barracuda.positions import bar, position
from tests.companion.playing import decided

FOLDER = Path(__file__).parents[2] / "playthroughs"
BARRACUDA, NEGOCES, SHARK = "barracuda/game-three-players", "negoces2/game-eight-goods", "shark/game-two-players"


def match_of(name):
    return ended(read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), f"{name}.txt"))


def opened(match):
    """Return the charts of a game that needn't be over, as if it were."""
    return match.game.charts(match.states, [entry.events for entry in match.log])


def spelled(several):
    word = lambda value: next((getattr(value, one) for one in ("seat", "name", "code") if hasattr(value, one)), value)
    return [" ".join(map(str, (said.code.rpartition(".")[2], *(word(one) for _, one in said.fields)))) for said in several]


def values(chart):
    return {getattr(line.of, "seat", "") or line.of.code: line.values for line in chart.lines}


# Barracuda: who pushed to whom, notes, fakes, worth, and what became of it.
PILES = """
2 partnership B C 3 1 7 taken     | 2 takeover C B 3 0 5 refused    | 3 stake C - 3 0 3 taken   | 3 stake A - 1 1 0 taken
3 stake B - 2 1 2 taken           | 3 partnership C A 4 2 3 refused | 4 takeover B A 3 1 10 refused
5 stake B - 1 0 1 taken           | 5 stake A - 2 0 3 taken         | 5 stake C - 1 1 0 taken   | 5 takeover C B 2 0 4 taken
5 partnership B C 3 2 1 taken     | 5 takeover A C 7 5 3 taken      | 6 takeover C B 2 0 4 taken
"""
# In thousands, with fakes, and the rent due, at the beginning, after rounds 1 to 5, and at the end.
PURSES = {
    "A": "50+7/0 50+7/5 45+7/5 37+8/10 17+9/10 1+4/10 1+4/10",
    "B": "50+7/0 50+7/4 34+6/4 28+5/7 31+4/7 29+2/4 33+2/0",
    "C": "50+7/0 50+7/6 56+8/6 44+6/6 38+6/11 27+12/11 12+12/11",
}
# Who paid whom, the bank as "-": rents, stakes, refused partners' offers, and what was pushed and kept.
PAID = {"A-": 36, "B-": 22, "C-": 46, "AB": 10, "AC": 3, "BC": 13, "CB": 8}
# Refused: what the lessee gave up in money. Octopus: 10 twice, and 5 of the rent in rounds 4 and 5. Lagoon Bar: 5 twice, 4 of
# the rent three times, less the 4 that C paid for it in round 6. A partner in Karambole: 3 twice.
MISSED = ["takeover A B Octopus 10 30", "takeover B C Lagoon Bar 5 18", "partnership A C Karambole 3 6"]
# Round, who, notes, worth, place, and half places gained on the middle.
STAKES = ["3 A 1 0 1 2", "3 B 2 2 2 0", "3 C 3 3 3 -2", "5 C 1 0 1 2", "5 B 1 1 2 0", "5 A 2 3 3 -2"]
# C's last pile: two notes of three real ones and twelve fakes (16 + 12): 3/105. A's second stake: two of three real ones, which
# are a ten, a five and a two, and nine fakes: 3/66. C first in three of four draws of three pawns: 9/81. Next would be B's pile
# for Harbour Bar: at least two fakes among three of ten real notes and four fakes: 64/364.
GOSSIP = ["honest 4 C 2 35", "honest 3 A 2 22", "first C 3 4 9"]
# The bag alone decided who plays first in rounds 1, 2, 4 and 6: C, B, C, C, of three each. C opened 6 and 5; a bar is 47/12.
LUCK = ["first C 3 4 1", "late A 0 4 1", "dear C 11 8"]
# Rent in percent of the purse, after stakes: A's are 5 of 50, 5 of 45, 10 of 27 and 14, and 10 of 1, cut at 200; B's are 4 of
# 50 and 32, 7 of 28, and 4 of 34 after a takeover; C's 6 of 57, 53 and 44, 11 of 38 and 27. B isn't drawn any more in round 6.
LOADS = {"A": (0, 0, 10, 11, 37, 71, 200), "B": (0, 0, 8, 12, 25, 11, None), "C": (0, 0, 10, 11, 13, 28, 40)}
PAWNS = {"A": (0, 1, 2, 3, 4, 5, 5), "B": (0, 1, 2, 3, 3, 3, 2), "C": (0, 1, 1, 1, 2, 2, 3)}


def test_what_barracudas_books_show():
    match = match_of(BARRACUDA)
    gossip, ladder, purses, loads, paid, deals, stakes, pawns, luck = books(match).charts()
    assert ({f"{one.giver}{one.taker or '-'}": one.sum for one in paid.flows}, spelled(deals.said)) == (PAID, MISSED)
    assert ([" ".join(str(one) for one in astuple(gain)) for gain in stakes.gains], spelled(gossip.said)) == (STAKES, GOSSIP)
    assert (values(pawns), values(loads)) == (PAWNS, LOADS)
    assert spelled(luck.said) == LUCK
    lines = [f"{p.round} {p.what} {p.giver} {p.taker or '-'} {p.notes} {p.fakes} {p.worth} {p.ending}" for p in ladder.piles]
    assert lines == [" ".join(one.split()) for one in PILES.strip().replace("\n", "|").split("|")]
    told = {seat: " ".join(f"{one.sum}+{one.fakes}/{one.due}" for one in held) for seat, held in purses.held.items()}
    assert (told, Books(match, unsealed=False).charts()) == (PURSES, (stakes, pawns, luck))


@pytest.mark.parametrize(("answer", "cost"), [(SellTo("B"), -5), (SellTo("C"), -1), (Renovate(), 1)])
def test_what_an_auction_brings_is_taken_from_what_its_lease_cost(answer, cost):
    states, rows = [position(turn="A", bars=[bar("Tide Bar", "A"), bar("Reef Bar", "A"), bar("Octopus", "A")])], []
    moves = ("A", AuctionBar("Octopus")), ("B", Bid(Pile(fives=1))), ("C", Bid(Pile(ones=1, fakes=2))), ("A", answer)
    for seat, command in moves:
        state, events = decided(states[-1], seat, command)
        states.append(state)
        rows.append(events)
    costs = [deals.cost(steps_of(states, rows), seat, "Octopus") for seat in "AB"]
    assert costs == [cost, 0], "nothing is sold for whoever doesn't lease it any more"


def test_barracudas_loads_are_known_after_a_correction_to_an_earlier_round():
    states = [replace(position(turn=seat, bars=[bar("Octopus", seat)]), round=number) for seat, number in (("A", 4), ("B", 2))]
    drawn = [Step(state, TurnBegan(seat)) for state, seat in zip(states, "AB", strict=True)]
    lines = {line.of.seat: line.values for line in money.loads(drawn).lines}
    assert [lines["A"][4] is not None, lines["B"][2] is not None, lines["C"]] == [True, True, (0, None, None, None, None)]


def test_barracudas_cards_that_were_left_out_count_for_nobodys_luck():
    left = [card.name for card in CARDS if card.rent > 3][:2]
    state = replace(position(), options=replace(position().options, left_out=tuple(left)))
    there = [one for one in state.options.cards if one.name not in left]
    steps = [Step(state, BarOpened("A", one.name, at, one.rent)) for at, one in enumerate(there, 1)]
    assert luck(steps).said == (), "who opened all bars that there are had an average of them"


def test_of_an_auction_the_buyers_pile_was_taken_and_the_others_went_back():
    several = [opened(match_of(f"barracuda/06.5-{name}"))[1].piles for name in ("auction-sold", "renovation")]
    bids = [[one for one in piles if one.what == "bid"] for piles in several]
    assert [[one.ending for one in several].count("taken") for several in bids] == [1, 0]
    assert all(one.ending != "open" and one.taker for several in bids for one in several)


def test_sharks_prices_and_fortunes():
    match = match_of(SHARK)
    drawn, stacked, *_, luck = books(match).charts()
    prices, held = values(drawn), {seat: [one.values for one in lines] for seat, lines in stacked.stacks.items()}
    fortunes = {seat: tuple(map(sum, zip(*lines, strict=True))) for seat, lines in held.items()}
    assert [(*told[:7], told[-1]) for told in prices.values()] == [
        (0, 0, 0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 1, 1, 15), (0, 1, 1, 1, 1, 1, 2, 7), (0, 0, 1, 1, 1, 1, 1, 1),
    ]  # fmt: skip
    # After turn 4 A has 2 in cash, a blue share and a yellow one; after turn 6 it is 3 + 2 * 1 + 2 + 1.
    assert [(*told[:7], told[-1]) for told in fortunes.values()] == [(0, 0, 1, 1, 4, 4, 8, 430), (0, 1, 1, 2, 4, 5, 7, 382)]
    # Cash, red, blue, green, yellow. Before the last turn A has 8 red at 1, 11 blue at 13, 13 green at 7 and 14 yellow at 1.
    assert [(line[4], line[-2]) for line in held["A"]] == [(2, 115), (0, 8), (1, 11 * 13), (0, 13 * 7), (1, 14)]
    assert [line[-2] for line in held["B"]] == [60, 4, 16 * 13, 6 * 7, 4]
    # A threw 8 times black or white in 18, of which a third is 6; B did 7 times, one more. Zone 2 came 11 times in 36.
    assert spelled(luck.said) == ["free A 8 18 6", "zone 2 11 36 6"]
    options = replace(match.state.options, black_is_scarcest="on")  # Then nothing is said of free choices.
    assert spelled(sharks_luck(options, [entry.events for entry in match.log]).said) == ["zone 2 11 36 6"]


def test_sharks_buildings_and_falls():
    """What the buildings of the first brought the shares of the second, and what the last one took from B's five blue ones."""
    _, _, rich, costly, falls, _ = opened(match_of("shark/07-losses"))
    sums = {"AA": 1 + 2 + 6 + 3, "AB": 5 + 2 + 1, "BA": 4 + 6, "BB": 1 + 10 + 2}
    assert {f"{one.giver}{one.taker}": one.sum for one in rich.flows} == sums
    assert [astuple(one) for one in costly.flows] == [("A", "B", 10)]
    assert [dict(said.fields)["paid"] for said in falls.said] == [10]
    assert {"before": 4, "after": 2, "cell": "F1"}.items() <= dict(falls.said[0].fields).items()
    *_, rich, costly, falls, luck = books(match_of("shark/game-four-players")).charts()
    assert spelled(luck.said) == ["free A 6 12 4", "bound D 3 12 4", "zone 1 14 49 8"]
    assert (rich.flows, costly.flows, falls.said) == ((), (), ()), "holdings are hidden"


# The four jades before the first sale and after each: A's first goes to D in sale 4, the next to B in 5, B's to C in 8, A's to
# B in 10, B's to C in 12, and C's to B in 13.
JADE = {"A": (4,) * 4 + (3,) + (2,) * 5 + (1,) * 4, "B": (0,) * 5 + (1,) * 3 + (0,) * 2 + (1,) * 2 + (0, 1),
        "C": (0,) * 8 + (1,) * 4 + (2, 1), "D": (0,) * 4 + (1,) * 10}  # fmt: skip
# The contraband for 1; sale 3 for 3; in sale 5 A gives 8 and gets 1; in sale 12 C gives 4 and gets 14.
COINS = {"A": (15,) * 5 + (8,) * 9, "B": (15,) * 3 + (12,) * 2 + (19,) * 7 + (9,) * 2, "C": (15,) * 12 + (25,) * 2,
         "D": (14,) * 3 + (17,) * 11}  # fmt: skip


def test_negoces_2_coins_and_where_its_goods_were_and_which_was_never_sold():
    match = match_of(NEGOCES)
    drawn, luck = books(match).charts()  # The hands are sealed.
    assert (values(drawn), spelled(luck.said)) == (COINS, ["opener D"])
    _, goods, never, _ = opened(match)
    assert goods.ribbons[-1].held == JADE
    assert all(sum(held[step] for held in one.held.values()) == 4 for one in goods.ribbons for step in (0, 13))
    # Since sale 11 A lacks perfume alone, of which B has two; B lacks wine alone since sale 13, and A has two.
    assert spelled(never.said) == ["said A negoces2.card.perfume 3 B 2", "said B negoces2.card.wine 1 A 2"]


def test_what_stayed_hidden_stays_so():
    coins = values(books(match_of("negoces2/game-hidden-coins")).charts()[0])
    assert coins == {seat: (None,) * 7 + (34 if seat == "D" else None,) for seat in "ABDE"}
    assert books(match_of("barracuda/08-nothing-revealed")) is None


@pytest.mark.parametrize("name", [BARRACUDA, NEGOCES, SHARK])
def test_each_moment_is_what_everybody_saw_then_and_before_the_end_there_is_none(name):
    match = match_of(name)
    shown, nothing = books(match), lambda _: False
    moments = shown.moments
    assert (moments[-1].at, shown.view(moments[-1])) == (len(match.log), match.view(TABLE))
    assert match.told("A")[-3:] == [*match.told("A")][-3:]
    for moment in moments[:: len(moments) // 5]:
        then = replace(match, log=match.log[: moment.at], events=tuple(e for one in match.log[: moment.at] for e in one.events))
        assert shown.view(moment) == then.view(TABLE)
        assert shown.view(moment, "A", nothing) == then.view("A", nothing), "to whoever got that hand later"
        assert moment.told
        assert moment is moments[-1] or (books(then), results(then)) == (None, ())


@pytest.mark.parametrize(("name", "exact"), [(BARRACUDA, True), (NEGOCES, True), (SHARK, False)])
def test_the_greatest_changes_of_a_chance_are_found(name, exact):
    """A's chance stands at 20 % until one moment, at 50 % until another, then at 80 %. Shark's assets tell where to look."""
    opened, played = replace(books(match_of(name)), unsealed=True), 0
    states = [opened.match.states[at] for at in (0, *(one.at for one in opened.moments))]
    game, number = opened.match.game, {id(state): turn for turn, state in enumerate(states)}
    first, second = (4, 9) if exact else sorted(turns_most(states, game.assets, game.outcome)[:2])

    def play_out(state, seed, _drawn):
        nonlocal played
        played += 1
        turn, nth = number.get(id(state), 0), int(seed.rpartition(" ")[2])
        return {"A" if nth % 10 < (2 if turn < first else 5 if turn < second else 8) else "BC"[nth % 2]: 1.0}

    def search(most):
        return [*turning_points(opened, play_out, lambda count: count / most if most else 1.0)]

    *on_the_way, last = search(MOST)
    assert [one.done for one in on_the_way] == sorted(one.done for one in on_the_way)
    assert ([one for one in on_the_way if one.points], last.done) == ([], 100)
    assert {TurningPoint(first, "A", 20, 50), TurningPoint(second, "A", 50, 80)} <= set(last.points)
    assert played <= MOST + 10
    assert search(0)[-1].points == (), "no time, no points"
    hasty = search(MOST if exact else 20 * RECKONED)[-1].points
    assert all(one.sure for one in hasty) is exact, "what may be chance is told as such"
