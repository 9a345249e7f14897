"""The plug is pulled at any moment, and phones repeat requests with the same key (D3): nothing is lost, nothing done twice."""

import http.client
import json
import math
import os
import random
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.agreeing.motions import Vote
from companion.games import installed
from companion.journal import codec
from companion.journal.store import connect, text
from companion.kit.viewers import CHANCE
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table.chance import by_chance
from companion.table.table import Table
from firmware.storage import JOURNAL
from tests.proof.durability.child import ROW, TOLD, Child, Telling
from tests.proof.faults import reads
from tests.proof.promise import Defence, Leg, Promise, tried
from tests.proof.serving import phones
from web.seats.session import hashed

BACK: Final = 0.7  # how often somebody asks to take something back, where kills during votes on that are wanted
VOTING: Final = "during a vote"
KILLED: Final = "kills"
CONTROL: Final = 6  # kills at a time, until a seeded fault is found
ODDS: Final = {False: 0.2, True: 0.5}  # the probability that a volley is the last, by whether several seats are asked at once
RESULT: Final = "[null,null]"  # The table's own row about a game that is over, which nobody sends.
MANY: Final = 200  # volleys; after so many nobody is asked anything any more


def promises() -> list[Promise]:
    what = "killed at any moment while phones send: nothing is lost, nothing done twice, and all see the same again"
    blind = "a power cut, which also takes what the disk was not told to keep: that is D1"
    kills = Promise("D3", what, 500, "kills", 75, walk, control, blind=blind, brief=6, judge=judge)
    what = "killed during a vote on taking something back: the vote stands or doesn't as was answered, and so does the game"
    return [
        kills,
        Promise("D3 votes", what, 500, "kills", 75, partial(walk, back=BACK), partial(control, BACK), blind=blind, brief=6),
    ]


def walk(number: int, seed: int, back: float = 0) -> Leg:
    """Kill a table of each game so often, or so often during votes if somebody asks to take things back."""
    share, broken, counts = math.ceil(number / len(installed())), list[str](), Counter[str]()
    for name in installed():
        with TemporaryDirectory() as folder:
            evening, wanted = Evening(Path(folder), name, random.Random(f"{name} {seed}"), back), VOTING if back else KILLED
            while evening.counts[wanted] < share:
                evening.live_and_die()
        broken += evening.broken
        counts += evening.counts
    return Leg(counts[wanted], tuple(broken), counts)


def judge(counts: Mapping[str, int]) -> tuple[str, ...]:
    hits, kills = counts.get("in a transaction", 0), counts.get(KILLED, 0)
    return () if hits >= 0.1 * kills else (f"{hits} of {kills} kills came in a transaction",)


def control(back: float = 0) -> str:
    votes = ("votes that a restart forgets", forget_votes, "differ")
    name, fault, word = votes if back else ("doublings by a table that forgets its keys", forget_keys, "twice")
    losses = (commit_in_batches, partial(_found, "lost", back))
    return tried({"losses by a journal that commits in batches": losses, name: (fault, partial(_found, word, back))})


def _found(word: str, back: float) -> int:
    """Return the number of reports with *word*, after as many kills as it takes to find any."""
    legs = (walk(CONTROL, seed, back) for seed in range(10))
    return next((found for leg in legs if (found := sum(word in one for one in leg.broken))), 0)


VOTES: Final = "[one for one in events if type(one).__name__ != 'Voted']"
forget_votes: Final = reads(("keeping.replaying", "room.folded(whole, events, row.n)", f"room.folded(whole, {VOTES}, row.n)"))
forget_keys: Final = reads(
    ("table.commits", "if key is not None and (known := self._find(seat, key)):", "if False:"),
    ("match.match", "standing is not None and standing.number == number", "True"),
    ("journal.store", "version, seat, key, command, events, reply)\n", "version, seat, None, command, events, reply)\n"),
)
INSERT: Final = '"BEGIN IMMEDIATE")\n        execute("INSERT'
UNLESS_BEGUN: Final = '"SELECT 1" if self._connection.in_transaction else '
commit_in_batches: Final = reads(  # Only one row in twenty.
    ("journal.store", f"execute({INSERT}", f"execute({UNLESS_BEGUN}{INSERT}"),
    ("journal.store", 'execute("COMMIT")\n        self._n', 'execute("SELECT 1" if row.n % 20 else "COMMIT")\n        self._n'),
)
ALSO: Final = {
    "D3 votes": "a vote that is answered is a row like any other",
    "D1": "what is not committed when it is answered is lost by a power cut, too",
    "D5": "the files of a kill lack the rows of the last batch, of which it asks",
    "D4": "nor is it on a disk that fails a moment later",
    "D7": "nor is it there for the program that is started again with another clock",
    "W2": "after a restart nothing is known of what was not committed",
}
DEFENCES: Final = (Defence("a commit before each answer", commit_in_batches, "D3", ALSO),)


