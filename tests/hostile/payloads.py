"""Texts that do harm where a sink takes them for more than text: each in the language of some sink."""

from typing import Final

_ESCAPES: Final = (
    "\x1b[31mred\x1b[0m", "\x1b[2J\x1b[H", "\x1b[1A\x1b[2Kgone", "\x1b[?25l", "\x1b[?1049h", "\x1b[6n", "\x1b[5i", "\x1bc",
    "\x1b[!p", "\x1b7\x1b8", "\x1b(0lqk", "\x1b#8", "\x1b[20h", "\x1b[3J", "\x1b[999C", "\x1b[38;2;0;0;0m",
    "\x1b]0;title\x07", "\x1b]2;title\x1b\\", "\x1b]52;c;cm0gLXJm\x07", "\x1b]8;;http://x.example\x07click\x1b]8;;\x07",
    "\x1b]8;;file:///etc/passwd\x1b\\x\x1b]8;;\x1b\\", "\x1b]1337;File=inline=1:AAAA\x07", "\x1b]4;1;rgb:00/00/00\x07",
    "\x1b]10;?\x07", "\x1b]777;notify;a;b\x07", "\x1b]50;CursorShape=1\x07", "\x1bP$q\"p\x1b\\", "\x1bPq#0;2;0;0;0#0~~\x1b\\",
    "\x1bP+q544e\x1b\\", "\x1b_Ga=T;AAAA\x1b\\", "\x1b^pm\x1b\\", "\x1bXsos\x1b\\", "\x9b31mred", "\x9d0;title\x9c", "\x90q\x9c",
    "\x98x\x9c", "\x9ex\x9c", "\x9fx\x9c", "\x85next", "\x8d", "\x84", "\x88", "\x07bell", "\x08\x08\x08back", "over\rwritten",
    "a\x0bb", "a\x0cb", "\x0e\x0f", "\x7f\x7f", "\x05", "\x1a", "\x00nul", "a\x00b\x00", "\x1c\x1d\x1e\x1f", "\x01\x02\x03\x04\x06",
)  # fmt: skip
_UNSEEN: Final = (
    "\u202eevil", "\u202dleft", "\u202aa\u202b", "\u202cpop", "\u2066a\u2067b\u2068c\u2069", "\u061carabic", "\u200emark\u200f",
    "zero\u200bwidth", "\u200cjoin\u200d", "\u2060word", "\ufeffmark", "soft\u00adhyphen", "\u180evowel", "line\u2028line",
    "par\u2029par", "\ufff9a\ufffab\ufffb", "\U000e0041\U000e0042tags", "\u2062\u2063\u2064", "a" + "\u0301" * 200, "\u0e49" * 50,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\ufffe\uffff", "\u206a\u206f", "x\u034fy", "\u3164blank", "\u115f\u1160",
    "\u05d0\u05d1", "\u0645\u0631\u062d\u0628\u0627", "paypa\u04cf", "\uff1cscript\uff1e", "e\u0301", "\u00e9",
)  # fmt: skip
_HTML: Final = (
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>", "<iframe src=javascript:alert(1)>", "<a href=javascript:alert(1)>x</a>",
    '"><script>alert(1)</script>', "'><script>alert(1)</script>", '" onmouseover="alert(1)', "' onfocus='alert(1)' autofocus='",
    "<body onload=alert(1)>", "<style>*{display:none}</style>", "</style><script>alert(1)</script>", "<!-- x", "--> x", "<![CDATA[x]]>",
    "]]><script>alert(1)</script>", "<base href=http://x.example>", "<meta http-equiv=refresh content=0;url=http://x.example>",
    "<link rel=stylesheet href=http://x.example/c.css>", "<form action=http://x.example><input name=p>", "<object data=x>",
    "<embed src=x>", "<math><mi xlink:href=javascript:alert(1)>", "<details open ontoggle=alert(1)>", "<video><source onerror=alert(1)>",
    "</title><script>alert(1)</script>", "</textarea><script>alert(1)</script>", "<template><script>alert(1)</script></template>",
    "<noscript><img src=x></noscript>", "&lt;script&gt;", "&#60;script&#62;", "&#x3c;b&#x3e;", "&NewLine;javascript&colon;", "<b>bold</b>",
    "<p/onclick=alert(1)>", "<img src=http://x.example/beacon.png>", "<div style=background:url(http://x.example/b)>", "<x onclick=a>",
    "</svg><script>alert(1)</script>", "<text x=1>", "<use href=http://x.example/a.svg#b>", "<foreignObject><b>", "<?xml version='1.0'?>",
    "<!DOCTYPE html>", "<frameset>", "<marquee>", "<input autofocus onfocus=alert(1)>", "<IMG SRC=`javascript:alert(1)`>",
    "<scr\x00ipt>alert(1)</scr\x00ipt>", "<\x0bscript>", "javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)", "expression(alert(1))", "url(http://x.example/u)", "@import 'http://x.example/i.css';",
)  # fmt: skip
_TEMPLATES: Final = (
    "{{7*7}}", "{% for x in y %}", "{{ config }}", "{{ ''.__class__.__mro__ }}", "{# comment #}", "${7*7}", "#{7*7}", "<%= 7*7 %>",
    "{0.__class__}", "{0}", "{}", "{name}", "{", "}", "%s%s%n", "%(name)s", "%d", "%", "%x%x", "$name", "${HOME}", "$(id)", "`id`",
    "[red]markup[/red]", "[/]", "[link=http://x.example]x[/link]", ":smile:", "\\", "\\n\\t", "\\x1b[31m", "\\u202e", "'; DROP TABLE t; --",
    '" OR 1=1', "*)(uid=*", "\\$(x)", "a\tb\tc", "a\nb\r\nc",
)  # fmt: skip
_MARKDOWN: Final = (
    "![x](http://x.example/beacon.png)", "[x](http://x.example)", "[x](javascript:alert(1))", "[x]: http://x.example", "<http://x.example>",
    "http://x.example/auto", "www.x.example", "me@x.example", "@everyone", "#123", "owner/repo#1", "# heading", "## heading", "---", "===", "***",
    "*a* _b_ **c** ~~d~~", "`code`", "```", "~~~", "> quote", "- item", "* item", "1. item", "- [ ] task", "| a | b |", "|---|---|", "a|b",
    "<details>", "[^1]", "[^1]: note", "$x$", "$$x$$", "\\*", "![x][y]", "a  \nb", "    code", ":::note", "<!-- x -->", "![](//x.example/b)",
    "https://x.example/?q=<b>", "ftp://x.example", "mailto:me@x.example", "+ item", "1) item", "![x](data:image/png;base64,AA)",
)  # fmt: skip
FORMULAS: Final = (
    "=1+1", '=HYPERLINK("http://x.example","x")', "=cmd|' /C calc'!A0", "+1+1", "+cmd|x!A0", "-1+1", "-2+3+cmd|x", "@SUM(1)", "@x",
    "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff201", "\t=1+1", "\r=1+1", "\n=1+1", " =1+1", "'=1+1", '"=1+1', "=IMPORTXML(1)", "=WEBSERVICE(1)",
    "=DDE(1)", ",=1+1", ";=1+1", "\u200b=1+1", "\ufeff=1+1",
)  # fmt: skip
_XML: Final = (
    "]]>", "<![CDATA[", "&xxe;", "<!ENTITY x SYSTEM 'file:///etc/passwd'>", "&amp;", "&", "<a/>", "</failure>", "</testcase>", '"', "'", "\x1f",
    "\ud7ff", "<?php ?>",
)  # fmt: skip
NAMES: Final = (
    "../../etc/passwd", "..\\..\\x", "/etc/passwd", "C:\\x", "CON", "NUL.txt", "a/b", ".", "..", "~", "~root", "-rf", "--help", "a b", "a;b", "a&b",
    "a:b", "*", "?", "x" * 300, "\u00e9", "file:///x", "\\\\host\\share", "%2e%2e%2f", "a\u2215b", ".htaccess", "con.html", "a" * 90 + ".csv",
)  # fmt: skip
PAYLOADS: Final = tuple(dict.fromkeys((*_ESCAPES, *_UNSEEN, *_HTML, *_TEMPLATES, *_MARKDOWN, *FORMULAS, *_XML, *NAMES)))
"""All of them, each once."""
