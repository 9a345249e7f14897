"""Keep what a hub counts (companion.club.ledger.Ledger), in SQLite on its own disk or in a club's PostgreSQL."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from companion.club.ledger import ALWAYS, Correction, Entry, HandedOut, OutOfReach, Person, Season, SignedIn, month
from companion.club.reports import Part, Result
from companion.match.duplicates import read
from firmware.hub import schema
from firmware.hub.schema import accounts, claims, corrections, duplicates, labels, people, results, seasons, sessions, tries

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from sqlalchemy import Connection, Executable, Row, Select

    from companion.match.duplicates import Duplicate

    # A correction's kind, what was and is now, and how it is made.
    Made: TypeAlias = tuple[str, Mapping[str, int], Mapping[str, int], Executable]


class Store:
    """A database as a Ledger. Writers take turns here; those of another hub meet the database's own constraints."""

    def __init__(self, url: str) -> None:
        """Open the database at *url*, and make its tables if it has none. Raises OutOfReach, or ValueError for no such URL."""
        try:
            self._engine = schema.opened(url)
        except (SQLAlchemyError, ImportError) as wrong:
            raise OutOfReach(str(wrong).partition("\n")[0]) from wrong
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def count(self, table: str, result: Result) -> bool:
        """Keep a result once, see Ledger."""
        plain = {"game": result.game, "ended": result.ended, "minutes": result.minutes, "parts": _written(result.parts)}
        plain |= {"mark": result.mark, "duplicate": result.duplicate}
        return self._added(insert(results).values(identity=table, number=result.number, struck=False, **plain))

    def entries(
        self, season: Season = ALWAYS, most: int | None = None, rows: Collection[int] | None = None, *, standing: bool = False
    ) -> list[Entry]:
        """Return results, the newest first, see Ledger."""
        asked = select(results).order_by(results.c.row.desc()).limit(most)
        if standing:
            asked = asked.where(~results.c.struck)
        if rows is not None:
            asked = asked.where(results.c.row.in_(rows))
        if season != ALWAYS:
            asked = asked.where(results.c.ended >= season.first, results.c.ended < f"{season.last}U")
        with self._reading() as line:
            return _entries(line, asked)

    def played(self, commitment: str) -> list[Entry]:
        """Return the results of a duplicate, see Ledger."""
        with self._reading() as line:
            return _entries(line, select(results).where(results.c.duplicate == commitment).order_by(results.c.row.desc()))

    def months(self) -> list[Season]:
        """Return the months with results, see Ledger."""
        named = func.substr(results.c.ended, 1, 7)
        with self._reading() as line:
            found = line.scalars(select(named).where(results.c.ended != "", ~results.c.struck).distinct())
            return [month(one) for one in sorted(found, reverse=True)]

    def entry(self, row: int) -> Entry | None:
        """Return one result, see Ledger."""
        with self._reading() as line:
            return _entry(line, row)

    def labels(self) -> dict[str, str]:
        """Return the names of tables, see Ledger."""
        with self._reading() as line:
            return {one.identity: one.label for one in line.execute(select(labels))}

    def label(self, table: str, label: str) -> None:
        """Name a table, see Ledger."""
        with self._writing() as line:
            line.execute(delete(labels).where(labels.c.identity == table))
            if label:
                line.execute(insert(labels).values(identity=table, label=label))

    def people(self) -> list[Person]:
        """Return the league's people, see Ledger."""
        with self._reading() as line:
            return [Person(one.number, one.name, one.pin) for one in line.execute(select(people).order_by(people.c.number))]

    def sign_up(self, name: str, pin: str) -> bool:
        """Add somebody, see Ledger."""
        return self._added(insert(people).values(name=name, pin=pin))

    def give_pin(self, person: int, pin: str) -> None:
        """Replace a PIN, see Ledger."""
        with self._writing() as line:
            line.execute(update(people).where(people.c.number == person).values(pin=pin))
            line.execute(delete(tries).where(tries.c.person == person))

    def leave(self, person: int) -> None:
        """Forget somebody, see Ledger. Their claims and tries go with them."""
        theirs = select(claims.c.row).where(claims.c.person == person)
        with self._writing() as line:
            for entry in _entries(line, select(results).where(results.c.row.in_(theirs)).with_for_update()):
                parts = _written(_unnamed(entry, person))
                line.execute(update(results).where(results.c.row == entry.row).values(parts=parts))
            line.execute(delete(people).where(people.c.number == person))

    def tried(self, person: int) -> dict[str, int]:
        """Return the tries at a PIN, see Ledger."""
        with self._reading() as line:
            return {one.address: one.times for one in line.execute(select(tries).where(tries.c.person == person))}

    def miss(self, person: int, address: str) -> None:
        """Count a try, see Ledger."""
        more = update(tries).where(tries.c.person == person, tries.c.address == address).values(times=tries.c.times + 1)
        with self._writing() as line:
            if not line.execute(more).rowcount:
                line.execute(insert(tries).values(person=person, address=address, times=1))

    def forgive(self, person: int) -> None:
        """Forget the tries, see Ledger."""
        with self._writing() as line:
            line.execute(delete(tries).where(tries.c.person == person))

    def claim(self, row: int, seat: str, person: int) -> bool:
        """Note whose seat it was, see Ledger."""
        return self._added(insert(claims).values(row=row, seat=seat, person=person))

    def correct(self, who: str, row: int, places: Mapping[str, int]) -> bool:
        """Correct the places, see Ledger."""

        def change(entry: Entry) -> Made | None:
            was = entry.played.places
            if set(places) != set(was) or dict(places) == dict(was):
                return None
            parts = tuple(replace(one, place=places[one.seat]) for one in entry.result.parts)
            return "places", was, places, update(results).where(results.c.row == row).values(parts=_written(parts))

        return self._corrected(who, row, change)

    def strike(self, who: str, row: int, *, struck: bool) -> bool:
        """Strike a result or restore it, see Ledger."""

        def change(entry: Entry) -> Made | None:
            if entry.struck == struck:
                return None
            places = entry.played.places
            was, now = (places, {}) if struck else ({}, places)
            done = update(results).where(results.c.row == row).values(struck=struck)
            return "struck" if struck else "restored", was, now, done

        return self._corrected(who, row, change)

    def disclaim(self, who: str, row: int, seat: str) -> bool:
        """Take a claim away, see Ledger."""

        def change(entry: Entry) -> Made | None:
            if seat not in entry.people:
                return None
            gone = delete(claims).where(claims.c.row == row, claims.c.seat == seat)
            return "claim", {seat: entry.people[seat]}, {}, gone

        return self._corrected(who, row, change)

    def corrections(self) -> list[Correction]:
        """Return the corrections, see Ledger."""
        with self._reading() as line:
            found = line.execute(select(corrections).order_by(corrections.c.number.desc()))
            return [
                Correction(one.number, one.who, one.row, one.kind, json.loads(one.was), json.loads(one.now)) for one in found
            ]

    def seasons(self) -> list[Season]:
        """Return the named seasons, see Ledger."""
        with self._reading() as line:
            found = line.execute(select(seasons).order_by(seasons.c.number.desc()))
            return [Season(one.name, one.first, one.last) for one in found]

    def name_season(self, season: Season) -> bool:
        """Add a season, see Ledger."""
        return self._added(insert(seasons).values(**asdict(season)))

    def end_season(self, name: str) -> None:
        """Remove a season, see Ledger."""
        with self._writing() as line:
            line.execute(delete(seasons).where(seasons.c.name == name))

    def hand_out(self, duplicate: Duplicate) -> None:
        """Keep a duplicate, see Ledger."""
        with self._writing() as line:
            line.execute(insert(duplicates).values(written=duplicate.written, opened=False))

    def duplicates(self) -> list[HandedOut]:
        """Return the duplicates, see Ledger."""
        with self._reading() as line:
            found = line.execute(select(duplicates).order_by(duplicates.c.number.desc())).all()
        known = [(one.number, read(one.written), one.opened) for one in found]
        return [HandedOut(number, duplicate, opened) for number, duplicate, opened in known if duplicate]

    def open_duplicate(self, number: int) -> None:
        """Open a duplicate, see Ledger."""
        with self._writing() as line:
            line.execute(update(duplicates).where(duplicates.c.number == number).values(opened=True))

    def accounts(self) -> dict[str, str]:
        """Return the hashes of passwords, see Ledger."""
        with self._reading() as line:
            return {one.name: one.password for one in line.execute(select(accounts).order_by(accounts.c.name))}

    def add_account(self, name: str, password: str) -> None:
        """Add an account, see Ledger."""
        with self._writing() as line:
            line.execute(delete(accounts).where(accounts.c.name == name))
            line.execute(insert(accounts).values(name=name, password=password))

    def sign_in(self, one: SignedIn, most: int) -> None:
        """Keep a session, see Ledger."""
        newest = select(sessions.c.token).order_by(sessions.c.until.desc()).limit(most)
        with self._writing() as line:
            line.execute(insert(sessions).values(**asdict(one)))
            line.execute(delete(sessions).where(sessions.c.token.not_in(newest)))

    def signed_in(self, token: str) -> SignedIn | None:
        """Return a session, see Ledger."""
        valid = select(sessions).join(accounts, accounts.c.password == sessions.c.password)
        with self._reading() as line:
            found = line.execute(valid.where(sessions.c.token == token, accounts.c.name == sessions.c.name)).first()
            return SignedIn(*found) if found else None

    def sign_out(self, token: str) -> None:
        """Forget a session, see Ledger."""
        with self._writing() as line:
            line.execute(delete(sessions).where(sessions.c.token == token))

    def _corrected(self, who: str, row: int, change: Callable[[Entry], Made | None]) -> bool:
        """Make *change* of a result and keep the correction, in one transaction; return whether there was one."""
        with self._writing() as line:
            line.execute(select(results.c.row).where(results.c.row == row).with_for_update())
            entry = _entry(line, row)
            if entry is None or (made := change(entry)) is None:
                return False
            kind, was, now, done = made
            line.execute(done)
            kept = {"who": who, "row": row, "kind": kind, "was": json.dumps(dict(was)), "now": json.dumps(dict(now))}
            line.execute(insert(corrections).values(**kept))
            return True

    def _added(self, statement: Executable) -> bool:
        """Run *statement*, and return False if a row that must be the only one is there already."""
        try:
            with self._writing() as line:
                line.execute(statement)
        except IntegrityError:
            return False
        return True

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._lock, self._reading() as line:
            yield line

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as line:
                yield line
        except IntegrityError:
            raise
        except SQLAlchemyError as wrong:
            raise OutOfReach(str(wrong).partition("\n")[0]) from wrong


