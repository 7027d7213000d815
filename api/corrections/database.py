"""The database of the corrections: SQLite or PostgreSQL, its connections, locks and migrations."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from api.corrections.errors import StoreError

if TYPE_CHECKING:
    from alembic.config import Config

READ_ONLY = "qicheng_read_only"
WAIT_SECONDS = 20
RETRY_SECONDS = 0.01
SCHEMA_LOCK = "schema"


class Database:
    """Sessions on one database. Opening it connects to nothing yet.

    Args:
        url: `sqlite:///folder/file.sqlite` or `postgresql://user@host/name` (any SQLAlchemy URL of the two).

    Raises:
        StoreError: neither of the two, or its driver is not installed.
    """

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that only reads, at the side of whoever writes."""
        with _as_store_error(), Session(self.engine.execution_options(**{READ_ONLY: True})) as session:
            yield session

    @contextmanager
    def locked(self, key: str) -> Iterator[Session]:
        """A transaction that holds the lock of `key` against every other process; committed at the end.

        In PostgreSQL the lock is an advisory one; SQLite has one writer at a time, which is lock enough.
        """
        with _as_store_error(), Session(self.engine) as session, session.begin():
            _lock(session.connection(), key)
            yield session

    def migrate(self) -> None:
        """Bring the tables to their newest state; safe when several replicas start at once."""
        from alembic import command  # only where corrections are used: it costs a start half a second

        with _as_store_error(), self.engine.begin() as connection:
            _lock(connection, SCHEMA_LOCK)
            command.upgrade(migration_config(connection), "head")

    def close(self) -> None:
        """Close the connections."""
        self.engine.dispose()


def migration_config(connection: Connection) -> Config:
    """Alembic's configuration for the packaged migrations on an open connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("api.corrections") / "migrations"))
    config.attributes["connection"] = connection
    return config


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
        if backend == "sqlite":
            return _sqlite(parsed.database or "", url)
        if backend in {"postgresql", "postgres"}:
            parsed = parsed.set(drivername="postgresql+psycopg")
            return create_engine(parsed, pool_pre_ping=True, connect_args={"connect_timeout": WAIT_SECONDS})
    except (SQLAlchemyError, ImportError) as error:
        raise StoreError(f"no such database: {error} (pip install 'qicheng[store]')") from error
    raise StoreError(f"{backend}: SQLite and PostgreSQL are the databases that are taken")


def _sqlite(path: str, url: str) -> Engine:
    if not path or path == ":memory:":
        raise StoreError("SQLite needs a file: sqlite:///corrections.sqlite")
    engine = create_engine(url, connect_args={"timeout": WAIT_SECONDS})

    @event.listens_for(engine, "do_connect")
    def make_folder(*_: Any) -> None:
        Path(path).parent.mkdir(parents=True, exist_ok=True)

    @event.listens_for(engine, "connect")
    def settle(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # the transactions below are ours, not the driver's
        _to_wal(connection)
        connection.execute("PRAGMA synchronous=FULL")  # a commit is on the disk when it returns

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reads = connection.get_execution_options().get(READ_ONLY)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _to_wal(connection: sqlite3.Connection) -> None:
    """Write ahead from now on. Where it changes the mode of a file SQLite does not wait for others: we do."""
    last_try = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > last_try:
                raise
            time.sleep(RETRY_SECONDS)
        else:
            return


def _lock(connection: Connection, key: str) -> None:
    if connection.dialect.name == "postgresql":
        number = int.from_bytes(hashlib.sha256(f"qicheng {key}".encode()).digest()[:8], "big", signed=True)
        connection.execute(text("select pg_advisory_xact_lock(:number)"), {"number": number})


@contextmanager
def _as_store_error() -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"the database cannot be reached: {type(error).__name__}") from error
