"""Numbers, names of accounts and dates by the words around them, in many languages."""

import re
from typing import Final

from botassay.redaction.pattern import Pattern, pattern

_DIGITS: Final = "0123456789"
_MONTHS: Final = (
    r"(?:jan(?:uary|uar|vier|uari|eiro)?|ene(?:ro)?|gen(?:naio)?|f[eé]b(?:ruary|ruar|rero|braio|ruari)?|f[eé]v(?:"
    r"rier|ereiro)?|"
    r"mar(?:ch|zo|s|t|ço)?|märz|maart|mrt|apr(?:il|ile|il)?|abr(?:il)?|avr(?:il)?|may|mai|mayo|mei|maj|maggio|maio|"
    r"jun[ei]?|junho|junio|juin|giugno|jul[yi]?|julio|julho|juillet|luglio|aug(?:ust|ustus)?|ago(?:sto)?|ao[uû]t|"
    r"sep(?:t|tember|tiembre)?|set(?:embro|tembre)?|septembre|o[ck]t(?:ober|ubre)?|octobre|ottobre|out(?:ubro)?|"
    r"nov(?:ember|iembre|embre|embro)?|de[csz](?:ember)?|diciembre|dicembre|dezembro|décembre)\.?"
)
_DATE: Final = (
    r"(?:\d{1,2}[./ -]{1,2}\d{1,2}[./ -]{1,2}(?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d[./年-][ ]?"
    r"\d{1,2}[./月-][ ]?\d{1,2}日?|"
    rf"(?:the[ ])?\d{{1,2}}(?:st|nd|rd|th|er|\.|º)?[ -](?:(?:of|de|di)[ ])?{_MONTHS},?[ -](?:(?:of|de|del)[ ])?(?:"
    rf"19|20|['’])\d\d|"
    rf"{_MONTHS}[ ](?:the[ ])?\d{{1,2}}(?:st|nd|rd|th)?,?[ ](?:of[ ])?(?:19|20)\d\d|(?:19|20)\d\d[ ]{_MONTHS}[ ]\d"
    rf"{{1,2}})(?![\d])"
)
_DAY: Final = (
    rf"(?:(?:the[ ])?\d{{1,2}}(?:st|nd|rd|th|\.)?[ ](?:of[ ])?{_MONTHS}|{_MONTHS}[ ](?:the[ ])?\d{{1,2}}(?:st|nd|rd|th"
    rf")?)(?!\w)"
)
_IDS: Final = (
    r"(?:(?i:rodn[ée] [čc][íi]slo|henkil[öo]tunnus|hetu|personnummer|person-?nr|f[øo]dselsnummer|cpr(?:-nummer|"
    r"-nr)?|bsn|"
    r"burgerservicenummer|sofinummer|pesel|jmbg|oib|em[šs]o|amka|αμκα|егн|asmens kodas|isikukood|tckn|tc(?: kimli"
    r"k)?(?: no| numara\w*)?|"
    r"kimlik(?: no| numara\w*)?|aadh?aar|nric|hkid|身份证(?:号码?|號碼?)?|"
    r"身分證(?:字號)?|マイナンバー|주민등록번호|my ?number|curp|"
    r"cpf|dni|c[ée]dula|cuil|cuit|imss|nino|ni number|ni no|national insurance|pps(?:n| number)?|tfn|medicare|"
    r"nhs(?: number| no)?|"
    r"steuer-?id(?:nr)?|idnr|svnr|sv-nummer|sozialversicherungsnummer|rentenversicherungsnummer|versichertennummer|"
    r"personalausweis(?:nummer|-?nr)?|ausweis(?:nummer|-?nr)?|ahv(?:-nr|-nummer)?|num[ée]ro fiscal|"
    r"num[ée]ro de s[ée]cu\w*|"
    r"(?:nr|num[ée]ro|n°|no) de s[ée]cu\w*|s[ée]curit[ée] sociale|codice fiscale|carta d['’]identit[àa]|"
    r"ghana card|huduma|"
    r"teudat zehut|emirates id|iqama|civil id|cnic|ktp|my ?kad|philsys|dowodu?(?: osobisty| osobistego)?|tax (?:i"
    r"d|number)|"
    r"(?:national|citizen|identity|resident|government|personal|voter|sa|student|employee|staff|health|insurance|"
    r"tax|state|military|veteran|driver['’]?s?)"
    r"[ ](?:id|identity|identification|card|licen[cs]e|insurance|number|no)(?:[ ](?:card|number|no|code|nr))?|"
    r"driving licen[cs]e|f[üu]hrerschein(?:nummer)?|permis(?: de conduire)?|licencia de conducir|patente|rijbewijs|"
    r"id (?:card|number|no|nr)|social insurance(?: number)?)|SIN|TIN|PAN|FIN|CI|RG|RUN|RUT|RFC|NIK|NIN|BVN|NIE|"
    r"NIF|NIR|IC|CPR|SSS|IRD|NHI|CNP|EGN|CF|DL|SVN)"
)
_BETWEEN: Final = (
    r"(?:[ ]?(?:number|no\.?|nr\.?|code|card|#|nummer|número|numéro|on file|for me))*[ ]*(?:is|was|are|ist|est|es|é|"
    r"er|:|=|-|,|—)*[ ]*[\"'“(#]?"
)
_NUMBER: Final = (
    r"(?P<v>(?:[A-Z]{1,4}[ -]?)?\d[A-Z0-9]*(?:[ ./-][A-Z0-9]*\d[A-Z0-9]*){0,7}(?:[ -]?[A-Z]{1,2}(?!\w))?)(?!\w)"
)
_PLATE: Final = (
    r"(?P<v>(?-i:(?:[A-ZÄÖÜ]{1,3}[ -]?\d{1,4}[ -]?[A-Z]{1,3}(?:[ -]?\d{1,4})?|\d{1,4}[ -]?[A-ZÄÖÜ]{1,3}[ -]?\d{1,"
    r"4}|[A-ZÄÖÜ]{1,3}[ -]"
    r"[A-Z]{1,2}[ -]?\d{1,4}|\d[A-Z]\d[ -]\d{4}|[A-Z]{1,3}[ -]?\d{3,5}|\d{3,4}[ -]?[A-Z]{2,3}))|"
    r"\d{2,3}[ -][a-z]{1,3}[ -]\d{2,4}|[a-z]{2}\d\d[ ]?[a-z]{3}|[a-z]{1,3}-[a-z]{1,2}[ ]?\d{2,4}|[a-z]{2}-\d{3}-["
    r"a-z]{2})(?![\w-])"
)
_SERVICES: Final = (
    r"(?:lichess|chess\.com|steam|psn|playstation|xbox(?: live)?|discord|roblox|minecraft|fortnite|twitch|reddit|"
    r"github|gitlab|"
    r"bitbucket|skype|irc|epic(?: games)?|battle\.?net|bnet|origin|riot|valorant|league|wow|duolingo|spotify|"
    r"strava|ebay|etsy|"
    r"vinted|airbnb|linkedin|kik|line|wechat|weibo|signal|slack|forum|server|ssh|ftp|wiki|wikipedia|gamer|player|"
    r"in-?game|"
    r"stack ?overflow|soundcloud|letterboxd|goodreads|gog|nintendo|switch|mumble|itch|kaggle|hn|trello|jira|"
    r"docker ?hub|npm|"
    r"pypi|tinder|bumble|patreon|venmo|cash ?app|paypal|netflix|icq|msn|aim|tumblr|deviantart|ao3|wattpad|last\.?"
    r"fm|telegram|"
    r"snap(?:chat)?|insta(?:gram)?|tiktok|twitter|x|bluesky|mastodon|threads|facebook|fb|youtube|yt|onlyfans|"
    r"pinterest|ravelry)"
)
_ACCOUNT: Final = r"@?[^\W_](?:[\w.`#~-]{1,30})[\w`~]"
_UNITS: Final = (
    "(?!KM|MB|GB|KB|TB|AD|BC|CE|HP|PS|CC|MM|CM|KG|ML|DB|HZ|KW|US|EU|UK|AM|PM|NM|PX|OK|II|IV|SA|SD|SS|GT|CV|ET|PT|TV|"
    "PC|AH|CT)"
)
_WORDED: Final = (
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|zwo|drei|vier|fünf|sechs|"
    r"sieben|acht|neun)"
)
_ORDERED: Final = re.compile(
    r"(?i)(?:order|invoice|ticket|case|reference|ref|tracking|part|model|serial|sku|item|article|version|room|"
    r"flight|batch|"
    r"lot|building|route|highway|rule|section|size|tyres?|tires?|paper|chapter)\b[ .:#-]{0,3}(?:number |no\.? |"
    r"nr\.? |is )?$"
)


