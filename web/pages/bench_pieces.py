"""Describe each piece for the bench: its label, how it lies on the table, and whose pawns stand on it.

Everything is from TABLE's view and from the labels to print, so no game is named here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.kit.box.labels import Sticker
from companion.kit.layout import phrase
from companion.kit.messages import Said
from companion.kit.sealed import Closed, seen
from companion.kit.viewers import TABLE
from companion.setting.layouts import laid
from companion.tags.labels import labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.kit.game import AnyGame, Play
    from companion.kit.layout import Fact
    from companion.kit.pieces import Piece
    from companion.kit.viewers import Seat
    from companion.match.match import Match
    from companion.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Look:
    """A piece's label (*note*, *symbol* as `drawing` names it, *ink*), how it *lies*, and whose *pawns* stand on it.

    A pawn that *stands* is on a card or token.
    """

    note: Said | None = None
    symbol: str = ""
    ink: str = ""
    lies: tuple[Said, ...] = ()
    pawns: tuple[Seat, ...] = ()
    stands: bool = False


def looks(now: Snapshot, pieces: Iterable[Piece]) -> dict[Piece, Look]:
    """Return the look of each of *pieces*."""
    stickers, game = _stickers(now), now.game if now.playing else None
    own = {piece.name for piece in _things(now, game)}
    facts = [fact for fact in laid(game, now.match.state) if fact.thing in own] if game and now.match else []
    standing = Counter(str(fact.value) for fact in facts if fact.kind == "seat" and fact.value)
    return {piece: _look(piece, stickers, game, facts, standing) for piece in pieces}


def _things(now: Snapshot, game: AnyGame | None) -> tuple[Piece, ...]:
    """Return the cards and tokens of *game*, as it is played now."""
    if game is None or (started := now.seating.started) is None:
        return ()
    return tuple(piece for piece in game.pieces(started.options) if not piece.seat)


def _stickers(now: Snapshot) -> dict[Piece, tuple[AnyGame, Sticker]]:
    """Return each piece's label with its game; of a game whose box the table has described itself, labels may be wrong."""
    games = [game for name, game in now.games.items() if name not in now.contents]
    return {label.piece: (game, label) for game in games for label in labels(game) if isinstance(label, Sticker)}


def _look(
    piece: Piece,
    stickers: Mapping[Piece, tuple[AnyGame, Sticker]],
    game: AnyGame | None,
    facts: Iterable[Fact],
    standing: Mapping[str, int],
) -> Look:
    if piece.seat:
        return Look(stands=piece.kind == "pawn" and piece.number <= standing.get(piece.seat, 0))
    its = [fact for fact in facts if fact.thing == piece.name]
    pawns = tuple(str(fact.value) for fact in its if fact.kind == "seat" and fact.value)
    lies = tuple(phrase(game, fact) for fact in its if fact.kind in ("word", "number") and fact.value) if game else ()
    if piece not in stickers:
        return Look(lies=lies, pawns=pawns)
    of, label = stickers[piece]
    note = label.note if isinstance(label.note, Said) else None
    return Look(note, f"{of.NAME}/{label.symbol}" if label.symbol else "", label.ink, lies, pawns)


def round_of(now: Snapshot) -> Said | None:
    """Return the round in words, if the game on the table has a layout that says it."""
    if now.game is None or now.match is None or not now.playing:
        return None
    said = [phrase(now.game, fact) for fact in laid(now.game, now.match.state) if fact.place == ("", "round")]
    return said[0] if said else None


def refused(match: Match, play: Play[Any]) -> Said | None:
    """Return why the rules would refuse *play* now, as the seat that acts may know it, or None."""
    refusal = match.game.refusal(seen(match.state, play.seat), play.seat, play.command)
    return refusal.said if refusal else None


def told(match: Match, play: Play[Any]) -> tuple[Said, ...]:
    """Return the sentences that the table would be told about *play*; () for what public facts alone don't decide."""
    try:
        events = match.game.events(seen(match.state, TABLE), play.seat, play.command)
    except (Closed, LookupError, ValueError):  # Some rules need what is sealed.
        return ()
    return tuple(_sentences(match, events))


def _sentences(match: Match, events: Iterable[object]) -> Iterator[Said]:
    return (said for event in events if (said := match.tell(event, TABLE)))
