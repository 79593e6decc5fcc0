"""Train the encoder that reads replies for CR, and write it as a graph in 8 bits.

    python models/crisis/train_reader.py [FOLD]    # a part that is left out (0 to 2), `final`, or all of them in turn
    python models/crisis/train_reader.py new final # after rows were added: a quarter of the time, see below

Needs what models/encoder/train.py needs. A fit takes six minutes on two cores. Learns the four signs of a reply from
rows/replies*.csv and from the sentences that do no harm. Writes left_out.npz beside this file, what is said of each
text by a fit without it, for train.py, and src/botassay/trust/crisis/data/reader.onnx. Run retrain.py afterwards.
`new` takes from the shipped encoder, which has not seen them, what a fit without them says of new texts.
"""

import csv
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel, AutoTokenizer

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "models/encoder")]

from export import FORMAT, LAYERS, OPSET, WIDTH, Graph, encoded  # noqa: E402 - beside the other model
from network import FOLDER  # noqa: E402

from botassay.core.text.folding import fold  # noqa: E402
from botassay.trust.crisis.reply_encoder import SIGNS, sign_logits  # noqa: E402

ROWS = ROOT / "models/crisis/rows"
NEGATIONS = ROOT / "tests/data/crisis_negations.txt"
LEFT_OUT = ROOT / "models/crisis/left_out.npz"
DATA = ROOT / "src/botassay/trust/crisis/data"
FOLDS, EPOCHS, BATCH, POOL = 3, 4, 32, 20
RATE = 1e-4
HEADS_FASTER = 10
WARM_UP = 60  # steps
SMOOTHING = 0.02
LONGEST = 160  # word pieces with the marks around them

Floats = NDArray[np.float64]


class Row(NamedTuple):
    """A reply, and for each sign 0, 1 or nan where nobody said."""

    text: str
    labels: tuple[float, ...]