MOST_ASKED: Final = 500  # rows whose claims one statement asks for; databases limit its parameters


def _entry(line: Connection, row: int) -> Entry | None:
    return next(iter(_entries(line, select(results).where(results.c.row == row))), None)


def _entries(line: Connection, asked: Select[Any]) -> list[Entry]:
    rows = line.execute(asked).all()
    claimed: dict[int, dict[str, int]] = {}
    for at in range(0, len(rows), MOST_ASKED):
        some = [one.row for one in rows[at : at + MOST_ASKED]]
        for one in line.execute(select(claims).where(claims.c.row.in_(some)).order_by(claims.c.seat)):
            claimed.setdefault(one.row, {})[one.seat] = one.person
    return [_made(one, claimed.get(one.row, {})) for one in rows]


def _made(row: Row[Any], claimed: Mapping[str, int]) -> Entry:
    parts = tuple(Part(**part) for part in json.loads(row.parts))
    result = Result(row.number, row.game, row.ended, row.minutes, parts, row.mark, row.duplicate)
    return Entry(row.row, row.identity, result, row.struck, claimed)


def _unnamed(entry: Entry, person: int) -> tuple[Part, ...]:
    """Return the parts of *entry*, without the name that its table told of the seat that *person* had."""
    return tuple(replace(one, name="") if entry.people.get(one.seat) == person else one for one in entry.result.parts)


def _written(parts: tuple[Part, ...]) -> str:
    return json.dumps([asdict(one) for one in parts])
