"""A hub counts each result once, whatever is lost or killed, in either database; and hears nothing that makes no sense."""

import json
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from io import StringIO
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError

from companion.club.hall import Hall
from companion.club.ledger import OutOfReach, Season, SignedIn
from companion.match.duplicates import Duplicate
from firmware.broker.results import HERE
from firmware.command import main
from firmware.hub.line import Line
from firmware.hub.store import Store
from tests.clubs import counted, health, identity, result, state
from tests.evenings.house import until
from tests.firmware.hubs import Hub, Senders, broker, free, real, results_after
from tests.web.phones import Clock

# The store

USER: Final = "postgres"  # It refuses to be root, and Debian's package makes this user.
ENGLISH: Final = ("--locale-provider=icu", "--icu-locale=en-US", "--encoding=UTF8")  # Its order of letters isn't that of bytes.


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the URL of a new database; skip the test, loudly, if there is no PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    if not found:
        pytest.skip("NO POSTGRESQL: a hub's store was tried on SQLite alone. Install postgresql.")
    as_user = {"user": USER} if os.getuid() == 0 else {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = Path(made)
        if as_user:
            os.chown(folder, pwd.getpwnam(USER).pw_uid, -1)
        here, data = found[-1].parent, folder / "data"
        making = [here / "initdb", "-D", data, "-U", USER, "-A", "trust", "--no-sync", *ENGLISH]
        subprocess.run(making, check=True, capture_output=True, **as_user)
        settings, control = f"-k {folder} -c listen_addresses= -c fsync=off", [here / "pg_ctl", "-D", data, "-w"]
        starting = [*control, "-l", folder / "log", "-o", settings, "start"]
        subprocess.run(starting, check=True, stdout=subprocess.DEVNULL, **as_user)
        try:
            yield f"postgresql:///postgres?host={folder}&user={USER}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=True, capture_output=True, **as_user)
            shutil.rmtree(data, ignore_errors=True)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.broad)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with nullcontext(f"sqlite:///{tmp_path / 'hub.db'}") if request.param == "sqlite" else postgres() as url:
        yield url


def test_a_store_counts_once_and_keeps_people_claims_corrections_and_seasons(url: str) -> None:
    store, other = Store(url), Store(url)  # A second hub on the same database.
    assert [one.count("t" * 10, counted(1)) for one in (store, other, store)] == [True, False, False]
    assert [store.count("u" * 10, counted(n, ended=f"2026-1{n}-30T23:59")) for n in (1, 2)] == [True, True]
    assert [(one.table[0], one.result) for one in other.entries()][-1] == ("t", counted(1))
    assert [one.row for one in store.entries(most=1)] == [store.entries()[0].row]
    assert len(store.entries(Season("", "2026-11-01", "2026-11-30"))) == 2
    assert ([one.name for one in store.months()], store.count("v" * 10, counted(1, ended=""))) == (["2026-12", "2026-11"], True)
    assert (len(store.months()), len(store.entries(rows={1, 4})), store.entries(rows=())) == (2, 2, [])
    first = store.entries()[-1].row

    assert [store.sign_up(name, "hash") for name in ("Noor", "Émile", "Noor")] == [True, True, False]
    noor, emile = (one.number for one in store.people())
    for _ in range(2):
        store.miss(noor, "somewhere")
    assert (other.tried(noor), other.tried(emile)) == ({"somewhere": 2}, {})
    store.forgive(noor)
    store.miss(emile, "somewhere")
    store.give_pin(emile, "new")
    assert (store.tried(noor), store.tried(emile), store.people()[1].pin) == ({}, {}, "new")

    claimed = [store.claim(first, *one) for one in (("A", noor), ("A", emile), ("B", noor), ("B", emile))]
    assert claimed == [True, False, False, True]
    assert not store.claim(99, "A", noor)
    other_way = {"A": 2, "B": 1, "C": 3}
    corrected = [store.correct("Ada", *one) for one in ((first, other_way), (first, {"A": 1}), (99, {}), (first, other_way))]
    assert corrected == [True, False, False, False]
    assert [store.strike("Ada", first, struck=struck) for struck in (False, True, True, False)] == [False, True, False, True]
    assert [store.disclaim("Ada", first, "A") for _ in range(2)] == [True, False]
    entry = other.entry(first)
    assert (entry.played.places, dict(entry.people), entry.struck) == (other_way, {"B": emile}, False)
    assert [(one.who, one.kind, one.was, one.now) for one in other.corrections()] == [
        ("Ada", "claim", {"A": noor}, {}), ("Ada", "restored", {}, other_way), ("Ada", "struck", other_way, {}),
        ("Ada", "places", {"A": 1, "B": 2, "C": 3}, other_way),
    ]  # fmt: skip
    store.leave(emile)
    assert ([one.name for one in store.people()], dict(store.entry(first).people)) == (["Noor"], {})
    newest = next(one.row for one in store.entries() if one.result.ended.startswith("2026-12"))
    store.strike("Ada", newest, struck=True)
    assert [one.name for one in other.months()] == ["2026-11"]
    assert newest not in [one.row for one in other.entries(standing=True)]

    spring = Season("Spring", "2026-03-01", "2026-05-31")
    assert ([store.name_season(spring) for _ in range(2)], other.seasons()) == ([True, False], [spring])
    store.end_season("Spring")
    deal = Duplicate("shark", ("A", "B"), {}, "ab" * 32)
    store.hand_out(deal)
    store.count("w" * 10, counted(1, duplicate=deal.offer.commitment))
    assert [(one.duplicate, one.opened) for one in other.duplicates()] == [(deal, False)]
    assert [one.table[0] for one in other.played(deal.offer.commitment)] == ["w"]
    store.open_duplicate(other.duplicates()[0].number)
    assert other.duplicates()[0].opened
    for table, label in (("t", "7"), ("u", "8"), ("u", "")):
        store.label(table * 10, label)
    for password in ("old", "new"):
        store.add_account("Ada", password)
    assert (store.seasons(), other.labels(), other.accounts()) == ([], {"t" * 10: "7"}, {"Ada": "new"})
    first, second = (SignedIn(token * 64, "Ada", "new", 2**33 + n) for n, token in enumerate("ab"))
    for one in (first, second):
        store.sign_in(one, 1)
    assert (other.signed_in(first.token), other.signed_in(second.token)) == (None, second)
    store.add_account("Ada", "newer")
    assert other.signed_in(second.token) is None
    store.close()
    other.close()
    again = Store(url)
    assert len(again.entries()) == 5
    again.close()


