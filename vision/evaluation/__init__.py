"""How well a model reads: tiles and hands counted, confidence weighed, errors shown; ours and others' alike.

`pictures` loads what is labelled, `answers` and `onnx_yolo` ask a model, `outcomes` compares, `figures`,
`confusions` and `calibration` count, `report` shows. Everything follows from a flat list of outcomes.
"""
