"""What is remembered of words: the same as worked out anew, and never too much."""

import pytest

from botassay.core.text import word_memory
from botassay.core.text.word_memory import WordMemory


def test_each_word_is_worked_out_once() -> None:
    asked: list[str] = []

    def length(word: str) -> int:
        asked.append(word)
        return len(word)

    assert [*map(WordMemory(length).__getitem__, "to be or to be".split())] == [2, 2, 2, 2, 2]
    assert asked == ["to", "be", "or"]


def test_a_full_memory_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_memory, "MOST", 3)
    memory = WordMemory(len)
    assert [memory["x" * length] for length in range(1, 8)] == [*range(1, 8)]
    assert len(memory) <= 3


def test_very_long_words_are_not_kept() -> None:
    memory = WordMemory(len)
    assert memory["x" * 1000] == 1000
    assert not memory
