"""Write the checksums of the model files that are shipped; run it after any of them was trained anew.

python models/abuse/checksums.py
"""

from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2] / "src/botassay"
SHIPPED = {
    ROOT / "encoder/data": ("encoder.onnx", "operating_point.json", "vocab.txt"),
    ROOT / "trust/abuse/data": ("abuse-tweets.npz", "screen.npz"),
}


def main() -> None:
    """Write one file beside each group of model files."""
    for folder, names in SHIPPED.items():
        lines = [f"{sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
        (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
