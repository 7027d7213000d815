"""The store of corrections, on every database and place of pictures it is offered for."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from qicheng_samples import correction, photo
from sqlalchemy import inspect

from api.corrections.database import Database, migration_config
from api.corrections.errors import StoreError
from api.corrections.pictures import UNFINISHED, FolderPictures, pictures_at
from api.corrections.store import CorrectionStore
from api.corrections.tables import Base

Databases = Callable[[str], Database]
BACKENDS = ("sqlite", "postgresql")


@pytest.fixture
def databases() -> Iterator[Databases]:
    """Opens databases and closes them after the test."""
    opened: list[Database] = []

    def open_(url: str) -> Database:
        opened.append(Database(url))
        return opened[-1]

    yield open_
    for database in opened:
        database.close()


@dataclass(frozen=True)
class Places:
    """Where a test's corrections go; `open` gives another replica of the service on the same places."""

    database: str
    pictures: str
    databases: Databases

    def open(self) -> CorrectionStore:
        return CorrectionStore(self.databases(self.database), pictures_at(self.pictures))


def database_of(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'new' / 'corrections.sqlite'}"
    new: Callable[[], str] = request.getfixturevalue("postgres_server")
    return new()


@pytest.fixture(params=["sqlite folder", "sqlite s3", "postgresql folder", "postgresql s3"])
def places(request: pytest.FixtureRequest, tmp_path: Path, databases: Databases) -> Places:
    database, pictures = request.param.split()
    if pictures == "folder":
        return Places(database_of(database, tmp_path, request), str(tmp_path / "pictures"), databases)
    new_bucket: Callable[[], str] = request.getfixturevalue("s3_server")
    return Places(database_of(database, tmp_path, request), new_bucket(), databases)


@pytest.fixture
def store(places: Places) -> CorrectionStore:
    return places.open()


def consistent(store: CorrectionStore) -> None:
    """Each row has its picture, and each picture a row."""
    rows = [each for each, _ in store.all()]
    assert len(rows) == store.count()
    assert set(store.pictures.keys()) == {each.picture for each in rows}


def test_what_was_stored_is_there_with_where_it_came_from(store: CorrectionStore) -> None:
    new = correction(1, face="7p", before="5p")
    stored, is_new = store.add(replace(new, by="王"))
    [(read, picture)] = store.all()
    assert is_new
    assert read == stored
    assert picture == new.picture.data
    assert (read.after["tiles"][0]["tile"], read.before["tiles"][0]["tile"]) == ("7p", "5p")
    assert (read.by, read.model["version"], read.created.utcoffset().total_seconds()) == ("王", "1", 0)


def test_the_same_photo_and_reading_are_the_same_correction(store: CorrectionStore) -> None:
    first, _ = store.add(correction(1))
    slower = correction(1)
    slower = replace(
        slower, after=replace(slower.after, milliseconds=replace(slower.after.milliseconds, total=9))
    )
    again, is_new = store.add(slower)
    assert (again, is_new) == (first, False)
    assert store.count() == 1


def test_two_readings_of_one_photo_share_its_picture_until_both_are_deleted(store: CorrectionStore) -> None:
    (one, _), (other, _) = store.add(correction(1, "5p")), store.add(correction(1, "6p"))
    assert one.id != other.id
    assert list(store.pictures.keys()) == [one.picture]
    assert store.delete(one.id)
    assert [picture for _, picture in store.all()] == [correction(1).picture.data]
    assert store.delete(other.id)
    assert list(store.pictures.keys()) == []


def test_deleting_what_is_not_there_says_so(store: CorrectionStore) -> None:
    assert not store.delete("0" * 32)
    stored, _ = store.add(correction(1))
    assert store.delete(stored.id)
    assert not store.delete(stored.id)


def test_pictures_that_a_crash_left_behind_are_swept_when_a_service_starts(places: Places) -> None:
    first = places.open()
    kept, _ = first.add(correction(1))
    first.pictures.put(correction(2).picture.key, photo(2))
    if isinstance(first.pictures, FolderPictures):
        (first.pictures.folder / (correction(3).picture.key + UNFINISHED)).write_bytes(photo(3)[:100])
    second = places.open()
    second.open()
    assert list(second.pictures.keys()) == [kept.picture]
    consistent(second)


