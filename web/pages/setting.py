"""The pages on which people set the table anew: what lies there, what somebody paid, and each one's own sum on their own phone.

Plain forms that need no script. The first step is looked at before everybody is asked, so what can't be is refused before that.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, abort, redirect, render_template, request

from companion.agreeing.motions import Vote
from companion.games import worded
from companion.kit.layout import Shift, Stated, listed
from companion.kit.messages import Illegal
from companion.seats.starting import StartGame
from companion.setting.layouts import has_layout, laid, owned
from companion.setting.proposal import Board, Propose
from companion.table.table import Stale
from web.pages import i18n
from web.pages.enrolment import MANY
from web.pages.i18n import spoken
from web.seats import joining, session, setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask.typing import ResponseReturnValue

    from companion.kit.game import AnyGame
    from companion.kit.layout import Fact, Value
    from companion.kit.viewers import Seat
    from companion.match.match import Match
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.rate_limit import LimitRate
    from web.seats.joining import Offer

MOST_DIGITS: Final = 4
PAYMENTS: Final = 2  # rows for payments
NO_ONE: Final = ""  # Pays and gets what the bank or the box does.


def register(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    """Add the routes to *app*; *limit_rate* aborts a request that exceeds the rate limit."""
    _register_begin(app, table, limit_rate)
    _register_set(app, table, limit_rate)
    _register_recount(app, table, limit_rate)
    _register_own(app, table, limit_rate)


def _register_begin(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    @app.get("/begin")
    def begin_page() -> ResponseReturnValue:
        session.insist_on_seat(table.now)
        return _begin(table.now)

    @app.post("/begin")
    def begin() -> ResponseReturnValue:
        """Start the game chosen, so that its table can be set to what already lies there."""
        now, game = table.now, request.form.get("game", "")
        seat = session.insist_on_seat(now)
        if game not in {offer.game.NAME for offer in _offers(now)}:
            abort(409)
        limit_rate(MANY)
        try:
            _done(table, seat, StartGame(game, _chosen(now, game)))
            return redirect("/set?begin=1" if table.now.playing else "/", 303)  # Somebody else may have to agree first.
        except Illegal as illegal:
            return _begin(now, spoken().say(illegal.refusal.said, now.names)), 422


def _register_set(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    @app.get("/set")
    def set_page() -> ResponseReturnValue:
        now, match, seat = _playing(table)
        return _form(now, match, seat, "begin" in request.args)

    @app.post("/set")
    def set_table() -> ResponseReturnValue:
        """Show what the form changes, or with `ask`, propose it to everybody."""
        now, match, seat = _playing(table)
        propose = _proposed(match, seat)
        try:
            if "ask" not in request.form:
                return _looked_at(now, match, seat, propose)
            limit_rate(1)
            return _done(table, seat, propose)
        except Illegal as illegal:
            sentence = spoken().say(illegal.refusal.said, now.players)
            return _form(now, match, seat, propose.begun, propose.facts, sentence), 422


def _register_recount(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    @app.post("/recount")
    def recount() -> ResponseReturnValue:
        """Start a recount or, with an answer, answer the question that is being asked."""
        _playing(table)
        limit_rate(1)
        answer = request.form.get("answer", "")
        with suppress(Stale, Illegal):  # The page shows what is being asked now.
            if answer:
                table.recount(answer, request.form.get("at", -1, int))
            else:
                table.recount()
        return redirect("/", 303)


def _register_own(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    @app.get("/set/own")
    def own_page() -> ResponseReturnValue:
        now, match, seat = _asked(table)
        return _own(now, match, seat)

    @app.post("/set/own")
    def own() -> ResponseReturnValue:
        now, match, seat = _asked(table)
        assert now.vote is not None
        limit_rate(1)
        try:
            return _done(table, seat, Vote(now.vote, yes=True, own=_stated(owned(match.game, match.state, seat))))
        except Illegal as illegal:
            return _own(now, match, seat, spoken().say(illegal.refusal.said, now.players)), 422


def _playing(table: Table) -> tuple[Snapshot, Match, Seat]:
    """Return the snapshot, its game and the asking seat; abort with 403 without a seat, 409 unless its game can be set."""
    now = table.now
    seat = session.insist_on_seat(now)
    if now.match is None or not setting.settable(now, seat):
        abort(409)
    i18n.name_players(now)
    return now, now.match, seat


def _asked(table: Table) -> tuple[Snapshot, Match, Seat]:
    """Return the same for a seat whose own sum the open proposal waits for; abort with 409 for any other."""
    now, match, seat = _playing(table)
    if not setting.seat_owns(now, seat):
        abort(409)
    return now, match, seat


def _done(table: Table, seat: Seat, command: object, then: str = "/") -> ResponseReturnValue:
    """Do *command* and go to the page *then*, by default the phone's own; raise Illegal."""
    try:
        table.act(seat, command)
    except Stale:
        abort(409)
    return redirect(then, 303)


# Beginning from the table


def _offers(now: Snapshot) -> list[Offer]:
    """Return the games that those who sit could have played without the companion until now."""
    return [offer for offer in joining.offers(now) if has_layout(offer.game) and not offer.why_not and not now.playing]


def _chosen(now: Snapshot, game: str) -> dict[str, str]:
    """Return the options of *game* that the form chooses; one that isn't there stays at its default."""
    given = {name: request.form.get(f"{game}.{name}", "") for name in worded(now.games[game])}
    return {name: choice for name, choice in given.items() if choice} | _only(now.games[game])


