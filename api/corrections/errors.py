"""Why a correction cannot be stored now."""

from __future__ import annotations


class StoreError(Exception):
    """The database or the place of the pictures does not answer; trying again later is safe."""
