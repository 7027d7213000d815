"""The tables of the database, for SQLite and PostgreSQL alike."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Index, Integer, String, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcTime(TypeDecorator[datetime]):
    """A time with its zone, also where the database knows none (SQLite)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """As UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """What the migrations lead to."""


class CorrectionRow(Base):
    """One correction; `picture` is the key of its picture, which other rows may share."""

    __tablename__ = "corrections"
    __table_args__ = (
        Index("ix_corrections_picture", "picture"),
        Index("ix_corrections_created_id", "created", "id"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    picture: Mapped[str] = mapped_column(String(48))
    photo_sha256: Mapped[str] = mapped_column(String(64))
    width: Mapped[int] = mapped_column(Integer)
    height: Mapped[int] = mapped_column(Integer)
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
    before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    by: Mapped[str | None] = mapped_column(String(80))
    model_name: Mapped[str] = mapped_column(String(120))
    model_version: Mapped[str] = mapped_column(String(120))
    model_sha256: Mapped[str] = mapped_column(String(120))
    created: Mapped[datetime] = mapped_column(UtcTime)
