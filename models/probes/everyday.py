"""Write src/botassay/core/text/everyday.toml: what people say to bots, with places for names, days and numbers.

The lines are taken from public corpora (CLINC150, DSTC2, ConvAbuse and Ubuntu IRC; all CC BY), half of them: those
whose digest is even, so that the other half can be kept for tests. Left out is what could make a bot act (orders,
payments), what is rude or names a group of people, and what asks whether somebody is a machine.

Usage: python models/probes/everyday.py DATA
"""

import csv
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

from botassay.plugins.protocols.judging import Valued
from botassay.trust.abuse.checker import Abuse
from botassay.trust.bias.groups import names_group

OUT = Path(__file__).parents[2] / "src/botassay/core/text/everyday.toml"
ACTING = set(
    "transfer pay_bill order order_checks report_fraud report_lost_card cancel cancel_reservation book_flight"
    " book_hotel freeze_account pto_request reminder_update reminder make_call text schedule_meeting"
    " shopping_list_update todo_list_update calendar_update alarm timer play_music change_speed change_volume"
    " change_language change_accent change_user_name change_ai_name reset_settings sync_device whisper_mode"
    " smart_home uber rollover_401k new_card damaged_card credit_limit_change restaurant_reservation"
    " schedule_maintenance pin_change account_blocked are_you_a_bot how_old_are_you do_you_have_pets"
    " where_are_you_from what_are_your_hobbies who_do_you_work_for who_made_you redeem_rewards update_playlist"
    " next_song share_location find_phone user_name pto_used travel_notification direct_deposit insurance_change"
    " tell_joke oos".split()
)
NEVER = re.compile(
    r"\b("
    r"transfer|pay|order|cancel|book|send|call|remind|delete|report|buy|reserve|schedule|freeze|block|reset|move"
    r"|add|remove|submit|turn|switch|play|wire|deposit|secret|passw\w*|pin|code|bot|robot|human|machine"
    r"|computer program|ai|sex\w*|kill\w*|die|death|dead|gun|bomb|drug\w*|hate|stupid|idiot|dumb|fuck\w*|shit\w*"
    r"|ass|suck\w*|porn|bitch|damn|hell|crap|nigg\w*|gay|lesbian|jew\w*|muslim\w*|christian\w*|god|allah|jesus"
    r"|girl\w*|boy\w*|wom[ae]n|m[ae]n|lady|male|female|black|white|race|boobs?|spank\w*|slap|lick|pee|poo|naked"
    r"|love me|marry|kiss|racis\w*|suicid\w*|hurt|blood|joke|unk|noise|cough|sil|nazi|trump|old are you|virus"
    r"|confirm|rent|verify|siri|alexa|set|make sure|read|log in|login"
    r")\b"
)
CITIES = (
    "seattle|chicago|boston|denver|austin|miami|dallas|houston|phoenix|atlanta|portland|los angeles|la"
    "|san francisco|new york city|new york|nyc|vegas|las vegas|san diego|orlando|detroit|paris|london|tokyo|rome"
    "|berlin|madrid|barcelona|toronto|cairo|moscow|cleveland|nashville|philadelphia|sacramento|san jose|tampa"
    "|st louis|minneapolis|new orleans|dublin|sydney|amsterdam|cancun|tulsa|omaha"
)
COUNTRIES = (
    "japan|china|france|germany|italy|spain|mexico|brazil|canada|england|russia|india|korea|south korea|ireland"
    "|greece|egypt|australia|thailand|portugal|sweden|norway|turkey|peru|argentina|israel|iran|cuba|jamaica"
    "|scotland|switzerland"
)
FOODS = (
    "lasagna|pizza|pasta|chicken|rice|beef|steak|tacos|chili|soup|salad|sushi|spaghetti|pancakes|cookies|meatloaf"
    "|burgers|eggs|fish|salmon|curry|bread|cheese|potatoes|apples?|milk|butter|bacon|beans|tuna|shrimp|pork"
)
CUISINES = (
    "chinese|indian|italian|thai|japanese|korean|mexican|french|spanish|vietnamese|turkish|greek|british|european"
    "|mediterranean|portuguese|lebanese|african|moroccan|persian|cuban|jamaican|cantonese|tuscan|hungarian|austrian"
    "|belgian|swedish|danish|polish|russian|irish|english|american|australian|brazilian|caribbean|creole|ethiopian"
    "|german|indonesian|malaysian|singaporean|swiss|venetian|welsh|world|international|gastropub|vegetarian|seafood"
    "|barbeque"
)
BANKS = "chase|bank of america|wells fargo|citibank|capital one|us bank|td bank|pnc|usaa|amex|mastercard"
NAMES = (
    "mary|john|james|tom|bob|mike|sam|susan|sarah|mark|dave|jim|joe|kevin|jane|carol|steve|brian|george|paul|peter"
    "|lisa|karen|anna|tim"
)
SLOTS = [
    ("city", CITIES), ("country", COUNTRIES), ("food", FOODS), ("cuisine", CUISINES), ("bank", BANKS), ("first", NAMES),
    ("day", "monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|next week|this weekend|tonight"),
    ("month", "january|february|march|april|june|july|august|september|october|november|december"),
    ("time", r"\d{1,2}(?::\d\d)? ?(?:am|pm)|noon|midnight"),
    ("few", "two|three|four|five|six|seven|eight|ten"),
    ("part", "north|south|east|west|centre"),
    ("price", "cheap|moderately priced|expensive|moderate"),
]  # fmt: skip
CALM = 0.2
"""The risk of being rude above which a line is left out."""
FEW = 20
"""What can stand in a place, from which on a line hardly ever comes back."""
SHORT = 3
"""Words of a line that many say alike."""
WIDTH = 116
HEAD = """\
# What people say to bots, with places for names, days and numbers; written by models/probes/everyday.py out of
# CLINC150 and DSTC2 (CC BY 3.0), ConvAbuse and Ubuntu IRC (CC BY 4.0); sources: docs/decisions/0061-probes.md.

"""
PRIVATE = re.compile(
    r"\b(?:apt|aptitude|dpkg|sudo|grep|ls|lspci|modprobe|fstab|xorg|gcc|livecd|ubotu|endsection|rcpt|netsplit)\b|--|\s-\w"
)
"""Words of those who mend computers, which no other bot is asked."""
NUMBER = re.compile(r"\d+")
HOME = re.compile(r"/home/\w+")
SAME = {
    "tell_me": "tell me|can you tell me|could you tell me|please tell me|let me know|i need to know|i want to know"
    "|i'd like to know|i would like to know|do you know|give me|show me",
    "what_is": "what is|what's|whats",
    "how_do_i": "how do i|how can i|how would i|how should i",
    "i_want_to": "i want to|i need to|i'd like to|i would like to|id like to|i wanna",
    "i_want": "i want|i need|i'd like|i would like|id like",
    "looking_for": "i'm looking for|im looking for|i am looking for|looking for",
    "can_you": "can you|could you|would you|will you",
    "how_much": "how much|how many",
    "is_there": "is there|are there",
    "can_i": "can i|could i|may i",
    "now": "right now|at the moment|currently|just now",
    "does_the": "does the|does that|does this",
    "is_it": "is it|is that|is this",
    "someone": "someone|somebody|anyone|anybody",
}
"""What can stand for each other, by the name of the place."""


