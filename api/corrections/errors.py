"""Why a correction cannot be stored now.

StoreError           503  store_unavailable
└── StoreFullError   503  store_full
"""

from __future__ import annotations


class StoreError(Exception):
    """The database or the place of the pictures does not answer; trying again later is safe."""


class StoreFullError(StoreError):
    """As many corrections are stored as the settings allow."""
