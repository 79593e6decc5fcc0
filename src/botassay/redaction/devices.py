"""Machines and vehicles of one person: network cards, telephones, cars."""

from typing import Final

from botassay.redaction import checksums
from botassay.redaction.pattern import Pattern, after_a_thing, pattern

_DIGITS: Final = "0123456789"
_VEHICLE: Final = (
    r"(?:"
    r"cars?|vans?|trucks?|lorry|lorries|motorbikes?|motorcycles?|scooters?|moped|taxi|cab|uber|suv|caravan|trailer|"
    r"rental(?: car)?|hire car|vehicle|minibus|camper|pickup|estate|saloon|hatchback|auto|wagen|pkw|lkw|transporter|"
    r"roller|motorrad|anh[äa]nger|voiture|camion(?:nette)?|moto|scooter|coche|carro|furgoneta|macchina|furgone|"
    r"bil(?:en)?|samoch[óo]d|auta?|araba|toyota|honda|ford|opel|vauxhall|vw|volkswagen|bmw|audi|mercedes|benz|skoda|"
    r"škoda|seat|fiat|renault|peugeot|citro[ëe]n|dacia|nissan|mazda|hyundai|kia|subaru|suzuki|volvo|tesla|mini|jeep|"
    r"chevrolet|chevy|lexus|porsche|mitsubishi|smart|golf|polo|passat|corsa|astra|fiesta|focus|clio|twingo|megane|"
    r"civic|corolla|yaris|prius|octavia|fabia|transit|sprinter|berlingo|kangoo|duster|sandero|panda|punto|ibiza|leon|"
    r"qashqai|juke|micra|tiguan|touran|caddy|model [3sxy]|i[1-3]0|rav4|civic|accord|camry|mustang|explorer|silverado|"
    r"f-?150"
    r")"
)
_PLATED: Final = (
    r"(?:"
    r"(?:number|licen[cs]e|registration)[ -]?plates?"
    r"|plates?"
    r"|plate (?:no\.?|number)"
    r"|reg(?:istration|o)?"
    r"|registrierung|kennzeichen|kfz-?kennzeichen|nummernschild|kenteken|nummerplaat|plaque|immatriculation"
    r"|immatricul[ée]e?|targa|targata|matr[íi]cula|placa|tablica|rejestracj\w+|rendsz[áa]m|spz|nummerskylt|nummerplade"
    r"|regnr|plaka\w*|vrm|(?<!bag )(?<!luggage )tag(?! n)"
    r")"
)
_SHAPE: Final = (
    r"(?-i:"
    r"[A-Z][ -]\d{5}[ -][A-Z]|"
    r"[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,3}[ -]?\d{4}|[A-ZÄÖÜ]{1,3}[ :-][A-Z]{1,2}[ -]?\d{1,4}[EH]?|"
    r"[A-Z]{2}\d\d[ ]?[A-Z]{3}|[A-Z]\d{1,3}[ ]?[A-Z]{3}|[A-Z]{1,3}[ -]?\d{2,4}[ -]?[A-Z]{1,3}|\d{4}[ -]?[A-Z]{3}|"
    r"\d[A-Z]{3}\d{3}|[A-Z]{3}[ -]?\d{3,4}|\d{3,4}[ -]?[A-Z]{2,3}|[A-Z]{2}[ -]?\d{3,5}[ -]?[A-Z]{0,2}|"
    r"[A-Z]{1,2}[ -]\d{3,5}[A-Z]?|\d{1,3}[ -]?[A-Z]{1,3}[ -]?\d{1,4}|\d\d[ ]\d\d[ ][A-Z]{2}|[A-Z]{1,2}\d{4,5}|"
    r"[A-Z]{1,2}-\d{2,5}[ ]?[A-Z]{1,2}|\d[A-Z]{2}[ ]\d[A-Z]{2}"
    r")"
)
_SMALL_SHAPE: Final = (
    r"(?:[a-z]{2}\d\d[ ]?[a-z]{3}|[a-zäöü]{1,3}-[a-z]{1,2}[ -]?\d{1,4}|[a-z]{2}-\d{3}-[a-z]{2}|\d{4}[ ]?[a-z]{3}|"
    r"\d[a-z]{3}\d{3}|[a-z]{3}[ -]?\d{4})"
)
_VIN: Final = r"(?=[A-Z0-9]*[A-Z])(?=(?:[A-Z]*\d){5})[A-HJ-NPR-Z0-9]{17}"
_VIN_WORDS: Final = (
    r"(?:"
    r"vin|vehicle identification|chassis|fin|fahrgestell\w*|fahrzeug-?ident\w*|num[ée]ro de s[ée]rie|ch[âa]ssis|"
    r"bastidor|telaio|chassi|chassisnummer|chassinummer|podwozi\w+"
    r")"
)
_SERIAL_WORDS: Final = (
    r"(?:imei|meid|imsi|iccid|esn|udid|uuid|android id|device[ -]id|ger[äa]te-?(?:id|nummer)|advertising id|gaid|idfa|"
    r"sim(?: card)?(?: number| no\.?| serial)?|serial (?:number |no\.? )?of (?:my|his|her|our|the) [a-z]+|"
    r"(?:my|his|her|our) (?:[a-z]+['’]s )?(?:[a-z]+ )?serial(?: number| no\.?)?|installation id|"
    r"(?:fitbit|watch|phone|laptop|router|tablet|ipad|iphone|macbook|camera|console|headphones?|printer|tv|modem|kindle|"
    r"drone)[ :,]{1,2}(?:s/n|serial(?: number| no\.?)?))"
)
_CYRILLIC: Final = "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425"
"""The letters of Russian licence plates: those that look like Latin ones."""
_NOT_A_PLATE: Final = after_a_thing("plates? of|error|code|train|bus|gate|seat")