def test_replicas_that_add_and_delete_at_once_leave_no_row_without_its_picture(places: Places) -> None:
    """Two services, four threads each, over three photos with two readings each: they meet all the time."""
    stores = [places.open(), places.open()]

    def work(seed: int) -> None:
        random = Random(seed)
        for _ in range(8):
            new = correction(random.randrange(3), random.choice(["5p", "6p"]))
            stores[seed % 2].add(new)
            if random.random() < 0.6:
                stores[1 - seed % 2].delete(new.id)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    consistent(stores[0])


def test_all_pages_are_read_in_the_order_of_arrival(
    store: CorrectionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.corrections.store.PAGE", 2)
    ids = [store.add(correction(number))[0].id for number in range(5)]
    assert [each.id for each, _ in store.all()] == ids


def test_a_correction_deleted_while_all_are_read_is_left_out(store: CorrectionStore) -> None:
    ids = [store.add(correction(number))[0].id for number in range(3)]
    reading = store.all()
    next(reading)
    store.delete(ids[1])
    assert [each.id for each, _ in reading] == [ids[2]]


@pytest.mark.parametrize("kind", BACKENDS)
def test_the_migrations_lead_to_the_tables_of_the_code_and_back(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, databases: Databases
) -> None:
    database = databases(database_of(kind, tmp_path, request))
    database.migrate()
    database.migrate()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    with database.engine.begin() as connection:
        command.downgrade(migration_config(connection), "base")
    assert inspect(database.engine).get_table_names() == ["alembic_version"]


@pytest.mark.parametrize("kind", BACKENDS)
def test_replicas_that_start_at_once_migrate_once(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, databases: Databases
) -> None:
    url = database_of(kind, tmp_path, request)
    replicas = [databases(url) for _ in range(4)]
    gate = threading.Barrier(4)

    def migrate(database: Database) -> None:
        gate.wait()
        database.migrate()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, replicas))
    assert set(inspect(replicas[0].engine).get_table_names()) == {"alembic_version", "corrections"}


def test_sqlite_flushes_each_commit_to_the_disk(tmp_path: Path, databases: Databases) -> None:
    database = databases(f"sqlite:///{tmp_path / 'corrections.sqlite'}")
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_a_file_that_another_process_still_writes_to_in_the_old_mode_is_waited_for(
    tmp_path: Path, databases: Databases
) -> None:
    """There SQLite itself answers "database is locked" at once, whatever its timeout says."""
    path = tmp_path / "corrections.sqlite"
    writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("CREATE TABLE theirs (number)")
    done = threading.Timer(0.3, writer.execute, ("COMMIT",))
    done.start()
    with databases(f"sqlite:///{path}").engine.connect() as connection:
        assert done.finished.is_set()
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("SELECT count(*) FROM theirs").scalar() == 0
    done.join()
    writer.close()


def test_nothing_is_made_before_the_first_correction(tmp_path: Path) -> None:
    CorrectionStore(Database(f"sqlite:///{tmp_path / 'a.sqlite'}"), pictures_at(str(tmp_path / "p"))).close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://nobody@127.0.0.1:9/none", "nobody listens"),
        ("sqlite:////proc/none/corrections.sqlite", "no such folder can be made"),
    ],
)
def test_a_database_that_does_not_answer_is_one_kind_of_error(
    url: str, why: str, tmp_path: Path, databases: Databases
) -> None:
    store = CorrectionStore(databases(url), pictures_at(str(tmp_path)))
    with pytest.raises(StoreError, match="database cannot be reached"):
        store.add(correction(1))


def test_pictures_that_cannot_be_written_leave_no_row(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = CorrectionStore(
        Database(f"sqlite:///{tmp_path / 'a.sqlite'}"), pictures_at(str(tmp_path / "file"))
    )
    with pytest.raises(StoreError, match="pictures cannot be reached"):
        store.add(correction(1))
    assert store.count() == 0


@pytest.mark.parametrize("url", ["mysql://user@host/name", "no url", "sqlite://", "postgresql+asyncpg://x/y"])
def test_a_database_of_another_kind_is_refused_at_start(url: str) -> None:
    if url.startswith("postgresql"):
        assert Database(url).engine.driver == "psycopg"
        return
    with pytest.raises(StoreError):
        Database(url)


def test_a_place_without_a_client_is_refused_at_start() -> None:
    with pytest.raises(StoreError, match="no client"):
        pictures_at("nowhere://bucket/pictures")
