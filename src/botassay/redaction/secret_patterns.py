"""Secrets by the words around them: passwords, codes of doors and phones, keys of programs."""

import re
from typing import Final

from botassay.redaction.pattern import Pattern, pattern

_DIGITS: Final = "0123456789"
_WORDS: Final = (
    r"(?:"
    r"passwords?|passwd|pass ?code|passphrase|pwd?|pword|psw|kennwort|passwort|mot de passe|mdp|contrase[ñn]a|clave|"
    r"senha|palavra-passe|parola|wachtwoord|has[łl]o|heslo|l[öo]senord(?:et)?|passord(?:et)?|adgangskode|salasana|"
    r"[şs]ifre(?:m|si)?|jelsz[óo]|lozinka|пароль|пароля|парола|κωδικός|密码|パスワード|비밀번호|login|log[ -]?in|"
    r"credentials|creds|api[ _-]?key|secret|token|wi-?fi|wpa2?|ssid"
    r")"
)
_TERMS: Final = re.compile(
    r"(?i)v?\d+(?:[.,:]\d+)*(?:st|nd|rd|th|k|m|x|gb|mb|kb|tb|min|h|s|px|am|pm|bit|fa|%)?|sha-?\d+\w*|md\d|base\d\d|"
    r"oauth\d?|argon2\w*|utf-?\d+|1password|pbkdf2|aes-?\d*|ipv[46]|wpa\d\w*|ps[345]|covid-?19|web3|x\.509|h26[45]|"
    r"mp[34]|log4j|k8s|i18n|\w+\(\)|https?:.*|[a-z]+\.(?:py|js|ts|md|txt|json|toml|yaml|yml|html|pdf|docx?|xlsx?)|"
    r"(?:password|passwd|token|secret|api|user|access|auth|client|login|key|reset|new|old|my|your|db)s?(?:[_-][a-z]+)+|"
    r"and/or|he/she|[a-z]+(?:[-'’/][a-z]+)+"
)
"""What stands behind such a word and is no secret."""
_DIGIT_CODE: Final = (
    r"(?P<v>\d(?:[ -]?\d){3,7}#?)(?![\d.,:/-]*\d|[ ]?(?:digits?|characters?|numbers?|times|letters|lines|%|people|"
    r"users|mah|mm|cm|km|kg|eur|usd|euros?|dollars?|years?|minutes|hours|days|\w*am\b|\w*pm\b))"
)
_SHORT_CODE: Final = _DIGIT_CODE.replace("{3,7}", "{2,7}")
_THINGS_THAT_OPEN: Final = (
    r"(?:safe|locker|vault|padlock|locks?|phone|i ?phone|i ?pad|laptop|tablet|computer|pc|screen|alarm|keypad|key ?box|"
    r"lock ?box|gate|garage|door|front door|building|office|house|flat|suitcase|briefcase|bike lock|cabinet|drawer|"
    r"voicemail|sim|card|debit card|credit card)"
)
_NO_CODE: Final = re.compile(
    r"(?i)\b(?:"
    r"zip|postal|post|area|country|dialling|dialing|error|status|product|promo|promotion|discount|voucher|coupon|"
    r"source|dress|airport|currency|exit|response|http|color|colour|bar|qr|item|article|tax|building|fault|return"
    r")[ -]?$"
)


_KEYS: Final = (
    r"(?:"
    r"passwords?|passwd|passphrase|passcode|pass|pwd?|pin|api[ _-]?keys?|api[ _-]?tokens?|access[ _-]?(?:key|token)"
    r"|secret(?:[ _-]?key)?|tokens?|private key|licen[cs]e key|product key|key"
    r"|wi-?fi (?:key|password|code)"
    r"|login|credentials|cookie|bearer|kennwort|passwort|mot de passe|contrase[ñn]a|senha|parola d['’]ordine"
    r"|wachtwoord|has[łl]o"
    r")"
)
_LEAST: Final = 4
"""Letters of a value."""


