"""The exit codes of commands, in one place; the exceptions of `core.errors` carry them."""

from typing import Final

FAILED_GATE: Final = 1
"""A gate such as `--fail-on` failed; nothing else returns 1."""
USAGE: Final = 2
"""An invalid call or command."""
INPUT: Final = 65
"""A file has invalid content."""
UNREACHABLE: Final = 69
"""The bot is unreachable or its reply is unusable."""
INTERNAL: Final = 70
"""Internal error in botassay or a plugin."""
OUTPUT: Final = 73
"""A file cannot be written."""
PAUSED: Final = 75
"""A run has paused; `botassay resume` continues it."""
CONFIGURATION: Final = 78
"""Access denied, or unsafe or impossible settings."""
INTERRUPTED: Final = 130
"""Stopped by Ctrl-C."""
BROKEN_PIPE: Final = 141
"""The reader of the output has gone."""
TERMINATED: Final = 143
"""Stopped by SIGTERM."""
