"""Files of other tools that are cut short or altered: an error with its place, and never a traceback."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from botassay.api.check import check
from botassay.core.errors import InputError
from botassay.corpora import open_corpus

FOLDER = Path(__file__).parents[1] / "data" / "neighbours"
FILES = sorted(file for file in FOLDER.iterdir() if file.suffix in (".json", ".jsonl", ".eval"))


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_no_byte_gives_a_traceback(file: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    content = bytearray(file.read_bytes())
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    altered = tmp_path_factory.mktemp("altered") / file.name
    altered.write_bytes(content)
    for skip_bad in (False, True):
        try:
            for dialog in open_corpus(altered, skip_bad=skip_bad):
                assert all(0 <= verdict.utterance < len(dialog.utterances) for verdict in dialog.verdicts)
        except InputError:
            pass
    with suppress(InputError):
        check(altered)
