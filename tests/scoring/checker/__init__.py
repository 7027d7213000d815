"""A second opinion: the rules written down again, by trying everything, from RULES and its sources alone.

Nothing here imports the engine except `compare`, which asks it for its answer. A fast or clever way of
counting is avoided on purpose: a mistake made here should not be the mistake made there.
"""
