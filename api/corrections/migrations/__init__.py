"""Alembic migrations of the corrections' database, run by `api.corrections.database`."""