def _five(text: str) -> bool:
    """Whether it has the digits of an id."""
    return sum(letter.isdigit() for letter in text) >= 5  # noqa: PLR2004 - the shortest of them


def _four_mixed(text: str) -> bool:
    """Whether it has letters and four digits."""
    return sum(letter.isdigit() for letter in text) >= 4 and any(letter.isalpha() for letter in text)  # noqa: PLR2004


def _plate(text: str) -> bool:
    """Whether it has the length of a licence plate."""
    return 5 <= sum(letter.isalnum() for letter in text) <= 10  # noqa: PLR2004 - the shortest and the longest


def _nick(text: str) -> bool:
    """Whether a word looks like the name of an account: digits, signs or a capital letter within."""
    return bool(re.search(r"[\d_`~#-]|[a-z][A-Z]|\w\.\w", text)) and not re.fullmatch(
        r"[\d.,:-]+|[a-z]+(?:-[a-z]+)+", text
    )


_OF_PROGRAMS: Final = re.compile(
    r"(?i)_(?:id|name|key|file|path|type|size|count|list|test|date|time|url|code|data|user|at|by|to|of|is|in)$|\.\w+$|"
    r"^(?:get|set|is|has|on|to|my|new|max|min|num|test|user)_"
)
"""Identifiers of programs."""


