"""What personal data look like: a pattern for each shape, with a check of its digits or the words before it."""

import re
from ipaddress import ip_address
from math import log2
from typing import Final

from botassay.redaction import announced, checksums, long_numbers, lowercase_addresses
from botassay.redaction.devices import DEVICES
from botassay.redaction.ids import IDS
from botassay.redaction.pattern import Pattern
from botassay.redaction.pattern import pattern as _pattern
from botassay.redaction.places import PLACES
from botassay.redaction.secret_patterns import SECRET_PATTERNS
from botassay.redaction.spoken import SPOKEN

_DIGITS: Final = "0123456789"


_NOT_A_PHONE: Final = re.compile(
    r"(?i)(?:"
    r"\b(?:"
    r"order|invoice|ticket|case|reference|ref|tracking|parcel|version|item|part|model|serial|sku|isbn|issn|ean|"
    r"article|booking|policy|page|pages|build|room|number of|number|no|nr|id|code|flight|chapter|section|error|"
    r"ticket number|order number|invoice number|doi|year|years|since|between|line|rfc|iso|from|score|total|asin|lot|"
    r"batch|revision|release|customer number|bestellnummer|rechnung|commande"
    r")\b[ .:#-]{0,3}(?:is |was |number |no\.? |nr\.? )?"
    r"|[#$€£=/]"
    r")$"
)
_VERSION: Final = re.compile(
    r"(?i)(?:"
    r"\b(?:"
    r"version|ver|release|build|firmware|section|chapter|clause|update|upgrade[ds]?(?: to)?|v|oid|software|driver|rev|"
    r"revision|paragraph|patch|python|ubuntu|java|chrome|firefox|windows|android|ios|macos|linux|node|kernel|debian|"
    r"app|sdk|api|php|ruby|mysql|postgres|postgresql|nginx|openssl|office|edge|safari|docker|see|article|rule|part"
    r")[ .:]{0,2}(?:is |number |no\. )?"
    r")$"
)
_MONTH: Final = (
    r"(?:"
    r"jan(?:uary|uar)?"
    r"|feb(?:ruary|ruar)?"
    r"|mar(?:ch)?|märz|apr(?:il)?|may|mai|jun[ei]?|jul[yi]?|aug(?:ust)?|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?"
    r"|de[cz](?:ember)?"
    r")\.?"
)
_DATE: Final = (
    r"(?:"
    r"\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d"
    r"|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?[ ](?:of[ ])?{_MONTH},?[ ](?:19|20)\d\d"
    rf"|{_MONTH}[ ]\d{{1,2}}(?:st|nd|rd|th)?,?[ ](?:19|20)\d\d"
    r")"
)
_IS: Final = r"(?:[ ]*(?:number|no\.?|nr\.?|code|#))?[ ]*(?:is|was|=|:|are|ist|est|es|-)?[ ]*[:=#]?[ ]*[\"'“]?"
"""What stands between the name of a number and the number."""
_NOT_WORDS: Final = frozenset(
    "name names wrong correct required invalid missing incorrect unknown taken available your their case-sensitive "
    "sensitive optional below here there this that not the has must should can cannot and for with from reset changed "
    "expired protected manager field policy strong weak forgotten incorrect already something anything nothing you "
    "needed used shown displayed visible empty blank being been still also only just always never different null none "
    "true false undefined nil".split()
)


def _fresh(text: str) -> bool:
    """Whether a word can be what somebody calls himself, not a word of the sentence."""
    return text.lower().strip(".,") not in _NOT_WORDS and len(text) > 2  # noqa: PLR2004


def _marked(text: str) -> bool:
    """Whether a word after `password is` looks like one: not a plain word of the sentence."""
    return _fresh(text) and (any(not letter.isalpha() for letter in text.strip(".,!?")) or text.lower() != text)


def _entropic(text: str) -> bool:
    """Whether letters and digits are as mixed as in a random key: no words, no hexadecimal digest, no identifier."""
    if re.fullmatch(r"[0-9a-fA-F-]+|[0-9_-]+|[A-Za-z_-]+", text) or "--" in text:
        return False
    classes = sum(bool(re.search(kind, text)) for kind in ("[a-z]", "[A-Z]", "[0-9]"))
    share = sum(letter in _DIGITS for letter in text) / len(text)
    bits = -sum(n / len(text) * log2(n / len(text)) for n in map(text.count, set(text)))
    return classes == 3 and share > 0.08 and bits > 3.7  # noqa: PLR2004 - bits a letter: words have less


_OF_ROUTERS: Final = frozenset(
    "192.168.0.1 192.168.1.1 192.168.2.1 192.168.178.1 10.0.0.1 10.0.0.138 "
    "8.8.8.8 8.8.4.4 1.1.1.1 1.0.0.1 9.9.9.9".split()
)
"""Addresses of every second router, and of services that all ask for names."""
_NETWORK: Final = re.compile(r"\.0/\d{1,2}$|^(?:10|172\.16|192\.168)(?:\.0)*/\d")


def _address_of_a_machine(text: str) -> bool:
    """Whether it is an IP address that tells one machine from others."""
    try:
        seen = ip_address(text.partition("/")[0])
    except ValueError:
        return False
    if text in _OF_ROUTERS or _NETWORK.search(text):
        return False
    return not (seen.is_loopback or seen.is_unspecified or seen.is_multicast or text.startswith("255."))


def _numbered(text: str) -> bool:
    """Whether there is a digit in it."""
    return any(letter.isdigit() for letter in text)


def _telephone(text: str) -> bool:
    """Whether so many digits make a phone number, and no date."""
    if _OF_EVERYBODY.match(text) or _DATED.fullmatch(text):
        return False
    return 7 <= len(checksums.digits(text)) <= 15  # noqa: PLR2004 - E.164