def _tokenish(text: str) -> bool:
    """Whether a word is none of a sentence: letters with digits or signs among them."""
    plain = text.strip(".,!?;:)\"'”")
    signs = any(sign in plain for sign in "_*!@#$%&+^~=?") or any(letter.isdigit() for letter in plain)
    letters = any(letter.isalpha() for letter in plain)
    return len(plain) > 4 and signs and letters and not _TERMS.fullmatch(plain)  # noqa: PLR2004 - shorter ones are words


def _keyed(text: str) -> bool:
    """Whether what is called a key is one: mixed, hexadecimal, or words joined by signs."""
    return _tokenish(text) or re.fullmatch(r"[0-9a-fA-F]{16,}|[a-z]+(?:[-_.][a-z]+){2,}", text) is not None


def _all_classes(text: str) -> bool:
    """Whether a word has small and capital letters, digits and signs, as rules for passwords ask for."""
    return all(re.search(kind, text) for kind in ("[a-z]", "[A-Z]", "[0-9]", "[!@#$%^&*+?~]"))


def _with_both(text: str) -> bool:
    """Whether a key has letters and digits."""
    return bool(re.search("[A-Z]", text) and re.search("[0-9]", text))


def _value(text: str) -> bool:
    """Whether what a program sets is a value, not a name or a place to fill in."""
    low = text.lower().strip("\"'")
    return len(low) >= _LEAST and not re.fullmatch(
        r"\$\{?\w+\}?|<.*>|\{.*\}|x+|\*+|\.+|null|none|true|false|changeme|your[_-].*|os\..*|process\..*|input\(?.*|"
        r"get\w*\(.*",
        low,
    )