def _vin(text: str) -> bool:
    """Whether a number of a vehicle ends in a running number, and no digit is repeated throughout."""
    return text[-4:].isdigit() and len(set(text)) > 5  # noqa: PLR2004 - fewer are a pattern, not a number


def _plate(text: str) -> bool:
    """Whether it has the length of a licence plate."""
    return 5 <= sum(letter.isalnum() for letter in text) <= 10  # noqa: PLR2004 - the shortest and the longest


def _long(text: str) -> bool:
    """Whether it has the length of the number of a device."""
    return sum(letter.isdigit() for letter in text) >= 4 and len(text) >= 8  # noqa: PLR2004


DEVICES: Final[tuple[Pattern, ...]] = (
    pattern("device_id", r"(?i)(?<![\w:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:-])", needs=":-"),
    pattern("device_id", r"(?i)(?<![\w.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w.]\w|\w)", needs="."),
    pattern(
        "device_id",
        r"(?i)\b(?:mac|wlan|wi-?fi|ethernet|bluetooth|hw ?addr|ether|physical|hardware)"
        r"(?:[ -]?(?:address|addr|adresse|id))?\b[^\n\d.!?]{0,14}?[ :=]"
        r"(?P<v>[0-9a-f]{12}|(?:[0-9a-f]{2}[ ]){5}[0-9a-f]{2}|[0-9a-f]{6}[:-][0-9a-f]{6})(?!\w)",
        needs=_DIGITS,
    ),
    pattern("device_id", r"(?<![\w.,-])\d{2}-?\d{6}-?\d{6}-?\d(?![\w.,-]\d|\w)", checksums.imei, needs=_DIGITS),
    pattern(
        "device_id",
        rf"(?i)(?<!\w){_SERIAL_WORDS}(?!\w)[^\n\d!?]{{0,12}}?[ :=#](?P<v>[A-Z0-9](?:[:-]?[A-Z0-9]){{7,39}}|"
        rf"\d[\d ]{{12,22}}\d)(?![\w-])",
        _long,
        needs=_DIGITS,
    ),
    pattern("vehicle_id", rf"(?i)\b{_VIN_WORDS}\b[^\n\d!?]{{0,25}}?[ :=#](?P<v>{_VIN})(?!\w)", needs=_DIGITS),
    pattern("vehicle_id", rf"(?<![\w-]){_VIN}(?![\w-])", _vin, needs=_DIGITS),
    pattern(
        "vehicle_id",
        r"(?i)\b(?:engine|motor) (?:number|no\.?)(?: is|:)? (?P<v>[A-Z0-9][A-Z0-9-]{6,16}[A-Z0-9])(?![\w-])",
        _long,
        needs=_DIGITS,
    ),
    pattern("device_id", r"(?<![\w/])S/N(?::| is|#)?[ ]?(?P<v>[A-Z0-9]{8,20})(?![\w-])", _long, needs=_DIGITS),
    pattern(
        "licence_plate",
        rf"(?<!\w)[{_CYRILLIC}][ ]?\d{{3}}[ ]?[{_CYRILLIC}]{{2}}[ ]?\d{{2,3}}(?!\w)",
        needs=_CYRILLIC,
    ),
    pattern(
        "licence_plate",
        rf"(?i)(?<!\w){_PLATED}(?!\w)(?![ ]of\b)[^\n\d!?]{{0,24}}?(?<![\w-])(?P<v>{_SHAPE}|{_SMALL_SHAPE})(?![\w-])",
        _plate,
        needs=_DIGITS,
        unless=_NOT_A_PLATE,
    ),
    pattern(
        "licence_plate",
        rf"(?i)(?<!\w){_VEHICLE}(?!\w)[^\n\d!?]{{0,18}}?(?<![\w-])(?P<v>{_SHAPE})(?![\w-])",
        _plate,
        needs=_DIGITS,
        unless=_NOT_A_PLATE,
    ),
    pattern(
        "licence_plate",
        rf"(?<![\w-])(?P<v>{_SHAPE})(?![\w-])(?i:[ ,]{{1,2}}(?:(?:is|was|=|-|"
        rf"ist)[ ][^\n\d.!?]{{0,20}}?)?{_PLATED}(?!\w))",
        _plate,
        needs=_DIGITS,
    ),
)
"""Where two meet, that which comes first holds."""
