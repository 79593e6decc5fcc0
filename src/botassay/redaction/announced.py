"""Numbers, user names and dates that the words around them announce, in many languages."""

import re
from typing import Final

from botassay.redaction.name_contexts import KIN
from botassay.redaction.pattern import Pattern, after_a_thing, pattern
from botassay.redaction.word_frequency import zipf

_DIGITS: Final = "0123456789"
_MONTHS: Final = (
    r"(?:"
    r"jan(?:uary|uar|vier|uari|eiro)?"
    r"|ene(?:ro)?|gen(?:naio)?"
    r"|f[eé]b(?:ruary|ruar|rero|braio|ruari)?"
    r"|f[eé]v(?:rier|ereiro)?"
    r"|mar(?:ch|zo|s|t|ço)?"
    r"|märz|maart|mrt|apr(?:il|ile|il)?|abr(?:il)?|avr(?:il)?|may|mai|mayo|mei|maj|maggio|maio|jun[ei]?|junho|junio"
    r"|juin|giugno|jul[yi]?|julio|julho|juillet|luglio|aug(?:ust|ustus)?|ago(?:sto)?|ao[uû]t"
    r"|sep(?:t|tember|tiembre)?"
    r"|set(?:embro|tembre)?"
    r"|septembre|o[ck]t(?:ober|ubre)?|octobre|ottobre|out(?:ubro)?"
    r"|nov(?:ember|iembre|embre|embro)?"
    r"|de[csz](?:ember)?|diciembre|dicembre|dezembro|décembre|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca"
    r"|sierpnia|wrze[śs]nia|pa[źz]dziernika|listopada|grudnia|ledna|[úu]nora|b[řr]ezna|dubna|kv[ěe]tna|srpna"
    r"|z[áa][řr][íi]|[řr][íi]jna|prosince"
    r")\.?"
)
_DATE: Final = (
    r"(?:"
    r"\d{1,2}[./ -]{1,2}\d{1,2}[./ -]{1,2}(?:(?:19|20)\d\d|\d\d)"
    r"|(?:19|20)\d\d[./年-][ ]?\d{1,2}[./月-][ ]?\d{1,2}日?|(?:昭和|平成|令和)\d{1,2}年\d{1,2}月\d{1,2}日"
    rf"|(?:the[ ])?\d{{1,2}}(?:st|nd|rd|th|er|\.|º|o)?[ -](?:(?:of|de|di)[ ])?{_MONTHS},?[ -](?:(?:of|de|del)[ ])?"
    r"(?:19|20|['’])\d\d"
    rf"|{_MONTHS}[ ](?:the[ ])?\d{{1,2}}(?:st|nd|rd|th)?,?[ ](?:of[ ])?(?:19|20)\d\d"
    rf"|(?:19|20)\d\d[ ]{_MONTHS}[ ]\d{{1,2}}"
    r")(?![\d])"
)
_WRITTEN: Final = r"[A-ZÀ-ÖØ-ÞĀ-Ž][^\W\d_]*(?:[-'’][^\W\d_]+)*\.?"
"""A word with a capital letter."""
_DAY: Final = (
    rf"(?:(?:the[ ])?\d{{1,2}}(?:st|nd|rd|th|\.)?[ ](?:of[ ])?{_MONTHS}|{_MONTHS}[ ](?:the[ ])?\d{{1,2}}(?:st|nd|rd|th"
    rf")?)(?!\w)"
)
_IDS: Final = (
    r"(?:"
    r"(?i:"
    r"rodn[ée] [čc][íi]slo|henkil[öo]tunnus|hetu|personnummer|person-?nr|f[øo]dselsnummer"
    r"|cpr(?:-nummer|-nr)?"
    r"|bsn|burgerservicenummer|sofinummer|pesel|jmbg|oib|em[šs]o|amka|αμκα|егн|asmens kodas|isikukood|tckn"
    r"|tc(?: kimlik)?(?: no| numara\w*)?"
    r"|kimlik(?: no| numara\w*)?"
    r"|aadh?aar|nric|hkid|身份证(?:号码?|號碼?)?|身分證(?:字號)?|マイナンバー|주민등록번호|my ?number|curp|cpf|dni"
    r"|c[ée]dula|cuil|cuit|imss|nino|ni number|ni no|national insurance|pps(?:n| number)?|tfn|medicare"
    r"|nhs(?: number| no)?"
    r"|steuer-?id(?:nr)?|idnr|svnr|sv-nummer|sozialversicherungsnummer|rentenversicherungsnummer|versichertennummer"
    r"|personalausweis(?:nummer|-?nr)?"
    r"|ausweis(?:nummer|-?nr)?"
    r"|ahv(?:-nr|-nummer)?"
    r"|num[ée]ro fiscal|num[ée]ro de s[ée]cu\w*"
    r"|(?:nr|num[ée]ro|n°|no) de s[ée]cu\w*"
    r"|s[ée]curit[ée] sociale|codice fiscale|carta d['’]identit[àa]|ghana card|huduma|teudat zehut|emirates id|iqama"
    r"|civil id|cnic|ktp|my ?kad|philsys"
    r"|dowodu?(?: osobisty| osobistego)?"
    r"|tax (?:id|number)"
    r"|(?:"
    r"national|citizen|identity|resident|government|personal|voter|sa|student|employee|staff|health|insurance|tax|"
    r"state|military|veteran|driver['’]?s?"
    r")[ ](?:id|identity|identification|card|licen[cs]e|insurance|number|no)(?:[ ](?:card|number|no|code|nr))?"
    r"|driving licen[cs]e|f[üu]hrerschein(?:nummer)?"
    r"|permis(?: de conduire)?"
    r"|licencia de conducir|patente|rijbewijs"
    r"|id (?:card|number|no|nr)"
    r"|social insurance(?: number)?"
    r")"
    r"|SIN|TIN|PAN|FIN|CI|RG|RUN|RUT|RFC|NIK|NIN|BVN|NIE|NIF|NIR|IC|CPR|SSS|IRD|NHI|CNP|EGN|CF|DL|SVN"
    r")"
)
_BETWEEN: Final = (
    r"(?:[ ]?(?:number|no\.?|nr\.?|code|card|#|nummer|número|numéro|on file|for me))*[ ]*(?:is|was|are|ist|est|es|é|"
    r"er|:|=|-|,|—)*[ ]*[\"'“(#]?"
)
_NUMBER: Final = (
    r"(?P<v>(?:[A-Z]{1,4}[ -]?)?\d[A-Z0-9]*(?:[ ./-][A-Z0-9]*\d[A-Z0-9]*){0,7}(?:[ -]?[A-Z]{1,2}(?!\w))?)(?!\w)"
)
_PLATE: Final = (
    r"(?P<v>"
    r"(?-i:"
    r"(?:"
    r"[A-ZÄÖÜ]{1,3}[ -]?\d{1,4}[ -]?[A-Z]{1,3}(?:[ -]?\d{1,4})?"
    r"|\d{1,4}[ -]?[A-ZÄÖÜ]{1,3}[ -]?\d{1,4}|[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]?\d{1,4}|\d[A-Z]\d[ -]\d{4}"
    r"|[A-Z]{1,3}[ -]?\d{3,5}|\d{3,4}[ -]?[A-Z]{2,3}"
    r")"
    r")"
    r"|\d{2,3}[ -][a-z]{1,3}[ -]\d{2,4}|[a-z]{2}\d\d[ ]?[a-z]{3}|[a-z]{1,3}-[a-z]{1,2}[ ]?\d{2,4}"
    r"|[a-z]{2}-\d{3}-[a-z]{2}"
    r")(?![\w-])"
)
_SERVICES: Final = (
    r"(?:"
    r"lichess|chess\.com|steam|psn|playstation|xbox(?: live)?|discord|roblox|minecraft|fortnite|twitch|reddit|github|"
    r"gitlab|bitbucket|skype|irc|epic(?: games)?|battle\.?net|bnet|origin|riot|valorant|league|wow|duolingo|spotify|"
    r"strava|ebay|etsy|vinted|airbnb|linkedin|kik|line|wechat|weibo|signal|slack|forum|server|ssh|ftp|wiki|wikipedia|"
    r"gamer|player|in-?game|stack ?overflow|soundcloud|letterboxd|goodreads|gog|nintendo|switch|mumble|itch|kaggle|hn|"
    r"trello|jira|docker ?hub|npm|pypi|tinder|bumble|patreon|venmo|cash ?app|paypal|netflix|icq|msn|aim|tumblr|"
    r"deviantart|ao3|wattpad|last\.?fm|telegram|snap(?:chat)?|insta(?:gram)?|tiktok|twitter|x|bluesky|mastodon|"
    r"threads|facebook|fb|youtube|yt|onlyfans|pinterest|ravelry"
    r")"
)
_ACCOUNT: Final = r"@?[^\W_](?:[\w.`#~-]{1,30})[\w`~]"
_UNITS: Final = (
    "(?!KM|MB|GB|KB|TB|AD|BC|CE|HP|PS|CC|MM|CM|KG|ML|DB|HZ|KW|US|EU|UK|AM|PM|NM|PX|OK|II|IV|SA|SD|SS|GT|CV|ET|PT|TV|"
    "PC|AH|CT)"
)
_REFERENCE: Final = after_a_thing("tires?|paper")


