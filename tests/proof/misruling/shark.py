"""Shark played wrongly: each misrule keeps all money and shares, so that the game's own check doesn't find it."""

from typing import Final

from tests.proof.faults import reads

RULES, MODEL, EVOLVE = "games.shark.rules", "games.shark.model", "games.shark.evolve"
PLACING, PRICES, SETTLING = "games.shark.board.placing", "games.shark.board.prices", "games.shark.payments.settling"

MISRULES: Final = {
    "an equal neighbour goes": reads((PLACING, "one.size >= cluster", "one.size > cluster")),
    "single buildings count for the price": reads((PRICES, "if size >= CHAIN]", "]")),
    "a chain of three is the first": reads((PRICES, "if size >= CHAIN]", "if size >= 3]")),
    "capped chains count for 8": reads((PRICES, "min(size, LONGEST_PAID)", "min(size, 8)")),
    "every building earns a bonus": reads((PLACING, "return 0 if capped and cluster > 1 else 1", "return 1")),
    "the active player gains twice": reads(
        (SETTLING, "gains = {seat: placed.rise *", "gains = {seat: (1 + (seat == model.whose_turn(state))) * placed.rise *")),
    "losses are due before gains": reads(
        (SETTLING, "_losses(_after(state, events), placed.drops)", "_losses(_after(state, events[:1]), placed.drops)")),
    "the bank gives the full price in need": reads(("games.shark.payments.debts", ".open(), HALVES)", ".open(), 1)")),
    "the bank rounds down": reads(("kit.asks", "-(-value // ask.parts)", "value // ask.parts")),
    "five shares in each window": reads(
        (EVOLVE, "replace(_built(state, event), phase=trading)",
         "replace(_built(state, event), phase=replace(trading, bought=Sealed(0, phase.bought.eyes)))")),
    "a share is sold for more than its price": reads(
        (RULES, "SharesSold(seat, company, state.prices.of(company)", "SharesSold(seat, company, 1 + state.prices.of(company)")
    ),
    "a share to start with though chains are capped": reads((RULES, ' != "none" and not options.capped', ' != "none"')),
    "black is the most frequent": reads((RULES, "count == min(standing.values())", "count == max(standing.values())")),
    "the turn goes the other way round": reads(
        (MODEL, "(*state.seats[at:], *state.seats[:at])", "(*state.seats[: at - 1][::-1], *state.seats[at - 1 :][::-1])")),
    "the pool is shown whole": reads((EVOLVE, "min(POOL_SHOWN, count)", "count")),
    "everybody sees what is hidden": reads((MODEL, "(seat,) if state.options.hidden else everyone(state)", "everyone(state)")),
    "the game ends at 14": reads((SETTLING, "price == HIGHEST", "price == 14")),
    "the stock is the cause before the price": reads(
        (SETTLING, "    if len(model.playing(state)) == 1:",
         '    if any(left == 0 for _, left in model.stock(state).items()):\n        return "stock"\n'
         "    if len(model.playing(state)) == 1:")),
}  # fmt: skip
