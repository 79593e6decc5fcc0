"""Merges several FAQ sets: equivalent intents are grouped (paper 001, footnote 4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from botassay.core.errors import UsageError
from botassay.intents.documents import IntentsMerge, MergedIntent, MergedMember
from botassay.intents.near_duplicates import bag, jaccard
from botassay.intents.phrases import Phrase, folded

LEAST: Final = 0.09
"""Minimum Jaccard similarity of linked intents, as in the paper."""
FEWEST: Final = 2


def merge(sets: Mapping[str, Sequence[Phrase]], least: float = LEAST) -> IntentsMerge:
    """Return the intents of several sets, grouped by single linkage over the Jaccard similarity of their words.

    Only intents of different sets are linked, since those of one set were separated on purpose; a third intent may
    still connect them. Raises UsageError for fewer than two sets.
    """
    if len(sets) < FEWEST:
        raise UsageError("merge needs at least two sets", hint="give two or more files of phrases")
    labels = ((name, phrase.intent) for name, phrases in sets.items() for phrase in phrases)
    nodes = list(dict.fromkeys((name, intent) for name, intent in labels if intent is not None))
    words = {node: frozenset[str]().union(*map(bag, _texts(sets[node[0]], node[1]))) for node in nodes}
    links = sorted(
        (
            (jaccard(words[first], words[second]), at, to)
            for (at, first), (to, second) in combinations(enumerate(nodes), 2)
            if first[0] != second[0]
        ),
        key=lambda link: (-link[0], link[1], link[2]),
    )
    forest = _Forest(len(nodes))
    for similarity, at, to in links:
        if similarity >= least:
            forest.join(at, to, similarity)
    topics = [_merged([nodes[at] for at in tree], sets, forest.span(tree)) for tree in forest.trees()]
    named = _unique_names(sorted(topics, key=lambda topic: (-topic.phrases, topic.intent, topic.members[0].set)))
    return IntentsMerge(
        sets=tuple(sets),
        least=least,
        phrases=sum(topic.phrases for topic in named),
        intents=len(nodes),
        merged=tuple(named),
    )


def merged_phrases(sets: Mapping[str, Sequence[Phrase]], plan: IntentsMerge) -> list[Phrase]:
    """Return the phrases of all sets with their new intents, each text once per intent."""
    home = {(member.set, member.intent): topic.intent for topic in plan.merged for member in topic.members}
    phrases_of: dict[tuple[str, str | None], Phrase] = {}
    for name, phrases in sets.items():
        for phrase in phrases:
            intent = None if phrase.intent is None else home[name, phrase.intent]
            phrases_of.setdefault((folded(phrase.text), intent), phrase._replace(intent=intent))
    return sorted(phrases_of.values(), key=lambda phrase: phrase.intent or "")


class _Forest:
    """A union-find forest, joined by the most similar links first: maximum spanning trees (Kruskal)."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))
        self._links: dict[int, list[float]] = {}

    def root(self, at: int) -> int:
        while self._above[at] != at:
            self._above[at] = self._above[self._above[at]]
            at = self._above[at]
        return at

    def join(self, at: int, to: int, similarity: float) -> None:
        root, branch = self.root(at), self.root(to)
        if root != branch:
            self._above[branch] = root
            self._links[root] = [*self._links.get(root, []), *self._links.pop(branch, []), similarity]

    def trees(self) -> list[list[int]]:
        trees: dict[int, list[int]] = {}
        for at in range(len(self._above)):
            trees.setdefault(self.root(at), []).append(at)
        return list(trees.values())

    def span(self, tree: Sequence[int]) -> tuple[float, float] | None:
        links = self._links.get(self.root(tree[0]), [])
        return (round(max(links), 9), round(min(links), 9)) if links else None


def _merged(
    nodes: Sequence[tuple[str, str]], sets: Mapping[str, Sequence[Phrase]], span: tuple[float, float] | None
) -> MergedIntent:
    members = [MergedMember(set=name, intent=intent, phrases=len(_texts(sets[name], intent))) for name, intent in nodes]
    members.sort(key=lambda member: (-member.phrases, member.set, member.intent))
    texts = {folded(text) for name, intent in nodes for text in _texts(sets[name], intent)}
    likest, least_like = span or (None, None)
    return MergedIntent(
        intent=members[0].intent, phrases=len(texts), members=tuple(members), likest=likest, least_like=least_like
    )


def _unique_names(merged: Sequence[MergedIntent]) -> list[MergedIntent]:
    """Return the groups with unique names: those of the same name get the name of their set added."""
    shared = Counter(folded(topic.intent) for topic in merged)
    return [
        topic
        if shared[folded(topic.intent)] == 1
        else replace(topic, intent=f"{topic.intent} ({topic.members[0].set})")
        for topic in merged
    ]


def _texts(phrases: Sequence[Phrase], intent: str) -> list[str]:
    return [phrase.text for phrase in phrases if phrase.intent == intent]
