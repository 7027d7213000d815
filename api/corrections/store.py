"""Corrections: stored, deleted, listed, swept. Safe for several threads and several processes at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import func, select, tuple_
from sqlalchemy.orm import Session

from api.corrections.database import Database
from api.corrections.errors import StoreFullError
from api.corrections.pictures import Pictures
from api.corrections.records import Correction, NewCorrection
from api.corrections.tables import CorrectionRow

PAGE = 100


class CorrectionStore:
    """The corrections of one database and one place of pictures; neither is touched before first use.

    Every method raises `StoreError` while one of the two does not answer.

    Args:
        most: corrections that are kept at most.
    """

    def __init__(self, database: Database, pictures: Pictures, most: int = 10_000) -> None:
        self.database, self.pictures, self.most = database, pictures, most
        self._opening = threading.Lock()
        self._open = False

    def open(self) -> None:
        """Migrate the database and sweep once; later calls do nothing."""
        with self._opening:
            if self._open:
                return
            self.database.migrate()
            self._open = True
        self.sweep()

    def add(self, new: NewCorrection) -> tuple[Correction, bool]:
        """The stored correction, and whether it is new. When this returns, it survives a crash.

        The picture is written first, under the lock that its row is committed under: whoever removes
        pictures without a row waits for the row.

        Raises:
            StoreFullError: there are `most` already.
        """
        self.open()
        key = new.picture.key
        with self.database.locked(key) as session:
            known = session.get(CorrectionRow, new.id)
            if known is not None:
                return _correction(known), False
            if _rows(session) >= self.most:
                raise StoreFullError(f"{self.most} corrections are stored")
            self.pictures.put(key, new.picture.data)
            row = _row(new)
            session.add(row)
            session.flush()
            return _correction(row), True

    def delete(self, id_: str) -> bool:
        """Remove a correction, and its picture when no other has it; False where there is none of that id."""
        self.open()
        with self.database.reading() as session:
            key = session.scalar(select(CorrectionRow.picture).where(CorrectionRow.id == id_))
        if key is None:
            return False
        with self.database.locked(key) as session:
            row = session.get(CorrectionRow, id_)
            if row is not None:
                session.delete(row)
        self._remove_unused(key)
        return row is not None

    def all(self) -> Iterator[tuple[Correction, bytes]]:
        """Every correction with its picture, oldest first; one deleted meanwhile is left out."""
        self.open()
        last: Correction | None = None
        while page := self._page(last):
            for correction in page:
                picture = self.pictures.get(correction.picture)
                if picture is not None:
                    yield correction, picture
            last = page[-1]

    def count(self) -> int:
        """How many corrections there are."""
        self.open()
        with self.database.reading() as session:
            return _rows(session)

    def sweep(self) -> int:
        """Remove pictures that no row names, as a crash leaves them behind; how many there were."""
        self.open()
        return sum(self._remove_unused(key) for key in list(self.pictures.keys()) if not self._used(key))

    def close(self) -> None:
        """Close the database's connections."""
        self.database.close()

    def _page(self, last: Correction | None) -> list[Correction]:
        order = CorrectionRow.created, CorrectionRow.id
        wanted = select(CorrectionRow).order_by(*order).limit(PAGE)
        if last is not None:
            wanted = wanted.where(tuple_(*order) > tuple_(last.created, last.id))
        with self.database.reading() as session:
            return [_correction(row) for row in session.scalars(wanted)]

    def _used(self, key: str) -> bool:
        with self.database.reading() as session:
            return _rows_with(session, key) > 0

    def _remove_unused(self, key: str) -> bool:
        with self.database.locked(key) as session:
            unused = _rows_with(session, key) == 0
            if unused:
                self.pictures.remove(key)
            return unused


def _rows(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(CorrectionRow)) or 0


def _rows_with(session: Session, key: str) -> int:
    rows = select(func.count()).select_from(CorrectionRow).where(CorrectionRow.picture == key)
    return session.scalar(rows) or 0


def _row(new: NewCorrection) -> CorrectionRow:
    return CorrectionRow(
        id=new.id,
        picture=new.picture.key,
        photo_sha256=new.picture.photo_sha256,
        width=new.picture.width,
        height=new.picture.height,
        after=new.after.to_dict(),
        before=None if new.before is None else new.before.to_dict(),
        by=new.by,
        model_name=new.after.model.name,
        model_version=new.after.model.version,
        model_sha256=new.after.model.sha256,
        created=datetime.now(UTC),
    )


def _correction(row: CorrectionRow) -> Correction:
    return Correction(
        id=row.id,
        picture=row.picture,
        photo_sha256=row.photo_sha256,
        width=row.width,
        height=row.height,
        after=row.after,
        before=row.before,
        by=row.by,
        created=row.created,
    )
