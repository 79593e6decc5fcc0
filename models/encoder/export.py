"""Write a trained encoder as the graph that is shipped: int8, pooling and heads inside.

    python models/encoder/export.py STATE.pt [STATE.pt ...] FOLDER

The weights of several states are averaged. Inputs `input_ids`, `attention_mask`, `token_type_ids` (int64, [1, n]);
outputs `abuse` [1, 3], the sums of hate, offensive and neither, and `prejudice` [1, 1].
"""

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from network import FOLDER
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

LAYERS, HEADS, WIDTH = 6, 12, 384
EPSILON = 1e-12
OPSET, FORMAT = 20, 9

Array = NDArray[Any]


class Graph:
    """Nodes and weights of an ONNX graph, as they are added."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def weight(self, name: str, array: Array) -> str:
        """Add an array."""
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def __call__(self, kind: str, *inputs: str, name: str = "", count: int = 1, **settings: Any) -> Any:
        """Add a node; give the name of what it yields, or the names."""
        stem = name or f"{kind.lower()}_{len(self.nodes)}"
        outputs = [stem] if count == 1 else [f"{stem}_{at}" for at in range(count)]
        self.nodes.append(helper.make_node(kind, list(inputs), outputs, name=stem, **settings))
        return outputs[0] if count == 1 else outputs

    def normal(self, states: str, name: str, state: dict[str, Array]) -> str:
        """Add a layer normalisation."""
        scale, bias = (self.weight(f"{name}.{part}", state[f"{name}.{part}"]) for part in ("weight", "bias"))
        return str(self("LayerNormalization", states, scale, bias, axis=-1, epsilon=EPSILON))

    def dense(self, states: str, name: str, weights: Array, bias: Array) -> str:
        """Add a matrix product and a bias; `weights` as torch has them, (out, in)."""
        product = self("MatMul", states, self.weight(f"{name}.matrix", weights.T))
        return str(self("Add", product, self.weight(f"{name}.bias", bias)))


def build(state: dict[str, Array]) -> Any:
    """Give the graph with floating-point weights, the word embeddings already in 8 bits, a scale per word."""
    graph = Graph()
    hidden = _embedded(graph, state)
    mask = graph("Cast", "attention_mask", to=TensorProto.FLOAT)
    absent = graph("Mul", graph("Sub", mask, graph.weight("all", np.float32(1))), graph.weight("far", np.float32(1e4)))
    bias = graph("Unsqueeze", absent, graph.weight("head_axes", np.array([1, 2])))
    for layer in range(LAYERS):
        hidden = _layer(graph, state, f"encoder.encoder.layer.{layer}", hidden, bias)
    weights = graph("Unsqueeze", mask, graph.weight("last_axis", np.array([2])))
    axis = graph.weight("words_axis", np.array([1]))
    total = graph("ReduceSum", graph("Mul", hidden, weights), axis, keepdims=0)
    pooled = graph("Div", total, graph("ReduceSum", weights, axis, keepdims=0))
    for head in ("abuse", "prejudice"):
        matrix = graph.weight(f"{head}.matrix", state[f"{head}.weight"].T)
        graph("Gemm", pooled, matrix, graph.weight(f"{head}.bias", state[f"{head}.bias"]), name=head)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, [1, "n"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, width])
        for name, width in (("abuse", 3), ("prejudice", 1))
    ]
    whole = helper.make_graph(graph.nodes, "botassay encoder", inputs, outputs, graph.weights)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=FORMAT)
    onnx.checker.check_model(model)
    return model


def _embedded(graph: Graph, state: dict[str, Array]) -> str:
    name = "encoder.embeddings"
    words = state[f"{name}.word_embeddings.weight"]
    scales = np.maximum(np.abs(words).max(1, keepdims=True), 1e-9).astype(np.float32) / np.float32(127)
    table = graph.weight("words", np.rint(words / scales).astype(np.int8))
    whole = graph("Cast", graph("Gather", table, "input_ids"), to=TensorProto.FLOAT)
    word = graph("Mul", whole, graph("Gather", graph.weight("word_scales", scales), "input_ids"))
    length = graph("Shape", "input_ids", start=1, end=2)
    start, axis = graph.weight("start", np.array([0])), graph.weight("axis", np.array([0]))
    table = graph.weight("places", state[f"{name}.position_embeddings.weight"][:512])
    place = graph("Slice", table, start, length, axis)
    types = graph.weight("types", state[f"{name}.token_type_embeddings.weight"])
    joined = graph("Add", graph("Add", word, graph("Gather", types, "token_type_ids")), place)
    return graph.normal(joined, f"{name}.LayerNorm", state)


def encoded(graph: Graph, state: dict[str, Array], words: str) -> str:
    """Add all layers for one text without padding, from its words' own numbers, [1, n, 384]; give the last states."""
    name = "encoder.embeddings"
    length = graph("Shape", words, start=1, end=2)
    start, axis = graph.weight("start", np.array([0])), graph.weight("axis", np.array([0]))
    table = graph.weight("places", state[f"{name}.position_embeddings.weight"][:512])
    place = graph("Slice", table, start, length, axis)
    first = graph.weight("first_type", state[f"{name}.token_type_embeddings.weight"][0])
    hidden = graph.normal(graph("Add", graph("Add", words, first), place), f"{name}.LayerNorm", state)
    nobody_absent = graph.weight("nobody_absent", np.float32(0))
    for layer in range(LAYERS):
        hidden = _layer(graph, state, f"encoder.encoder.layer.{layer}", hidden, nobody_absent)
    return hidden


