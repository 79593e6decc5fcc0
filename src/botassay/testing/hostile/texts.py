"""Texts that have broken somebody's program before."""

from typing import Final

TEXTS: Final = (
    "",
    " \t\n",
    "plain",
    "\x00\x07\x08",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b]8;;http://x.example\x07link\x1b]8;;\x07",
    "\u202eevil\u202c \u200b\u2066x\u2069 \ufeff",
    "a\u0300" * 500,
    "x" * 100_000,
    "word " * 20_000,
    "<script>alert(1)</script> </script><!-- {{7*7}} ${x} {0.__class__}",
    '=HYPERLINK("http://x.example") +1 -1 @x',
    "| a | b |\n|---|---|\n# h\n![i](http://x.example/i.png) [l](javascript:alert(1))",
    "漢字かな交じり文 العربية עברית हिन्दी 🤖👩‍👩‍👧",
    "\U000e0041\U000e0042",
    "\ud800 lone",
    "%s %d {} \\u0000 \\x1b",
)
