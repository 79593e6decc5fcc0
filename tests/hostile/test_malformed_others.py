"""Malformed files that are no dialogs: phrases, rules, profiles, YAML; what each says, to the letter."""

from collections.abc import Callable
from pathlib import Path

import pytest

from botassay.errors import InputError
from botassay.identity.grammar.rulefiles import parse_rules, read_rules
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

CSV = "text,intent\n"
NLU = "nlu:\n- intent: a\n  examples: |\n    - hi\n"
GRAMMAR = "root:\n    hello | 2 * hi\n"
ORDER = 'order = "IL > AL > B > CC"\n'

CASES: dict[str, tuple[str, bytes, str]] = {
    "M20 a text that is empty": ("a.csv", (CSV + ",a\nx,b\n").encode(), "E160"),
    "M29 a row that is ragged": ("a.csv", (CSV + "x,a\nx\n").encode(), "E140"),
    "M30 a quote that is never closed": ("a.csv", (CSV + 'x,a\n"x,a\n').encode(), "E141"),
    "M34 case": ("a.csv", (CSV + "x,Yes\ny,yes \nz,no\n").encode(), "E162"),
    "M34 white space": ("a.csv", (CSV + "x,pay it\ny,pay  it\nz,no\n").encode(), "E162"),
    "M35 one intent": ("a.csv", (CSV + "x,a\ny,a\n").encode(), "E163"),
    "M35 none": ("a.csv", CSV.encode(), "E163"),
    "M37 labels in two forms of Unicode": ("a.csv", (CSV + "x,\u00e9\ny,e\u0301\nz,no\n").encode(), "E162"),
    "M37 labels of no width": ("a.csv", (CSV + "x,pay\ny,p\u200bay\nz,no\n").encode(), "E162"),
    "M42 undefined": ("a.grammar", b"root:\n    {lost} x\n", "undefined"),
    "M42 endless": ("a.grammar", b"root:\n    x | {root} x\n", "unbounded"),
    "M42 left recursion": ("a.grammar", b"root:\n    {b} x\nb:\n    {root} | y\n", "unbounded"),
    "M42 unproductive": ("a.grammar", b"root:\n    {root}\n", "unproductive"),
    "M42 unreachable": ("a.grammar", b"root:\n    x\nlost:\n    y\n", "unreachable"),
    "M42 weight zero": ("a.grammar", b"root:\n    0 * x | y\n", "weight 0"),
    "M42 weight negative": ("a.grammar", b"root:\n    -1 * x | y\n", "the weight"),
    "M42 weight NaN": ("a.grammar", b"root:\n    nan * x | y\n", "the weight"),
    "M42 weight infinite": ("a.grammar", b"root:\n    " + b"9" * 400 + b" * x | y\n", "the weight"),
    "M42 a rule twice": ("a.grammar", (GRAMMAR + GRAMMAR).encode(), "twice"),
    "M42 Latin-1": ("a.grammar", "root:\n    caf\u00e9\n".encode("latin-1"), "cannot be read"),
    "M42 too large": ("a.grammar", GRAMMAR.encode() + b"#" * 2**20, "larger"),
    "M42 too many": ("a.grammar", "".join(f"r{n}:\n    x\n" for n in range(2100)).encode(), "more than"),
    "M43 no order": ("a.toml", b'name = "x"\n', "order or weights"),
    "M43 an issue twice": ("a.toml", b'order = "IL > AL > IL"\n', "IL"),
    "M43 an empty place": ("a.toml", b'order = "IL > > AL"\n', "empty"),
    "M43 an unknown key": ("a.toml", (ORDER + "wieght = 1\n").encode(), "unknown"),
    "M43 weights of nothing": ("a.toml", b'weights = "IL=0,AL=0"\n', "IL"),
    "M43 a weight NaN": ("a.toml", b'weights = "IL=nan"\n', "IL"),
    "M43 both": ("a.toml", (ORDER + 'weights = "IL=1"\n').encode(), "either"),
    "M43 no TOML": ("a.toml", b"order = \n", "no TOML"),
    "M43 an order twice": ("a.toml", (ORDER * 2).encode(), "no TOML"),
    "M44 an alias": ("a.yml", (NLU + "- &x\n  intent: b\n  examples: |\n    - ho\n- *x\n").encode(), "E195"),
    "M44 a billion": (
        "a.yml",
        (
            "a: &a [x,x]\n" + "".join(f"{y}: &{y} [*{x},*{x}]\n" for x, y in zip("abcdefgh", "bcdefghi", strict=True))
        ).encode(),
        "E195",
    ),
    "M44 a tag": ("a.yml", b"nlu:\n- intent: !!python/object/apply:os.system [id]\n  examples: x\n", "E195"),
    "M44 a key twice": ("a.yml", (NLU + "  intent: b\n").encode(), "E195"),
    "M44 no YAML": ("a.yml", b"nlu: [\n", "E120"),
    "M44 too deep": ("a.yml", b"nlu: " + b"[" * 3000, "E124"),
    "M44 no list": ("a.yml", b"nlu: no\n", "E136"),
}
COMMANDS = {
    ".csv": ("intents", "evaluate"),
    ".yml": ("intents", "evaluate"),
    ".toml": ("profiles", "show"),
    ".grammar": ("check",),
}