def _only(game: AnyGame) -> dict[str, str]:
    """Return the options of *game* that have but one choice if it was begun without the companion."""
    only: dict[str, str] = getattr(game, "BEGUN", {})
    return only


def _begin(now: Snapshot, sentence: str = "") -> str:
    return render_template(
        "house/begin.html", offers=[(one.game, worded(one.game), _only(one.game)) for one in _offers(now)], sentence=sentence
    )


# What the forms say


def _proposed(match: Match, seat: Seat) -> Propose:
    now = laid(match.game, match.state)
    facts = [one for one in _stated(_statable(now)) if one not in [Stated(*fact.place, fact.value) for fact in now]]
    begun, mine = "begun" in request.form, "mine" in request.form
    shifts = () if begun else _payments(match)
    needed = begun or mine or any(shift.thing == seat for shift in shifts)
    own = _own_values(match, seat, shifts) if needed else ()
    return Propose(tuple(facts), shifts, own, begun)


def _statable(facts: Iterable[Fact]) -> list[Fact]:
    return [fact for fact in facts if not fact.own and not fact.rest]


def _stated(facts: Iterable[Fact]) -> tuple[Stated, ...]:
    """Return the values that the form states for *facts*; a missing field states the present value."""
    given = ((fact, request.form.get(setting.field(fact))) for fact in facts)
    return tuple(Stated(*fact.place, fact.value if text is None else _value(fact, text)) for fact, text in given)


def _value(fact: Fact, text: str) -> Value:
    """Return *text* as a value of *fact*'s kind; a number that is none is one that no fact admits."""
    if fact.kind == "list":
        return listed(text.upper().replace(",", " ").split(), fact.choices)
    return text if fact.choices else _number(text, -1)


def _number(text: str, otherwise: int) -> int:
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS else otherwise


def _own_values(match: Match, seat: Seat, shifts: tuple[Shift, ...]) -> tuple[Stated, ...]:
    """Return the own sums that *seat* states: as the form says, or else what *shifts* make of what it has."""
    moved = Board(match.game, match.state).shifted(seat, shifts)
    return _stated(replace(fact, value=moved[fact.part]) for fact in owned(match.game, match.state, seat))


def _payments(match: Match) -> tuple[Shift, ...]:
    """Return the payments of the form as shifts of what players have; abort with 400 for a player or part that isn't there."""
    by: dict[tuple[str, str], int] = {}
    for n in range(PAYMENTS):
        sum_ = _number(request.form.get(f"sum{n}", ""), 0)
        part, giver, taker = (request.form.get(f"{name}{n}", "") for name in ("part", "from", "to"))
        if sum_ and (part not in setting.parts(match) or not {giver, taker} <= {NO_ONE, *match.state.seats}):
            abort(400)
        for who, sign in ((giver, -1), (taker, 1)):
            if sum_ and who:
                by[who, part] = by.get((who, part), 0) + sign * sum_
    return tuple(Shift(who, part, sum_) for (who, part), sum_ in by.items() if sum_)


# The pages


def _form(now: Snapshot, match: Match, seat: Seat, begun: bool, facts: tuple[Stated, ...] = (), sentence: str = "") -> str:
    said = {(one.thing, one.part): one.value for one in facts}
    shown = [replace(one, value=said.get(one.place, one.value)) for one in _statable(laid(match.game, match.state))]
    return render_template(
        "house/set.html",
        **_common(now, match, seat, sentence),
        begun=begun,
        groups=setting.groups(match.game, sorted(shown, key=lambda one: not _is_wrong(now, one))),
        parts=[] if begun else setting.parts(match),
        payments=range(PAYMENTS),
        mine=[] if begun else owned(match.game, match.state, seat),
    )


def _is_wrong(now: Snapshot, fact: Fact) -> bool:
    """Return whether the recount has found *fact* wrong; such facts come first."""
    return now.recount is not None and bool({fact.thing, *fact.asked} & now.recount.wrong)


def _looked_at(now: Snapshot, match: Match, seat: Seat, propose: Propose) -> str:
    """Return the page that shows what *propose* changes and asks for the asker's own sum, if it needs one; raise Illegal."""
    Board(match.game, match.state).opening(seat, 0, propose)
    mine = zip(owned(match.game, match.state, seat), propose.own, strict=False)  # None of its own may be needed.
    facts = [replace(one, value=said.value) for one, said in mine]
    return render_template(
        "house/set_look.html",
        **_common(now, match, seat, ""),
        action="/set",
        lines=setting.lines(match, propose.facts, propose.shifts),
        groups=setting.groups(match.game, facts),
        hidden=[(name, text) for name, text in request.form.items() if not name.endswith(f"@{seat}") or not facts],
        asks=True,
    )


def _own(now: Snapshot, match: Match, seat: Seat, sentence: str = "") -> str:
    assert now.proposal is not None
    proposed = now.proposal.proposed
    moved = Board(match.game, match.state).shifted(seat, proposed.shifts)
    facts = [replace(fact, value=moved[fact.part]) for fact in owned(match.game, match.state, seat)]
    return render_template(
        "house/set_look.html",
        **_common(now, match, seat, sentence),
        action="/set/own",
        lines=setting.lines(match, proposed.facts, proposed.shifts),
        groups=setting.groups(match.game, facts),
        hidden=[],
        asks=False,
    )


def _common(now: Snapshot, match: Match, seat: Seat, sentence: str) -> dict[str, Any]:
    return {"seat": seat, "game": match.game.NAME, "sentence": sentence, "names": now.players, "field": setting.field}
