"""Multiplications that a model costs: counted in its graph at the shapes of given inputs."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray


def multiplications(model: bytes, feeds: Mapping[str, NDArray[np.float32]]) -> int:
    """Multiplications with an addition in the convolutions and matrix products of one run.

    The model runs once as it was written, no node merged or laid out anew, and ONNX Runtime's profile says
    which shapes every node was given and gave.
    """
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    options.enable_profiling = True
    with tempfile.TemporaryDirectory() as folder:
        options.profile_file_prefix = str(Path(folder) / "profile")
        session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        session.run(None, dict(feeds))
        events = json.loads(Path(session.end_profiling()).read_bytes())
    return sum(
        node_multiplications(event["args"]) for event in events if event["name"].endswith("_kernel_time")
    )


def node_multiplications(node: Mapping[str, Any]) -> int:
    """Of one node of a profile: each number given is a sum over the products of a kernel or a row.

    >>> node_multiplications({"op_name": "MatMul", "input_type_shape": [{"float": [2, 3]}, {"float": [3, 5]}],
    ...                       "output_type_shape": [{"float": [2, 5]}]})
    30
    """
    if node["op_name"] not in {"Conv", "ConvTranspose", "MatMul", "Gemm"}:
        return 0
    first, second = (next(iter(each.values())) for each in node["input_type_shape"][:2])
    given = math.prod(next(iter(node["output_type_shape"][0].values())))
    if node["op_name"] == "ConvTranspose":  # every number taken goes into a kernel's worth of sums
        return int(math.prod(first) * math.prod(second[1:]))
    if node["op_name"] == "Conv":  # kernels (outputs, inputs of the group, height, width)
        return int(given * math.prod(second[1:]))
    return int(given * first[-1])