def _has_five_digits(text: str) -> bool:
    """Return whether a number has as many digits as an identity number."""
    return sum(letter.isdigit() for letter in text) >= 5  # noqa: PLR2004 - the shortest of them


def _is_passport_number(text: str) -> bool:
    """Return whether a number has as many letters and digits as that of a passport."""
    return sum(map(str.isdigit, text)) >= 3 and 6 <= sum(map(str.isalnum, text)) <= 11 and _is_no_date(text)  # noqa: PLR2004


def _is_no_date(text: str) -> bool:
    return re.fullmatch(r"(?:19|20)\d\d|\d+[a-z]{2}", text) is None


def _is_plate(text: str) -> bool:
    """Return whether a text is as long as a licence plate."""
    return 5 <= sum(letter.isalnum() for letter in text) <= 10  # noqa: PLR2004 - the shortest and the longest


def _is_nickname(text: str) -> bool:
    """Return whether a word looks like a nickname: it has digits, signs or a capital letter inside."""
    return bool(re.search(r"[\d_`~#-]|[a-z][A-Z]|\w\.\w", text)) and not re.fullmatch(
        r"[\d.,:-]+|[a-z]+(?:-[a-z]+)+", text
    )


_IDENTIFIER: Final = re.compile(
    r"(?i)_(?:"
    r"phone|address|code|price|area|status|id|name|key|file|path|type|size|count|list|test|date|time|url|code|data|"
    r"user|at|by|to|of|is|in"
    r")$"
    r"|\.\w+$"
    r"|^(?:get|set|is|has|on|to|my|new|max|min|num|test|user)_"
)
"""Identifiers of programs, such as `user_id` and `main.py`."""


