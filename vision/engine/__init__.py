"""Work over many photos, here or on a Ray cluster, through one interface.

A job is a picklable function without arguments that makes the function to call on each item: it runs once in
every process, so that a model is loaded once and not once a photo. Items may be worked on more than once, as
workers die; each comes out once.
"""

from __future__ import annotations

from vision.engine.engine import Engine, EngineError, Job, Lost, open_engine

__all__ = ["Engine", "EngineError", "Job", "Lost", "open_engine"]
