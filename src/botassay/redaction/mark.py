"""What stands in the place of a value."""

import re
from typing import Final

MARK: Final = re.compile(r"\[(?P<kind>[a-z_]+)-(?P<number>\d+)\]")
"""The kind, and which value of that kind it was."""