def _is_account(text: str) -> bool:
    """Return whether a word looks like a user name: two words with an underscore, or a word and a number."""
    shaped = re.search(r"(?i)[a-z]_[a-z\d]|[a-z]{4,}\d{2,4}$", text)
    return shaped is not None and "__" not in text and not _IDENTIFIER.search(text)


def _is_joined(text: str) -> bool:
    """Return whether all of a word is parts joined by underscores, or letters and digits, as user names are."""
    shaped = re.fullmatch(r"(?i)[a-z]+\d{0,4}(?:_[a-z\d]+)+_?|[a-z]{3,}\d{1,4}|x{1,2}_\w+_x{1,2}", text)
    return shaped is not None and "__" not in text and not _IDENTIFIER.search(text) and not _COMMON_TERM.fullmatch(text)


def is_user_name(text: str) -> bool:
    """Return whether a word can be a user name: it has a digit or a sign inside, or is rare in English."""
    word = text.strip("@")
    if re.search(r"[\d_.-]|[a-z][A-Z]", word):
        return not re.fullmatch(r"[\d.:-]+", word) and not _IDENTIFIER.search(word)
    return zipf(word.lower()) < _FAMILIAR


_FAMILIAR: Final = 3.3
"""Zipf frequency from which on a word is no user name."""


def _has_four_digits(text: str) -> bool:
    """Return whether a number has four digits or more."""
    return sum(map(str.isdigit, text)) >= 4  # noqa: PLR2004 - the shortest numbers