def test_a_database_that_is_away_is_out_of_reach(tmp_path: Path) -> None:
    for place in (f"sqlite:///{tmp_path}/no/folder.db", f"postgresql:///x?host={tmp_path}", "mysql://here", "nonsense"):
        with pytest.raises(OutOfReach):
            Store(place)


class Tables:
    def __init__(self) -> None:
        self.told = list[tuple[str, str, Any]]()

    def tell(self, identity: str, topic: str, payload: str) -> None:
        self.told.append((identity, topic, json.loads(payload)))


def heard(line: Line, tables: Tables, *payloads: bytes, of: str = identity(1)) -> None:
    for payload in payloads:
        line.topics()["result"](of, payload)
        line.step(tables, 0)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'hub.db'}")


@pytest.fixture
def line(store: Store) -> Line:
    return Line(Hall(Clock()), store)


def test_a_result_is_acknowledged_after_its_commit_and_again_whenever_it_comes_again(store: Store, line: Line) -> None:
    tables = Tables()
    with pytest.raises(KeyboardInterrupt):  # As by a power cut just before.
        heard(line, Mock(tell=Mock(side_effect=KeyboardInterrupt)), result(1))
    assert [one.result.number for one in store.entries()] == [1]  # Committed before the hub would have said so.
    again = Line(Hall(Clock()), store)  # After the restart. The last game has a number that a game of a lost journal had.
    heard(again, tables, result(1), result(1), result(2), result(2, mark="ab" * 8))
    assert [(*one[:2], one[2]["number"]) for one in tables.told] == [(identity(1), "acknowledged", n) for n in (1, 1, 2, 2)]
    assert [one.result.number for one in store.entries()] == [2, 2, 1]
    tables.told.clear()
    heard(line, tables, b"{}", result(0), result(3).replace(b"shark", b"../../x"))
    heard(line, tables, result(3), of="../../../")
    assert (tables.told, len(store.entries())) == ([], 3)