_DATED: Final = re.compile(r"(?:19|20)\d\d[-./ ]\d\d[-./ ]\d\d.*|\d\d?([./-])\d\d?\1(?:19|20)\d\d")
"""Dates of numbers."""
_OF_EVERYBODY: Final = re.compile(
    r"(?:\+?1[ .-]?)?\(?8(?:00|88|77|66|55|44|33)\)?[ .-]\d{3}[ .-]?\d{4}|0(?:800|808|300|900|1806)[ /-]|\+49[ ]?800|"
    r"116[ ]?\d{3}$|\+?800"
)
"""Numbers that cost the caller nothing, of helplines and firms."""


def _private(text: str) -> bool:
    """Whether a phone number can be one person's."""
    return _OF_EVERYBODY.match(text) is None


def _latitude(text: str) -> bool:
    """Whether two numbers can be a place; two below 1 lie in the sea, and are the ends of an interval, or shares."""
    numbers = [abs(float(number)) for number in re.findall(r"-?\d+\.\d+", text)]
    return len(numbers) != 2 or (max(numbers) >= 1 and numbers[0] <= 90 and numbers[1] <= 180)  # noqa: PLR2004


def _mixed_letters(text: str) -> bool:
    """Whether it is no word: a token has digits or other signs."""
    return any(not letter.isalpha() for letter in text.strip(".,!?"))


def _place(text: str) -> bool:
    """Whether a text after `I live at` names a place: a number, and a word with a capital letter."""
    return bool(re.search(r"\d", text) and re.search(r"(?<!\w)[^\W\d_a-zß-öø-ÿ][^\W\d_]{2,}", text))


_NO_STREETS: Final = frozenset(
    "the a an of on in at to per down up off by from minute minutes min mins mile miles km meters metres hour hours "
    "hr day and or for this that metre meter block blocks lane".split()
)


def _small_street(text: str) -> bool:
    """Whether the words before `street` are its name."""
    return _NO_STREETS.isdisjoint(text.lower().split()[1:-1])


def _plate(text: str) -> bool:
    """Whether it has the length of a licence plate."""
    return 4 <= len(re.sub(r"\W", "", text)) <= 9  # noqa: PLR2004 - the shortest and the longest


def _day_first(text: str) -> bool:
    """Whether a number begins with a day and a month."""
    return 1 <= int(text[:2]) <= 31 and 1 <= int(text[2:4]) <= 12  # noqa: PLR2004 - of a calendar


_CAP: Final = r"[A-ZÀ-ÖØ-ÞŠŽ](?:[^\W\d_]|['’.-](?=[^\W\d_])){0,40}"
_TOWN: Final = r"[A-ZÀ-ÖØ-ÞŠŽ](?:['’.]?[a-zß-öø-ÿ])+(?:-[A-Za-zÀ-ÿ]+)*"
_CITY: Final = rf"{_TOWN}(?:[ ]{_TOWN}){{0,2}}"
_ZIP: Final = (
    r"(?:[A-Z]{2}[ ])?(?:\d{5,6}(?!\d)(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}|[A-Z]\d[A-Z][ ]?\d[A-Z]\d)"
)
_TAIL: Final = (
    rf"(?:,?[ ](?:Apt|Apartment|Suite|Unit|Flat|Floor)\.?[ ]?#?\w{{1,5}})?(?:,[ ]{_CITY})?"
    rf"(?:,[ ](?:[A-Z]{{2}}|{_CAP}))?(?:,?[ ]{_ZIP})?"
)
_EURO_TAIL: Final = (
    rf"(?:,[ ]\d{{1,2}}[ºª°.][ ]?\w{{0,5}})?(?:,[ ]{_CITY}(?![\w']))?"
    rf"(?:,?[ ](?:[A-Z]{{1,2}}-)?\d{{4,5}}(?:[ ][A-Z]{{2}})?[ ]{_CITY})?"
)
_PASSWORDS: Final = (
    r"(?:"
    r"password|passwort|passphrase|passcode|pass|pwd|pw|secret[ _-]access[ _-]key|encryption[ _-]key|api[ _-]?key|"
    r"apikey|secret[ _-]?key|secret|access[ _-]?token|auth[ _-]?token|token|client[ _-]?secret|private[ _-]?key|"
    r"bearer|pin|one-time code|otp|verification code|security code|cvv|cvc|mot de passe|contraseña|kennwort"
    r")"
)
_USER_WORDS: Final = (
    r"(?:user[ _-]?names?|user[ _-]?id|login(?:[ ]name|[ ]id)?|screen[ ]?name|nick[ ]?name|benutzername|nutzername|"
    r"gamer[ ]?tag|logged in as|sign(?:ed)? in as|log in as|account name|usuario|nom d'utilisateur)"
)
_QUERY: Final = (
    r"(?:token|key|sig|signature|auth|code|reset|password|pwd|session|sid|secret|otp|access_token|id_token|invite|"
    r"magic|ticket|jwt|api_key|apikey|hash|confirm|verify|t|k)"
)

_AT_WORDS: Final = frozenset(
    "media import charset font-face keyframes supports property override param return returns todo author since see "
    "deprecated autowired component entity test service autoref inject nullable "
    "dataclass staticmethod classmethod pytest app types everyone here channel "
    "all admin".split()
)
"""Words after an at sign that are of programs."""