_LOOSE_PLATE: Final = (
    r"(?<!\w)(?!(?:for|to|at|in|on|by|the|and|of|a|is|me|my|up|we|you|it|or|no|so|has|was|had|got|"
    r"i|us|all|top|get|buy|see)\b)(?P<v>[a-z]{1,3}[ -]\d{1,4}[ -][a-z]{1,3}|"
    r"[a-z]{2}[ -]?\d{1,2}[a-z]?[ -]?[a-z]{1,3}[ -]?\d{4})(?![\w-])"
)
"""Licence plates, in lower case too, where words before or behind them say so."""
_COMMON_TERM: Final = re.compile(
    r"(?i)(?:"
    r"covid|version|iphone|windows|web|ps|mp|python|utf|sha|md|ipv|base|test|user|item|order|step|line|type|level|"
    r"case|page|part|room|error|model|gpt|claude|galaxy|pixel|oauth|html|css|log4j|january|summer|winter|spring|"
    r"autumn|sale|save|welcome"
    r")\d+"
)
"""Terms with numbers that are no user names, such as `covid19`."""


def _is_personal_folder(text: str) -> bool:
    """Return whether a home folder is named after a person."""
    return text.lower() not in {"user", "users", "public", "shared", "runner", "default", "admin", "ubuntu", "username"}