def test_nothing_is_acknowledged_without_a_database(tmp_path: Path, store: Store, monkeypatch: Any, caplog: Any) -> None:
    monkeypatch.setattr("firmware.hub.line.MOST_WAITING", 6)
    line, tables = Line(Hall(Clock()), store), Tables()
    with monkeypatch.context() as away:
        away.setattr(store._engine, "begin", Mock(side_effect=OperationalError("", {}, OSError("it is away"))))
        heard(line, tables, result(1), result(1))
        line.work_forever(tables, stop := Mock(is_set=Mock(side_effect=[False, True])))
        line.topics()["status"](identity(2), b"online")
        heard(line, tables, *(result(n) for n in range(1, 10)))
    assert (tables.told, len(caplog.records), "can't be kept now" in caplog.text, stop.wait.called) == ([], 1, True, True)
    for _ in range(10):
        line.step(tables, 0)
    assert {one.result.number for one in store.entries()} == set(range(1, 6))  # One is held, and six wait.
    asked = [who for who, _, one in tables.told if one["mark"] == HERE]
    assert asked == [identity(2), identity(1)]  # One that has just come, and one whose results didn't find room.


def test_every_table_gets_a_duplicate_until_it_is_opened(store: Store, line: Line) -> None:
    deal = Duplicate("shark", ("A", "B"), {}, "ab" * 32)

    def given() -> list[str]:
        line.step(tables := Tables(), 0)
        return [who for who, topic, one in tables.told if topic == "duplicate" and one["seed"] == deal.seed]

    for who, word in ((identity(1), b"online"), (identity(2), b"online"), (identity(2), b"offline"), ("../../", b"online")):
        line.topics()["status"](who, word)
    assert given() == []
    store.hand_out(deal)
    assert (given(), given()) == ([identity(1)], [])
    line.topics()["status"](identity(2), b"online")
    assert given() == [identity(2)]
    store.open_duplicate(store.duplicates()[0].number)
    line.topics()["status"](identity(2), b"online")
    assert given() == []


# The command


def test_somebody_who_runs_the_hub_is_added(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    from web.hub.passwords import fits

    add = lambda name, *more: main(["hub", "--data", str(tmp_path / "new"), "--add-person", name, *more])
    for name, password, code in (("Ada", "short\n", 1), ("Ada", "long enough\n", 0), ("ada", "another one\n", 0)):
        monkeypatch.setattr("sys.stdin", StringIO(password))
        assert add(name) == code
    [(name, kept)] = Store(f"sqlite:///{tmp_path / 'new' / 'hub.db'}").accounts().items()
    assert (name, fits("another one", kept)) == ("Ada", True)
    monkeypatch.setattr("sys.stdin", StringIO("long enough\n"))
    assert (add(" "), add("Ada", "--database", "nonsense"), "Check --database" in capsys.readouterr().err) == (1, 1, True)
    monkeypatch.setattr("firmware.command.hosting.find_spec", lambda _: None)
    assert (add("Ada"), "pip install 'barkeep[hub]'" in capsys.readouterr().err) == (1, True)


@pytest.mark.broad
@real
def test_no_result_is_lost_or_doubled_whichever_of_hub_broker_and_tables_is_killed(tmp_path: Path) -> None:
    wanted, found = results_after(9, tmp_path, lambda _: None)
    assert found == wanted


@pytest.mark.broad
@real
def test_a_hub_shows_the_tables_of_a_real_broker_and_outlives_whatever_is_sent_there(tmp_path: Path) -> None:
    port = free()
    with broker(port, tmp_path):
        hub, tables, names = Hub(tmp_path / "hub", port), Senders(port), (identity(1), "a/b", "x" * 300, "é", "$x")
        odd = [f"barkeep/{name}/{kind}" for name in names for kind in ("state", "result")]
        for topic in (*odd, "barkeep//result", "barkeep/state", "barkeep"):
            for payload in (b"\xff" * 100, b"[" * 7000, b"{}" * 500_000, b"null", b""):
                tables.client.publish(topic, payload, retain=True)
        for kind, payload in (("status", b"online"), ("state", state(round=7)), ("health", health())):
            tables.client.publish(f"barkeep/{identity(2)}/{kind}", payload, retain=True)
        until(lambda: "Round 7" in hub.page("board/view"), "the table that makes sense")
        assert (hub.page("board/view").count("<h2>"), hub.results()) == (1, [])
        tables.client.publish(f"barkeep/{identity(2)}/status", b"offline", retain=True)
        until(lambda: "Not heard" in hub.page("board/view"), "the broker's word that it is gone")
        hub.kill()
        tables.close()
