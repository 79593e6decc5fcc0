"""A bot that recommends a hospital for a medical service and a place.

The bundled table is invented, and the bot says so. `read_table` and `adviser` use another one, such as the public US
table "Hospital General Information":

>>> reply = begin("Ann").reply("I need kidney care in Saltwhistle")
>>> print(reply.text.split(". ")[1])
I know one hospital for kidney care in Saltwhistle
"""

from functools import cache

from botassay.plugins.inprocess import Begin, Bundled, Session
from botassay_samples import SAMPLES
from botassay_samples.hospital.hearing import HospitalParser
from botassay_samples.hospital.table import Hospital, HospitalTable, Place, bundled, read_table
from botassay_samples.hospital.talk import Adviser


def begin(user: str) -> Session:
    """Return a new conversation about the invented hospitals, the same for all users."""
    return _bundled()(user)


def adviser(table: HospitalTable) -> Begin:
    """Return the function that begins conversations about the hospitals of a table."""
    ear = HospitalParser(table)

    def begin(user: str) -> Session:
        del user
        return Adviser(table, ear)

    return begin


@cache
def _bundled() -> Begin:
    return adviser(bundled())


BOT = Bundled("hospital", SAMPLES["hospital"], begin)
"""The bot for the registry."""

__all__ = ["BOT", "Adviser", "Hospital", "HospitalTable", "Place", "adviser", "begin", "bundled", "read_table"]
