"""Addresses in lower case, as people type them in a chat: often behind words that say where somebody lives."""

from typing import Final

from botassay.redaction.pattern import Pattern, pattern

_DIGITS: Final = "0123456789"
_SUFFIX: Final = (
    r"(?:streets?|st|str|road|rd|avenue|ave|lane|ln|drive|dr|close|court|ct|crescent|cres|way|terrace|gardens?|gdns|"
    r"grove|mews|rise|row|hill|walk|parade|boulevard|blvd|approach|view|green|villas|cottages?|paddocks?|quay|wharf|"
    r"place|pl|square|sq|park|plaza|circle|cir|trail|parkway|pkwy|highway|hwy|heights|crossing|bend|loop|gate)"
)
_DIRECTION: Final = r"(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.?"
_COUNTED: Final = (
    r"(?!(?:am|pm|a\.m|p\.m|o['’]clock|people|persons?|pax|adults?|kids|children|guests?|nights?|euros?|eur|usd|gbp|"
    r"dollars?|pounds?|bucks|cents?|min|mins|minutes?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|km|kms|miles?|"
    r"met(?:er|re)s?|feet|ft|cm|mm|kg|g|grams?|lbs?|ml|l|litres?|items?|pieces?|pcs|packs?|packages?|parcels?|"
    r"boxes|bottles|copies|times|x|percent|more|of|and|or|to|in|on|at|by|for|is|was|per|star|stars|course|bed|"
    r"bedrooms?|rooms?|beds|seats?|tickets?|shirts?|way|mile|minute|hour|day|week|month|year|different|new|big|"
    r"small|large|medium|business|working|calls?|emails?|messages?|units?|blocks?|stops?|floors?|th|st|nd|rd|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|"
    r"jul|aug|sep|sept|oct|nov|dec)\b)"
)
_HOME: Final = (
    r"(?:liv(?:e|es|ed|ing)|stay(?:s|ed|ing)?|resid(?:e|es|ing)|mov(?:e|ed|ing)|deliver(?:y|ed|ies)?|ship(?:ped|ping)?|"
    r"send|sent|post(?:ed)?|mail(?:ed)?|come|drop(?: it| them)?(?: off)?|pick (?:me|us|him|her|it) up|collect(?:ed)?|"
    r"address|adress|addr|adresse|anschrift|direcci[óo]n|indirizzo|house|home|flat|parcel|package|located|bring|"
    r"forward|i am|i['’]?m|we['’]?re|it['’]?s|its)"
)
_LINK: Final = (
    r"(?:[ ,:]+(?:is|was|it|this|that|them|everything|to|at|on|in|now|from|me|us|him|her|my|the|our|his|new|old|"
    r"address|adress|house|place|home|parcel|package|order|back|over|please|pls|instead|here|still|=|-))*[ ,:]+"
)
_FLAT: Final = r"(?:(?:flat|apt\.?|apartment|unit|suite|room|floor|no\.?|number|#)[ ]?\w{1,4},?[ ])?"
_REST: Final = (
    r"(?:,?[ ](?:apt\.?|apartment|flat|unit|suite|ste|floor|#)[ ]?\w{1,5})?(?:"
    r",[ ](?!(?:please|pls|thanks|thx|and|but|my|i|it|that|not|can|the|is|ok|in|at|by|so)\b)[^\W\d_]{3,}(?=[.,]|$|\n)"
    r")?"
)
_NUMBER: Final = r"(?<![\w.,/$€£#:-])\d{1,5}(?:[ ]?[a-f](?![a-z]))?(?:[/-]\d{1,4})?,?"

