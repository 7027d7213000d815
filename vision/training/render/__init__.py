"""Synthetic photographs of mahjong tiles with exact labels, to train the detector and the reader.

`sample` draws random scenes, `layout` lays tiles out, `studio` draws (it needs moderngl), `labels` says
where each face is. `python -m vision.training.render --help` renders batches.
"""
