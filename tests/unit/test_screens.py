"""Pictures of replies: where they are kept, how many, and how bots say how many conversations they can hold."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from botassay.core.errors import OutputError
from botassay.plugins.optional import at_once
from botassay.runs.journal.screens import KEY, Screens, Screenshot, compared


def test_pictures_are_kept_until_there_is_no_room(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    screens = Screens(tmp_path, limit=10)
    first = screens.keep("AL-01/x", 1, 0, b"12345")
    again = screens.keep("AL-01/x", 2, 0, b"1234")
    assert (first[KEY]["file"], again[KEY]["file"]) == ("AL-01_x-1.jpg", "AL-01_x-1-2.jpg")
    assert screens.keep("AL-02", 1, 0, b"12") == screens.keep("AL-02", 1, 1, b"12") == {}
    assert [record.message.partition(": ")[2] for record in caplog.records] == ["no further pictures are kept"]
    assert Screens(tmp_path, limit=10).keep("AL-03", 1, 0, b"12") == {}, "those of an earlier sitting count"


def test_pictures_are_compared_with_their_digests(tmp_path: Path) -> None:
    screens = Screens(tmp_path)
    kept = [Screenshot(**screens.keep("AL-01", 1, turn, bytes([turn]))[KEY]) for turn in range(3)]
    (tmp_path / "screens" / kept[1].file).write_bytes(b"another")
    (tmp_path / "screens" / kept[2].file).unlink()
    assert compared(tmp_path, kept) == (1, ("AL-01-3.jpg",), ("AL-01-2.jpg",))


def test_a_picture_that_cannot_be_written_stops_the_run(tmp_path: Path) -> None:
    (tmp_path / "screens").write_text("a file is in the way")
    with pytest.raises(OutputError, match="cannot be written"):
        Screens(tmp_path).keep("AL-01", 1, 0, b"12345")


@pytest.mark.parametrize(("chosen", "held"), [(None, 1), (3, 3), (9, 4)])
def test_a_bot_says_how_many_conversations_it_can_hold(chosen: int | None, held: int) -> None:
    bot: Any = SimpleNamespace(at_once=(1, 4))
    guarded: Any = SimpleNamespace(bot=bot)
    assert at_once(bot, chosen) == at_once(guarded, chosen) == held


@pytest.mark.parametrize(("chosen", "held"), [(None, 4), (9, 9)])
def test_most_bots_hold_as_many_as_they_are_asked_to(chosen: int | None, held: int) -> None:
    bot: Any = object()
    assert at_once(bot, chosen) == held
