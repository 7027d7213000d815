"""The table of corrections."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "corrections",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("picture", sa.String(48), nullable=False),
        sa.Column("photo_sha256", sa.String(64), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("after", sa.JSON, nullable=False),
        sa.Column("before", sa.JSON, nullable=True),
        sa.Column("by", sa.String(80), nullable=True),
        sa.Column("model_name", sa.String(120), nullable=False),
        sa.Column("model_version", sa.String(120), nullable=False),
        sa.Column("model_sha256", sa.String(120), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_corrections_picture", "corrections", ["picture"])
    op.create_index("ix_corrections_created_id", "corrections", ["created", "id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("corrections")
