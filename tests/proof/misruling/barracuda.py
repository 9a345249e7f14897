"""Barracuda played wrongly: each misrule keeps all money in the box, so that the game's own check doesn't find it."""

from typing import Final

from tests.proof.faults import reads

LEGAL, RULES, EVOLVE = "games.barracuda.legal", "games.barracuda.rules", "games.barracuda.evolve"

MISRULES: Final = {
    "of four leases the cheapest is free": reads(
        (RULES, "FREE_BAR[len(rents)](rents)", "(min if len(rents) == 4 else FREE_BAR[len(rents)])(rents)")),
    "rent is not paid": reads((EVOLVE, "_paid(state, seat, BANK, Purse(paid))", "state")),
    "five pawns win before they stood a round": reads(
        (RULES, "if pawn in state.five_held:", "if model.standing(state, pawn) == PAWNS:")),
    "money counts before pawns": reads(
        (RULES, "model.standing(state, seat), state.money[seat].open().real, last", "state.money[seat].open().real, 0, last")),
    "one bar more may be open": reads(
        (LEGAL, "limit = model.limit(state)", "limit = model.limit(state) + 1"),
        (RULES, "<= LIMIT[len(state.seats)]", "<= LIMIT[len(state.seats)] + 1")),
    "fakes of a refused partner offer go back": reads(
        (EVOLVE, "_paid(_taken(state, lessee, pile), lessee, BANK,",
         "_paid(_paid(_taken(state, lessee, pile), lessee, event.bidder, Purse(0, pile.open().fakes)), lessee, BANK,")),
    "fakes of a refused take-over go back": reads(
        (EVOLVE, "Purse(2 * pile.open().real)", "Purse(2 * pile.open().real, pile.open().fakes)")),
    "a refused take-over pays nothing": reads((EVOLVE, "Purse(2 * pile.open().real)", "Purse(pile.open().real)")),
    "a partner stays when a bar is taken over": reads((RULES, "bar.partner if bar.partner != stays else None", "None")),
    "two leases are enough for an auction": reads((LEGAL, "held < AUCTION_FROM", "held < 2")),
    "the buyer has the bid back": reads(
        (EVOLVE, "_taken(_bids_returned(state, buyer), seller, pile)", "_taken(_bids_returned(state, buyer), buyer, pile)")),
    "a buyer's own partner is asked": reads((EVOLVE, "and partner != state.bars[name].lessee", "")),
    "a partner who leaves stays": reads((EVOLVE, "_with_bar(state, bar, partner=None)", "state")),
    "renovation is free": reads((EVOLVE, "_paid(closed, seller, BANK, Purse(RENOVATION))", "closed")),
    "a fake is asked for in no pile": reads((LEGAL, 'state.options.stake_minimum == "one_fake" and purse.fakes > 0', "False")),
    "the dearest stake plays first": reads(
        (RULES, "sorted(state.seats, key=lambda seat: stakes[seat].real)",
         "sorted(state.seats, key=lambda seat: -stakes[seat].real)")),
    "stakes go back": reads(
        (EVOLVE, "for stake in stakes.values():", "for who, stake in stakes.items():"),
        (EVOLVE, "_taken(state, BANK, stake)", "_taken(state, who, stake)")),
    "the first draw waits for nobody": reads((LEGAL, "len(state.declined) < len(_must_decline(state))", "False")),
    "everybody sees what is offered": reads(
        (RULES, "PartnershipOffered(seat, name, lessee, Sealed(pile, {seat, lessee},",
         "PartnershipOffered(seat, name, lessee, Sealed(pile, state.seats,"),
        (RULES, "TakeoverOffered(seat, name, lessee, Sealed(pile, {seat, lessee},",
         "TakeoverOffered(seat, name, lessee, Sealed(pile, state.seats,")),
    "the bank is open whatever was agreed": reads((RULES, '"table") if options.bank == "open" else ()', '"table")')),
}  # fmt: skip