LINKS: Final[tuple[Pattern, ...]] = (
    pattern(
        "url",
        r"(?i)(?<![\w@.:/-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,5}(?:"
        r"com|org|net|example|io|de|nl|fr|es|it|uk|eu|ch|at|be|pl|se|no|dk|fi|ie|us|ca|au|nz|in|br|mx|jp|cn|ru|me|co|"
        r"app|dev|page|site|blog|info|biz|gg|tv|ly|test|social|online|shop|store|xyz|club|live|art|world|invalid"
        r")/[^\s<>\"'`]{0,2000}[^\s<>\"'`.,;:!?)\]}]",
        needs="/",
    ),
)
NUMBERS: Final[tuple[Pattern, ...]] = (
    pattern(
        "date_of_birth",
        r"(?i)(?<!\w)(?:"
        r"geb(?:oren|\.)?"
        r"|nar(?:ozen[aý]?|\.)"
        r"|née?"
        r"|ur(?:odzon[ya]|\.)"
        r"|født|född|f\.|nat[oa]|nacid[oa]|nascid[oa]"
        r"|doğum(?: tarihi\w*)?"
        r"|syntynyt|synt\.|родил(?:ся|ась)|д\.р\.|came into the world|born|b\.|birth ?(?:day|date)|bday|b-day"
        r"|date of birth|d\.?o\.?b\.?|fecha de nacimiento|data di nascita|data de nascimento|datum narození"
        r"|data urodzenia"
        r"|urodzi[łl][ae]m si[ęe]|sinh(?: ngày)?|ngày sinh|tanggal lahir|geburtsdatum"
        r"|geburtstag|date de naissance|naissance|fødselsdato|födelsedatum|geboortedatum"
        r"|syntymäaika|nac[íi](?: el)?|born on|turn(?:ed|s|ing)? \d\d on|出生日期|生年月日|생년월일|生日"
        rf")(?!\w)[^\n\d]{{0,30}}?(?P<v>{_DATE})",
        needs=_DIGITS,
    ),
    pattern(
        "date_of_birth",
        r"(?i)\b(?:my|his|her|their|our|[a-z]+['’]s)[ ](?:[a-z]+['’]?s?[ ])?(?:birthday|bday|b-day)"
        rf"(?:['’]s|[ ]is|[ ]was|:)?(?:[ ]on)?[ ](?P<v>{_DAY})",
        needs=_DIGITS,
    ),
    pattern(
        "date_of_birth",
        rf"(?i)\b(?:my|his|her|our|their|mein[er]?|unsere?|ma|mon|mi|mia|mio)[ ](?:{KIN})"
        rf"(?:(?:[ ]is|[ ],|,|:|[ ])[ ]?(?-i:{_WRITTEN})(?:[ ](?-i:{_WRITTEN})){{0,2}})?[ ]?[,(:][ ]?(?P<v>{_DATE})",
        needs=_DIGITS,
    ),
    pattern(
        "date_of_birth",
        r"(?i)\b(?:"
        r"mom|mum|dad|mother|father|son|daughter|wife|husband|partner|patient|child|baby|applicant|passenger|insured|"
        r"kid"
        rf")(?:'s)?[ ](?:name[ ])?(?:is[ ]|was[ ]|[:,][ ]?)?(?-i:{_WRITTEN})(?:[ ](?-i:{_WRITTEN})){{0,2}}"
        rf"[ ]?[,(;][ ]?(?P<v>{_DATE})",
        needs=_DIGITS,
    ),
    pattern(
        "date_of_birth",
        r"(?i)\b(?:born|birthday|birth|d\.?o\.?b\.?|birthdate)\b[^\n\d]{0,25}?(?P<v>"
        r"(?:the[ ])?(?:"
        r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|"
        r"fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-\w+|thirtieth|thirty-first"
        r")[ ](?:of[ ])?(?:january|february|march|april|may|june|july|august|september|october|november|december),?"
        r"(?:[ ](?:nineteen|two thousand|twenty)[a-z -]{0,20}(?!\w)|[ ](?:19|20)\d\d)?"
        r")",
    ),
    pattern(
        "date_of_birth",
        rf"(?i)(?P<v>{_DATE})[)\"”]?[ ,]{{1,2}}(?:is|was|=|-|<-)[ ](?:[^\n\d.!?]{{0,25}}?)"
        r"(?:birthday|birthdate|date of birth|dob|when (?:i|he|she) was born|geburtstag|geburtsdatum)\b",
        needs=_DIGITS,
    ),
    pattern(
        "ssn",
        r"(?i)\b(?:soc(?:ial)?(?:[ ]sec(?:urity)?)?(?:[ ](?:number|no\.?|#))?|ssn|ss ?#|ss number)[^\n\d]{0,25}"
        r"(?P<v>\d{3}[ ./-]?\d\d[ ./-]?\d{4})(?![\w-])",
        needs=_DIGITS,
    ),
    pattern("date_of_birth", rf"(?<![\w*])\*[ ]?(?P<v>{_DATE})", needs="*"),
    pattern(
        "date_of_birth",
        r"(?:生年月日|誕生日|出生日期|生日|생년월일)[^\n\d]{0,6}?"
        r"(?P<v>(?:昭和|平成|令和|民國|民国|(?:19|20)(?=\d\d))\d{1,3}[年년]"
        r"[ ]?\d{1,2}[月월][ ]?\d{1,2}[日일])",
        needs="年년",
    ),
    pattern(
        "passport",
        r"(?i)(?<!\w)(?:passport|паспорт(?: серия)?|pass)[^\n\d.!?]{0,15}[ :]"
        r"(?P<v>\d\d[ ]?\d\d[ ](?:номер[ ]|№[ ]?)?\d{6})(?!\w)",
        needs=_DIGITS,
    ),
    pattern(
        "passport",
        r"(?i)(?:"
        r"\b(?:"
        r"passports?|pasports?"
        r"|p(?:ass|pt?)[ ](?:nr\.?|nummer|no\.?|number|#)"
        r"|travel doc(?:ument)?s?"
        r"|reisepass(?:nummer|nr\.?)?"
        r"|ePass|passeport|pasaporte|passaporto|passaporte|paspoort|paszport(?:u)?|pasaport|passi"
        r"|pass-?(?:nr|nummer|no)"
        r"|cestovní pas|útlevél|паспорт|διαβατήριο"
        r")"
        r"|护照(?:号码?)?|パスポート|여권"
        r")[^\n\d]{0,30}?[ :#=]?(?<!\w)(?P<v>(?-i:[A-Z]{0,3}[ ]?\d[A-Z0-9]{2,3}[ ]?[A-Z0-9]{2,6}))(?!\w)",
        _is_passport_number,
        needs=_DIGITS,
    ),
    pattern(
        "passport",
        r"(?i)(?<![\w-])(?P<v>(?-i:[A-Z]{0,3}\d{1,2}[A-Z]{0,2}\d{4,8}|[A-Z]\d\d[A-Z]\d\d[A-Z]\d\d))(?![\w-])"
        r"(?=[^\n.!?]{0,40}\bpassport\b)",
        _has_five_digits,
        needs=_DIGITS,
    ),
    pattern("national_id", rf"(?<!\w){_IDS}{_BETWEEN}{_NUMBER}", _has_five_digits, needs=_DIGITS),
    pattern(
        "account_number",
        r"(?i)\b(?:"
        r"account|acct|a/c"
        r"|konto(?:nummer|nr\.?)?"
        r"|customer"
        r"|kunden(?:nummer|nr\.?)"
        r"|client|member(?:ship)?|policy|police|loyalty|frequent flyer|miles (?:and|&) more|patient|mrn|meter"
        r"|subscriber|contract"
        r"|vertrags?(?:nummer|nr\.?)"
        r"|loan|brokerage|savings|giro|clabe|ifsc|cuenta|compte|conto|conta|rekening(?:nummer)?"
        r")\b(?:[ ](?:account|number|no\.?|nr\.?|id|#|num))*[ ]*(?:is|was|:|=|#|ends in)?[ ]*"
        r"(?P<v>(?-i:(?:[A-Z]{1,4}[ -]?)?\d(?:[ -]?\d){5,19}))(?![\w-])",
        needs=_DIGITS,
        unless=_REFERENCE,
    ),
    pattern(
        "licence_plate",
        r"(?i)\b(?:"
        r"number ?plates?|licen[cs]e plates?|plates?|nummerplaat|kenteken|kennzeichen|targa|matr[íi]cula"
        r"|plaque(?: d['’]immatriculation)?"
        r"|immatricul\w+|rego|registration|registered as"
        r"|reg(?:[ ](?:number|no\.?))?"
        r"|plaka\w*|rejestrac\w+|spz|rendsz[áa]m|nummerskylt|nummerplade|rekisterinumero|vrm|tablice|placa|my car"
        r"|his car|her car|our car|the car|drives? an? [a-z]+(?: [a-z]+)?,?|driving an? [a-z]+(?: [a-z]+)?,?|parked"
        rf")\b[^\n.!?\d]{{0,25}}?[ :\"“(]{_PLATE}",
        _is_plate,
        needs=_DIGITS,
        unless=_REFERENCE,
    ),
    pattern(
        "licence_plate",
        r"(?<![\w-])[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,3}[ -]?\d{4}(?![\w-])",
        needs=_DIGITS,
        unless=_REFERENCE,
    ),
    pattern(
        "licence_plate",
        r"(?<![\w-])(?:"
        r"[A-Z]-\d{3}-[A-Z]{2}|[A-Z]{2}-\d{3}-[A-Z]|\d\d-[A-Z]{2,3}-\d{1,2}|\d-[A-Z]{3}-\d\d|[A-Z]{2}-\d\d-[A-Z]{2}"
        r")(?![\w-])",
        needs="-",
        unless=_REFERENCE,
    ),
    pattern(
        "username",
        r"(?i)\b(?:ssh|scp|sftp|rsync)[ ](?:-\w[ ]\S{1,60}[ ]){0,3}(?P<v>[\w.-]{1,32})@[\w.-]{1,64}",
        needs="@",
    ),
    pattern(
        "username",
        r"(?i)(?:/home/|/Users/|\bC:[\\/]+Users[\\/]+)(?P<v>[\w.-]{2,32})(?=[/\\])",
        _is_personal_folder,
        needs="/\\",
    ),
    pattern(
        "username",
        rf"(?i)\b{_SERVICES}(?:['’]s)?[ ]"
        r"(?:user ?name|name|nick(?:name)?|id|user|account|acc|handle|tag|profile|login|channel|friend code)"
        rf"(?:[ ](?:in|on|at|for)[^\n.!?]{{1,25}})?(?:[ ](?:is|was)|[ ]?[:=,])?[ ]+[\"'“]?(?P<v>{_ACCOUNT})",
        _is_nickname,
    ),
    pattern(
        "username",
        r"(?i)\b(?:my|his|her|the|our|their)[ ](?:[a-z]+[ ])?"
        r"(?:account|nick|login|tag|alias|profile|gamer ?tag|ign|screen ?name|handle|user ?name|user|id)"
        rf"(?:[ ](?:in|on|at|for|there)(?:[ ][^\n.!?]{{1,25}}?)?)?[ ](?:is|was|=|:)[ ]+[\"'“]?(?P<v>{_ACCOUNT})",
        _is_nickname,
    ),
    pattern(
        "username",
        r"(?i)\b(?:"
        r"unban|ban|banned|block|blocked|report|reported|mute|muted|kick|unblock|whitelist|follow|unfollow|dm|pm|"
        r"add me(?: as)?|add me on \w+(?: as|:)?|i am|i['’]m|im|it['’]s|ign|user|player|member|streamer|poster|op|by|"
        r"from|called|named|as|is"
        r")[ ]+(?P<v>(?=[\w.-]{0,30}(?:_|[a-z]\d))(?=[a-z])[\w.-]{4,30}\w)",
        _is_account,
    ),
    pattern(
        "username",
        r"(?i)(?:"
        r"\b(?:"
        r"find me as|find me under|findest mich (?:als|unter)|i post as|posting as|i'm known as|known as|bin dort|"
        r"hei(?:ß|ss)e dort|add me(?: as)?|add me,|add me:|on there as|account|logged in as|log in as|signed in as|"
        r"sign in as|user ?name|login|sign[ -]?in name|benutzername|pseudo|je suis|je m'appelle|usuario|nutzername|"
        r"gebruikersnaam|u[żz]ytkownik|utente|user|uid|src_user|username|acct|owner|author|channel|kanal|streamer"
        r")[ ]?[:=,]?[ ]?"
        r"|^(?:hi|hello|hey|welcome(?: back)?|hallo|hola|bonjour|ciao|dear|thanks|thank you),?[ ]"
        r")@?(?P<v>[^\W_](?:[\w.-]{1,30})\w)(?![\w@-]|\.\w)",
        _is_joined,
    ),
    pattern(
        "username",
        r"(?i)(?:"
        r"\b(?:"
        r"user ?name|nick ?name|screen ?name|display name|gamer ?tag|login(?: name)?|alias|nick|psn|benutzername|"
        r"nutzername|anmeldename|pseudo|usuario|utente|gebruikersnaam|brukernavn|u[żz]ytkownik"
        r")(?: (?:on|at|in|for) [a-z]+)?(?: is| was| ist| es| est)?[ ]?[:=]?"
        r"|\b(?:registered|signed up|posting|streaming|playing|logged in|online|known|angemeldet|registriert) "
        r"(?:as|als)"
        rf")[ ]+[\"'“]?(?P<v>{_ACCOUNT})",
        _is_nickname,
    ),
    pattern(
        "username",
        r"(?i)\b(?:"
        r"user ?name|login ?name|screen ?name|nick ?name|nick|gamer ?tag"
        r"|(?:steam|psn|xbox|discord|account|profile|player|forum|reddit|twitch) ?(?:name|nick|handle|tag)"
        r")(?:['’]s)?(?:[ ](?:there|in the forum|on the forum|on there|on \w+|here|for it|for this))?"
        r"(?:[ ]?[:=]|[ ]is|[ ]was)?[ ]+[\"'“]?(?P<v>@?[^\W_][\w.-]{3,30}\w)"
        r"(?=[\"'”.,;!?)]|[ ](?:and|on|but|please|pls|thanks|can|with)\b|$|\n)",
        is_user_name,
    ),
    pattern(
        "username",
        r"(?i)\b(?:"
        r"known as|i am|i['’]?m|im|it['’]?s|find me as|find me under|log(?:ged)? in as|sign(?:ed)? in as|"
        r"play(?:ing)? as|post(?:ing)? as|under the name"
        r")[ ][\"'“]?(?P<v>@?[^\W_][\w.-]{2,30}\w)[\"'”]?(?="
        r"[ ](?:"
        r"on there|on the forum|in the forum"
        r"|on (?:steam|discord|reddit|twitch|xbox|psn|insta|instagram|twitter|tiktok|telegram|snap|github)"
        r"|in the game|in-game|online"
        r")\b"
        r")",
        is_user_name,
    ),
    pattern(
        "date_of_birth",
        r"(?i)\b(?:d\.?o\.?b\.?|birth ?date|date of birth|birth ?day|b-?day|born|geboren|geburtsdatum|geburtstag)(?!\w)"
        r"[^\n\d.!?]{0,20}?(?P<v>(?:19|20)\d{6}|[0-3]\d[01]\d(?:19|20)\d\d|[0-3]\d[01]\d{3}|\d{1,2}\.\d{1,2}\.(?!\d)|"
        r"\d{1,2}(?:st|nd|rd|th)?[ -]?(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
        r"(?:[ -]?(?:19|20)?\d\d)?)(?!\w)",
        needs=_DIGITS,
    ),
    pattern(
        "customer_id",
        r"(?i)\b(?:"
        r"member(?:ship)?|account holder|loyalty|bonus|library|club|user|client|customer|profile|subscription|donor|"
        r"frequent flyer|reader"
        r")(?:[ ](?:card|id|number|no\.?|nr\.?|account|with you|code))*(?:[ ]?[:=#]|[ ]is|[ ]was)?[ ]"
        r"(?P<v>(?=(?:[^\s]*\d){4})[A-Z]{0,5}[-/ ]?\d[\dA-Z]*(?:[ -][\dA-Z]{1,6}){0,5}(?<=\d|[A-Z]))"
        r"(?![\w%€$£]|[.,]\d)",
        _has_four_digits,
        needs=_DIGITS,
        unless=_REFERENCE,
    ),
    pattern(
        "passport",
        r"(?i)\bpass(?:port|eport)\b[^\n.!?]{0,40}?\b(?:number|no\.?|nr\.?|num|it['’]?s|is|with)[ :#]+"
        r"(?P<v>(?-i:[A-Z]{0,3}[ ]?\d[A-Z0-9]{2,3}[ ]?[A-Z0-9]{2,6}))(?!\w)",
        _is_passport_number,
        needs=_DIGITS,
    ),
    pattern(
        "date_of_birth",
        rf"(?m)(?<!\w)(?-i:{_WRITTEN})(?:[ ](?-i:{_WRITTEN})){{1,2}},?[ ](?:\()?"
        r"(?P<v>\d{1,2}[./-]\d{1,2}[./-](?:19\d\d|20[01]\d))(?=\)?(?:$|[,;.\n]))",
        needs=_DIGITS,
    ),
    pattern(
        "licence_plate",
        r"(?i)\b(?:"
        r"number ?plate|licen[cs]e plate|plate"
        r"|reg(?:istration)?(?: no\.?| number)?"
        r"|rego|kennzeichen|my car|the car|the van|my van|taxi|uber"
        rf")\b[^\n.!?\d]{{0,25}}?[ :\"“]{_LOOSE_PLATE}",
        needs=_DIGITS,
        unless=_REFERENCE,
    ),
    pattern(
        "licence_plate",
        rf"(?i){_LOOSE_PLATE}(?=[ ](?:is|was)[ ](?:my|the|his|her|our)[ ](?:number |licen[cs]e )?plate\b)",
        needs=_DIGITS,
    ),
    pattern(
        "username",
        r"(?<![\w./@#:=-])(?P<v>[a-z]{4,20}_\d{2,4}|[a-z]{3,20}_[a-z]{3,20}_?\d{2,4})(?![\w(/=@-]|\.\w)",
        _is_joined,
        needs="_",
    ),
    pattern(
        "postcode", rf"(?<![\w-])(?P<v>[1-9]\d{{3}}[ ]{_UNITS}[A-Z]{{2}})(?![\w-])", needs=_DIGITS, unless=_REFERENCE
    ),
    pattern(
        "postcode",
        r"(?i)\b(?:zip|post ?code|postal code|plz|cep|cap|cp|eircode|postnummer|postcode|irányítószám|psč|"
        r"kod pocztowy)(?:['’]s|[ ]code)?[ ]*(?:is|was|:|=)?[ ]*(?P<v>(?-i:\d{2,5}-\d{3,4}|[A-Z]\d{2}[ ]?[A-Z0-9]{4}|"
        r"\d{3}[ ]\d\d|\d{4,6}))(?![\w-])",
        needs=_DIGITS,
    ),
    pattern("postcode", r"〒[ ]?(?P<v>\d{3}-\d{4})", needs="〒"),
)
