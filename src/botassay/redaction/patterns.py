"""What personal data look like: a pattern for each shape, with a check of its digits or the words before it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from math import log2
from typing import Final

from botassay.redaction import checksums

Check = Callable[[str], bool]
_DIGITS: Final = "0123456789"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One shape of one kind.

    Attributes:
        kind: what it is.
        regex: the shape; what is taken out is its group `v`, or all of it.
        check: whether such a text is really one.
        needs: characters of which a text must have one, so that others are passed over quickly; empty: any text.
        unless: words before it that say that it is something else.
    """

    kind: str
    regex: re.Pattern[str]
    check: Check | None = None
    needs: str = ""
    unless: re.Pattern[str] | None = None


def _pattern(
    kind: str, regex: str, check: Check | None = None, *, needs: str = "", unless: re.Pattern[str] | None = None
) -> Pattern:
    return Pattern(kind, re.compile(regex), check, needs, unless)


_NOT_A_PHONE: Final = re.compile(
    r"(?i)(?:\b(?:order|invoice|ticket|case|reference|ref|tracking|parcel|version|item|part|model|serial|sku|isbn|issn|"
    r"ean|article|booking|policy|page|pages|build|room|number of|number|no|nr|id|code|flight|chapter|section|"
    r"error|ticket number|order number|invoice number|doi|year|years|since|between|line|rfc|iso|from|score|total|"
    r"asin|lot|batch|revision|release|customer number|bestellnummer|rechnung|commande)"
    r"\b[ .:#-]{0,3}(?:is |was |number |no\.? |nr\.? )?|[#$€£=/])$"
)
_VERSION: Final = re.compile(
    r"(?i)(?:\b(?:version|ver|release|build|firmware|section|chapter|clause|update|upgrade[ds]?(?: to)?|v|oid|"
    r"software|driver|rev|revision|paragraph|patch)[ .:]{0,2}(?:is |number |no\. )?)$"
)
_AFTER_DATE: Final = r"(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|"
_MONTH: Final = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|jun[ei]?|jul[yi]?|aug(?:ust)?|sep(?:t|tember)?|"
    r"o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\.?"
)
_DATE: Final = (
    _AFTER_DATE
    + rf"\d{{1,2}}(?:st|nd|rd|th|\.)?[ ](?:of[ ])?{_MONTH},?[ ](?:19|20)\d\d|{_MONTH}[ ]\d{{1,2}}(?:st|nd|rd|th)?,?[ ](?:19|20)\d\d)"
)
_IS: Final = r"(?:[ ]*(?:number|no\.?|nr\.?|code|#))?[ ]*(?:is|was|=|:|are|ist|est|es|-)?[ ]*[:=#]?[ ]*[\"'“]?"
"""What stands between the name of a number and the number."""
_NOT_WORDS: Final = frozenset(
    "name names wrong correct required invalid missing incorrect unknown taken available your their case-sensitive "
    "sensitive optional below here there this that not the has must should can cannot and for with from reset changed "
    "expired protected manager field policy strong weak forgotten incorrect already something anything nothing you "
    "needed used shown displayed visible empty blank being been still also only just always never different".split()
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


def _address_of_a_machine(text: str) -> bool:
    """Whether it is an IP address that tells one machine from others."""
    try:
        seen = ip_address(text.partition("/")[0])
    except ValueError:
        return False
    return not (seen.is_loopback or seen.is_unspecified or seen.is_multicast or text.startswith("255."))


def _telephone(text: str) -> bool:
    """Whether so many digits make a phone number, and no date."""
    count = len(checksums.digits(text))
    return 7 <= count <= 15 and not re.fullmatch(r"(?:19|20)\d\d[-./ ]\d\d[-./ ]\d\d.*", text)  # noqa: PLR2004 - E.164


def _latitude(text: str) -> bool:
    numbers = re.findall(r"-?\d+\.\d+", text)
    return len(numbers) != 2 or (abs(float(numbers[0])) <= 90 and abs(float(numbers[1])) <= 180)  # noqa: PLR2004


def _mixed(text: str) -> bool:
    """Whether a number has digits enough."""
    return len(checksums.digits(text)) >= 4  # noqa: PLR2004


_STREET: Final = (
    r"(?:Street|St|Road|Rd|Avenue|Ave|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Close|Crescent|Square|Sq|Terrace|Way|"
    r"Place|Pl|Parkway|Pkwy|Highway|Hwy|Grove|Gardens|Mews|Hill|Row|Walk|Circle|Cir|Trail|Quay|Green)\b\.?"
)
_CAP: Final = r"[A-ZÀ-ÖØ-ÞŠŽ](?:[^\W\d_]|['’.-](?=[^\W\d_]))*"
_CITY: Final = rf"{_CAP}(?:[ ]{_CAP}){{0,2}}"
_ZIP: Final = r"(?:[A-Z]{2}[ ])?(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}|[A-Z]\d[A-Z][ ]?\d[A-Z]\d)"
_TAIL: Final = (
    rf"(?:,?[ ](?:Apt|Apartment|Suite|Unit|Flat|Floor)\.?[ ]?#?\w{{1,5}})?"
    rf"(?:,[ ]{_CITY})?(?:,[ ](?:[A-Z]{{2}}|{_CAP}))?(?:,?[ ]{_ZIP})?"
)
_EURO_TAIL: Final = rf"(?:,?[ ](?:[A-Z]{{1,2}}-)?\d{{4,5}}(?:[ ][A-Z]{{2}})?[ ]{_CITY})?"
_SECRET_WORDS: Final = (
    r"(?:password|passwort|passphrase|passcode|pass|pwd|pw|api[ _-]?key|apikey|secret[ _-]?key|secret|access[ _-]?token|auth[ _-]?token|"
    r"token|client[ _-]?secret|private[ _-]?key|bearer|pin|one-time code|otp|verification code|security code|cvv|cvc|"
    r"mot de passe|contraseña|kennwort)"
)
_USER_WORDS: Final = (
    r"(?:user[ _-]?names?|user[ _-]?id|login(?:[ ]name|[ ]id)?|screen[ ]?name|nick[ ]?name|benutzername|nutzername|"
    r"gamer[ ]?tag|logged in as|sign(?:ed)? in as|log in as|account name|usuario|nom d'utilisateur|user)"
)
_TOKEN_QUERY: Final = (
    r"(?:token|key|sig|signature|auth|code|reset|password|pwd|session|sid|secret|otp|access_token|id_token|invite|"
    r"magic|ticket|jwt|api_key|apikey|hash|confirm|verify|t|k)"
)

PATTERNS: Final[tuple[Pattern, ...]] = (
    # links first: what stands in one belongs to it
    _pattern("token_link", rf"(?i)\b(?:https?|wss?)://[^\s<>\"'`]*[?&#;]{_TOKEN_QUERY}=[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}}]", needs=":"),
    _pattern("token_link", r"(?i)\b(?:https?|wss?)://[^\s<>\"'`]*/(?:reset|verify|confirm|magic|invite|invitation|activate|unsubscribe|share|login|password)(?:[-_]\w+)*/[^\s<>\"'`]*\d[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}]", needs=":"),
    _pattern("url", r"(?i)\b(?:https?|wss?|ftps?|sftp|ssh|file|git|s3|ldap|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp|jdbc:\w+)://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}]", needs=":"),
    _pattern("url", r"(?i)(?<![\w@.])www\.[a-z0-9-]+\.[a-z]{2,}(?:[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}])?", needs="."),
    # secrets
    _pattern("secret", r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|-(?!----))*-----END [A-Z ]*PRIVATE KEY-----", needs="-"),
    _pattern("secret", r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"),
    _pattern("secret", r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{14,}", needs=_DIGITS),
    _pattern("secret", r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|AKIA|ASIA|AIza|ya29\.|npm_|hf_|pypi-|dop_v1_|shpat_|SG\.|whsec_|rzp_live_|EAAC|dckr_pat_|figd_|lin_api_|sq0[a-z]{3}-|glsa_|tskey-|AGE-SECRET-KEY-)[A-Za-z0-9_.-]{10,}", needs="_-.AE"),
    _pattern("secret", rf"(?i)\b{_SECRET_WORDS}(?:\w*[\"'])?[ ]*(?:is|was|lautet|ist|est|es|to|=|:|=>)[ ]*[:=]?[ ]*[\"'“`]?(?P<v>[^\s\"'“”`,;<>]{{4,200}}[^\s\"'“”`,;<>.!?)])", _marked),
    _pattern("secret", r"(?i)\b(?:bearer|basic)[ ](?P<v>[A-Za-z0-9_.~+/-]{16,}=*)"),
    _pattern("secret", r"(?i)\b(?:pin|otp|cvv|cvc|passcode|(?:verification|security|one-time|access|door|alarm)[ ](?:pass)?code)(?:[ ]code)?[ ]*(?:is|was|=|:)?[ ]*(?P<v>\d{3,8})\b", needs=_DIGITS),
    # e-mail
    _pattern("email", r"(?i)(?<![\w.+%-])(?:mailto:)?(?P<v>[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\w](?:[\w-]*[\w])?\.)+[^\W\d_](?:[\w-]*\w))", needs="@"),
    _pattern("email", r"(?i)\"[^\"\s]{1,60}\"@(?:[\w-]+\.)+[a-z]{2,}", needs="@"),
    _pattern("email", r"(?i)\b[\w.+-]+[ ]?(?:\[at\]|\(at\)|\{at\}|<at>|[ ]at[ ])[ ]?[\w-]+(?:[ ]?(?:\[dot\]|\(dot\)|\{dot\}|[ ]dot[ ]|\.)[ ]?[\w-]+)*[ ]?(?:\[dot\]|\(dot\)|\{dot\}|[ ]dot[ ])[ ]?(?:com|org|net|de|io|uk|fr|es|it|nl|edu|gov|info|example|test|eu|ch|at|us|ca|au|in|biz)\b"),
    _pattern("email", r"(?i)\b[\w.+-]+[ ]?(?:\[at\]|\(at\)|\{at\})[ ]?(?:[\w-]+\.)+[a-z]{2,}\b"),
    # numbers with check digits
    _pattern("iban", r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{1,4}){3,8}(?![A-Za-z0-9])", checksums.iban, needs=_DIGITS),
    _pattern("iban", r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])", checksums.iban, needs=_DIGITS),
    _pattern("iban", r"(?i)\biban[ ]*(?:is|:|=)?[ ]*(?P<v>[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])", needs=_DIGITS),
    _pattern("card", r"(?<![A-Za-z0-9.])(?<!\d-)\d(?:[ .-]?\d){12,18}(?![A-Za-z0-9]|[.-]\d)", checksums.card, needs=_DIGITS),
    _pattern("national_id", r"(?<![\w.-])[12][ ]?\d\d[ ]?(?:0[1-9]|1[0-2]|[2-9]\d)[ ]?(?:\d\d|2[AB])[ ]?\d{3}[ ]?\d{3}[ ]?\d\d(?![\w-])", checksums.nir, needs=_DIGITS),
    _pattern("national_id", r"(?<![\w.-])[1-9]\d{5}(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dXx](?![\w-])", checksums.chinese, needs=_DIGITS),
    _pattern("national_id", r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d\d(?!\w)", checksums.cpf, needs=_DIGITS),
    _pattern("national_id", r"(?<![\w.-])(?:\d{8}|[XYZ]-?\d{7})-?[A-HJ-NP-TV-Z](?![\w-])", checksums.dni, needs=_DIGITS),
    _pattern("national_id", r"(?<![\w-])(?![DFIQUV])[A-Z](?![DFIOQUV])[A-Z][ ]?\d\d[ ]?\d\d[ ]?\d\d[ ]?[A-D](?![\w-])", needs=_DIGITS),
    _pattern("national_id", r"(?<!\w)[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z](?!\w)", needs=_DIGITS),
    _pattern("national_id", r"(?<!\w)[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d(?!\w)", needs=_DIGITS),
    _pattern("national_id", r"(?<![\w.-])(?:756\.\d{4}\.\d{4}\.\d\d)(?!\w)", needs=_DIGITS),
    _pattern("national_id", rf"(?i)\b(?:national[ ](?:id(?:entity|entification)?|insurance)(?:[ ]card)?|identity[ ]card|id[ ]card|nino|ni number|bsn|dni|nie|nif|cpf|curp|pesel|cnp|egn|oib|jmbg|hetu|aadhaar|aadhar|pan(?:[ ]card)?|nric|personnummer|cpr|codice fiscale|steuer-?id|steuer(?:liche )?identifikationsnummer|personalausweis(?:nummer)?|tax[ ]id|tin|sin|social insurance|my number|citizen id|rut|cédula|cedula|emirates id|medicare|nhs){_IS}(?P<v>(?=(?:[ A-Z.-]*\d){{5}})[A-Z0-9]+(?:[ .-]?[A-Z0-9]*\d[A-Z0-9]*)*(?:[ -]?[A-Z]\b)?)", needs=_DIGITS),
    _pattern("ssn", r"(?<![A-Za-z0-9.])(?<!\d-)\d{3}-\d\d-\d{4}(?![A-Za-z0-9]|-\d)", checksums.ssn, needs=_DIGITS),
    _pattern("ssn", rf"(?i)\b(?:ssn|social[ ]security(?:[ ]number)?|social){_IS}(?P<v>\d{{3}}[ -]?\d\d[ -]?\d{{4}})(?!\d)", needs=_DIGITS),
    # numbers by the words before them
    _pattern("passport", rf"(?i)\b(?:passport|reisepass|passeport|pasaporte|passaporto)(?:[ ](?:number|no\.?|nr\.?|id))?{_IS}(?P<v>(?=[A-Z]*\d)[A-Z]{{0,3}}[ ]?\d[A-Z0-9]{{4,9}})\b", needs=_DIGITS),
    _pattern("passport", r"(?i)\bpassport\b[^.\n\d]{0,30}?\b(?P<v>(?-i:[A-Z]{1,2})\d{6,8})\b", needs=_DIGITS),
    _pattern("date_of_birth", rf"(?i)\b(?:born|birth(?:day|date)?|d\.?o\.?b\.?|bday|geboren|geburtsdatum|geburtstag|née?|naissance|nacid[oa]|nacimiento|nat[oa]|birthdate)\b[^.\n]{{0,25}}?(?P<v>{_DATE})(?!\d)", needs=_DIGITS),
    _pattern("account_number", r"(?i)\b(?:bank[ ]account|account|acct|a/c|acc|konto(?:nummer)?|routing|sort[ ]code|bsb|compte|cuenta|member(?:ship)?|customer|client|patient|policy|medical record|mrn|insurance|iban|loan|bank)(?:[ ](?:number|no\.?|nr\.?|id|#))+[ ]*(?:is|was|=|:|ends in|ist)?[ ]*[:=#]?[ ]*[\"'“]?(?P<v>(?=(?:[A-Z -]*\d){5})[A-Z]{0,4}[ -]?\d[\d -]{3,22}\d)(?!\w)", needs=_DIGITS),
    _pattern("account_number", r"(?i)\b(?:acct|a/c|account|konto(?:nummer)?|kontonr\.?|sort[ ]code|routing|bsb|compte|cuenta)[ ]*(?:#|no\.?|nr\.?|num|number|is|:|=)?[ ]*[:=#]?[ ]*(?P<v>\d[\d -]{4,22}\d)(?!\w)", needs=_DIGITS),
    _pattern("licence_plate", r"(?i)\b(?:licen[cs]e[ ]plate|number[ ]plate|plates?|registration(?:[ ]plate|[ ]mark)?|reg|kennzeichen|plaque|matrícula|targa|vrm|tag number|car)(?:[ ](?:number|no\.?|reads|nummer|of my car|on my car))?[ ]*(?:is|was|:|=|ist|-|,)?[ ]*[\"'“]?(?P<v>(?-i:(?=[A-ZÄÖÜ -]*\d)(?=[\d -]*[A-ZÄÖÜ])[A-ZÄÖÜ0-9]{1,4}(?:[ -]?[A-ZÄÖÜ0-9]{1,4}){1,3}))(?!\w)", lambda text: 4 <= len(re.sub(r"\W", "", text)) <= 9, needs=_DIGITS),  # noqa: PLR2004
    _pattern("licence_plate", r"(?<![\w-])[A-ZÄÖÜ]{1,3}-[A-Z]{1,2}[ ]\d{1,4}[EH]?(?![\w-])", needs=_DIGITS),
    _pattern("licence_plate", r"(?<![\w-])[A-HJ-PR-Y][A-HJ-PR-Y]\d\d[ ][A-HJ-PR-Z]{3}(?![\w-])", needs=_DIGITS),
    _pattern("licence_plate", r"(?<![\w-])[A-HJ-NP-TV-Z]{2}-\d{3}-[A-HJ-NP-TV-Z]{2}(?![\w-])", needs=_DIGITS),
    _pattern("username", rf"(?i)\b{_USER_WORDS}[ ]*(?:is|was|=|:|lautet|ist)?[ ]*[:=]?[ ]*[\"'“`](?P<v>[\w][\w.@-]{{2,30}})[\"'”`]", _fresh),
    _pattern("username", rf"(?i)\b{_USER_WORDS}[ ]*(?:is|was|=|:|lautet|ist)[ ]*[:=]?[ ]*(?P<v>[^\W_][\w.-]{{1,30}}\w)", _fresh),
    _pattern("username", rf"(?i)\b{_USER_WORDS}[ ](?P<v>(?=[a-z.-]*[\d_])[a-z][\w.-]{{2,30}}\w)", _fresh),
    _pattern("username", r"(?i)\bon (?:discord|steam|reddit|skype|telegram|github|twitch|xbox|psn|instagram|twitter|snapchat|slack)[ ](?:as|i'm|i am|it's|under|my name is|is)[ ]+(?P<v>@?\w[\w.#-]{2,30}\w)", _fresh),
    _pattern("username", r"(?i)(?<![\w/])(?:u/|user/)(?P<v>[\w-]{3,20})\b"),
    _pattern("handle", r"(?<![\w@./`-])@[A-Za-z_][\w.]{1,29}\w\b(?![/(])", lambda text: text[1:] not in _AT_WORDS, needs="@"),
    _pattern("handle", r"(?<![\w@])@[\w.]+@[\w-]+(?:\.[\w-]+)+", needs="@"),
    _pattern("geo", r"(?<![\w.])[-+]?\d{1,2}\.\d{3,}[ ]*°?[ ]*[NS]?[,; /][ ]*[-+]?\d{1,3}\.\d{3,}(?:[ ]*°?[ ]*[EWO])?(?![\w.]*\d)", _latitude, needs="."),
    _pattern("geo", r"(?i)\b(?:lat(?:itude)?)[ ]*(?:is|[:=])?[ ]*[-+]?\d{1,2}\.\d{2,}[ °NSns]*(?:,|;|and|/)?[ ]*(?:lo?ng?(?:itude)?)[ ]*(?:is|[:=])?[ ]*[-+]?\d{1,3}\.\d{2,}", needs="."),
    _pattern("geo", r"\d{1,3}[ ]?°[ ]?\d{1,2}(?:\.\d+)?[ ]?['′’][ ]?(?:\d{1,2}(?:\.\d+)?[ ]?[\"″”])?[ ]?[NS][,; ]{0,2}\d{1,3}[ ]?°[ ]?\d{1,2}(?:\.\d+)?[ ]?['′’][ ]?(?:\d{1,2}(?:\.\d+)?[ ]?[\"″”])?[ ]?[EWO]", needs="°"),
    _pattern("geo", r"(?<![\w.])\d{1,2}\.\d{2,}[ ]?°[ ]?[NS][,; ]{1,2}\d{1,3}\.\d{2,}[ ]?°[ ]?[EW]", needs="°"),
    _pattern("geo", r"(?i)\bgeo:[-+]?\d{1,2}\.\d+,[-+]?\d{1,3}\.\d+", needs=":"),
    _pattern("ip", r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?![\w-]|\.\d)", _address_of_a_machine, needs=_DIGITS, unless=_VERSION),
    _pattern("ip", r"(?i)(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\w+)?(?![\w:])", _address_of_a_machine, needs=":"),
    _pattern("ip", r"(?i)(?<![\w:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:-])", needs=":-"),
    # addresses
    _pattern("address", rf"(?<![\w.])(?:(?:Apt|Flat|Unit|Suite)\.?[ ]\w{{1,5}},[ ])?\d{{1,5}}[A-Za-z]?(?:[-/]\d{{1,4}})?[ ](?:[NSEW]\.?[ ])?(?:{_CAP}|\d{{1,3}}(?:st|nd|rd|th))(?:[ ]{_CAP}){{0,3}}?[ ]{_STREET}{_TAIL}", needs=_DIGITS),
    _pattern("address", rf"(?i:\bP\.?[ ]?O\.?[ ]Box|\bPostfach|\bApartado)[ ]\d{{1,6}}{_TAIL}", needs=_DIGITS),
    _pattern("address", rf"(?<!\w)[A-ZÄÖÜ][\wäöüß-]*(?:straße|strasse|str\.|gasse|weg|platz|allee|ring|damm|ufer|straat|laan|gracht|plein|gatan|vägen|gade|vej)[ ]\d{{1,4}}[ ]?[a-zA-Z]?(?!\w){_EURO_TAIL}", needs=_DIGITS),
    _pattern("address", rf"(?<!\w){_CAP}(?:[- ]{_CAP}){{0,2}}[- ](?:Straße|Strasse|Str\.|Platz|Allee|Weg|Ring|Damm|Ufer|Gasse)[ ]\d{{1,4}}[ ]?[a-zA-Z]?(?!\w){_EURO_TAIL}", needs=_DIGITS),
    _pattern("address", rf"(?<!\w)(?:Am|An der|An den|Auf der|Im|In der|Unter den|Zum|Zur)[ ]{_CAP}[ ]\d{{1,3}}[a-z]?,[ ]\d{{5}}[ ]{_CITY}", needs=_DIGITS),
    _pattern("address", rf"(?<![\w.])\d{{1,4}}(?:[ ]?(?:bis|ter))?,?[ ](?:rue|avenue|boulevard|bd|place|allée|impasse|chemin|quai|cours|route)[ ](?:(?:de|du|des|la|le|les|l'|d')[ ]?)*{_CAP}(?:[ -]{_CAP}){{0,3}}{_EURO_TAIL}", needs=_DIGITS),
    _pattern("address", rf"(?i:(?<!\w)(?:calle|c/|avenida|avda\.?|plaza|paseo|carrera|via|viale|piazza|corso|largo|rua|praça|travessa|ulica|ul\.))[ ](?:(?:de|del|la|las|los|el|della|dei|di|do|da|dos)[ ])*{_CAP}(?:[ ](?:(?:de|la|e|y)[ ])?{_CAP}){{0,3}},?[ ](?:n[ºo°]\.?[ ]?)?\d{{1,4}}(?!\w){_EURO_TAIL}", needs=_DIGITS),
    _pattern("postcode", r"(?<![\w-])(?:[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?)[ ]\d[ABD-HJLNP-UW-Z]{2}(?![\w-])", needs=_DIGITS),
    _pattern("postcode", r"(?<![\w-])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ ]\d[ABCEGHJ-NPRSTV-Z]\d(?![\w-])", needs=_DIGITS),
    _pattern("postcode", r"(?i)\b(?:post(?:al)?[ -]?code|zip(?:[ -]?code)?|plz|postleitzahl|code postal|código postal|cap|cep|eircode|pin[ ]?code)(?:[ ](?:of|for|at)[ ][\w ]{1,20})?[ ]*(?:is|was|=|:|ist|est|es)?[ ]*[:=]?[ ]*(?P<v>(?=[A-Z -]*\d)(?:[A-Z]{1,2}-)?[A-Z0-9]{2,5}(?:[ -][A-Z0-9]{2,4})?)(?!\w)", needs=_DIGITS),
    _pattern("postcode", r"\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[ ](?P<v>\d{5}(?:-\d{4})?)(?![\w-])", needs=_DIGITS),
    _pattern("postcode", rf"(?<![\w-])(?P<v>(?:D|A|CH|F|B|L|I|E|NL)-\d{{4,5}})(?=[ ]{_CAP})", needs=_DIGITS),
    _pattern("postcode", rf"(?<![\w-])(?P<v>[1-9]\d{{3}}[ ][A-Z]{{2}})(?=[ ]{_CAP}|[,.]|$)", needs=_DIGITS, unless=_NOT_A_PHONE),
    # phones last: their shapes are the loosest
    _pattern("phone", r"(?i)\b(?:tel:|sms:|whatsapp:)\+?[\d().-]{5,20}\d", needs=":"),
    _pattern("phone", r"(?<![A-Za-z0-9.+])(?:\+|00(?=[1-9]))[1-9]\d{0,2}[ ./-]?(?:\(?0?\d{1,5}\)?[ ./-]?)?\d(?:[ ./()-]{0,2}\d){4,12}(?![A-Za-z0-9]|-\d)(?:[ ]?(?:x|ext\.?|extension)[ ]?\d{1,6})?", _telephone, needs="+0"),
    _pattern("phone", r"(?<![\w.+-])(?:1[ .-]?)?\([2-9]\d\d\)[ .-]?\d{3}[ .-]?\d{4}(?![\w-])(?:[ ]?(?:x|ext\.?|extension)[ ]?\d{1,6})?", needs="("),
    _pattern("phone", r"(?<![\w.+/-])(?:1[ .-])?[2-9]\d\d(?P<s>[-. ])\d{3}(?P=s)\d{4}(?![\w-]|\.\d)(?:[ ]?(?:x|ext\.?|extension)[ ]?\d{1,6})?", needs=_DIGITS, unless=_NOT_A_PHONE),
    _pattern("phone", r"(?<![\w.+/-])\(?0\d{1,5}\)?(?:[ /-]{1,3}\d{2,9}){1,5}(?![\w-]|[.:/]\d)", _telephone, needs="0", unless=_NOT_A_PHONE),
    _pattern("phone", r"(?<![\w.+/-])0[1-9](?:[ .]\d\d){4}(?![\w-])", needs="0", unless=_NOT_A_PHONE),
    _pattern("phone", r"(?<![\w.+/-])0[1-9]\d{8,10}(?![\w-]|\.\d)", needs="0", unless=_NOT_A_PHONE),
    _pattern("phone", r"(?i)\b(?:phone|tel(?:ephone|efon|éfono)?|mobile|cell(?:phone)?|call(?: me| us| him| her)?|text(?: me)?|ring(?: me)?|reach(?: me)?|whatsapp|sms|fax|contact|dial|handy(?:nummer)?|rufnummer|móvil|portable|landline|hotline|my number)\b(?:[ ](?:number|no\.?|nr\.?|back|me|on|at|is|under|unter|line))*[ ]*(?:is|was|:|=)?[ ]*(?P<v>\+?\(?\d(?:[ ./()-]{0,2}\d){6,14})(?!\w|-\d)", _telephone, needs=_DIGITS),
)  # fmt: skip
"""All shapes; where two meet, that which comes first holds."""

_AT_WORDS: Final = frozenset(
    "media import charset font-face keyframes supports property override param return returns todo author since see "
    "deprecated dataclass staticmethod classmethod pytest app types everyone here channel all admin".split()
)