SECRET_PATTERNS: Final[tuple[Pattern, ...]] = (
    pattern(
        "secret",
        r"(?i)(?<![\w/.-])(?P<v>(?=[^\s]{0,80}[\d_*!@#$%&+^~-])[^\s\"“”,;()<>/:]{5,80})(?=[\"”']?[ ])[\"”']?[ ]+"
        rf"(?:is|was|as)[ ](?:my|the|our|his|her|their|a)[ ](?:[\w-]+[ ]){{0,2}}?{_KEYS}(?!\w)",
        _keyed,
    ),
    pattern(
        "secret",
        rf"(?i)(?<!\w){_KEYS}(?!\w)[^\n.!?;]{{0,25}}?[ :=\"'“(](?P<v>"
        r"(?=[^\s]*\d)"
        r"(?:[0-9a-f]{16,128}|(?:[0-9a-f]{4,8}-){2,7}[0-9a-f]{4,12}|\d{4,6}(?:-\d{4,6}){2,7}|[A-Za-z0-9+/_=-]{20,400})"
        r")(?![\w/+-])",
        needs=_DIGITS,
    ),
    pattern("secret", r"\b(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-nistp\d+)[ ](?P<v>[A-Za-z0-9+/=]{20,2000})", needs="s"),
    pattern(
        "secret",
        r"(?i)\b(?:"
        r"phpsessid|jsessionid|asp\.net_sessionid|sessionid|session_id|session|sid|connect\.sid|csrf\w*|xsrf\w*|"
        r"auth\w*|remember_\w+"
        r")=(?P<v>[A-Za-z0-9%._+/=-]{12,400})",
        needs="=",
    ),
    pattern(
        "secret",
        r"(?i)(?:\b(?:digits|number|code)[ ](?:on|from)[ ]the[ ]back\b|\bbehind the card\b|\bcard verification\b)"
        r"[^\n\d.!?]{0,25}[ :](?P<v>\d{3,4})(?![\d.,:/-]*\d)",
        needs=_DIGITS,
    ),
    pattern(
        "secret",
        r"(?i)\b(?:code|pin|otp|tan)[ ](?:i (?:got|received|have)|you sent(?: me)?|that came|they sent(?: me)?)"
        r"\b[^\n\d.!?]{0,25}[ :]+(?P<v>\d{3}[ -]?\d{3}|\d{4,8})(?![\d.,:/-]*\d)",
        needs=_DIGITS,
    ),
    pattern(
        "secret",
        r"(?i)\b(?:backup|recovery|security|scratch|2fa|two[- ]factor)[ ](?:backup[ ])?codes?(?:[ ](?:is|are))?[ :]+"
        r"(?P<v>(?=[a-z -]*\d)[a-z0-9]{4,8}(?:[ -][a-z0-9]*\d[a-z0-9]*){1,4})(?!\w)",
        needs=_DIGITS,
    ),
    pattern(
        "card",
        r"(?i)(?:"
        r"\b(?:"
        r"expir\w+"
        r"|exp(?:\.|[ ]date)?"
        r"|valid (?:thru|through|until|to|till)"
        r"|good thru|g[üu]ltig bis|caduca|vence|scad(?:enza|e)?|expire"
        r")(?:[ ]?(?:date|is|on|le|am|el|:|in))*[ ]*"
        r")(?P<v>(?:0?[1-9]|1[0-2])[ ]?/[ ]?(?:20)?[2-4]\d)(?![\d/])",
        needs="/",
    ),
    pattern("secret", r"(?<![\w:])\d{8,10}:[A-Za-z0-9_-]{30,64}(?![\w-])", needs=":"),
    pattern(
        "secret",
        r"\b(?:hvs\.|ATATT|ATCTT|nfp_|sbp_|r8_|gsk_|xai-|NRAK-|PMAK-|CFPAT-|shpss_|pul-|LTAI|ops_|doo_v1_|ddp_|phc_|"
        r"sntrys_|re_|key-)[A-Za-z0-9_.=-]{16,200}",
        needs=_DIGITS,
    ),
    pattern("secret", r"(?<![\w-])(?:[A-Z0-9]{5}-){3,5}[A-Z0-9]{5}(?![\w-])", _with_both, needs="-"),
    pattern(
        "secret",
        r"(?i)\b(?:export |set |\$env:|-e )?[a-z_]{0,40}(?:key|token|secret|passw(?:or)?d|pwd|pass)"
        r"[a-z_]{0,20}[\"']?[ ]?[=:][ ]?[\"']?(?P<v>[^\s\"',;(){}<>]{5,200})",
        lambda text: _value(text) and (_tokenish(text) or len(text) > 15),  # noqa: PLR2004
        needs="=:",
    ),
    pattern(
        "secret",
        r"(?i)(?:\bcurl\b[^\n]{0,200}?[ ](?:-u|--user)[ ]?|://)[\"']?[\w.-]{1,64}:(?P<v>[^\s@\"'/]{3,100})",
        needs=":",
    ),
    pattern(
        "secret",
        r"(?i)[ ](?:--?pass(?:word|phrase)?|--token|--api-key|--secret|--pw)[ =][\"']?(?P<v>[^\s\"'-][^\s\"']{3,100})",
        _value,
        needs="-",
    ),
    pattern(
        "secret",
        rf"(?i)(?<!\w){_WORDS}(?!\w)[^\n.!?;]{{0,40}}?[ :=\"'“(]"
        r"(?P<v>(?=[^\s]{0,40}[\d_*!@#$%&+^~])[^\s\"“”,;()<>/:]{5,64}?)(?=[.,;:)\"'”!?]*(?:\s|$))",
        _tokenish,
    ),
    pattern("secret", rf"(?i)(?<!\w){_WORDS}\?[ ]+(?P<v>[^\s\"',.!?;]{{6,64}})(?=[,.!]|$)"),
    pattern(
        "secret",
        r"(?i)\bpass ?phrase(?: is|:|=)[ ]*[\"“']?(?P<v>[^\W\d_]{2,20}(?:[ -][^\W\d_]{2,20}){3,7})",
    ),
    pattern(
        "secret",
        r"(?i)\b(?:seed|recovery|backup|wallet|mnemonic)[ ](?:phrase|words?)[^\n:]{0,20}?(?: is| are|:)[ ]+"
        r"(?P<v>[a-z]{3,10}(?:[ ,]{1,2}[a-z]{3,10}){5,23})",
    ),
    pattern(
        "secret",
        r"(?i)\b(?:security|secret)[ ](?:question|answer)[^\n]{0,60}?(?:\banswer(?: is| was|:)?|:|=|\bis)[ ]+[\"“]?"
        r"(?P<v>(?-i:[A-Z])[\w'-]{2,30})(?=[\"”.,!]|$|[ ])",
    ),
    pattern(
        "secret",
        r"(?i)\b(?:use|used|using|reuse|reused|have)[ ]+[\"“']?(?P<v>[^\s\"“”',;]{5,40})[\"”']?[ ]+(?:everywhere|for "
        r"(?:everything|all|every|my)|on (?:all|every)|as (?:my|a|the) (?:password|pin|pass))",
        _tokenish,
    ),
    pattern("secret", r"(?<![\w@#/.&-])(?P<v>[^\W\d_]{3,20}[*#$%&@!]\d{2,6}[*#$%&@!]{0,3})(?![\w/])", needs="*#$%&@!"),
    pattern(
        "secret",
        r"(?<![\w@#/.-])(?P<v>[^\W\d_]{3,20}\d{2,6}(?:[*#$%&]{1,3}!?|!(?=[ ]+[a-z])))(?![\w/])",
        needs="*#$%&!",
    ),
    pattern(
        "secret",
        r"(?<!\S)[\"'“]?(?P<v>[A-Za-z0-9!@#$%^&*+?~_.-]{8,40})(?=[\"'”,;:)]?(?:\s|$))",
        _all_classes,
        needs="!@#$%^&*+?~",
    ),
    # codes of digits
    pattern(
        "secret",
        r"(?i)\b(?:"
        r"pin|otp|tan|cvv2?|cvc2?|csc|passcode|combination|combo"
        r"|(?:"
        r"door|gate|alarm|entry|entrance|access|security|verification|confirmation|login|log-in|sms|unlock|lock|safe|"
        r"locker|garage|key ?box|lock ?box|voicemail|backup|recovery|authenticat\w{2,5}|2fa|mfa|one-time|secret|"
        r"pairing|parental|pickup|pick-up"
        r")[ -](?:pass)?(?:code|pin|combination)"
        r")\b(?:[ ](?:for|of|to|at|on|in)[ ][^\n.!?\d]{1,30}?)?(?:['’]s)?[ ]*(?:is|was|now|:|=|,|-)*[ ]*"
        rf"(?:star|hash|still|now|[*#])?[ ]*{_SHORT_CODE}",
        needs=_DIGITS,
        unless=_NO_CODE,
    ),
    pattern(
        "secret",
        r"(?i)\b(?:your|my|our|the|her|his)[ ](?:[a-z]+[ ])?codes?(?:[ ](?:for|to|at|on)[ ][^\n.!?\d]{1,25}?)?"
        rf"(?:['’]s|[ ]is|[ ]was|:|[ ]=)[ ]*[*#]?{_DIGIT_CODE}",
        lambda _text: True,
        needs=_DIGITS,
    ),
    pattern(
        "secret",
        rf"(?i)\b{_THINGS_THAT_OPEN}\b[^\n.!?\d]{{0,30}}?\b(?:"
        r"(?:opens?|unlocks?|disarms?|open it|unlock it)[ ](?:with|by|using)"
        r"|dial|enter|press|punch in|type|type in|code|combo|combination|pin"
        rf")(?:[ ](?:is|with|in|star|hash)|:)*[ ]*[*#]?{_DIGIT_CODE}",
        needs=_DIGITS,
    ),
    pattern(
        "secret",
        r"(?i)\b(?:sms|text|message|e-?mail|app|authenticator)[ ](?:said|says|reads|shows|showed|sent me|"
        r"gave me)[ :]+(?:code[ ])?(?P<v>\d{3}[ -]?\d{3}|\d{4,8})(?![\d.,:/-]*\d)",
        needs=_DIGITS,
    ),
    pattern("secret", r"(?<![\w-])G-(?P<v>\d{6})(?![\w-])", needs="G"),
)
"""Where two meet, that which comes first holds."""
