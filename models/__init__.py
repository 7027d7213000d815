"""The shipped bundle: detector and reader as ONNX, manifest and card."""