ADDRESSES: Final[tuple[Pattern, ...]] = (
    pattern(  # moved to 65 willow way, live at 2 the paddocks
        "address",
        rf"(?i)\b{_HOME}{_LINK}(?P<v>"
        rf"{_FLAT}{_NUMBER}[ ]{_COUNTED}(?:{_DIRECTION}[ ])?(?:the[ ])?(?:[^\W\d_][\w'’.-]*[ ]){{0,3}}?{_SUFFIX}"
        rf"(?![\w'’])(?:[ ]{_DIRECTION}(?!\w))?{_REST}"
        r")",
        needs=_DIGITS,
    ),
    pattern("address", rf"(?i)\b{_HOME}{_LINK}(?P<v>\d{{1,4}}[a-f]?[ ]the[ ][a-z]{{4,}}(?=[.,]|$|\n))", needs=_DIGITS),
    pattern(  # flat 2, 88 hill rise; room 12, 5 college walk
        "address",
        r"(?i)\b(?P<v>(?:flat|apt\.?|apartment|unit|suite|room|plot|floor)[ ]?\w{1,4},?[ ]\d{1,5}[a-f]?[ ](?:[^\W\d_]"
        rf"[\w'’.-]*[ ]){{1,3}}?{_SUFFIX}(?![\w'’])(?:[ ]{_DIRECTION}(?!\w))?{_REST})",
        needs=_DIGITS,
    ),
    pattern(  # 1200 e 3rd ave
        "address",
        rf"(?i){_NUMBER}[ ](?:{_DIRECTION}[ ])?\d{{1,3}}(?:st|nd|rd|th)[ ](?:street|st|avenue|ave|road|rd|drive|dr|"
        rf"place|blvd|lane|ln)(?!\w)(?:[ ]{_DIRECTION}(?!\w))?{_REST}",
        needs=_DIGITS,
    ),
    pattern(  # 18b station approach, as the whole of a message or behind a comma
        "address",
        rf"(?i)(?:^|(?<=, )|(?<=\n))(?P<v>{_FLAT}\d{{1,5}}[a-f]?[ ]{_COUNTED}(?:the[ ])?(?:[^\W\d_][\w'’.-]*[ ]){{0,2}}"
        r"(?:street|road|avenue|lane|close|court|crescent|terrace|gardens|grove|mews|approach|rise|drive|boulevard|"
        rf"parade|walk|row|green)(?=$|[,.\n]|[ ](?:apt|flat|please|pls)){_REST})",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?i)\bhouse (?:no\.?|number|nr\.?) ?\d{1,5}\w?(?:,? (?:sector|block|road|phase|street) ?[\w-]{1,6}){1,2}",
    ),
    pattern(  # hauptstr 12a
        "address",
        r"(?i)(?<![\w-])[^\W\d_]{3,30}(?:-[^\W\d_]{2,20}){0,3}(?:stra(?:ß|ss)e|str\.?|weg|allee|gasse|gracht|straat|"
        r"laan|plein|gatan|vägen|gade|katu|utca|damm|ufer)[ ]\d{1,4}[ ]?[a-h]?(?:[/-]\d{1,3})?(?![\w€%])"
        r"(?:,?[ ]\d{4,5}[ ](?:[A-Z]{2}[ ])?[^\W\d_]{3,}(?:[ ](?:am|an der|bei)[ ][^\W\d_]{3,})?)?",
        needs=_DIGITS,
    ),
    pattern(  # am markt 4, 28195 Bremen
        "address",
        r"(?i)(?<!\w)(?:am|an der|an den|auf der|auf dem|im|zum|zur|unter den|hinter der)"
        r"[ ][^\W\d_]{3,20}[ ]\d{1,4}[ ]?[a-h]?,?[ ](?:\d{5}[ ])[^\W\d_]{3,}",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?i)(?<![\w.,-])\d{1,4}(?:[ ]?(?:bis|ter|[a-d]))?,?[ ]"
        r"(?:rue|avenue|boulevard|bd|chemin|all[ée]e|impasse|quai|route)[ ]"
        r"(?:(?:de|des|du|la|le|les)[ ]|d['’]|l['’]|de[ ]l['’])*[^\W\d_][\w'’-]+(?:[ ][^\W\d_][\w'’-]+)?"
        r"(?:,?[ ]\d{5}[ ][^\W\d_][\w-]+)?",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?i)(?<![\w/])(?:"
        r"calle|c/|avenida|avda\.?|paseo|rua|travessa|viale|corso|piazza"
        r"|via(?!"
        r"[ ](?:"
        r"e-?mail|app|phone|chat|sms|text|whatsapp|the|my|a|your|port|http|api|web|usb|wifi|link|post|mail|fax|tcp|"
        r"udp|ssh|paypal|card|bank|m\d"
        r")"
        r")"
        r"|ul\.|ulica|al\.|aleja|trg|strada|calea"
        r")[ ]?(?:(?:de|del|della|degli|dei|dos|das|da|do|la|el|san|santa)[ ]){0,2}[^\W\d_][\w'’-]{2,}"
        r"(?:[ ][^\W\d_][\w'’-]{2,}){0,2},?[ ](?:n[º°.]?[ ]?)?\d{1,5}(?:[/-]\d{1,4})?[a-z]?(?![\w%€:]|[.,]\d)"
        r"(?:,[ ][^\W\d_]{4,}(?=$|[.,\n]))?",
        needs=_DIGITS,
    ),
)
"""Shapes of such addresses."""
