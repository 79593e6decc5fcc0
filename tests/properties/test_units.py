"""A corpus that is cut anywhere, into any number of shards, gives the same bytes or the same error as one unit."""

import json
import os
import random
import subprocess
import sys
import time
import weakref
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_info, threadpool_limits

import botassay
from botassay.core.dialog import Dialog
from botassay.core.errors import BotassayError, InputError, InternalError
from botassay.core.evidence import Evidence, Sums
from botassay.corpora import open_corpus
from botassay.corpora.units import CorpusUnit, SeenIds, UnitPass, corpus_digest, plan_units
from botassay.grading.corpus_stats import CensusState
from botassay.grading.evidence_file import EvidenceHeader, read_evidence, study_digest, write_evidence
from botassay.grading.parallel import mapped_apart
from botassay.grading.unit_result import RunningSum, UnitResult
from botassay.rating import Settings, equip
from botassay.rating import shards as rating_shards
from botassay.rating.examination import UnitJob, examine, look_at_unit
from botassay.rating.shards import SecondRoundNeeded
from botassay.settings.rating import CheckerSettings, RateSettings, RatingSettings
from tests.conftest import Run

_QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
_WORDS = st.sampled_from(["hello", "partition table", "your grub boot menu", "café", "😀", "", "two\\nlines"])
_IDS = st.sampled_from([None, None, "a", "b", "c", "café", "cafe\u0301", "d\u200b", "d", "e1", "e2", "e3"])


@st.composite
def _line(draw: st.DrawFn) -> bytes:
    kind = draw(st.integers(0, 19))
    if kind == 0:
        return draw(st.sampled_from([b"", b"  ", b"{broken", b"[]", b'{"id": "\xff"}', b'{"utterances": 3}']))
    says = [{"role": role, "text": draw(_WORDS)} for role in ("user", "bot") * draw(st.integers(1, 3))]
    name = draw(_IDS)
    row = {"utterances": says, **({} if name is None else {"id": name})}
    return json.dumps(row, ensure_ascii=draw(st.booleans())).encode()


@st.composite
def _file(draw: st.DrawFn) -> bytes:
    lines = [b'{"utterances": [{"role": "bot", "text": "first"}]}', *draw(st.lists(_line(), max_size=25))]
    ending = draw(st.sampled_from([b"\n", b"\r\n"]))
    data = ending.join(lines) + draw(st.sampled_from([b"", ending]))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + draw(st.sampled_from([b"", ending])) + data


def _outcome(path: Path, cut: int | None, *, skip_bad: bool, form: str = "jsonl") -> object:
    """Return all that is seen in a file, or the error."""
    corpus = open_corpus(path, form, skip_bad=skip_bad)
    chosen = Settings(issues=("CC", "OP", "IL"))
    job = UnitJob(corpus, chosen.rated, equip(chosen, {}))
    units = plan_units(corpus, cut or 2**30)
    try:
        seen = examine(job, units)
    except BotassayError as error:
        return type(error), str(error)
    document = msgspec.json.encode((seen.tally, seen.census, seen.digest, seen.evidence, repr(seen.checkers)))
    return json.dumps(json.loads(document), sort_keys=True)


@pytest.mark.slow
@_QUICK
@given(data=_file(), cut=st.integers(1, 400), skip_bad=st.booleans())
def test_a_file_that_is_cut_anywhere_is_read_alike(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, cut: int, *, skip_bad: bool
) -> None:
    path = tmp_path_factory.mktemp("cut") / "talk.jsonl"
    path.write_bytes(data)
    assert _outcome(path, cut, skip_bad=skip_bad) == _outcome(path, None, skip_bad=skip_bad)


class _KeepsNothing:
    """A store that watches how many of the results that it was given are still held."""

    def __init__(self) -> None:
        self._given: list[weakref.ref[object]] = []
        self.held: list[int] = []

    def get(self, _job: UnitJob, _unit: CorpusUnit) -> UnitResult | None:
        return None

    def put(self, _job: UnitJob, _unit: CorpusUnit, result: UnitResult) -> None:
        self._given.append(weakref.ref(result.ids.every))
        self.held.append(sum(each() is not None for each in self._given))


