"""The tables of a hub's database, the same in SQLite and PostgreSQL. Rows are numbered; only sessions have a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    make_url,
)  # fmt: skip

if TYPE_CHECKING:
    from sqlalchemy import URL

CONNECT_SECONDS: Final = 5  # after which a PostgreSQL that doesn't answer counts as out of reach
POSTGRES: Final = "postgresql"
DRIVER: Final = "postgresql+psycopg"

METADATA: Final = MetaData()
_COUNTED: Final[dict[str, Any]] = {"sqlite_autoincrement": True}  # The number of a row that is gone isn't given again.

results = Table(
    "results", METADATA,
    Column("row", Integer, primary_key=True),
    Column("identity", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("mark", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("ended", String(16), nullable=False, index=True),
    Column("minutes", Integer, nullable=False),
    Column("parts", Text, nullable=False),  # JSON
    Column("struck", Boolean, nullable=False, default=False),
    Column("duplicate", String(64), nullable=False, index=True),
    UniqueConstraint("identity", "mark"),
    **_COUNTED,
)  # fmt: skip
people = Table(
    "people", METADATA,
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("pin", Text, nullable=False),
    **_COUNTED,
)  # fmt: skip
claims = Table(
    "claims", METADATA,
    Column("row", ForeignKey(results.c.row), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("person", ForeignKey(people.c.number, ondelete="CASCADE"), nullable=False),
    UniqueConstraint("row", "person"),
)  # fmt: skip
tries = Table(
    "tries", METADATA,
    Column("person", ForeignKey(people.c.number, ondelete="CASCADE"), primary_key=True),
    Column("address", String(16), primary_key=True),
    Column("times", Integer, nullable=False),
)  # fmt: skip
labels = Table("labels", METADATA, Column("identity", String(10), primary_key=True), Column("label", Text, nullable=False))
corrections = Table(
    "corrections", METADATA,
    Column("number", Integer, primary_key=True),
    Column("who", Text, nullable=False),
    Column("row", ForeignKey(results.c.row), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("was", Text, nullable=False),  # JSON, as the next
    Column("now", Text, nullable=False),
    **_COUNTED,
)  # fmt: skip
seasons = Table(
    "seasons", METADATA,
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("first", String(10), nullable=False),
    Column("last", String(10), nullable=False),
    **_COUNTED,
)  # fmt: skip
duplicates = Table(
    "duplicates", METADATA,
    Column("number", Integer, primary_key=True),
    Column("written", Text, nullable=False),  # As in companion.match.duplicates, with its seed.
    Column("opened", Boolean, nullable=False),
    **_COUNTED,
)  # fmt: skip
accounts = Table("accounts", METADATA, Column("name", Text, primary_key=True), Column("password", Text, nullable=False))
sessions = Table(
    "sessions", METADATA,
    Column("token", String(64), primary_key=True),  # Its hash.
    Column("name", ForeignKey(accounts.c.name, ondelete="CASCADE"), nullable=False),
    Column("password", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)  # fmt: skip


def opened(url: str) -> Engine:
    """Return the database at *url*, with its tables. Raises ArgumentError for no URL of one, and SQLAlchemyError."""
    place = make_url(url)
    engine = _postgres(place) if place.get_backend_name() == POSTGRES else _sqlite(place)
    METADATA.create_all(engine)
    return engine


def _postgres(place: URL) -> Engine:
    limits = {"connect_timeout": CONNECT_SECONDS}
    return create_engine(place.set(drivername=DRIVER), connect_args=limits, pool_pre_ping=True)


def _sqlite(place: URL) -> Engine:
    engine = create_engine(place)

    @event.listens_for(engine, "connect")
    def insist(line: Any, _: Any) -> None:
        """Wait for the disk at each commit, as a table's journal does: what is acknowledged survives a pulled plug."""
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            line.execute(f"PRAGMA {setting}")

    return engine