class Evening:
    """Games of one kind at a table that is killed again and again, and what its phones know."""

    def __init__(self, folder: Path, name: str, generator: random.Random, back: float = 0) -> None:
        """Sit down. *back* is how often somebody asks to take something back; if ever, only votes on that are interrupted."""
        self.broken, self.counts = list[str](), Counter[str]()
        self.folder, self._name, self._generator = folder, name, generator
        game = installed()[name]
        self.phones = {seat: phones.Phone(seat) for seat in game.SEATS[: game.MOST]}
        self._acknowledged: dict[tuple[str, str], bytes] = {}
        self._sent: dict[tuple[str, str], set[str]] = defaultdict(set)  # keys, by seat and command
        self._shown: dict[str, str] = {}
        self._voting, self._back = False, back
        self._usual = 0.02  # seconds from a volley to its last answer
        with self._unkilled() as table:
            for seat in self.phones:
                command = SitDown(f"Player {seat}", hashed(f"token-{seat}"))
                table.act(seat, command, key=self._key(seat, None, codec.plain(command)))

    def live_and_die(self) -> None:
        """Open the table, let phones send until it is killed, and check what it kept."""
        if self._generator.random() < 0.7:
            self.wind_on()
        by_itself = self._generator.random() < 0.5
        deadly = self._generator.randint(1, 60) if by_itself else 0  # At this moment, before or after a statement.
        aimed = ROW if self._generator.random() < 0.8 else ("",)  # Of those that keep a row, or of any.
        child = Child(self.folder, str(self._generator.random()), deadly=deadly, aimed=aimed, wants=self._name)
        try:
            for _ in range(MANY):
                if not child.port or not self._volley(child, last=not by_itself):
                    break
        finally:
            child.kill()
        moment, in_transaction = child.death or ("", False)
        self.counts.update([KILLED, moment or "from outside", *[VOTING] * self._voting, *["in a transaction"] * in_transaction])
        self._judge()

    @contextmanager
    def _unkilled(self) -> Iterator[Table]:
        with closing(connect(self.folder / JOURNAL)) as connection:
            with closing(Telling(self.folder, connection, partial(by_chance, generator=self._generator))) as table:
                yield table
            if connection.in_transaction:  # A fault that was put in on purpose.
                connection.execute("COMMIT")

    def _key(self, seat: str, ask: Any, command: Any) -> str:
        key = f"key-{sum(map(len, self._sent.values())):08}"
        self._sent[seat, text([command, ask])].add(key)
        return key

    def wind_on(self) -> None:
        """Play on without a server, until several are asked at once or the game has advanced a bit."""
        kinds = (StartGame, Vote, *installed()[self._name].COMMANDS)
        with self._unkilled() as table:
            for _ in range(self._generator.randint(0, 40)):
                there = phones.possible(table, self._name, self._generator, self._back)
                if len(there["awaited"]) > 1 and self._generator.random() < 0.8:
                    return
                seat = self._generator.choice(there["awaited"] or list(there["answers"]))
                ask, command = there["answers"][seat]
                table.act(seat, codec.read(kinds, command), ask=tuple(ask) if ask else None, key=self._key(seat, ask, command))

    def _volley(self, child: Child, *, last: bool) -> bool:
        """Let phones send at once, and kill the table meanwhile if this may be the *last* volley; return whether it lives."""
        awaited = self._choose(child.port)
        if awaited is None:
            return False
        killing = last and (self._voting or not self._back) and self._generator.random() < ODDS[awaited > 1]
        began = time.monotonic()
        sending = [phone for phone in self.phones.values() if phone.waiting]
        for phone in sending:
            phone.send(child.port, twice=self._generator.random() < 0.3)
        if killing:
            time.sleep(self._generator.random() * 1.3 * self._usual)
            child.kill()
        living = [self._heard(phone) for phone in sending]
        self._usual += 0 if killing else (time.monotonic() - began - self._usual) / 8
        return not killing and all(living)

    def _choose(self, port: int) -> int | None:
        """Let the phones that have no request waiting choose one; return how many seats are asked, or None for a dead table."""
        try:
            there = json.loads(phones.answered(port, f"/proof/answers?seed={self._generator.random()}&back={self._back}")[1])
        except (OSError, http.client.HTTPException):
            return None
        self._voting = there["voting"]
        for seat, (ask, command) in there["answers"].items():
            eager = not there["awaited"] or self._generator.random() < installed()[self._name].REHEARSAL.unasked
            if not self.phones[seat].waiting and (eager or seat in there["awaited"]):
                key = self._key(seat, ask, command)
                self.phones[seat].waiting = key, phones.text(key, ask, command)
        return len(there["awaited"])

    def _heard(self, phone: phones.Phone) -> bool:
        key = phone.waiting[0] if phone.waiting else ""
        heard = phone.hear()
        for status, body in heard:
            if status == 200:
                self._acknowledged[phone.seat, key] = body
                self.counts["answers"] += 1
            elif status == 500:
                self.broken.append(f"{self._name}: {key} of {phone.seat} was answered {status} {body!r}")
        return bool(heard)

    def _judge(self) -> None:
        with TemporaryDirectory() as other:  # A copy, because the next start must repair the file by itself.
            for file in {*self.folder.glob(f"{JOURNAL}*")} - {*self.folder.glob("*-shm")}:
                shutil.copy(file, other)
            with closing(connect(Path(other) / JOURNAL)) as journal:
                rows = list(journal.execute("SELECT seat, key, command, reply FROM rows ORDER BY n"))
        kept = {(seat, key): reply for seat, key, _, reply in rows}
        for (seat, key), body in self._acknowledged.items():
            # A repeat that was answered after its row went back also says by which row, which is not kept.
            if (seat, key) not in kept or not json.loads(kept[seat, key]).items() <= json.loads(body).items():
                self.broken.append(f"{self._name}: {key} of {seat} was acknowledged with {body!r} and is lost")
        self._acknowledged = {one: body for one, body in self._acknowledged.items() if one in kept}  # Report each loss once.
        sent = Counter((seat, command) for seat, key, command, _ in rows if seat != CHANCE and command != RESULT)
        for one, times in sent.items():
            if times > len(self._sent[one]):
                self.broken.append(f"{self._name}: {one} has {len(self._sent[one])} keys and was done twice ({times} times)")
        for n, shown in map(str.split, (self.folder / TOLD).read_text().splitlines()):
            self.counts["views compared"] += n in self._shown
            if self._shown.setdefault(n, shown) != shown:
                self.broken.append(f"{self._name}: after row {n} the views before and after a kill differ")
        os.truncate(self.folder / TOLD, 0)
