"""A bot that recommends a hospital for a medical service and a place.

The bundled table is invented, and the bot says so. Another one, such as the public US table "Hospital General
Information", is put in with `read_table` and `adviser`:

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
    """Begin a conversation about the invented hospitals; who the user is makes no difference."""
    return _bundled()(user)


def adviser(table: HospitalTable) -> Begin:
    """Return what begins conversations about the hospitals of a table."""
    ear = HospitalParser(table)

    def begin(user: str) -> Session:
        del user
        return Adviser(table, ear)

    return begin


@cache
def _bundled() -> Begin:
    return adviser(bundled())


BOT = Bundled("hospital", SAMPLES["hospital"], begin)
"""The bot, as the command line finds it."""

__all__ = ["BOT", "Adviser", "Hospital", "HospitalTable", "Place", "adviser", "begin", "bundled", "read_table"]