def _layer(graph: Graph, state: dict[str, Array], name: str, hidden: str, bias: str) -> str:
    parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    scale = np.float32(1 / np.sqrt(WIDTH // HEADS))  # of the queries, so that no product has to be divided
    matrices = [state[f"{part}.weight"] * (scale if at == 0 else 1) for at, part in enumerate(parts)]
    biases = [state[f"{part}.bias"] * (scale if at == 0 else 1) for at, part in enumerate(parts)]
    asked = graph.dense(hidden, f"{name}.qkv", np.concatenate(matrices), np.concatenate(biases))
    sizes = graph.weight(f"{name}.sizes", np.array([WIDTH] * 3))
    by_head = graph.weight(f"{name}.by_head", np.array([0, 0, HEADS, WIDTH // HEADS]))
    query, key, value = (graph("Reshape", part, by_head) for part in graph("Split", asked, sizes, axis=2, count=3))
    query, value = (graph("Transpose", part, perm=[0, 2, 1, 3]) for part in (query, value))
    key = graph("Transpose", key, perm=[0, 2, 3, 1])
    shares = graph("Softmax", graph("Add", graph("MatMul", query, key), bias), axis=-1)
    seen = graph("Transpose", graph("MatMul", shares, value), perm=[0, 2, 1, 3])
    joined = graph("Reshape", seen, graph.weight(f"{name}.joined", np.array([0, 0, WIDTH])))
    out = f"{name}.attention.output"
    dense = graph.dense(joined, f"{out}.dense", state[f"{out}.dense.weight"], state[f"{out}.dense.bias"])
    hidden = graph.normal(graph("Add", dense, hidden), f"{out}.LayerNorm", state)
    inner, outer = f"{name}.intermediate.dense", f"{name}.output.dense"
    wide = graph("Gelu", graph.dense(hidden, inner, state[f"{inner}.weight"], state[f"{inner}.bias"]))
    narrow = graph.dense(wide, outer, state[f"{outer}.weight"], state[f"{outer}.bias"])
    return graph.normal(graph("Add", narrow, hidden), f"{name}.output.LayerNorm", state)


def averaged(paths: Sequence[Path]) -> dict[str, Array]:
    """Read states, and give the mean of their weights."""
    states = [torch.load(path, weights_only=True) for path in paths]
    return {
        name: np.mean([state[name].double().numpy() for state in states], 0).astype(np.float32)
        for name in states[0]
        if not name.endswith("position_ids")
    }


def export(state: dict[str, Array], folder: Path) -> Path:
    """Write ``encoder.onnx`` and ``vocab.txt``; give the path of the graph."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "encoder.onnx"
    with tempfile.TemporaryDirectory() as scratch:
        single = Path(scratch) / "single.onnx"
        onnx.save(build(state), single)
        quantize_dynamic(
            single,
            path,
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )
    shutil.copy(FOLDER / "vocab.txt", folder / "vocab.txt")
    (folder / "vocab.txt").chmod(0o644)
    return path


def digest(path: Path) -> str:
    """Give the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Average, quantise and write."""
    *states, folder = map(Path, sys.argv[1:])
    path = export(averaged(states), folder)
    print(path, f"{path.stat().st_size / 1e6:.1f} MB", digest(path))


if __name__ == "__main__":
    main()