def _account(text: str) -> bool:
    """Whether a word is the name of an account: two words with an underscore, or a word and a number."""
    shaped = re.search(r"(?i)[a-z]_[a-z]|[a-z]{4,}\d{2,4}$", text)
    return shaped is not None and "__" not in text and not _OF_PROGRAMS.search(text)


def _home(text: str) -> bool:
    """Whether a folder of users is somebody's."""
    return text.lower() not in {"user", "users", "public", "shared", "runner", "default", "admin", "ubuntu", "username"}


LINKS: Final[tuple[Pattern, ...]] = (
    pattern(
        "url",
        r"(?i)(?<![\w@.:/-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,5}(?:com|org|net|example|io|de|nl|fr|es|it|uk|eu|"
        r"ch|at|be|pl|se|no|dk|"
        r"fi|ie|us|ca|au|nz|in|br|mx|jp|cn|ru|me|co|app|dev|page|site|blog|info|biz|gg|tv|ly|test)/[^\s<>\"'`]{0"
        r",2000}[^\s<>\"'`.,;:!?)\]}]",
        needs="/",
    ),
)
NUMBERS: Final[tuple[Pattern, ...]] = (
    pattern(
        "date_of_birth",
        rf"(?i)(?<!\w)(?:geb(?:oren|\.)?|nar(?:ozen[aý]?|\.)|née?|ur(?:odzon[ya]|\.)|født|född|f\.|nat[oa]|nacid[o"
        rf"a]|nascid[oa]|"
        r"doğum(?: tarihi\w*)?|syntynyt|synt\.|родил(?:ся|ась)|д\.р\.|came into the world|born|b\.|birth ?(?:day|"
        r"date)|bday|b-day|date of birth|d\.?o\.?b\.?|"
        r"fecha de nacimiento|data di nascita|data de nascimento|datum narození|data urodzenia|geburtsdatum|geburtstag|"
        r"date de naissance|naissance|fødselsdato|födelsedatum|geboortedatum|syntymäaika|"
        r"出生日期|生年月日|생년월일|生日)(?!\w)"
        rf"[^\n\d]{{0,30}}?(?P<v>{_DATE})",
        needs=_DIGITS,
    ),
    pattern(
        "date_of_birth",
        rf"(?i)\b(?:my|his|her|their|our|[a-z]+['’]s)[ ](?:[a-z]+['’]?s?[ ])?(?:birthday|bday|b-day)(?:['’]s|[ ]i"
        rf"s|[ ]was|:)?(?:[ ]on)?[ ](?P<v>{_DAY})",
        needs=_DIGITS,
    ),
    pattern(
        "ssn",
        r"(?i)\b(?:soc(?:ial)?(?:[ ]sec(?:urity)?)?(?:[ ](?:number|no\.?|#))?|ssn|ss ?#|ss number)[^\n\d]{0,25}("
        r"?P<v>\d{3}[ ./-]?\d\d[ ./-]?\d{4})(?![\w-])",
        needs=_DIGITS,
    ),
    pattern(
        "passport",
        r"(?i)(?:\b(?:passports?|travel doc(?:ument)?s?|reisepass|passeport|pasaporte|passaporto|passaporte|"
        r"paspoort|paszport(?:u)?|pasaport|"
        r"passi|pass-?(?:nr|nummer|no)|cestovní pas|útlevél|паспорт|διαβατήριο)|"
        r"护照(?:号码?)?|パスポート|여권)[^\n\d]{0,30"
        r"}?[ :#=]?(?P<v>(?-i:[A-Z]{0,3}[ ]?\d[A-Z0-9]{2,3}[ ]?[A-Z0-9]{2,6}))(?!\w)",
        _five,
        needs=_DIGITS,
    ),
    pattern(
        "passport",
        r"(?i)(?<![\w-])(?P<v>(?-i:[A-Z]{0,3}\d{1,2}[A-Z]{0,2}\d{4,8}|[A-Z]\d\d[A-Z]\d\d[A-Z]\d\d))(?![\w-])(?=["
        r"^\n.!?]{0,40}\bpassport\b)",
        _five,
        needs=_DIGITS,
    ),
    pattern("national_id", rf"(?<!\w){_IDS}{_BETWEEN}{_NUMBER}", _five, needs=_DIGITS),
    pattern(
        "account_number",
        r"(?i)\b(?:account|acct|a/c|konto(?:nummer|nr\.?)?|customer|kunden(?:nummer|nr\.?)|client|member(?:ship)?"
        r"|policy|police|loyalty|frequent flyer|"
        r"miles (?:and|&) more|patient|mrn|meter|subscriber|contract|vertrags?(?:nummer|nr\.?)|loan|brokerage|"
        r"savings|giro|clabe|ifsc|cuenta|compte|conto|conta|rekening(?:nummer)?)\b"
        r"(?:[ ](?:account|number|no\.?|nr\.?|id|#|num))*[ ]*(?:is|was|:|=|#|ends in)?[ ]*(?P<v>(?-i:(?:[A-Z]{1,"
        r"4}[ -]?)?\d(?:[ -]?\d){5,19}))(?![\w-])",
        needs=_DIGITS,
        unless=_ORDERED,
    ),
    pattern(
        "licence_plate",
        rf"(?i)\b(?:number ?plates?|licen[cs]e plates?|plates?|nummerplaat|kenteken|kennzeichen|targa|matr[íi]cula"
        rf"|plaque(?: d['’]immatriculation)?|immatricul\w+|"
        r"rego|registration|registered as|reg(?:[ ](?:number|no\.?))?|plaka\w*|rejestrac\w+|spz|rendsz[áa]m|"
        r"nummerskylt|nummerplade|rekisterinumero|vrm|tablice|placa|"
        rf"my car|his car|her car|our car|the car|drives? an? [a-z]+(?: [a-z]+)?,?|driving an? [a-z]+(?: [a-z]+)?"
        rf",?|parked)\b[^\n.!?\d]{{0,25}}?[ :\"“(]{_PLATE}",
        _plate,
        needs=_DIGITS,
        unless=_ORDERED,
    ),
    pattern(
        "licence_plate",
        r"(?<![\w-])[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,3}[ -]?\d{4}(?![\w-])",
        needs=_DIGITS,
        unless=_ORDERED,
    ),
    pattern(
        "licence_plate",
        r"(?<![\w-])(?:[A-Z]-\d{3}-[A-Z]{2}|[A-Z]{2}-\d{3}-[A-Z]|\d\d-[A-Z]{2,3}-\d{1,2}|\d-[A-Z]{3}-\d\d|[A-Z]{"
        r"2}-\d\d-[A-Z]{2})(?![\w-])",
        needs="-",
        unless=_ORDERED,
    ),
    pattern(
        "username",
        r"(?i)\b(?:ssh|scp|sftp|rsync)[ ](?:-\w[ ]\S{1,60}[ ]){0,3}(?P<v>[\w.-]{1,32})@[\w.-]{1,64}",
        needs="@",
    ),
    pattern(
        "username", r"(?i)(?:/home/|/Users/|\bC:[\\/]+Users[\\/]+)(?P<v>[\w.-]{2,32})(?=[/\\])", _home, needs="/\\"
    ),
    pattern(
        "username",
        rf"(?i)\b{_SERVICES}(?:['’]s)?[ ](?:user ?name|name|nick(?:name)?|id|user|account|acc|handle|tag|profile|"
        rf"login|channel|friend code)(?:[ ](?:in|on|at|for)[^\n.!?]{{1,25}})?(?:[ ](?:is|was)|[ ]?[:=,])?[ ]+[\"'"
        rf"“]?(?P<v>{_ACCOUNT})",
        _nick,
    ),
    pattern(
        "username",
        rf"(?i)\b(?:my|his|her|the|our|their)[ ](?:[a-z]+[ ])?(?:account|nick|login|tag|alias|profile|gamer ?tag|"
        rf"ign|screen ?name|handle|user ?name|user|id)(?:[ ](?:in|on|at|for|there)(?:[ ][^\n.!?]{{1,25}}?)?)?[ ]("
        rf"?:is|was|=|:)[ ]+[\"'“]?(?P<v>{_ACCOUNT})",
        _nick,
    ),
    pattern(
        "username",
        r"(?i)\b(?:unban|ban|banned|block|blocked|report|reported|mute|muted|kick|unblock|whitelist|follow|"
        r"unfollow|dm|pm|add me(?: as)?|add me on \w+(?: as|:)?|"
        r"i am|i['’]m|im|it['’]s|ign|user|player|member|streamer|poster|op|by|from|called|named|as|is)[ ]+(?P<v>"
        r"(?=[\w.-]{0,30}(?:_|[a-z]\d))(?=[a-z])[\w.-]{4,30}\w)",
        _account,
    ),
    pattern(
        "postcode", rf"(?<![\w-])(?P<v>[1-9]\d{{3}}[ ]{_UNITS}[A-Z]{{2}})(?![\w-])", needs=_DIGITS, unless=_ORDERED
    ),
    pattern(
        "postcode",
        r"(?i)\b(?:zip|post ?code|postal code|plz|cep|cap|cp|eircode|postnummer|postcode|irányítószám|psč|"
        r"kod pocztowy)(?:['’]s|[ ]code)?[ ]*(?:is|was|:|=)?[ ]*(?P<v>(?-i:\d{2,5}-\d{3,4}|[A-Z]\d{2}[ ]?[A-Z0-9]{4}|"
        r"\d{3}[ ]\d\d|\d{4,6}))(?![\w-])",
        needs=_DIGITS,
    ),
    pattern("postcode", r"〒[ ]?(?P<v>\d{3}-\d{4})", needs="〒"),
    pattern("phone", rf"(?i)(?<!\w){_WORDED}(?:[ ,-]{{1,2}}{_WORDED}){{6,14}}(?!\w)"),
)
