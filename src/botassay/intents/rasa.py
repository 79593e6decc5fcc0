"""Reads the phrases of Rasa NLU training data (YAML, version 3).

Only nodes are composed, so that tags of the file cannot create objects, and aliases no copies.
"""

import re
from typing import Any, Final

from botassay.core.errors import InputError
from botassay.intents.phrases import Phrase, Read
from botassay.io.lines import FileLines, undecodable

_ENTITY: Final = re.compile(r"\[([^\[\]]*)\](?:\([^()]*\)|\{[^{}]*\})")
_DEEP: Final = re.compile(r"(?:[\[{]\s*){50}|(?:[-?] +){50}")
"""Far deeper nesting than training data has; parsing takes quadratic time in the depth."""
_PLAIN: Final = frozenset(
    f"tag:yaml.org,2002:{kind}" for kind in ("str", "int", "float", "bool", "null", "timestamp", "seq", "map")
)
"""The implicit tags of plain values."""
_HINT: Final = "give Rasa NLU training data: nlu: - intent: NAME, examples: |, - a phrase"


def rasa(lines: FileLines) -> Read:
    """Yield the phrases of all intents, ignoring synonyms, regular expressions and look-up tables.

    Raises: InputError with the line of invalid YAML, or if there is no list of training data.
    """
    root = _composed(lines)
    items = _member(lines, root, "nlu")
    if items is None or not _is(items, "sequence"):
        raise InputError("E136 the list 'nlu' is missing", lines.name, _HINT)
    for item in items.value:
        if not _is(item, "mapping"):
            yield InputError("E136 the item is not an intent", _place(lines, item), _HINT)
            continue
        intent, examples = _member(lines, item, "intent"), _member(lines, item, "examples")
        if intent is None:
            continue
        if not _is(intent, "scalar") or examples is None:
            yield InputError("E136 the intent has no name or no examples", _place(lines, item), _HINT)
            continue
        yield from _examples(lines, intent.value, examples)


def without_entities(text: str) -> str:
    """Return a text without entity annotations.

    >>> without_entities('from [Berlin](city) to [the lake]{"entity": "city", "value": "Bled"}')
    'from Berlin to the lake'
    """
    return _ENTITY.sub(r"\1", text)


def _composed(lines: FileLines) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    text = "".join(lines)
    if undecodable(text):
        raise InputError("E111 the file is not UTF-8", lines.name, "save the file as UTF-8")
    if deep := _DEEP.search(text):
        where = lines.place(text.count("\n", 0, deep.start()) + 1)
        raise InputError("E124 the YAML is nested too deeply", where, _HINT)
    try:
        root = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = lines.place(mark.line + 1) if mark else lines.name
        raise InputError(f"E120 invalid YAML: {error.problem}", where, _HINT) from error
    except RecursionError as error:
        raise InputError("E124 the YAML is nested too deeply", lines.name, _HINT) from error
    except (YAMLError, ValueError) as error:
        raise InputError(f"E120 invalid YAML: {str(error)[:200]}", lines.name, _HINT) from error
    _check_plain(root, lines)
    return root


def _check_plain(root: Any, lines: FileLines) -> None:
    """Refuse aliases, by which a small file can expand to a huge one, and tags; raises InputError."""
    left, known = [root] if root is not None else [], set[int]()
    while left:
        node = left.pop()
        what = "aliases" if id(node) in known else None if str(node.tag) in _PLAIN else "tags"
        if what:
            raise InputError(f"E195 YAML {what} are not supported", _place(lines, node), "write out the value")
        known.add(id(node))
        if _is(node, "sequence"):
            left += node.value
        elif _is(node, "mapping"):
            left += (child for pair in node.value for child in pair)


def _examples(lines: FileLines, intent: str, examples: Any) -> Read:
    if _is(examples, "scalar"):
        first = examples.start_mark.line + 2  # a block begins on the line after its mark
        for number, line in enumerate(examples.value.splitlines(), first):
            if line.strip():
                yield _listed(lines.place(number), intent, line)
    elif _is(examples, "sequence"):
        for example in examples.value:
            text = example if _is(example, "scalar") else _member(lines, example, "text")
            if text is None or not _is(text, "scalar"):
                yield InputError("E136 the example has no text", _place(lines, example), _HINT)
            else:
                yield Phrase(without_entities(text.value.strip()), intent, _place(lines, example))
    else:
        yield InputError("E136 the examples are not a list", _place(lines, examples), _HINT)


def _listed(where: str, intent: str, line: str) -> Phrase | InputError:
    text = line.strip()
    if not text.startswith("-"):
        return InputError("E136 the example does not start with '- '", where, _HINT)
    return Phrase(without_entities(text[1:].strip()), intent, where)


def _member(lines: FileLines, node: Any, name: str) -> Any:
    if not _is(node, "mapping"):
        return None
    pairs = [(key, value) for key, value in node.value if _is(key, "scalar") and key.value == name]
    if len(pairs) > 1:
        raise InputError(f"E195 duplicate key {name!r}", _place(lines, pairs[1][0]), "give each key once")
    return pairs[0][1] if pairs else None


def _is(node: Any, kind: str) -> bool:
    return getattr(node, "id", None) == kind


def _place(lines: FileLines, node: Any) -> str:
    return lines.place(node.start_mark.line + 1)
