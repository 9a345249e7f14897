"""Négoces 2 played wrongly: each misrule keeps all cards and coins, so that the game's own check doesn't find it."""

from typing import Final

from tests.proof.faults import reads

LEGAL, RULES, MODEL, EVOLVE = "games.negoces2.legal", "games.negoces2.rules", "games.negoces2.model", "games.negoces2.evolve"

MISRULES: Final = {
    "the auction goes the other way round": reads(
        (MODEL, "return state.seats[at:] + state.seats[:at]", "return (*(state.seats[at:] + state.seats[:at])[-2::-1], seat)")),
    "a bid may be 3 higher": reads(
        (LEGAL, "in RAISES:", "in (1, 2, 3):"), ("games.negoces2.asking", "for more in RAISES", "for more in (1, 2, 3)")),
    "the contraband costs a single coin": reads((RULES, "(phase.leader, phase.price)", "(phase.leader, 1)")),
    "offers go back when the seller's coins change": reads(
        (EVOLVE, "_with_coins(state, seller, phase.coins - coins), phase=replace(phase, coins=coins)",
         "_with_coins(_returned(state, *phase.offers), seller, phase.coins - coins),"
         " phase=replace(phase, coins=coins, offers={})")),
    "an offer that changed looks as before": reads((RULES, "phase.revision + 1", "1")),
    "everybody sees what was dealt face down": reads((RULES, "with_eyes(parties)", "with_eyes((*SEATS, TABLE))")),
    "a good may be named of which the seller has one": reads(
        (LEGAL, "if command.good in hand else None", "if hand.count(command.good) > 1 else None")),
    "each buyer shows a single card": reads((RULES, "shown = {seat: count for", "shown = {seat: 1 for")),
    "a buyer counts as having sold": reads((EVOLVE, "state.sold | {seller}", "state.sold | {buyer}")),
    "three sellers are enough": reads((MODEL, "state.sold == frozenset(state.seats)", "len(state.sold) > 2")),
    "a fortune is 30 coins": reads((MODEL, "state.coins[seat].open() >= WINNING", "state.coins[seat].open() >= 30")),
    "the contraband counts as jade": reads(
        (MODEL, "set(state.hands[seat].open()) >= set(GOODS)", "len(set(state.hands[seat].open())) >= len(GOODS)")),
    "two who answered may go on": reads((LEGAL, "len(phase.answers) >= len(state.seats) - 1", "len(phase.answers) >= 2")),
    "a win shows all": reads((RULES, "Claim(goods, coins if not goods or not alone else None)", "Claim(goods, coins)")),
    "the fewest coins decide": reads((RULES, "coins[seat] == max(coins.values())", "coins[seat] == min(coins.values())")),
    "the longest game is a sale longer": reads((MODEL, "state.round >= limit", "state.round > limit")),
}  # fmt: skip