class Reader(torch.nn.Module):
    """all-MiniLM-L6-v2 with its word embeddings as they came, mean pooling, and a linear head for each sign."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        torch.manual_seed(seed)
        self.encoder = AutoModel.from_pretrained(FOLDER, add_pooling_layer=False)
        self.encoder.embeddings.word_embeddings.requires_grad_(requires_grad=False)
        self.signs = torch.nn.Linear(self.encoder.config.hidden_size, len(SIGNS))

    def forward(self, batch: Any) -> Any:
        """Give the sums of all heads."""
        states = self.encoder(**batch).last_hidden_state
        mask = batch["attention_mask"][..., None].to(states.dtype)
        return self.signs((states * mask).sum(1) / mask.sum(1))


def rows() -> list[Row]:
    """Return all rows, each text once."""
    found: dict[str, Row] = {}
    for path in sorted(ROWS.glob("replies*.csv")):
        with path.open(encoding="utf-8", newline="") as opened:
            for row in csv.DictReader(opened):
                labels = tuple(float(row[sign]) if row.get(sign) else float("nan") for sign in SIGNS)
                found.setdefault(row["reply"], Row(row["reply"], labels))
    harmless = tuple(0.0 if sign == "encourages" else float("nan") for sign in SIGNS)
    for line in NEGATIONS.read_text("utf-8").splitlines():
        if line[:1] not in ("#", ""):
            found.setdefault(line, Row(line, harmless))
    return list(found.values())


def part_of(text: str) -> int:
    """Return the part that a text is left out with."""
    return int(sha256(text.encode()).hexdigest(), 16) % FOLDS


def batches(texts: Sequence[str], tokenizer: Any, shuffled: random.Random | None) -> Iterator[tuple[list[int], Any]]:
    """Yield the numbers and word pieces of texts of about the same length, in an order of chance or by length."""
    order = list(range(len(texts)))
    if shuffled:
        shuffled.shuffle(order)
    pool = BATCH * POOL if shuffled else len(order)
    runs = [sorted(order[at : at + pool], key=lambda n: len(texts[n])) for at in range(0, len(order), pool)]
    chosen = [run[at : at + BATCH] for run in runs for at in range(0, len(run), BATCH)]
    if shuffled:
        shuffled.shuffle(chosen)
    for numbers in chosen:
        said = [fold(texts[n]) for n in numbers]
        yield numbers, tokenizer(said, truncation=True, max_length=LONGEST, padding=True, return_tensors="pt")


def fitted(learned: Sequence[Row], seed: int = 1) -> Reader:
    """Return a model fitted to rows."""
    tokenizer, model, shuffled = AutoTokenizer.from_pretrained(FOLDER), Reader(seed), random.Random(seed)  # noqa: S311
    layers = [each for name, each in model.named_parameters() if each.requires_grad and not name.startswith("signs")]
    groups = [{"params": model.signs.parameters(), "lr": RATE * HEADS_FASTER}, {"params": layers, "lr": RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = EPOCHS * -(-len(learned) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, step / WARM_UP) * max(0.0, (steps - step) / steps)
    )
    labels, texts = torch.tensor([row.labels for row in learned]), [row.text for row in learned]
    model.train()
    for epoch in range(EPOCHS):
        total = 0.0
        for numbers, batch in batches(texts, tokenizer, shuffled):
            wanted = labels[numbers]
            known = ~torch.isnan(wanted)
            smooth = wanted[known].clamp(SMOOTHING, 1 - SMOOTHING)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(model(batch)[known], smooth)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item() * len(numbers)
        print(f"round {epoch + 1}: loss {total / len(learned):.3f}", flush=True)
    return model.eval()


@torch.no_grad()
def sums(model: Reader, texts: Sequence[str]) -> Floats:
    """Return the sums of all heads for each text."""
    tokenizer, found = AutoTokenizer.from_pretrained(FOLDER), np.zeros((len(texts), len(SIGNS)))
    for numbers, batch in batches(texts, tokenizer, None):
        found[numbers] = model(batch).numpy()
    return found


def leave_out(part: int) -> None:
    """Fit without a part, and write what is said of its texts."""
    learned = rows()
    texts = [row.text for row in learned if part_of(row.text) == part]
    found = sums(fitted([row for row in learned if part_of(row.text) != part]), texts)
    known = dict(np.load(LEFT_OUT)) if LEFT_OUT.exists() else {}
    for name in [name for name, of in known.items() if name.startswith(f"{part}.")]:
        del known[name]
    known[f"{part}.texts"] = np.array([digest(text) for text in texts])
    known[f"{part}.sums"] = np.rint(found * 100).astype(np.int16)
    np.savez_compressed(LEFT_OUT, **known)


def judge_new() -> None:
    """Write what the shipped encoder says of texts that were added since it was fitted."""
    known = dict(np.load(LEFT_OUT))
    seen = {str(text) for name, texts in known.items() if name.endswith(".texts") for text in texts}
    added = [row.text for row in rows() if digest(row.text) not in seen]
    for part in range(FOLDS):
        texts = [text for text in added if part_of(text) == part]
        said = np.array([sign_logits(fold(text)) for text in texts]).reshape(-1, len(SIGNS))
        known[f"{part}.texts"] = np.concatenate([known[f"{part}.texts"], [digest(text) for text in texts]])
        known[f"{part}.sums"] = np.concatenate([known[f"{part}.sums"], np.rint(said * 100).astype(np.int16)])
    np.savez_compressed(LEFT_OUT, **known)
    print(f"{len(added)} new texts judged")


def digest(text: str) -> str:
    """Return what a text is known by in left_out.npz."""
    return sha256(text.encode()).hexdigest()[:16]


def graph_of(state: dict[str, Any]) -> Any:
    """Return the graph: from the words' own numbers, [1, n, 384], to the sums of all heads, [1, 4]."""
    graph = Graph()
    hidden = encoded(graph, state, "words")
    axis = graph.weight("words_axis", np.array([1]))
    pooled = graph("ReduceMean", hidden, axis, keepdims=0)
    matrix = graph.weight("signs.matrix", state["signs.weight"].T)
    graph("Gemm", pooled, matrix, graph.weight("signs.bias", state["signs.bias"]), name="signs")
    inputs = [helper.make_tensor_value_info("words", TensorProto.FLOAT, [1, "n", WIDTH])]
    outputs = [helper.make_tensor_value_info("signs", TensorProto.FLOAT, [1, len(SIGNS)])]
    whole = helper.make_graph(graph.nodes, "botassay crisis reader", inputs, outputs, graph.weights)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=FORMAT)
    onnx.checker.check_model(model)
    return model


def export(model: Reader) -> None:
    """Write the graph, its matrices in 8 bits."""
    state = {name: value.float().numpy() for name, value in model.state_dict().items()}
    with tempfile.TemporaryDirectory() as scratch:
        single = Path(scratch) / "single.onnx"
        onnx.save(graph_of(state), single)
        quantize_dynamic(
            single,
            DATA / "reader.onnx",
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )
    print(f"{LAYERS} layers, {(DATA / 'reader.onnx').stat().st_size / 1e6:.1f} MB")


def main() -> None:
    """Fit what is asked for."""
    asked = sys.argv[1:] or [*map(str, range(FOLDS)), "final"]
    for each in asked:
        if each == "new":
            judge_new()
        elif each == "final":
            export(fitted(rows()))
        else:
            leave_out(int(each))


if __name__ == "__main__":
    main()
