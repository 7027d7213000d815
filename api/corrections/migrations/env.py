"""Alembic's entry: runs the steps on the connection that the caller opened and locked."""

from __future__ import annotations

from alembic import context

from api.corrections.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
context.run_migrations()
