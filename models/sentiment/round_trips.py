"""Make the round trips again that come with the package: Apertium's, of our sentences and of conversations with Eliza.

Takes Apertium and four pairs of languages: apt-get install apertium apertium-eng-spa apertium-eng-cat apertium-eo-en
apertium-en-gl. Prints which versions they are.
"""

import gzip
import subprocess
import tempfile
from pathlib import Path

from botassay.replication.sentiment.round_trips import LANGUAGES

PACKAGES = ("apertium", "apertium-eng-spa", "apertium-eng-cat", "apertium-eo-en", "apertium-en-gl")
TARGET = Path(__file__).parents[2] / "src" / "botassay" / "sentiment" / "translation" / "apertium.jsonl.gz"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "trips.jsonl"
        via = [word for language in LANGUAGES for word in ("--via", language)]
        words = ["botassay", "replicate", "sentiment", "--translator", "apertium", *via, "--record", str(record)]
        subprocess.run(words, check=True)  # noqa: S603 - our own words
        packed = gzip.compress(record.read_bytes(), 9, mtime=0)
    TARGET.write_bytes(packed)
    print(f"{TARGET}: {len(packed):,} bytes")
    words = ["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *PACKAGES]
    print(subprocess.run(words, check=False, capture_output=True, text=True).stdout)  # noqa: S603 - as above


if __name__ == "__main__":
    main()
