"""A small sequence-to-sequence network: one GRU reads, another one answers and attends to what was read.

Needs torch, which is loaded when a network is made. Shapes: b texts, n words read, m words of an answer, h = 128.
"""

from typing import Any, Final

from botassay.trust.leakage.trained.vocabulary import BEGIN, PAD

HIDDEN: Final = 128
"""Width of the words that are read, and of the reading GRU in either direction; the answering one has both."""
SPREAD: Final = 0.08
"""Parameters begin between minus this and this."""
DROPPED: Final = 0.2
"""Share of what an answered word is made of that is left out while learning."""

Tensor = Any


class Seq2Seq:
    """The network (Henderson et al. 2017, appendix), with parameters drawn from a generator of random numbers."""

    def __init__(self, said: int, answer: int, lot: Any, device: str) -> None:
        import torch
        from torch import nn

        wide = 2 * HIDDEN
        with torch.random.fork_rng(devices=[]):  # what torch draws by itself is drawn anew below
            self.parts = nn.ModuleDict(
                {
                    "read": nn.Embedding(said, HIDDEN),
                    "reader": nn.GRU(HIDDEN, HIDDEN, bidirectional=True, batch_first=True),
                    "word": nn.Embedding(answer, wide),
                    "writer": nn.GRU(wide, wide, batch_first=True),
                    "mix": nn.Linear(2 * wide, wide),
                    "choice": nn.Linear(wide, answer),
                }
            )
        with torch.no_grad():
            for parameter in self.parts.parameters():
                parameter.uniform_(-SPREAD, SPREAD, generator=lot)
        self.parts.to(device)

    def read(self, said: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Read texts (b, n), the longest first.

        Returns: what was read (b, n, 2h), the state in which an answer begins (1, b, 2h), where nothing was (b, 1, n).
        """
        import torch
        from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

        packed = pack_padded_sequence(self.parts["read"](said), lengths, batch_first=True)
        outputs, ends = self.parts["reader"](packed)
        memory, _ = pad_packed_sequence(outputs, batch_first=True)
        return memory, torch.cat([ends[0], ends[1]], -1).unsqueeze(0), (said == PAD).unsqueeze(1)

    def thoughts(self, words: Tensor, state: Tensor, seen: tuple[Tensor, Tensor], noise: Tensor | None) -> Any:
        """Work out what `choose` tells the next word from, after each of some words (b, m).

        Args:
            words: of the answer so far.
            state: before them.
            seen: what was read, and where nothing was.
            noise: what the words are multiplied by (b, m, 2h), to leave out a share of it.

        Returns: that (b, m, 2h), and the state after the words.
        """
        import torch

        memory, nothing = seen
        given = self.parts["word"](words)
        outputs, state = self.parts["writer"](given if noise is None else given * noise, state)
        weights = torch.bmm(outputs, memory.transpose(1, 2)).masked_fill(nothing, float("-inf")).softmax(-1)
        return torch.tanh(self.parts["mix"](torch.cat([torch.bmm(weights, memory), outputs], -1))), state

    def choose(self, thoughts: Tensor) -> Tensor:
        """Score every word that could come next (…, words)."""
        return self.parts["choice"](thoughts)

    def answers(self, state: Tensor, seen: tuple[Tensor, Tensor], length: int, noise: Tensor | None = None) -> Tensor:
        """Let it answer by itself, always with the likeliest word (b, length); nothing is learned from it."""
        import torch

        word = torch.full((state.shape[1], 1), BEGIN, device=state.device)
        chosen = []
        with torch.no_grad():
            for at in range(length):
                thoughts, state = self.thoughts(word, state, seen, None if noise is None else noise[:, at : at + 1])
                word = self.choose(thoughts).argmax(-1)
                chosen.append(word)
        return torch.cat(chosen, 1)