PATTERNS: Final[tuple[Pattern, ...]] = (
    # links first: what stands in one belongs to it
    _pattern(
        "token_link",
        rf"(?i)\b(?:https?|wss?)://[^\s<>\"'`]{{0,2000}}[?&#;]{_QUERY}=[^\s<>\"'`]{{0,2000}}[^\s<>\"'`.,;:!?)\]}}]",
        needs=":",
    ),
    _pattern(
        "token_link",
        r"(?i)\b(?:https?|wss?)://[^\s<>\"'`]{0,2000}/(?:reset|verify|confirm|magic|invite|"
        r"invitation|activate|unsubscribe|share|login|password)(?:[-_]\w+)*/[^\s<>\"'`]"
        r"{0,2000}\d[^\s<>\"'`]{0,2000}[^\s<>\"'`.,;:!?)\]}]",
        needs=":",
    ),
    _pattern(
        "url",
        r"(?i)\b(?:https?|wss?|ftps?|sftp|ssh|file|git|s3|ldap|postgres(?:ql)?|mysql|"
        r"mongodb(?:\+srv)?|redis|amqp|jdbc:\w+)://[^\s<>\"'`]{0,2000}[^\s<>\"'`.,;:!?)\]}]",
        needs=":",
    ),
    _pattern(
        "url", r"(?i)(?<![\w@.])www\.[a-z0-9-]+\.[a-z]{2,}(?:[^\s<>\"'`]{0,2000}[^\s<>\"'`.,;:!?)\]}])?", needs="."
    ),
    *announced.LINKS,
    _pattern(
        "url",
        r"(?i)\b(?:(?:my|her|his|their|our|personal)[ ](?:[\w-]+[ ])?)?"
        r"(?:blog|web ?site|site|web ?page|home ?page|page|portfolio|shop|web ?shop|cv)(?:['’]s|[ ]is)?"
        r"(?:[ ](?:at|on|here|says|under|called))?[ :,(]{1,2}(?P<v>(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12})(?![\w@])",
        needs=".",
    ),
    # secrets
    _pattern(
        "secret",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[A-Za-z0-9+/=\s:,.-]{0,9000}?-----END [A-Z ]*PRIVATE KEY-----|"
        r"[A-Za-z0-9+/=\s]{0,9000})",
        needs="-",
    ),
    _pattern("secret", r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"),
    _pattern("secret", r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{14,}", needs=_DIGITS),
    _pattern(
        "secret",
        r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|AKIA|ASIA|AIza|ya29\.|"
        r"npm_|hf_|pypi-|dop_v1_|shpat_|SG\.|whsec_|rzp_live_|EAAC|dckr_pat_|figd_|"
        r"lin_api_|sq0[a-z]{3}-|glsa_|tskey-|AGE-SECRET-KEY-)[A-Za-z0-9_.-]{10,}",
        needs="_-.AE",
    ),
    _pattern(
        "secret",
        rf"(?i)(?<![a-z]){_PASSWORDS}[ ]*(?:is|was|lautet|ist|est|es|to|=|:)?[ ]"
        r"*[:=]?[ ]*[\"“`](?P<v>[^\"”`\n]{4,120})[\"”`]",
        _fresh,
    ),
    _pattern(
        "secret",
        rf"(?i)(?<![a-z]){_PASSWORDS}[ ]*[:=][ ]*(?P<v>[^\s\"'“”`,;<>]{{3,200}}[^\s\"'“”`,;<>.!?)])",
        _fresh,
    ),
    _pattern(
        "secret",
        r"(?i)\b(?:my|our|his|her|the (?:wi-?fi|admin|root))[ ](?:[\w-]+[ ]){0,2}(?:password|"
        r"passphrase|passwort) is (?P<v>[a-z]{4,})(?=[.!,;]?[ ]*$|[.!][ ])",
        _fresh,
    ),
    _pattern("secret", rf"(?i)(?<![a-z]){_PASSWORDS}[ ](?P<v>(?=[^\s]*\d)[A-Za-z0-9_+/=-]{{12,}})"),
    _pattern(
        "secret",
        rf"(?i)(?<![a-z]){_PASSWORDS}(?:\w*[\"'])?[ ]*(?:is|was|lautet|ist|est|es|to|=|:|=>)[ ]*[:=]?[ ]*[\"'“`]?"
        r"(?P<v>[^\s\"'“”`,;<>]{4,200}[^\s\"'“”`,;<>.!?)])",
        _marked,
    ),
    _pattern("secret", r"(?i)\b(?:bearer|basic)[ ](?P<v>[^\s\"',;]{8,})", _mixed_letters),
    _pattern("secret", r"(?<![\w/+.=-])[A-Za-z0-9_+/-]{24,}={0,2}(?![\w/+-])", _entropic, needs=_DIGITS),
    _pattern(
        "secret",
        r"(?i)\b(?:pin|otp|cvv|cvc|passcode|(?:verification|security|one-time|access|"
        r"door|alarm|2fa|login|sms|backup|recovery|confirmation|unlock|gate)[ ](?:pass)"
        r"?code)(?:[ ]code)?[ ]*(?:is|was|=|:)?[ ]*(?P<v>\d{3}[ -]\d{3}|\d{3,8})\b",
        needs=_DIGITS,
    ),
    *SECRET_PATTERNS,
    # e-mail, and handles that look like it
    _pattern("handle", r"(?<![\w@])@[\w.]+@[\w-]+(?:\.[\w-]+)+", needs="@"),
    *SPOKEN,
    _pattern(
        "email",
        r"(?i)(?<![\w.+%-])(?:mailto:)?(?P<v>"
        r"[\w!#$%&'*+/=?^`{|}~-]{1,64}(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\w](?:[\w-]*[\w])?\.)+[^\W\d_](?:[\w-]*\w)"
        r")",
        needs="@",
    ),
    _pattern("email", r"(?i)\"[^\"\s]{1,60}\"@(?:[\w-]+\.)+[a-z]{2,}", needs="@"),
    _pattern(
        "email",
        r"(?i)(?<![\w.])(?=\w{0,64}[.\d_])\w{1,64}(?:[.-]\w{1,64}){0,8}[ ]at[ ](?:[\w-]+\.)+(?:com|org|"
        r"net|de|io|uk|fr|es|it|nl|edu|gov|example|eu|ch|at|us|ca|au)\b",
    ),
    _pattern(
        "email",
        r"(?i)(?<![\w.])\w{1,64}(?:[ ]?(?:\.|\(dot\)|\[dot\]|[ ]dot[ ])[ ]?\w{1,64}){0,5}[ ]?(?:\[at\]|\(at\)|"
        r"[ ]at[ ])[ ]?\w+(?:[ ]?(?:\(dot\)|\[dot\]|[ ]dot[ ])[ ]?\w+)+",
        lambda text: not text.lower().startswith(("look ", "see ")),
    ),
    _pattern(
        "email",
        r"(?i)(?<![\w.+-])[\w.+-]{1,64}[ ]?(?:\[at\]|\(at\)|\{at\}|<at>|[ ]at[ ])[ ]?[\w-]+(?:[ ]"
        r"?(?:\[dot\]|\(dot\)|\{dot\}|[ ]dot[ ]|\.)[ ]?[\w-]+)*[ ]?(?:\[dot\]|\(dot\)|"
        r"\{dot\}|[ ]dot[ ])[ ]?(?:com|org|net|de|io|uk|fr|es|it|nl|edu|gov|info|example|"
        r"test|eu|ch|at|us|ca|au|in|biz)\b",
    ),
    _pattern("email", r"(?i)(?<![\w.+-])[\w.+-]{1,64}[ ]?(?:\[at\]|\(at\)|\{at\})[ ]?(?:[\w-]+\.)+[a-z]{2,}\b"),
    # numbers with check digits
    _pattern(
        "iban",
        r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{1,4}){3,8}(?![A-Za-z0-9]"
        r")",
        checksums.iban,
        needs=_DIGITS,
    ),
    _pattern(
        "iban",
        r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})"
        r"?(?![A-Za-z0-9])",
        checksums.iban,
        needs=_DIGITS,
    ),
    _pattern(
        "iban",
        r"(?<![A-Za-z0-9])[A-Za-z]{2}[ .-]?\d{2}(?:[ .-]?[A-Z0-9]{4}){2,7}(?:[ .-]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])",
        checksums.iban_length,
        needs=_DIGITS,
    ),
    _pattern(
        "iban",
        r"(?i)\biban[ ]*(?:is|ist|es|est|è|:|=)?[ ]*(?P<v>[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?)"
        r"(?![A-Za-z0-9])",
        needs=_DIGITS,
    ),
    _pattern(
        "card", r"(?<![A-Za-z0-9.])(?<!\d-)\d(?:[ .-]?\d){12,18}(?![A-Za-z0-9]|[.-]\d)", checksums.card, needs=_DIGITS
    ),
    _pattern(
        "card",
        r"(?i)\b(?:card|visa|master ?card|amex|karte|kreditkarte|carte|tarjeta|carta|kort)\b[^\n\d!?]{0,25}(?<!\w)"
        r"(?P<v>[3-6]\d{3}(?:[ -]?\d{4}){3})(?![\w-]|\.\d)",
        needs=_DIGITS,
    ),
    *DEVICES,
    *PLACES,
    *IDS,
    _pattern(
        "national_id",
        r"(?<![\w.-])[12][ ]?\d\d[ ]?(?:0[1-9]|1[0-2]|[2-9]\d)[ ]?(?:\d\d|2[AB])[ ]?\d{3}[ ]?\d{3}[ ]?\d\d(?![\w-])",
        checksums.nir,
        needs=_DIGITS,
    ),
    _pattern(
        "national_id",
        r"(?<![\w.-])[1-9]\d{5}(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dXx]"
        r"(?![\w-])",
        checksums.chinese,
        needs=_DIGITS,
    ),
    _pattern("national_id", r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d\d(?!\w)", checksums.cpf, needs=_DIGITS),
    _pattern(
        "national_id", r"(?<![\w.-])(?:\d{8}|[XYZ]-?\d{7})-?[A-HJ-NP-TV-Z](?![\w-])", checksums.dni, needs=_DIGITS
    ),
    _pattern(
        "national_id",
        r"(?<![\w-])(?![DFIQUV])[A-Z](?![DFIOQUV])[A-Z][ ]?\d\d[ ]?\d\d[ ]?\d\d[ ]"
        r"?[A-D](?![\w-])",
        needs=_DIGITS,
    ),
    _pattern("national_id", r"(?<!\w)[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z](?!\w)", needs=_DIGITS),
    _pattern("national_id", r"(?<!\w)[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d(?!\w)", needs=_DIGITS),
    _pattern("national_id", r"(?<![\w.-])(?:756\.\d{4}\.\d{4}\.\d\d)(?!\w)", needs=_DIGITS),
    _pattern(
        "national_id",
        r"(?i)\b(?:"
        r"national[ ](?:id(?:entity|entification)?|insurance)(?:[ ]card)?"
        r"|identity[ ]card|id[ ]card|nino|ni number|bsn|dni|nie|nif|cpf|curp|pesel|cnp|egn|oib|jmbg|hetu|aadhaar"
        r"|aadhar|pan(?:[ ]card)?|nric|personnummer|cpr|codice fiscale|steuer-?id"
        r"|steuer(?:liche )?identifikationsnummer|personalausweis(?:nummer)?|tax[ ]id|tin|sin|social insurance"
        r"|my number|citizen id|rut|cédula|cedula|emirates id|medicare|nhs"
        rf"){_IS}(?P<v>(?=[A-Z]{{0,5}}[ .-]?\d)(?=(?:[ A-Z.-]*\d){{5}})"
        r"[A-Z0-9]+(?:[ .-]?[A-Z0-9]*\d[A-Z0-9]*)*(?:[ -]?[A-Z]\b)?)",
        needs=_DIGITS,
    ),
    _pattern(
        "national_id",
        r"(?<![\w-])\d{6}[-+A]\d{3}[0-9A-FHJ-NPR-Y](?![\w-])",
        _day_first,
        needs=_DIGITS,
        unless=_NOT_A_PHONE,
    ),
    _pattern(
        "national_id",
        r"(?i)\b(?:driver'?s?[ -]licen[cs]e|driving licen[cs]e|identification|"
        r"residence permit|resident id|id|licen[cs]e|führerschein|health insurance|versicherten)"
        rf"[ ]+(?:number|no\.?|nr\.?|nummer){_IS}(?P<v>(?=(?:[ A-Z.-]*\d){{5}})[A-Z0-9]"
        r"+(?:[ .-]?[A-Z0-9]*\d[A-Z0-9]*)*)",
        needs=_DIGITS,
    ),
    _pattern("ssn", r"(?<![A-Za-z0-9.])(?<!\d-)\d{3}-\d\d-\d{4}(?![A-Za-z0-9]|-\d)", checksums.ssn, needs=_DIGITS),
    _pattern(
        "ssn",
        rf"(?i)\b(?:ssn|social[ ]security(?:[ ]number)?|social){_IS}(?P<v>\d{{3}}[ -]?\d\d[ -]?\d{{4}})(?!\d)",
        needs=_DIGITS,
    ),
    # numbers by the words before them
    _pattern(
        "passport",
        r"(?i)\b(?:passport|reisepass|passeport|pasaporte|passaporto)(?:[ ](?:number|"
        rf"no\.?|nr\.?|id))?{_IS}(?P<v>[A-Z]{{0,3}}[ ]?\d[A-Z0-9]{{4,9}})\b",
        needs=_DIGITS,
    ),
    _pattern("passport", r"(?i)\bpassport\b[^.\n\d]{0,30}?\b(?P<v>(?-i:[A-Z]{1,2})\d{6,8})\b", needs=_DIGITS),
    _pattern(
        "date_of_birth",
        r"(?i)\b(?:born|birth(?:day|date)?|d\.?o\.?b\.?|bday|geboren|geburtsdatum|"
        r"geburtstag|née?|naissance|nacid[oa]|nacimiento|nat[oa]|birthdate)\b[^.\n]"
        rf"{{0,25}}?(?P<v>{_DATE})(?!\d)",
        needs=_DIGITS,
    ),
    _pattern(
        "date_of_birth",
        rf"(?i)(?P<v>{_DATE})(?=,?[ ](?:is|was|=)[ ](?:my|his|her|the|their)?[ ]?(?:birth|"
        r"dob|d\.o\.b))",
        needs=_DIGITS,
    ),
    _pattern(
        "account_number",
        r"(?i)\b(?:"
        r"bank[ ]account|account|acct|a/c|acc|konto(?:nummer)?|routing|sort[ ]code|bsb|compte|cuenta|member(?:ship)?|"
        r"customer|client|patient|policy|medical record|mrn|insurance|iban|loan|bank"
        r")(?:[ ](?:number|no\.?|nr\.?|id|#))+[ ]*(?:is|was|=|:|ends in|ist)?[ ]*[:=#]?[ ]*[\"'“]?"
        r"(?P<v>(?=(?:[A-Z -]*\d){5})[A-Z]{0,4}[ -]?\d[\d -]{3,22}\d)(?!\w)",
        needs=_DIGITS,
    ),
    _pattern(
        "account_number",
        r"(?i)\b(?:acct|a/c|account|konto(?:nummer)?|kontonr\.?|sort[ ]code|routing|bsb|compte|cuenta)[ ]*"
        r"(?:#|no\.?|nr\.?|num|number|is|:|=)?[ ]*[:=#]?[ ]*(?P<v>\d[\d -]{4,22}\d)(?!\w)",
        needs=_DIGITS,
    ),
    _pattern(
        "licence_plate",
        r"(?i)\b(?:"
        r"licen[cs]e[ ]plate|number[ ]plate|plates?"
        r"|registration(?:[ ]plate|[ ]mark)?"
        r"|reg|kennzeichen|plaque|matrícula|targa|vrm|tag number|car"
        r")(?:[ ](?:number|no\.?|reads|nummer|of my car|on my car))?[ ]*(?:is|was|:|=|ist|-|,)?[ ]*[\"'“]?"
        r"(?P<v>(?-i:(?=[A-ZÄÖÜ -]*\d)(?=[\d -]*[A-ZÄÖÜ])[A-ZÄÖÜ0-9]{1,4}(?:[ -]?[A-ZÄÖÜ0-9]{1,4}){1,3}))(?!\w)",
        _plate,
        needs=_DIGITS,
    ),
    _pattern("licence_plate", r"(?<![\w-])[A-ZÄÖÜ]{1,3}-[A-Z]{1,2}[ ]\d{1,4}[EH]?(?![\w-])", needs=_DIGITS),
    _pattern("licence_plate", r"(?<![\w-])[A-HJ-PR-Y][A-HJ-PR-Y]\d\d[ ][A-HJ-PR-Z]{3}(?![\w-])", needs=_DIGITS),
    _pattern("licence_plate", r"(?<![\w-])[A-HJ-NP-TV-Z]{2}-\d{3}-[A-HJ-NP-TV-Z]{2}(?![\w-])", needs=_DIGITS),
    _pattern(
        "username",
        rf"(?i)\b{_USER_WORDS}[ ]*(?:is|was|=|:|lautet|ist)?[ ]*[:=]?[ ]*[\"'“`](?P<v>[\w]"
        r"[\w.@-]{2,30})[\"'”`]",
        _fresh,
    ),
    _pattern(
        "username",
        rf"(?i)\b{_USER_WORDS}[ ]*(?:is|was|=|:|lautet|ist)[ ]*[:=]?[ ]*(?P<v>"
        r"(?!(?-i:[A-ZÀ-Ž][a-zß-ž]+[ ][A-ZÀ-Ž][a-zß-ž]))[^\W_][\w.-]{1,30}\w)",
        _fresh,
    ),
    _pattern("username", rf"(?i)\b(?:{_USER_WORDS}|user)[ ](?P<v>(?=[a-z.-]*[\d_])[a-z][\w.-]{{2,30}}\w)", _fresh),
    _pattern(
        "username",
        r"(?i)\buser[ ]*(?:=|:|is)[ ]*[\"'“`]?(?P<v>[^\W_][\w.-]{1,30}\w)(?=[\"'”`]?[ ]*(?:$|[\n,.;|)/&]))",
        announced.is_user_name,
    ),
    _pattern(
        "username",
        r"(?i)\bon (?:discord|steam|reddit|skype|telegram|github|twitch|xbox|psn|instagram|"
        r"twitter|snapchat|slack)[ ](?:as|i'm|i am|it's|under|my name is|is)[ ]+(?P<v>@?\w[\w.#-]"
        r"{2,30}\w)",
        _fresh,
    ),
    _pattern(
        "handle",
        r"(?i)\b(?:handle|instagram|insta|twitter|snapchat|snap|tiktok|telegram|mastodon|"
        r"bluesky|threads)(?:[ ](?:handle|name|account|id|user))?[ ]*(?:is|:)[ ]*[\"'“`]"
        r"?(?P<v>@?\w[\w.]{2,29})",
        lambda text: _fresh(text.strip("@")),
    ),
    _pattern(
        "username",
        r"(?i)\b(?:discord|steam|skype|github|reddit|xbox|psn|twitch|nick|gamertag|"
        r"icq|slack)(?:[ ](?:id|tag|name|user|account|handle))?[ ]*(?:is|:)[ ]*[\"'“`]"
        r"?(?P<v>\w[\w.#-]{2,30}\w)",
        _fresh,
    ),
    _pattern("username", r"(?i)\b(?:i go by|known as|playing as)[ ](?P<v>(?=\S*[\d_])\w[\w.#-]{2,30}\w)", _fresh),
    _pattern("username", r"(?i)\b(?:chess\.com|lichess)(?: name| user)?(?: is|:) (?P<v>\w[\w-]{2,24}\w)", _fresh),
    _pattern("username", r"\buser (?P<v>[A-Za-z_][\w.-]{1,30}\w) is not in the sudoers file"),
    _pattern("username", r"(?<![\w#])[A-Za-z][\w.]{1,31}#\d{4}(?!\w)", needs="#"),
    _pattern("username", r"(?i)(?<![\w/])(?:u/|user/)(?P<v>[\w-]{3,24})\b"),
    _pattern(
        "handle",
        r"(?<![\w@./`-])@[A-Za-z_][\w.]{1,29}\w\b(?![/(])",
        lambda text: text[1:].lower() not in _AT_WORDS,
        needs="@",
    ),
    _pattern(
        "geo",
        r"(?<![\w.])[-+]?\d{1,2}\.\d{3,}[ ]*°?[ ]*[NS]?[,; /][ ]*[-+]?\d{1,3}\.\d{3,}(?:[ ]*°?[ ]*[EWO])?(?![\w.]*\d)",
        _latitude,
        needs=".",
    ),
    _pattern(
        "geo",
        r"(?i)\b(?:lat(?:itude)?)[ ]*(?:is|[:=])?[ ]*[-+]?\d{1,2}\.\d{2,}[ °NSns]*(?:,|"
        r";|and|/)?[ ]*(?:lo?ng?(?:itude)?)[ ]*(?:is|[:=])?[ ]*[-+]?\d{1,3}\.\d{2,}",
        needs=".",
    ),
    _pattern(
        "geo",
        r"\d{1,3}[ ]?°[ ]?\d{1,2}(?:\.\d+)?[ ]?['′’][ ]?(?:\d{1,2}(?:\.\d+)?[ ]?[\"″”]"
        r")?[ ]?[NS][,; ]{0,2}\d{1,3}[ ]?°[ ]?\d{1,2}(?:\.\d+)?[ ]?['′’][ ]?(?:\d{1,2}(?:\.\d+)"
        r"?[ ]?[\"″”])?[ ]?[EWO]",
        needs="°",
    ),
    _pattern("geo", r"(?<![\w.])\d{1,2}\.\d{2,}[ ]?°[ ]?[NS][,; ]{1,2}\d{1,3}\.\d{2,}[ ]?°[ ]?[EW]", needs="°"),
    _pattern(
        "geo",
        r"[NS][ ]?\d{1,2}[ ]?°[ ]?\d{1,2}(?:[.,]\d+)?[ ]?['′’]?(?:[ ]?\d{1,2}(?:[.,]\d+)?[ ]?[\"″”])?"
        r"[,; /]{0,3}[EWO][ ]?\d{1,3}[ ]?°[ ]?\d{1,2}(?:[.,]\d+)?[ ]?['′’]?(?:[ ]?\d{1,2}(?:[.,]\d+)?[ ]?[\"″”])?",
        needs="°",
    ),
    _pattern("geo", r"(?<!\w)[NS][ ]?\d{1,2}\.\d{3,}[ ]?°?[,; /]{1,3}[EWO][ ]?\d{1,3}\.\d{3,}°?", needs="."),
    _pattern(
        "geo",
        r"(?i)(?<![\w.])\d{1,2}[ ]?deg(?:rees)?[ ]\d{1,2}(?:\.\d+)?[ ]?min(?:utes)?[ ][NS][,; ]{1,2}"
        r"\d{1,3}[ ]?deg(?:rees)?[ ]\d{1,2}(?:\.\d+)?[ ]?min(?:utes)?[ ][EW](?!\w)",
        needs=_DIGITS,
    ),
    _pattern("geo", r"(?i)\bgeo:[-+]?\d{1,2}\.\d+,[-+]?\d{1,3}\.\d+", needs=":"),
    _pattern("geo", r"(?<![A-Z0-9+])[2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,3}(?!\w)", needs="+"),
    _pattern("geo", r"(?<!\w)///[a-z]+\.[a-z]+\.[a-z]+(?!\w)", needs="/"),
    _pattern(
        "ip",
        r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?![\w-]|\.\d)",
        _address_of_a_machine,
        needs=_DIGITS,
        unless=_VERSION,
    ),
    _pattern(
        "ip", r"(?i)(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\w+)?(?![\w:])", _address_of_a_machine, needs=":"
    ),
    _pattern("ip", r"(?i)(?<![\w:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:-])", needs=":-"),
    *announced.NUMBERS,
    # addresses
    _pattern("address", rf"(?i:\bP\.?[ ]?O\.?[ ]Box|\bPostfach|\bApartado)[ ]\d{{1,6}}{_TAIL}", needs=_DIGITS),
    _pattern(
        "address",
        r"(?<!\w)[A-ZÄÖÜ][\wäöüß-]{0,40}(?:straße|strasse|str\.|gasse|weg|platz|allee|ring|"
        r"damm|ufer|straat|laan|gracht|plein|gatan|vägen|gade|vej)[ ]\d{1,4}[ ]?[a-zA-Z]"
        rf"?(?!\w){_EURO_TAIL}",
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        rf"(?<!\w){_CAP}(?:[- ]{_CAP}){{0,2}}[- ](?:Straße|Strasse|Str\.|Platz|Allee|"
        rf"Weg|Ring|Damm|Ufer|Gasse)[ ]\d{{1,4}}[ ]?[a-zA-Z]?(?!\w){_EURO_TAIL}",
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        r"(?<!\w)(?:Am|An der|An den|Auf der|Im|In der|Unter den|Zum|Zur)"
        rf"[ ]{_CAP}[ ]\d{{1,3}}[a-z]?,[ ]\d{{5}}[ ]{_CITY}",
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        r"(?<![\w.])\d{1,4}(?:[ ]?(?:bis|ter))?,?[ ](?i:rue|avenue|boulevard|bd|"
        r"place|allée|impasse|chemin|quai|cours|route)[ ](?:(?:de|du|des|la|le|les|"
        rf"l'|d')[ ]?)*{_CAP}(?:[ -]{_CAP}){{0,3}}{_EURO_TAIL}",
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        r"(?i:(?<!\w)(?:calle|c/|avenida|av\.|avda\.?|plaza|paseo|carrera|via|viale|"
        r"piazza|corso|largo|rua|praça|travessa|ulica|ul\.))[ ](?:(?:de|del|la|las|"
        rf"los|el|della|dei|di|do|da|dos)[ ])*{_CAP}(?:[ ](?:(?:de|la|e|y)[ ])?{_CAP})"
        rf"{{0,3}},?[ ](?:n[ºo°]\.?[ ]?)?\d{{1,4}}(?!\w){_EURO_TAIL}",
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        r"(?i)(?<![\w.])\d{1,5}[a-z]?[ ](?:[a-z]+[ ]){1,2}(?:street|road|avenue|lane|"
        r"drive|boulevard|court|crescent|terrace)\b",
        _small_street,
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        r"(?i)(?<!ip )(?<!mail )(?<!mac )(?<!web )(?<!\w)(?:i live (?:at|in)|address(?: "
        r"is|:)|ship (?:it |this )?to|deliver(?:ed|y)?(?: it| this)? to|located at|"
        r"reside at|home is|moved to|send (?:it|this) to|adresse(?: ist|:)|"
        r"ich wohne in(?: der)?|j'habite(?: au)?|vivo en)[ ]+(?P<v>[^.;!?\n]{6,80})(?=[.;!?\n]"
        r"|$)",
        _place,
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        rf"(?<![\w.-])(?:\d{{1,2}}-){{1,2}}\d{{1,2}}[ ]{_CAP}(?:,[ ]{_CAP}){{1,3}}(?:,?[ ]\d{{3}}-\d{{4}})?",
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        rf"\b(?:Blk|Block)[ ]\d{{1,4}}[A-Z]?,?[ ]{_CAP}(?:[ ](?:{_CAP}|\d{{1,3}})){{1,4}}(?:,[ ]#\d\d-\d{{1,4}})?"
        rf"(?:,?[ ]{_CITY})?(?:[ ]\d{{6}})?",
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        r"(?i:"
        r"(?<!\w)"
        r"(?:strada|bulevardul|jalan|jl\.|jln\.?|lorong|carrer|ulitsa|ul\.|ulica|ул\.|улица|soi|thanon|đường|duong)"
        rf")[ ]{_CAP}(?:[ ]{_CAP}){{0,2}},?[ ](?:(?i:no\.?|nr\.?|д\.)[ ]?)?\d{{1,4}}[A-Za-z]?(?!\w){_EURO_TAIL}",
        needs=_DIGITS,
    ),
    _pattern(
        "address",
        rf"(?<!\w){_CAP}(?:[ ]{_CAP}){{0,2}}[ ](?:utca|út|tér|Sokak|Sok\.|Sokağı|Caddesi|Cad\.|Bulvarı|Mahallesi)"
        rf"[ ](?:(?i:no)[:.]?[ ]?)?\d{{1,4}}(?!\w){_EURO_TAIL}",
        needs=_DIGITS,
    ),
    _pattern("postcode", rf"(?<=\bin[ ])(?P<v>\d{{5}})(?=[ ]{_CAP}(?:[.,!?]|$|[ ]))", needs=_DIGITS),
    _pattern(
        "postcode",
        r"(?<![\w-])(?:[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?)[ ]\d[ABD-HJLNP-UW-Z]{2}(?![\w-]"
        r")",
        needs=_DIGITS,
    ),
    _pattern(
        "postcode",
        r"(?<![\w-])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ ]\d[ABCEGHJ-NPRSTV-Z]\d(?![\w-]"
        r")",
        needs=_DIGITS,
    ),
    _pattern(
        "postcode",
        r"(?i)\b(?:post(?:al)?[ -]?code|zip(?:[ -]?code)?|plz|postleitzahl|code postal|"
        r"código postal|cap|cep|eircode|pin[ ]?code)(?:[ ](?:of|for|at)[ ][\w ]{1,20})"
        r"?[ ]*(?:is|was|=|:|ist|est|es)?[ ]*[:=]?[ ]*(?P<v>(?=[A-Z -]*\d)(?:[A-Z]"
        r"{1,2}-)?[A-Z0-9]{2,5}(?:[ -][A-Z0-9]{2,4})?)(?!\w)",
        _numbered,
        needs=_DIGITS,
    ),
    _pattern(
        "postcode",
        r"\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|"
        r"N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[ ](?P<v>\d{5}(?:-\d{4})?)(?![\w-]"
        r")",
        needs=_DIGITS,
    ),
    _pattern("postcode", rf"(?<![\w-])(?P<v>(?:D|A|CH|F|B|L|I|E|NL)-\d{{4,5}})(?=[ ]{_CAP})", needs=_DIGITS),
    _pattern(
        "postcode",
        rf"(?<![\w-])(?P<v>[1-9]\d{{3}}[ ][A-Z]{{2}})(?=[ ]{_CAP}|[,.]|$)",
        needs=_DIGITS,
        unless=_NOT_A_PHONE,
    ),
    # phones last: their shapes are the loosest
    _pattern(
        "phone",
        r"(?:手机|手機|电话|電話)(?:号码|號碼|号|號)?[是为為:： ]{0,2}(?P<v>1[3-9]\d[ -]?\d{4}[ -]?\d{4})(?!\d)",
        needs="手电電",
    ),
    _pattern("phone", r"(?<![\w.+/-])08\d{2}-\d{3,4}-\d{3,4}(?![\w-])", needs="-", unless=_NOT_A_PHONE),
    _pattern("phone", r"(?i)\b(?:tel:|sms:|whatsapp:)\+?[\d().-]{5,20}\d", needs=":"),
    _pattern(
        "phone",
        r"(?<![A-Za-z0-9.+])(?:\+|00(?=[1-9]))[1-9]\d{0,2}[ ./-]?(?:\(?0?\d{1,5}\)?[ ./-]?)?\d"
        r"(?:[ ./()-]{0,2}\d){4,12}(?![A-Za-z0-9]|-\d)(?:[ ]?(?:x|ext\.?|extension)[ ]?\d{1,6})?",
        _telephone,
        needs="+0",
    ),
    _pattern(
        "phone",
        r"(?<![\w.+-])(?:1[ .-]?)?\([2-9]\d\d\)[ .-]?\d{3}[ .-]?\d{4}(?![\w-])"
        r"(?:[ ]?(?:x|ext\.?|extension)[ ]?\d{1,6})?",
        _private,
        needs="(",
    ),
    _pattern(
        "phone",
        r"(?<![\w.+/-])(?:1[ .-])?[2-9]\d\d(?P<s>[-. ])\d{3}(?P=s)\d{4}(?![\w-]|\.\d)"
        r"(?:[ ]?(?:x|ext\.?|extension)[ ]?\d{1,6})?",
        _private,
        needs=_DIGITS,
        unless=_NOT_A_PHONE,
    ),
    _pattern(
        "phone",
        r"(?<![\w.+/-])\(?0\d{1,5}\)?(?:[ /-]{1,3}\d{2,9}){1,5}(?![\w-]|[.:/]\d)",
        _telephone,
        needs="0",
        unless=_NOT_A_PHONE,
    ),
    _pattern("phone", r"(?<![\w.+/-])0[1-9](?:[ .]\d\d){4}(?![\w-])", needs="0", unless=_NOT_A_PHONE),
    _pattern(
        "phone", r"(?<![\w.+/-])0[1-9]\d{1,4}\.\d{3}\.\d{2,5}(?:\.\d{2,4})?(?![\w-]|\.\d)", needs=".", unless=_VERSION
    ),
    _pattern(
        "phone",
        r"(?<![\w.,+/$€£-])(?:[67]\d\d[ ]\d{3}[ ]\d{3}|[6-9]\d\d[ ]\d\d[ ]\d\d[ ]\d\d|"
        r"[89]\d[ ]\d{3}[ ]\d\d[ ]\d\d)(?![\w-]|[ .,]\d)",
        needs=_DIGITS,
        unless=_NOT_A_PHONE,
    ),
    _pattern(
        "phone", r"(?<![\w.+/$€£-])(?:91[ -])?[6-9]\d{4}[ -]\d{5}(?![\w-]|[.,]\d)", needs=_DIGITS, unless=_NOT_A_PHONE
    ),
    _pattern("phone", r"(?<![\w.+/-])0[1-9]\d{8,10}(?![\w-]|\.\d)", needs="0", unless=_NOT_A_PHONE),
    _pattern(
        "phone",
        r"(?i)\b(?:"
        r"phone"
        r"|tel(?:ephone|efon|éfono)?"
        r"|mobile|cell(?:phone)?"
        r"|call(?: me| us| him| her)?"
        r"|text(?: me)?|ring(?: me)?|reach(?: me)?|whatsapp|sms|fax|contact|dial|handy(?:nummer)?|rufnummer|m[óo]vil"
        r"|cellulare|celular|telemóvel|telefoon|gsm|mobiel|mob|tél|telefono|nummer|whats ?app|portable|landline"
        r"|hotline"
        r"|(?:my|his|her|their)[ ]number"
        r")\b(?:['’]s)?(?:[ ](?:number|no\.?|nr\.?|back|me|on|at|is|under|unter|line))*[ ]*(?:is|was|:|=)?[ ]*"
        r"(?P<v>\+?\(?\d(?:[ ./()-]{0,2}\d){6,14})(?!\w|-\d)",
        _telephone,
        needs=_DIGITS,
    ),
    *lowercase_addresses.ADDRESSES,
    *long_numbers.NUMBERS,
)
"""All shapes; where two meet, that which comes first holds."""