def said(case: str, cli: Cli, folder: Path) -> str:
    """Let the command that takes such a file take it; a grammar is sound only for its roots."""
    name, content, _ = CASES[case]
    (folder / name).write_bytes(content)
    if name.endswith(".grammar"):
        with pytest.raises(InputError) as caught:
            read_rules(folder / name).checked(["root"])
        assert caught.value.exit_code == 65
        return f"{str(caught.value).replace(f'{folder}/', '')}\n"
    ended = cli(*COMMANDS[(folder / name).suffix], folder / name)
    assert (ended.code, ended.out) == (78 if name.endswith(".toml") else 65, ""), ended
    return ended.err.replace(f"{folder}/", "")


@pytest.mark.parametrize("case", CASES)
def test_a_malformed_file_says_what_and_where(case: str, cli: Cli, tmp_path: Path) -> None:
    told = said(case, cli, tmp_path)
    assert CASES[case][2] in told
    assert CASES[case][0] in told
    assert told.count("\n") == 1


def test_what_a_user_reads_of_each(golden: Callable[[str, str], bool], cli: Cli, tmp_path: Path) -> None:
    assert golden("malformed-others.txt", "".join(f"{case}\n    {said(case, cli, tmp_path)}" for case in CASES))


@pytest.mark.case("M42")
@pytest.mark.timeout(100)
def test_a_grammar_of_a_long_chain_is_checked_in_time() -> None:
    chain = "".join(f"r{n}:\n    x {{r{n + 1}}}\n" for n in range(1999)) + "r1999:\n    x\n"
    assert len(parse_rules(chain).checked(["r0"]).rules) == 2000


LEARNED = "text,label\nare you a bot?,p\nwhat is it?,n\ncaf\u00e9,n\nyou there,a\n"
TESTED = "text,label\nARE you a bot?,p\nnothing of it,n\ncafe\u0301,n\n"


@pytest.mark.case("M36")
def test_what_was_learned_before_is_told(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "learned.csv").write_text(LEARNED)
    (tmp_path / "tested.csv").write_text(TESTED)
    (tmp_path / "other.csv").write_text("text,label\nsomething else,n\n")
    ended = cli("identity", "evaluate", "tested.csv", "--train", "learned.csv", "--recogniser", "bow-lr", "--json")
    assert ended.code == 0
    assert ended.err.startswith("botassay: E152 2 of 3 utterances are also in --train")
    apart = cli("identity", "evaluate", "other.csv", "--train", "learned.csv", "--recogniser", "bow-lr", "--json")
    assert (apart.code, apart.err) == (0, "")
