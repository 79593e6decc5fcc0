"""`botassay rate --shard`: the evidence of a part of files."""

from pathlib import Path

import click

from botassay.api.sharding import rate_shard
from botassay.cli.output import EVIDENCE
from botassay.cli.progress import Bar
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.settings.rating import RateSettings


def rate_part(
    subjects: tuple[str, ...],
    settings: RateSettings,
    outputs: tuple[Path, ...],
    shard: tuple[int, int] | None,
    studied: Path | None,
    workers: int,
    *,
    alone: bool,
) -> int:
    """Write the evidence of a part of one subject, and return the exit code.

    Args:
        subjects: one file or folder of dialogs.
        settings: everything that changes the evidence.
        outputs: one evidence file.
        shard: which part.
        studied: what the checkers learned from all parts.
        workers: processes.
        alone: whether no other place to write to was named.

    Raises: UsageError, before any work; what `rate_shard` raises.
    """
    if shard is None:
        option = "--studied" if studied else f"-o FILE{EVIDENCE}"
        raise UsageError(f"{option} requires --shard", hint="add --shard 1/1, or leave it out")
    if len(subjects) > 1:
        raise UsageError("--shard requires a single subject", hint="rate each in a command by itself")
    if not alone:
        raise UsageError(
            "--out, --record, --evidence and --engine do not go with --shard", hint=f"write -o FILE{EVIDENCE}"
        )
    if len(outputs) != 1 or outputs[0].suffix != EVIDENCE:
        hint = f"write -o {shard[0]}{EVIDENCE}; botassay merge writes the reports"
        raise UsageError("--shard writes one evidence file and nothing else", hint=hint)
    spare_inputs(outputs)
    with Bar() as bar:
        rate_shard(subjects[0], shard, outputs[0], settings, studied=studied, workers=workers, on_progress=bar.callback)
    click.echo(f"botassay: wrote {outputs[0]}", err=True)
    return 0
