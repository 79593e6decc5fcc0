"""Tries every fault of faults.toml on a copy of the package, and says which of them the tests do not catch.

python -m tests.mutations [WORD ...]      only faults whose name or file holds one of the words
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree, ignore_patterns

from tests.mutations import ROOT, Fault, faults

FAILED = 1
"""What pytest returns when a test failed, and for nothing else."""


def outcome(fault: Fault) -> int:
    """Put the fault into a copy of the package, and return what pytest returns for the tests that should catch it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        copytree(ROOT / "src", copy, ignore=ignore_patterns("__pycache__"))
        file = copy / "botassay" / fault.file
        file.write_text(file.read_text().replace(fault.before, fault.after))
        pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
        environment = os.environ | {"PYTHONPATH": f"{copy}{os.pathsep}{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [*pytest, str(file), *fault.tests], cwd=ROOT, env=environment, capture_output=True, check=False
        ).returncode


def main(words: list[str]) -> int:
    """Try the faults, two at a time; return how many were not caught."""
    chosen = [fault for fault in faults() if not words or any(word in fault.name + fault.file for word in words)]
    with ThreadPoolExecutor(2) as pool:
        results = list(zip(chosen, pool.map(outcome, chosen), strict=True))
    missed = [(fault, code) for fault, code in results if code != FAILED]
    for fault, code in missed:
        sys.stdout.write(f"not caught: {fault.name} ({fault.file}; pytest returned {code})\n")
    sys.stdout.write(f"{len(chosen) - len(missed)} of {len(chosen)} faults caught\n")
    return min(len(missed), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
