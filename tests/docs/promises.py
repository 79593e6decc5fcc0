"""The promises of docs/reliability.md: what holds whatever bots, files, disks and people do, and what comes of it."""

from collections.abc import Mapping
from typing import Final

PROMISES: Final[Mapping[str, tuple[str, str]]] = {
    "P1": ("an answer is on disk before it counts", "whoever is killed while rating rates again, and asks nothing"),
    "P2": (
        "a killed run is gone on with",
        (
            "40 kills over one run: the answers and the rating are those of a run that nobody killed; said again are at"
            " most the conversations that were open"
        ),
    ),
    "P3": (
        "power may fail at any byte",
        "5,000 crashes and more: what is recovered is a beginning of what was written, with all that was promised",
    ),
    "P4": (
        "who sends twice is told to",
        "`--on-doubt restart`: a conversation begins anew, in a new session; `skip`: each turn is said once at most",
    ),
    "P5": (
        "a request that is sent twice can be told by its key",
        "`idempotency_key = true` in bot.toml: `Idempotency-Key: run/item/turn/n`; no key has two bodies",
    ),
    "P6": ("a finished run sends nothing", "`resume` rates it again"),
    "P7": (
        "rating a run again needs no network",
        "no socket is opened; the bytes are the same in 24 of 24 surroundings",
    ),
    "P8": ("counts add up", "planned = scored + unscorable + failed + in doubt + skipped + not sent; else exit 70"),
    "P9": (
        "what is missing improves no rating",
        "below the least coverage `undetermined`; above it `could be` is wider",
    ),
    "P10": ("errors are no answers", "failures of their kind, never scored"),
    "P11": ("memory stays bounded", "files are read as streams; 16 bytes for each dialog stay"),
    "P12": ("answers stay bounded", "1 MiB a body, 64 KiB a text, 16 KiB a header; else `too_large`, `protocol`"),
    "P13": ("time stays bounded", "60 s a turn, 10 s for a connection, however slowly bytes come"),
    "P14": (
        "rates stay bounded",
        "two requests a second and host, four conversations at once; also when a run is gone on with",
    ),
    "P15": ("who asks for a pause gets it", "the whole host is left alone; above 60 s the run pauses, exit 75"),
    "P16": (
        "retries stay bounded",
        "three times each turn; again a tenth of a run, 10 at least, each time it is held; then exit 69",
    ),
    "P17": (
        "`--retries 0` means none",
        "as many requests as turns, beside the first round trip; what broke off is in doubt, also after a kill",
    ),
    "P18": (
        "Ctrl-C stops a run and loses nothing",
        "answers on their way are waited for, 5 s at most; exit 130, by SIGTERM 143; a second one leaves at once",
    ),
    "P19": (
        "a disk may fail at any write",
        "nothing more is sent, exit 73, the file is whole, `resume` goes on",
    ),
    "P20": ("memory may run out", "exit 70; no answer is lost, `resume` goes on"),
    "P21": ("bad rows are said with file and line", "all or nothing; `--skip-bad` counts them"),
    "P22": ("an answer belongs to one question", "none is paired with another by its order"),
    "P23": ("conversations are apart", "a connection and a session each; cookies are a user's"),
    "P24": ("secrets never rest", "in no file and no message, in none of their spellings; an echo is redacted"),
    "P25": ("foreign text is inert", "in HTML, Markdown, CSV, XML, on terminals and as names of files"),
    "P26": ("no web page reaches what runs here", ""),
    "P27": ("nothing is served to others unasked", ""),
    "P28": ("data is never run", "no pickle, no eval; a damaged journal is refused"),
    "P29": ("long runs leak nothing", "files and threads stay within 2 over 1,000 conversations"),
    "P30": ("old journals open", "each version is read; a newer one is refused, and not touched"),
}

NOT_PROMISED: Final[Mapping[str, str]] = {
    "P26": "there is no local page: reports are files; `bots serve` offers a bot for tests, which holds nothing, reads"
    " no file and writes none",
    "P27": "`bots serve` listens on the loopback address, and there is no option for another",
}