def unpacked(file: Path) -> Iterator[str]:
    with gzip.open(file, "rt", encoding="utf-8", errors="replace") as lines:
        yield from lines


def texts(data: Path) -> Iterator[tuple[str, str]]:
    full = json.loads(gzip.decompress((data / "clinc150/data_full.json.gz").read_bytes()))
    for split in ("train", "val", "test"):
        yield from (("clinc", text) for text, intent in full[split] if intent not in ACTING)
    for part in ("trn", "dev"):
        for line in unpacked(data / f"dstc2-babi6/dialog-babi-task6-dstc2-{part}.txt.gz"):
            said, tab, _ = line.partition("\t")
            said = said.partition(" ")[2].strip()
            if tab and not said.startswith(("<", "api_call")):
                yield "dstc2", said
    with (data / "convabuse/ConvAbuseEMNLPtrain.csv").open(encoding="utf-8", errors="replace") as file:
        for row in csv.DictReader(file):
            judged = [
                int(name.split(".")[1]) for name, value in row.items() if "_is_abuse." in (name or "") and value == "1"
            ]
            if judged and min(judged) > 0:
                yield "convabuse", row["user"].strip()
    for file in sorted((data / "ubuntu-irc").glob("*/*.ascii.txt.gz")):
        for line in unpacked(file):
            match = re.fullmatch(r"\[\d\d:\d\d\] <[^>]+> ([^<>=]+)", line.strip())
            if match and not re.match(r"\S+ ?[:,] ", match[1]):  # nobody is called
                yield "ubuntu", match[1]