@pytest.mark.parametrize("workers", [1, 2])
def test_results_of_units_are_added_up_one_by_one(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(
        "".join(f'{{"id": "{number}", "utterances": [{{"role": "bot", "text": "hi"}}]}}\n' for number in range(40))
    )
    corpus = open_corpus(path, "jsonl")
    chosen = Settings(issues=("OP", "IL"))
    store = _KeepsNothing()
    units = plan_units(corpus, 200)
    seen = examine(UnitJob(corpus, chosen.rated, equip(chosen, {})), units, workers=workers, store=store)
    assert seen.tally.dialogs == 40
    assert len(store.held) == len(units) > 5
    assert max(store.held) <= 2, "memory grows with the number of units"


class _CountsThreads:
    """A reader of progress that sees how many threads NumPy uses while dialogs pass."""

    def __init__(self) -> None:
        self.threads: list[int] = []

    def track(self, _phase: str, dialogs: Iterable[Dialog]) -> Iterator[Dialog]:
        for dialog in dialogs:
            self.threads += [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]
            yield dialog


def test_numpy_uses_one_thread_while_a_corpus_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text('{"utterances": [{"role": "bot", "text": "hi"}]}\n')
    corpus = open_corpus(path, "jsonl")
    chosen = Settings(issues=("OP", "IL"))
    seen = _CountsThreads()
    with threadpool_limits(2, user_api="blas"):
        examine(UnitJob(corpus, chosen.rated, equip(chosen, {})), plan_units(corpus), track=seen.track)
        assert set(seen.threads) == {1}
        assert {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"} == {2}


@pytest.mark.slow
@_QUICK
@given(data=_file(), cut=st.integers(1, 400))
def test_dialogs_without_an_id_are_called_by_the_byte_of_their_line(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "talk.jsonl"
    path.write_bytes(data)
    corpus = open_corpus(path, "jsonl", skip_bad=True)
    dialogs = [dialog for unit in plan_units(corpus, cut) for dialog in UnitPass(corpus, unit)]
    lines = dict(_by_offset(data.removeprefix(b"\xef\xbb\xbf")))
    for dialog in dialogs:
        name, at_sign, offset = dialog.id.rpartition("@")
        if at_sign:
            shift = 3 if data.startswith(b"\xef\xbb\xbf") and int(offset) else 0
            assert name == "talk"
            assert "id" not in json.loads(lines[int(offset) - shift])


_TABLE_IDS = st.sampled_from(["a", "a", "b", "b", "b", "c", "", " ", "d,e", 'f"g', "café", "h\ni", *"jklmnopq"])
_CELLS = st.sampled_from(
    ["hello", "grub boot menu", "two\nlines", 'so "quoted"', '"', "", "a,b;c\td", "café", "\n\n", "x" * 50]
)
_ODD_ROWS = st.sampled_from(
    [
        *(
            b"",
            b"  ",
            b"a,user",
            b"a,nobody,x",
            b'a,user,"open',
            b'a,user,in"side',
            b'a,"us"er,x',
            b"a,user,x,y,z",
            b'"',
        ),
        *(b"a,user,\xff", b"\xa0", b"b,bot,a\rb", b"b,bot,nul\0"),
    ]
)


@st.composite
def _table(draw: st.DrawFn) -> bytes:
    delimiter, ending = draw(st.sampled_from([",", ";", "\t"])), draw(st.sampled_from([b"\n", b"\r\n"]))
    odd = draw(st.integers(0, 3)) == 0

    def cell(text: str) -> str:
        plain = not {delimiter, '"', "\n", "\r"} & {*text}
        return text if plain and draw(st.booleans()) else '"' + text.replace('"', '""') + '"'

    def row() -> list[bytes]:
        if odd and draw(st.integers(0, 9)) == 0:
            return [draw(_ODD_ROWS).replace(b",", delimiter.encode())]
        name, turns = draw(_TABLE_IDS), draw(st.integers(1, 6))
        roles = draw(st.sampled_from([("user", "bot"), ("customer", "agent"), ("system", "bot")]))
        texts = [draw(_CELLS) for _ in range(turns)]
        return [
            delimiter.join((cell(name), cell(roles[place % 2]), cell(text))).encode()
            for place, text in enumerate(texts)
        ]

    header = [*draw(st.sampled_from([(), ("",), (f"sep={delimiter}",)])), delimiter.join(("dialog", "role", "text"))]
    first = delimiter.join(("first", "bot", "hi"))
    rows = [line.encode() for line in (*header, first)] + [
        each for _ in range(draw(st.integers(0, 12))) for each in row()
    ]
    data = ending.join(rows) + draw(st.sampled_from([b"", ending]))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + data


@pytest.mark.slow
@settings(_QUICK, max_examples=150)
@given(data=_table(), cut=st.integers(1, 300), skip_bad=st.booleans())
def test_a_table_that_is_cut_anywhere_is_read_alike(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, cut: int, *, skip_bad: bool
) -> None:
    path = tmp_path_factory.mktemp("cut") / "talk.csv"
    path.write_bytes(data)
    assert _outcome(path, cut, skip_bad=skip_bad, form="csv") == _outcome(path, None, skip_bad=skip_bad, form="csv")


_BABI_LINES = st.sampled_from(
    [
        "1 hello\thi",
        "1 <SILENCE>\tapi_call x",
        "2 boots?\tyes",
        "3 R_1 R_phone 5",
        "2 café\t",
        "",
        "",
        "  ",
        "oops",
        "2 no\tx",
    ]
)


@pytest.mark.slow
@settings(_QUICK, max_examples=100)
@given(lines=st.lists(_BABI_LINES, max_size=25), crlf=st.booleans(), cut=st.integers(1, 120), skip_bad=st.booleans())
def test_babi_that_is_cut_anywhere_is_read_alike(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], cut: int, *, crlf: bool, skip_bad: bool
) -> None:
    path = tmp_path_factory.mktemp("cut") / "task.txt"
    path.write_bytes(("\r\n" if crlf else "\n").join(["1 good morning\thello", *lines]).encode())
    assert _outcome(path, cut, skip_bad=skip_bad, form="babi") == _outcome(path, None, skip_bad=skip_bad, form="babi")


def test_tables_and_babi_are_cut_where_dialogs_begin(tmp_path: Path) -> None:
    turns = [
        f'd{number // 3},{"bot" if number % 2 else "user"},"a ""quoted""\ntext {number}"\n' for number in range(60)
    ]
    table, talks = tmp_path / "talk.csv", tmp_path / "task.txt"
    table.write_text("dialog,role,text\n" + "".join(turns))
    talks.write_text("\n".join(f"1 hello {number}\thi\n2 bye\tbye\n" for number in range(30)))
    for path, begins, least in ((table, b"d", 15), (talks, b"1 hello", 7)):
        corpus = open_corpus(path)
        units = plan_units(corpus, 100)
        assert len(units) >= least
        data = path.read_bytes()
        assert all(data[unit.begin :].startswith(begins) for unit in units[1:])
        assert all(before.end == unit.begin for before, unit in pairwise(units))


@pytest.mark.parametrize(
    "odd",
    [
        'd9,user,a "quote" inside\n',
        'd9,"us"er,text\n',
        "d9,user,an old\rline break\n",
        'd9,user,"never closed\n',
        'd9,user,"' + "line\n" * 1000 + '"\n',
        'd9,user,"' + "x" * 2**20 + '"\n',
    ],
)
def test_a_table_with_odd_quotes_is_one_unit(tmp_path: Path, odd: str) -> None:
    turns = "".join(f"d{number},bot,text\n" for number in range(50))
    path = tmp_path / "talk.csv"
    path.write_text(f"dialog,role,text\n{turns}{odd}{turns.replace('d', 'e')}", newline="")
    assert plan_units(open_corpus(path), 100) == (CorpusUnit(0),)


def _by_offset(data: bytes) -> list[tuple[int, bytes]]:
    places, at = [], 0
    for line in data.split(b"\n"):
        places.append((at, line))
        at += len(line) + 1
    return places


@_QUICK
@given(names=st.lists(_IDS.filter(bool), unique=True), order=st.randoms())
def test_ids_that_look_alike_are_counted_in_any_order(names: list[str], order: random.Random) -> None:
    counts = set()
    for _ in range(3):
        order.shuffle(names)
        seen, later = SeenIds(), SeenIds()
        for name in names:
            (seen if order.random() < 0.5 else later).add(name)
        seen.extend(later)
        assert not seen.twice
        counts.add(seen.twins)
    assert len(counts) == 1


@pytest.mark.slow
def test_a_digest_over_leaves_does_not_depend_on_the_cuts(tmp_path: Path) -> None:
    row = json.dumps({"id": "ID", "utterances": [{"role": "bot", "text": "x" * 1000}]})
    path = tmp_path / "talk.jsonl"
    with path.open("w") as file:
        for number in range(36_000):
            file.write(row.replace("ID", str(number)) + "\n")
    corpus = open_corpus(path)
    assert corpus.digest_kind == "sha256-tree"
    reading = corpus.read()
    whole = sum(1 for _ in reading)
    digests = {reading.digest}
    for cut in (2**30, 5_000_001, 2**24):
        passes = [UnitPass(corpus, unit) for unit in plan_units(corpus, cut)]
        assert sum(1 for each in passes for _ in each) == whole
        digests.add(corpus_digest({each.unit: each.digests for each in passes}))
    assert len(digests) == 1


# ── evidence that adds up ───────────────────────────────────────────────────────────────────────────────────────────


@given(parts=st.lists(st.integers(-(2**70), 2**70), max_size=20))
def test_a_running_sum_is_the_sum(parts: list[int]) -> None:
    total = RunningSum[int]()
    for part in parts:
        total.add(part)
    assert (total.total() or 0) == sum(parts)


def test_sums_beyond_64_bits_come_back(tmp_path: Path) -> None:
    sums = Sums(1, 2, 2**63, 2**127, -(2**90), 5)
    unit = CorpusUnit(0)
    result = UnitResult({"CC": Evidence("CC", {"CC.mean": sums})})
    path = tmp_path / "x.evidence"
    write_evidence(path, _header(), {unit: result})
    checkers = equip(Settings(issues=("CC",)), {})
    assert read_evidence(path, checkers).results == {unit: result}


def _header() -> EvidenceHeader:
    return EvidenceHeader(
        version="1",
        round=1,
        subject="talk",
        digest_kind="sha256",
        path="talk",
        files=(("talk", 1),),
        passed_over=(),
        plan=(CorpusUnit(0),),
        issues=("CC",),
        issues_named=False,
        method="botassay",
        settings={},
        checkers={},
    )


def test_the_counts_of_units_add_up_in_any_order(corpus: Path) -> None:
    read = open_corpus(corpus)
    chosen = Settings(issues=("CC", "IL", "OP", "ID", "B"))
    job = UnitJob(read, chosen.rated, equip(chosen, {}))
    results = [look_at_unit(job, unit) for unit in plan_units(read)]
    one, two, three = (each.census for each in results[:3])
    assert (one + two) + three == one + (two + three)
    assert one + CensusState() == one
    assert study_digest({"CC": results[0].studies["CC"] + results[1].studies["CC"]}) == study_digest(
        {"CC": results[1].studies["CC"] + results[0].studies["CC"]}
    )


# ── shards ──────────────────────────────────────────────────────────────────────────────────────────────────────────

CHOSEN = RateSettings(rating=RatingSettings(issues=("CC", "B", "ID", "IL", "OP")))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus") / "talks"
    folder.mkdir()
    chance = random.Random(7)  # noqa: S311 - any dialogs will do, the same ones each time
    words = "hello your grub partition table boot menu women are bad nurses please two cards refund".split()
    for number in range(7):
        rows = []
        for row in range(30):
            roles = ("user", "bot") * chance.randint(1, 3)
            says = [{"role": role, "text": " ".join(chance.choices(words, k=5))} for role in roles]
            rows.append({"utterances": says, **({"id": f"{number}-{row}"} if row % 2 else {})})
        (folder / f"{number}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "README.txt").write_text("nothing to read\n")
    return folder


def _evidence(corpus: Path, folder: Path, of: int, chosen: RateSettings = CHOSEN) -> list[Path]:
    folder.mkdir(exist_ok=True)
    return [botassay.rate_shard(corpus, (n, of), folder / f"{n}.evidence", chosen) for n in range(1, of + 1)]


@pytest.mark.slow
def test_shards_and_processes_of_a_table_give_the_same_bytes(tmp_path: Path) -> None:
    table = tmp_path / "talk.csv"
    text = 'please ""close"" my\naccount, ' * 12
    table.write_text(
        "dialog,role,text\n"
        + "".join(f'd{row // 4},{"bot" if row % 2 else "user"},"{row} {text}"\n' for row in range(9_000))
    )
    assert len(plan_units(open_corpus(table))) == 4
    chosen = RateSettings(rating=RatingSettings(issues=("ID",)))
    whole = botassay.rate(table, chosen)
    assert botassay.rate(table, chosen, workers=2).ratings == whole.ratings
    parts = [botassay.rate_shard(table, (n, 3), tmp_path / f"{n}.evidence", chosen) for n in (1, 2, 3)]
    assert botassay.merge(reversed(parts)).ratings == whole.ratings


def _both_rounds(corpus: Path, folder: Path, of: int) -> list[Path]:
    first = _evidence(corpus, folder, of)
    with pytest.raises(SecondRoundNeeded, match=rf"--shard \d+/{of} --studied all\.study"):
        botassay.merge(first)
    studied = folder / "all.study"
    second = [
        botassay.rate_shard(corpus, (n, of), folder / f"second-{n}.evidence", CHOSEN, studied=studied)
        for n in range(1, of + 1)
    ]
    return first + second


@pytest.mark.parametrize("of", [1, 3, 12])
def test_shards_merged_in_any_order_give_the_same_bytes(corpus: Path, tmp_path: Path, of: int) -> None:
    files = _both_rounds(corpus, tmp_path / "parts", of)
    random.Random(of).shuffle(files)  # noqa: S311 - any order will do
    botassay.rate(corpus, CHOSEN).save(tmp_path / "one.json")
    botassay.rate(corpus, CHOSEN).save(tmp_path / "one.html")
    botassay.merge(files).save(tmp_path / "merged.json")
    botassay.merge(files).save(tmp_path / "merged.html")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "merged.json").read_bytes()
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "merged.html").read_bytes()


def test_the_profile_and_the_levels_belong_to_the_merge(corpus: Path, tmp_path: Path) -> None:
    files = _both_rounds(corpus, tmp_path, 2)
    chosen = RateSettings(rating=RatingSettings(levels="2", profiles=("abuse",)))
    merged = botassay.merge(files, chosen)
    whole = RateSettings(rating=RatingSettings(levels="2", profiles=("abuse",), issues=CHOSEN.rating.issues))
    assert msgspec.json.encode(merged.ratings) == msgspec.json.encode(botassay.rate(corpus, whole).ratings)


@pytest.fixture(scope="module")
def shards(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return _evidence(corpus, tmp_path_factory.mktemp("shards"), 3, RateSettings(rating=RatingSettings(issues=("B",))))


def test_a_part_that_is_missing_is_named_with_its_command(shards: list[Path]) -> None:
    with pytest.raises(InputError, match=r"E179 .* parts of talks are missing .*--shard 2/3 -o 2\.evidence") as failure:
        botassay.merge([shards[0], shards[2]])
    assert failure.value.exit_code == 65


def test_a_part_that_comes_twice_is_named(shards: list[Path], tmp_path: Path) -> None:
    copy = tmp_path / "copy.evidence"
    copy.write_bytes(shards[0].read_bytes())
    with pytest.raises(InputError, match=r"copy.evidence: E178 unit 1 of 8 is in .*1\.evidence, too"):
        botassay.merge([*shards, copy])
    with pytest.raises(InputError, match="E178 the file is named twice"):
        botassay.merge([*shards, shards[0]])


def test_evidence_by_other_settings_is_refused(corpus: Path, shards: list[Path], tmp_path: Path) -> None:
    chosen = RateSettings(rating=RatingSettings(issues=("CC",)))
    other = botassay.rate_shard(corpus, (1, 3), tmp_path / "other.evidence", chosen)
    with pytest.raises(InputError, match=r"E177 the list of issues differs .*\('CC',\) here, \('B',\) there"):
        botassay.merge([*shards[1:], other])


def test_evidence_of_other_files_is_refused(corpus: Path, shards: list[Path], tmp_path: Path) -> None:
    copy = tmp_path / corpus.name
    copy.mkdir()
    for file in corpus.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    (copy / "6.jsonl").write_text('{"utterances": [{"role": "bot", "text": "hi"}]}\n')
    chosen = RateSettings(rating=RatingSettings(issues=("B",)))
    other = botassay.rate_shard(copy, (1, 3), tmp_path / "other.evidence", chosen)
    with pytest.raises(InputError, match="E177 the list of files and sizes differs"):
        botassay.merge([*shards[1:], other])


def test_evidence_of_another_version_is_refused(shards: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botassay.rating.shards.__version__", "99.0")
    with pytest.raises(InputError, match="E177 the version of botassay differs from that of this installation"):
        botassay.merge(shards)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_flipped_bit_is_noticed(shards: list[Path], tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray(shards[0].read_bytes())
    whole[data.draw(st.integers(0, len(whole) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    damaged = tmp_path / "damaged.evidence"
    damaged.write_bytes(whole)
    with pytest.raises(InputError, match="E168"):
        botassay.merge([damaged])


def test_an_id_in_two_shards_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "talks"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.jsonl").write_text('{"id": "same", "utterances": [{"role": "bot", "text": "hi"}]}\n')
    files = _evidence(folder, tmp_path / "parts", 2, RateSettings(rating=RatingSettings(issues=("B",))))
    with pytest.raises(InputError, match="E131 an id is used twice in the corpus"):
        botassay.merge(files)
    with pytest.raises(InputError, match=r"b\.jsonl:1: E131 the id 'same' is used twice \(first used at .*a\.jsonl:1"):
        botassay.rate(folder, issues="B")


def test_what_needs_the_whole_corpus_is_refused(corpus: Path, tmp_path: Path) -> None:
    chosen = RateSettings(rating=RatingSettings(issues=("SG",)), checkers=CheckerSettings(sentiment="vader"))
    with pytest.raises(botassay.BotassayError, match="SG is measured on the whole corpus at once") as failure:
        botassay.rate_shard(corpus, (1, 2), tmp_path / "1.evidence", chosen)
    assert failure.value.exit_code == 2


@pytest.mark.slow
def test_the_commands(botassay: Run, corpus: Path) -> None:
    chosen = ("--issues", "B")
    whole = botassay("rate", corpus, *chosen, "--json")
    for n in (1, 2):
        ended = botassay("rate", corpus, *chosen, "--shard", f"{n}/2", "-o", f"{n}.evidence")
        assert ended.code == 0, ended.err
    assert botassay("merge", "2.evidence", "1.evidence", "--json").out == whole.out
    assert botassay("merge", "2.evidence").code == 65
    for wrong in (
        ("--shard", "3/2"),
        ("--shard", "0/2"),
        ("--shard", "1/2"),
        ("-o", "x.evidence"),
        ("--studied", "1.evidence"),
    ):
        assert botassay("rate", corpus, *chosen, *wrong).code == 2, wrong


# ── a folder of evidence ────────────────────────────────────────────────────────────────────────────────────────────


def test_only_what_is_missing_is_looked_at_again(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = botassay.rate(corpus, CHOSEN)
    first = botassay.rate(corpus, CHOSEN, evidence=tmp_path / "kept")
    assert first.ratings == whole.ratings
    kept = sorted((tmp_path / "kept").iterdir())
    kept[3].unlink()
    kept[5].write_bytes(kept[5].read_bytes()[:-1])
    read: list[int] = []
    iterate = UnitPass.__iter__

    def counted(reading: UnitPass) -> Iterator[Dialog]:
        read.append(reading.unit.volume)
        return iterate(reading)

    monkeypatch.setattr(UnitPass, "__iter__", counted)
    again = botassay.rate(corpus, CHOSEN, evidence=tmp_path / "kept")
    assert again.ratings == whole.ratings
    assert len(read) == 2


def test_a_changed_file_is_looked_at_again(tmp_path: Path) -> None:
    talk = tmp_path / "talk.jsonl"
    talk.write_text('{"id": "a", "utterances": [{"role": "bot", "text": "hello you"}]}\n')
    before = botassay.rate(talk, issues="B", evidence=tmp_path / "kept")
    talk.write_text('{"id": "a", "utterances": [{"role": "bot", "text": "hello two"}]}\n')
    os.utime(talk, (1, 1))
    after = botassay.rate(talk, issues="B", evidence=tmp_path / "kept")
    assert before.ratings[0].subject.digest != after.ratings[0].subject.digest


# ── numerics ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_evidence_of_other_processors_is_merged_and_the_report_says_so(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = RateSettings(rating=RatingSettings(issues=("AL", "ID")))
    whole = botassay.rate(corpus, chosen)
    first = botassay.rate_shard(corpus, (1, 2), tmp_path / "1.evidence", chosen)
    same = botassay.rate_shard(corpus, (2, 2), tmp_path / "2.evidence", chosen)
    assert botassay.merge([first, same]).ratings == whole.ratings
    monkeypatch.setattr(rating_shards, "numerics_print", lambda: "0" * 64)
    other = botassay.rate_shard(corpus, (2, 2), tmp_path / "3.evidence", chosen)
    rating = botassay.merge([first, other]).ratings[0]
    (noted,) = [each for each in rating.observations if each.kind == "numerics"]
    assert "2 kinds of machines" in noted.text
    assert rating.scores == whole.ratings[0].scores


@pytest.mark.slow
def test_parts_seen_by_another_processor_are_looked_at_again(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    for issues, changed in (("AL", True), ("ID", False)):
        with monkeypatch.context() as patch:
            botassay.rate(corpus, issues=issues, evidence=kept)
            before = {file: file.stat().st_mtime_ns for file in kept.glob("*")}
            patch.setattr(rating_shards, "numerics_print", lambda: "0" * 64)
            botassay.rate(corpus, issues=issues, evidence=kept)
            assert all((file.stat().st_mtime_ns != time) == changed for file, time in before.items())


# ── processes ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _mortal(marker: str, number: int) -> int:
    if number == 3 and not Path(marker).exists():
        if not marker.endswith("always"):
            Path(marker).touch()
        os._exit(9)
    return number * number


@pytest.mark.slow
def test_a_process_that_dies_once_is_replaced(tmp_path: Path) -> None:
    call = partial(_mortal, str(tmp_path / "died"))
    assert list(mapped_apart(call, range(6), 2, str)) == [(n, n * n) for n in range(6)]


@pytest.mark.slow
def test_a_unit_at_which_processes_always_die_is_named(tmp_path: Path) -> None:
    call = partial(_mortal, str(tmp_path / "always"))
    with pytest.raises(InternalError, match="a process died 3 times at 3"):
        list(mapped_apart(call, range(6), 2, str))


def _endless(folder: str, number: int) -> None:
    (Path(folder) / str(number)).write_text(str(os.getpid()))
    while True:
        time.sleep(1)


_WORKS = "import sys; from tests.properties.test_units import endless; endless(sys.argv[1])"


def endless(folder: str) -> None:
    """Keep two processes at work for ever."""
    list(mapped_apart(partial(_endless, folder), range(2), 2, str))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="looks at processes by their number, and ends one by a signal")
def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", _WORKS, str(tmp_path)], cwd=Path(__file__).parents[2])
    while len(pids := [int(text) for file in tmp_path.iterdir() if (text := file.read_text())]) < 2:
        assert parent.poll() is None
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    while any(map(_is_alive, pids)):  # the time limit of the tests ends this
        time.sleep(0.05)


def _is_alive(pid: int) -> bool:
    """Whether a process works; one that ended and was not yet asked how is no longer one."""
    try:
        os.kill(pid, 0)
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # it ended between the two, or the system has no /proc
        return sys.platform != "linux"


@pytest.mark.slow
def test_processes_give_the_same_bytes(corpus: Path) -> None:
    whole = msgspec.json.encode(botassay.rate(corpus, CHOSEN).ratings)
    for workers in (2, 7):
        assert msgspec.json.encode(botassay.rate(corpus, CHOSEN, workers=workers).ratings) == whole


_RATE = "import sys, botassay; botassay.rate(sys.argv[1], issues='B,CC,ID', evidence=sys.argv[2]).save(sys.argv[3])"


@pytest.mark.slow
def test_a_rating_that_was_killed_goes_on(corpus: Path, tmp_path: Path) -> None:
    kept, chance = tmp_path / "kept", random.Random(11)  # noqa: S311 - any moments will do
    botassay.rate(corpus, issues="B,CC,ID").save(tmp_path / "whole.json")
    for _ in range(6):
        command = [sys.executable, "-c", _RATE, str(corpus), str(kept), str(tmp_path / "killed.json")]
        process = subprocess.Popen(command)
        most = len(list(kept.glob("*"))) + chance.randint(1, 3) if kept.exists() else 1
        while process.poll() is None and len(list(kept.glob("*"))) < most:
            time.sleep(0.01)
        process.kill()
        process.wait()
    botassay.rate(corpus, issues="B,CC,ID", evidence=kept).save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