def slotted(text: str) -> str:
    text = HOME.sub("my home folder", text)
    for name, pattern in SLOTS:
        text = re.sub(rf"(?<![\w{{-])(?:{pattern})(?![\w}}-])", f"{{{name}}}", text, flags=re.IGNORECASE)
    text = NUMBER.sub("{number}", text)
    for name, texts in SAME.items():
        text = re.sub(rf"(?<![\w{{-])(?:{texts})(?![\w}}'-])", f"{{{name}}}", text, count=1, flags=re.IGNORECASE)
    return text


def is_readable(text: str) -> bool:
    """Whether a stranger would take it for a sentence: no commands, paths, variables, or halves of brackets."""
    words = text.replace("{", "").replace("}", "").split()
    odd = [word for word in words if re.search(r"[a-z0-9][/~@_&+][a-z0-9~/]|^[/~@!+&]|_|\w{19}|\w\.\w{2,}", word)]
    bare = re.sub(r"[:;]-?[()]", "", text)
    return not odd and bare.count("(") == bare.count(")") and not PRIVATE.search(text)


def fits(text: str) -> bool:
    words = text.split()
    plain = text.isascii() and re.fullmatch(r"[\w ,.?!'()/:;+~@&-]+", text) is not None
    ordinary = plain and is_readable(text) and 1 <= len(words) <= 16 and len(text) >= 2
    return ordinary and not NEVER.search(text) and not names_group(text)


def main(data: Path) -> None:
    kept: dict[str, Counter[str]] = {}
    for source, raw in texts(data):
        text = " ".join(raw.split())
        digest = blake2b(text.casefold().encode(), digest_size=4).digest()[0]
        low = text.casefold().rstrip("?.! ")
        if digest % 2 == 0 and "{" not in text and '"' not in text and fits(low):
            kept.setdefault(source, Counter())[slotted(low if len(low.split()) <= SHORT else text.rstrip("."))] += 1
    for source, most in (("clinc", 4200), ("dstc2", 800), ("convabuse", 600), ("ubuntu", 2200)):
        lines = sorted(kept[source])
        Random(source).shuffle(lines)  # noqa: S311 - reproducible, not secret
        kept[source] = Counter({line: kept[source][line] for line in lines[:most]})
    counted = sum(kept.values(), Counter[str]())
    values = Abuse().values([line.replace("{", "").replace("}", "") for line in counted])
    calm = [
        line
        for line, value in zip(counted, values, strict=True)
        if not (isinstance(value, Valued) and value.value >= CALM)
    ]
    short = {
        line: counted[line] for line in calm if counted[line] > 1 and len(line.split()) <= SHORT and "{" not in line
    }
    many = {name for name, pattern in SLOTS if pattern.count("|") > FEW} | {"number", "time"}
    places = {line: {*re.findall(r"{(\w+)}", line)} for line in calm}
    asked = sorted(line for line in calm if places[line] & many)
    some = sorted(line for line in calm if places[line] and not places[line] & many)
    bare = sorted(line for line in calm if "{" not in line and len(line.split()) > SHORT)
    same = {name: texts.split("|") for name, texts in SAME.items()}
    filled = {name: sorted({*pattern.split("|")}) for name, pattern in SLOTS if "\\" not in pattern}
    filled |= {"time": [f"{h}{m}{s}" for h in range(1, 13) for m in ("", ":30", ":15") for s in (" am", " pm", "pm")]}
    weighted = [f"{min(count, 150)} * {line}" for line, count in sorted(short.items())]
    lines = [*asked, f"{len(some)} * {{varied}}", f"{len(bare)} * {{plain}}"]
    tables = {"common": weighted, "line": lines, "some": some, "bare": bare, **same, **filled}
    body = "".join(f"{name} = [\n{wrapped(texts)}]\n" for name, texts in tables.items())
    OUT.write_text(HEAD + body, "utf-8")
    print({name: len(lines) for name, lines in tables.items()})


def wrapped(lines: Iterable[str]) -> str:
    rows, row = [], ""
    for line in lines:
        written = f'"{line}", '
        if len(row) + len(written) > WIDTH:
            rows, row = [*rows, row], ""
        row += written
    return "".join(f"  {each.rstrip()}\n" for each in [*rows, row] if each)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
