"""Where somebody lives: streets of many countries with what belongs to them, and postcodes with their towns."""

import re
from typing import Final

from botassay.redaction.pattern import Pattern, pattern

_DIGITS: Final = "0123456789"
_TOWN: Final = r"[A-ZÀ-ÖØ-ÞĀ-Ž](?:['’.]?[a-zß-öø-ÿā-ɏ])+(?:-[A-Za-zÀ-ɏ]+)*"
_CITY: Final = rf"{_TOWN}(?:[ ](?:(?:am|an der|im|ob|sur|sous|de|del|la|do|da|on|upon|next|den|aan)[ ])?{_TOWN}){{0,2}}"
_CAP: Final = r"[A-ZÀ-ÖØ-ÞĀ-Ž](?:[^\W\d_]|['’-](?=[^\W\d_])){0,40}"
_HOUSE: Final = (
    r"\d{1,5}[ ]?(?:[a-zA-Z](?!\w))?(?:[/-]\d{1,4}[a-zA-Z]?|-(?:[IVX]{1,4}|hs|huis)\b)?(?:[ ]?(?:bis|ter|quater)\b)?"
)
_UNIT: Final = (
    r"(?i:"
    r"apartment|apto?|appartement|appt|app|suite|ste|unit|flat|floor|fl|room|rm|door|puerta|pta|piso|planta|esc|"
    r"escalera|bloque|blk|block|tower|lvl|level|etage|[ée]tage|b[âa]t(?:iment)?|whg|wohnung|hinterhaus|vorderhaus|og|"
    r"eg|scala|interno|int|andar|bus|lok|top|stiege|hs|huis|lot"
    r")"
)
_WITHIN: Final = (
    rf"(?:,?[ ](?:{_UNIT}(?:\.?[ ]#?\w{{1,5}}|\.?#?\d\w{{0,4}})(?!\w)|#\w{{1,5}}|"
    rf"\d{{1,2}}\.?[ºª°oa]\.?[ ]?(?:izq\.?|"
    rf"dcha\.?|dta\.?|[Ee]sq\.?|[Dd]to\.?|centro|[A-Z]\b)?|\d{{1,2}}(?:n|r|er|on|t|a)(?!\w)|"
    rf"\d{{1,2}}(?:st|nd|rd|th)[ ]floor|\d{{1,2}}\.[ ]?(?:tv|th|mf|OG|Stock|Etage)\b\.?|second floor|"
    r"[A-H][ ]?\d{1,3}(?!\w)|Hinterhaus|Vorderhaus|bajo\b|s/n)){0,3}"
)
"""A flat within a house."""
_CODES: Final = (
    r"(?:"
    r"(?:[A-Z]{1,3}[- ])?\d{5}(?:-\d{3,4})?"
    r"|\d{4}[ ]?[A-Z]{2}|\d{3}[ ]\d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{5}-\d{3}|\d{3}-\d{4}"
    r"|(?:[A-Z]{1,3}[- ])?\d{4,6}"
    r"|[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}|[A-Z]\d[A-Z][ ]?\d[A-Z]\d|[A-Z]\d[\dW][ ]?[A-Z\d]{4}"
    r")(?!\d)"
)
_AFTER: Final = (
    rf"{_WITHIN}(?:,?[ ](?:in[ ])?(?:{_CODES}[ ]{_CITY}(?:[ ][A-Z]\b)?|{_CODES}(?![\w.,]*\d))|,[ ]{_CITY}(?![\w'’]))?"
    rf"(?:,[ ]{_CITY}(?![\w'’]))?(?:,[ ][A-Z]{{2}}(?!\w))?(?:,?[ ]{{1,2}}(?:[A-Z]{{2,3}}[ ])?{_CODES}(?!\w))?"
    r"(?:[ ]\([A-Z]{2}\))?"
)
"""What can stand behind a street and its number."""
_SMALL_AFTER: Final = r"(?:,?[ ](?:apt|apartment|flat|unit|suite)\.?[ ]?#?\w{1,4}\b)?"
_TYPES: Final = (
    r"(?:"
    r"Street|St|Road|Rd|Avenue|Ave|Av|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Close|Crescent|Cres|Square|Sq|Terrace|"
    r"Ter|Way|Place|Pl|Parkway|Pkwy|Highway|Hwy|Grove|Gardens|Gdns|Mews|Hill|Row|Walk|Circle|Cir|Trail|Quay|Green|"
    r"Rise|View|Park|Vale|Bank|Brow|Croft|Fold|Garth|Gate|Wharf|Yard|Cottages|Villas|Parade|Path|Loop|Run|Ridge|Bend|"
    r"Cl|Point|Cove|Creek|Glen|Heights|Hollow|Meadow|Meadows|Mill|Turnpike|Pike|Esplanade|Promenade|Common|Broadway|"
    r"Wynd|"
    r"Brae|Drove|Chase|End|Field|Fields|Mount|Orchard|Side|Spur|Alley|Crossing|Esp"
    r")"
)
_SURE_TYPES: Final = (
    r"(?:street|road|avenue|boulevard|crescent|terrace|lane|close|grove|gardens|mews|parkway|blvd|ave|rd)"
)
_HOUSE_WORD: Final = r"(?:(?i:house|no\.?|number|nr\.?|n[ºo°]\.?|flat|apt\.?|apartment|unit|plot|room|rm|suite)[ ]?#?)"
_BEFORE: Final = rf"(?:{_HOUSE_WORD}(?:no\.?[ ])?[\dA-Z][\w/-]{{0,5}},[ ](?:{_CAP}(?:[ ]{_CAP}){{0,2}},[ ])?)?"
"""A flat before the house."""
_STREET_OF: Final = (
    r"(?i:"
    r"calle|cl\.|c/|avenida|avda\.?|avd\.?|av\.|plaza|pza\.?|pl\.|paseo|pº|ronda|travesía|camino|carretera|ctra\.?|"
    r"glorieta|carrera|cra\.?|via|viale|v\.le|piazza|p\.za|corso|c\.so|largo|vicolo|strada|str\.|rua|r\.|praça|"
    r"travessa|alameda|estrada|ulica|ul\.|al\.|aleja|os\.|bul\.|bd\.?|bulevardul|jalan|jl\.|jln\.?|lorong|carrer|"
    r"ulitsa|ул\.|улица|пр\.|проспект|soi|đường|duong|rue|boulevard|impasse|chemin|quai|cours|allée|allées|route|"
    r"passage|square"
    r")"
)
_JOIN: Final = (
    r"(?:(?:de|del|de la|la|las|los|el|della|delle|dei|degli|di|do|da|dos|das|des|du|le|les|al|san|l['’]|d['’])[ ]?)*"
)
_ENDED: Final = (
    r"(?:"
    r"stra(?:ß|ss)e|str\.|gasse|weg|platz|allee|ring|damm|ufer|steig|stieg|pfad|kamp|berg|hof|markt|graben|zeile|"
    r"chaussee|straat|laan|gracht|plein|kade|singel|dreef|dijk|steeg|gatan|gata|vägen|väg|gränd|stigen|torget|gate|"
    r"gaten|veien|vei|vegen|gade|vej|vænge|stræde|allé|torv|katu|tie|kuja|polku|aukio|ntie|nkatu"
    r")"
)
_NO_TOWN: Final = (
    r"(?!"
    r"(?:"
    r"Euros?|Dollars?|Pounds?|Franken|Jahren?|Tagen?|Stunden?|Minuten|Kilometern?|Metern?|Meter|Schritten?|Menschen|"
    r"Leuten?|Personen|Einwohnern?|Besuchern?|Zuschauern?|Mitarbeitern?|Kunden|Nutzern?|Studenten|Kindern?|Soldaten|"
    r"St(?:ü|ue)ck|Seiten|W(?:ö|oe)rtern?|Zeichen|Punkten?|Meilen|Watt|Volt|Hz|Liter|Gramm|Kilo|Tonnen|Steps?|Words?|"
    r"Miles?|People|Users?|Points?|Customers?|Items?|Units?|Years?|Days?|Hours?|Followers?|Views?|Likes?|Subscribers?|"
    r"Credits?|Coins?|Bytes?|Personnes|Ann[ée]es|Ans|Jours|Habitants|Pesos|Personas|A[ñn]os|Pasos|Lire|Abitanti|Anni|"
    r"Error|Exit|Is|Was|And|Or|But|The|It|He|She|We|They|I|My|To|In|On|At|For|With|From|Not|No|Yes|Please|Thanks|Why|"
    r"What|How|When|Where|Und|Oder|Ist|Das|Die|Der|Ein|Eine|Uhr|January|February|March|April|May|June|July|August|"
    r"September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Olympics|World|Summer|"
    r"Winter|Spring|Autumn"
    r")(?![a-zß-ÿ])"
    r")"
)
_NO_LEAD: Final = (
    r"(?!"
    r"(?:"
    r"Post|Postal|Zip|Code|Postcode|Plz|Is|In|At|To|The|Near|My|Our|It|And|Or|From|For|Of|Order|Ref|Reference|Flight|"
    r"Model|Part|Room|Seat|Gate|Ticket|Invoice|Version|Item|Case|Eircode|Route|Error|Size|Type|Your|Hi|Hello|Address"
    r")(?![a-z])"
    r")"
)
_UK: Final = r"[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?[ ]?\d[ABD-HJLNP-UW-Z]{2}"
_EIRE: Final = r"(?:[AC-FHKNPRTV-Y]\d\d|D6W)[ ]?(?=[A-Z]{0,3}\d)(?=\d{0,3}[A-Z])[0-9AC-FHKNPRTV-Y]{4}"
_FOUR: Final = (
    r"Wien|Graz|Linz|Salzburg|Innsbruck|Klagenfurt|Villach|Wels|Bregenz|Dornbirn|Z[üu]rich|Genf|Gen[èe]ve|Basel|Bern|"
    r"Lausanne|Winterthur|Luzern|St\. Gallen|Lugano|Biel|Thun|Zug|Chur|K[øo]benhavn|Copenhagen|Aarhus|Odense|Aalborg|"
    r"Frederiksberg|Esbjerg|Roskilde|Oslo|Bergen|Trondheim|Stavanger|Troms[øo]|Bruxelles|Brussel|Brussels|Antwerpen|"
    r"Gent|Li[èe]ge|Namur|Charleroi|Leuven|Brugge|Mons|Mechelen|Luxembourg|Budapest|Debrecen|Szeged|P[ée]cs|Ljubljana|"
    r"Maribor|Sofia|Plovdiv|Varna|Lisboa|Porto|Coimbra|Vienna|Geneva|Sydney|Melbourne|Brisbane|Perth|Adelaide|"
    r"Canberra|Hobart|Auckland|Wellington|Christchurch"
)
"""Towns of countries whose postcodes have four digits."""
_STATES: Final = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|"
    r"UT|V[AT]|W[AIVY])"
)


def _small_street(text: str) -> bool:
    """Whether the words before `street` are its name."""
    return _NO_STREETS.isdisjoint(text.lower().split()[1:-1])


_NO_STREETS: Final = frozenset(
    "the a an of on in at to per down up off by from minutes min miles km meters metres and or for this that other "
    "next same lane lanes year day hour second third first busy main high long wide one two three way".split()
)


def _coded(text: str) -> bool:
    """Whether five digits before a town are a postcode: not round as counts are, and no year."""
    number = "".join(letter for letter in text.split(maxsplit=1)[0] if letter.isdigit())
    return not number.endswith("00")


PLACES: Final[tuple[Pattern, ...]] = (
    # streets with the number first
    pattern(
        "address",
        rf"(?<![\w.,/-]){_BEFORE}(?:{_HOUSE_WORD})?{_HOUSE},?[ ](?:[NSEW]\.?[ ]|North[ ]|South[ ]|East[ ]|West[ ])?(?!"
        r"(?:"
        r"Hotel|Stars?|Years?|Minutes?|Hours?|Days?|Weeks?|Months?|Miles?|Seconds?|Best|Things?|Steps?|Reasons?|Ways?"
        r")\b"
        rf")(?:{_CAP}|\d{{1,3}}(?:st|nd|rd|th))(?:[ ]{_CAP}){{0,3}}[ ]{_TYPES}\b\.?"
        r"(?![ ](?:of|is|was|are|and|[A-Z]\w+ed|in[ ]the)\b(?!\w))"
        rf"(?:[ ](?:North(?:west|east)?|South(?:west|east)?|East|West|N|S|E|W|NE|NW|SE|SW)\b\.?)?{_AFTER}",
        needs=_DIGITS,
        unless=re.compile(r"[$€£#]$"),
    ),
    pattern(
        "address",
        rf"(?<![\w.,/-])(?:(?:{_UNIT})\.?[ ]?\w{{1,4}},[ ])?{_HOUSE},?[ ](?i:"
        r"rue|avenue|boulevard|bd|place|allées?|impasse|chemin|quai|cours|route|passage|square|faubourg|villa|sentier"
        rf")[ ]{_JOIN}{_CAP}(?:[ -](?:(?:de|du|des|la|le|et)[ ])?{_CAP}){{0,4}}{_AFTER}",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        rf"(?<![\w.,/-])\d{{1,5}}[ ](?:[NSEW]\.|North|South|East|West)[ ]{_CAP}(?:[ ](?:Ave|St|Rd|Blvd|"
        rf"Dr)\b\.?)?{_AFTER}",
        needs=_DIGITS,
    ),
    # streets with the number behind
    pattern(
        "address",
        rf"(?<!\w)(?:(?:Am|An der|An den|Auf der|Im|In der|Zum|Zur|Alte|Alter|Neue|Neuer|Kleine|Große|Obere|"
        rf"Untere)[ ])?[A-ZÄÖÜÅÆØ](?:[\wäöüßåæøé]|-(?=\w)){{0,40}}{_ENDED}[ ]{_HOUSE}(?![\w.]*\d){_AFTER}",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        rf"(?<!\w){_CAP}(?:[- ]{_CAP}){{0,2}}[- ](?:"
        r"Straße|Strasse|Str\.|Platz|Allee|Weg|Ring|Damm|Ufer|Gasse|Gatan|Gate|Vej|Straat|Laan|Plein|Katu|Sokak|Sok\.|"
        r"Caddesi|Cad\.|Bulvarı|Mahallesi|utca|út|tér|körút"
        rf")[ ](?i:no[:.]?[ ]?)?{_HOUSE}{_AFTER}",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?i)(?<!\w)[a-zäöüß-]{2,30}(?:stra(?:ß|ss)e|str\.|gasse|straat|gracht|laan)[ ]\d{1,4}[ ]?[a-z]?(?!\w)",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        rf"(?<!\w){_STREET_OF}[ ]{_JOIN}{_CAP}(?:[ ](?:(?:de|la|e|y|i|di|del|da|do|dos)[ ])*{_CAP}){{0,4}},?[ ]"
        rf"(?:(?i:n[ºo°r]?\.?|num\.?|núm\.?|numero|número|d\.|д\.)[ ]?)?{_HOUSE}(?![\w.]*\d){_AFTER}",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?<!\w)(?:Am|An der|An den|Auf der|Auf dem|Im|In der|In den|Unter den|Zum|Zur|Hinter der|Vor dem)"
        rf"[ ]{_CAP}[ ]{_HOUSE},[ ](?:in[ ])?\d{{5}}[ ]{_CITY}",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        rf"(?i:\bP\.?[ ]?O\.?[ ]?Box|\bPostfach|\bApartado(?: de correos)?|\bBoîte postale|\bBP|\bPostbus|\bCasella "
        rf"postale|\bCaixa postal|\bLocked Bag|\bGPO Box)[ ]\d{{1,6}}{_AFTER}(?:,[ ][A-Z]{{2}}[ ]\d{{5}})?",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        rf"(?<!\w)(?:{_CAP}[ ]){{1,3}}(?:Street|Road|Avenue|Drive|Lane|Close|Crescent|Terrace|Grove|Court|Way|Rise)"
        r",?[ ](?i:number|no\.?|house)[ ]?\d{1,4}[a-z]?(?!\w)",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?i:\bhouse[ ](?:no\.?|number)|\bplot(?:[ ]no\.?)?|\bh\.?[ ]?no\.?|\bdoor no\.?|\bflat no\.?)"
        rf"[ ]?[\w/-]{{1,8}},[ ](?:[\w/.-]+[ ,]+){{1,6}}?{_TOWN}(?:,?[ -]{{1,3}}\d{{6}})?(?=[.,;!?]|$|[ ][a-z])",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?<![\w-])(?:[A-Z]-?\d{1,4}|\d{1,4}[A-Z]?(?:/\d{1,4})?),[ ]"
        rf"(?:{_CAP}(?:[ ](?:{_CAP}|\d{{1,3}})){{0,4}},[ ]){{1,4}}{_CITY}[ -]{{1,3}}\d{{6}}(?!\d)",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?<![\w-])(?:Plot|Sector|Phase|Block)[ ]\d{1,4}[A-Z]?,[ ]"
        rf"(?:{_CAP}(?:[ ](?:{_CAP}|\d{{1,3}}))*,[ ]){{0,3}}{_CITY}[ -]{{1,3}}\d{{6}}(?!\d)",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        rf"(?<![\w-])\d{{1,4}}/\d{{1,4}}[ ](?:Moo|M\.)[ ]\d{{1,2}},?(?:[ ]{_CAP}){{0,4}}(?:[ ]\d{{5}})?",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        rf"(?<!\w)(?:The[ ])?(?:{_CAP}[ ]){{1,2}}(?:Cottage|House|Lodge|Farm|Barn|Manor|Mill|Court|Hall),[ ]"
        rf"(?:(?:{_CAP}[ ]){{1,3}}(?:Lane|Road|Street|Hill|Green|Close|Way|Drive|Avenue)),[ ]{_CITY}(?:,?[ ]{_UK})?",
    ),
    pattern(
        "address",
        r"(?i)\b(?:my|our|his|her|their)[ ](?:place|house|home|flat|address)(?:['’]s|[ ]is|,|:)?[ ](?:at[ ])?"
        r"(?P<v>\d{1,5}[a-z]?[ ][a-z]{3,20}(?:,[ ](?:apt|apartment|flat|unit)\.?[ ]\w{1,4}))(?!\w)",
        needs=_DIGITS,
    ),
    pattern(
        "address",
        r"(?i)(?<![\w.,/-])(?:(?:flat|apt\.?|apartment|unit|room)[ ]?\w{1,4},?[ ])?(?:number[ ]|no\.?[ ])?"
        rf"\d{{1,5}}[a-z]?[ ](?:[a-z]+[ ]){{1,3}}{_SURE_TYPES}\b{_SMALL_AFTER}",
        _small_street,
        needs=_DIGITS,
    ),
    pattern(
        "address",
        rf"(?<!\w)(?i:house|h\.?)[ ]?\d{{1,4}}[A-Z]?,[ ](?i:road|street|lane|block|"
        rf"sector)[ ]?[\w/-]{{1,5}}(?:,[ ]{_CAP}(?:[ -]{_CAP})*){{0,4}}",
        needs=_DIGITS,
    ),
    # postcodes with their towns
    pattern(
        "postcode",
        rf"(?<![\w.,-])(?!(?:19|20)\d\d)[1-9]\d{{3}}[ ](?:{_FOUR})(?!\w)(?:[ ]\d{{1,2}}(?![\w.:,]))?(?:[ ][A-ZØ]\b)?",
        needs=_DIGITS,
    ),
    pattern(
        "postcode",
        rf"(?<![\w-])(?:{_NO_LEAD}{_TOWN}(?:[ -]{_TOWN}){{0,2}},?[ ])?{_UK}(?:,?[ ]{_TOWN}(?=[.,;!?]|$))?(?![\w-])",
        needs=_DIGITS,
        unless=re.compile(r"(?i)\b(?:model|part|flight|order|ref|code|sku|item)[ :.#-]{1,2}(?:no\.? |number )?$"),
    ),
    pattern("postcode", rf"(?<![\w-])(?:{_NO_LEAD}{_TOWN}(?:[ ]{_TOWN}){{0,2}},?[ ])?{_EIRE}(?![\w-])", needs=_DIGITS),
    pattern(
        "postcode",
        rf"(?<![\w-])(?:{_NO_LEAD}{_TOWN}(?:[ ]{_TOWN}){{0,2}},?[ ]){_STATES}[ ]\d{{5}}(?:-\d{{4}})?(?![\w-])",
        needs=_DIGITS,
    ),
    pattern(
        "postcode",
        rf"(?<![\w-])(?:{_NO_LEAD}{_TOWN}(?:[ ]{_TOWN}){{0,2}},?[ ])(?:(?:ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|YT|NT|NU)[ ])?"
        r"[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ ]?\d[ABCEGHJ-NPRSTV-Z]\d(?![\w-])",
        needs=_DIGITS,
    ),
    pattern(
        "postcode",
        rf"(?<![\w-])(?:{_NO_LEAD}{_TOWN}(?:[ ]{_TOWN}){{0,2}},?[ ])(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)[ ]\d{{4}}(?!\w)",
        needs=_DIGITS,
    ),
    pattern("postcode", r"(?<![\w-])(?:NSW|VIC|QLD|TAS|ACT)[ ]\d{4}(?!\w)", needs=_DIGITS),
    pattern(
        "postcode",
        rf"(?<![\w-])\d{{4}}[ ]?[A-Z]{{2}}[ ]{_NO_TOWN}{_CITY}",
        needs=_DIGITS,
        unless=re.compile(r"(?i)\b(?:model|part|flight|order|ref|code|sku|item|from|at|since|until)[ :.#-]{1,2}$"),
    ),
    pattern(
        "postcode", rf"(?<![\w.,-])(?:\d{{2}}-\d{{3}}|\d{{4}}-\d{{3}}|\d{{5}}-\d{{3}})[ ]{_NO_TOWN}{_CITY}", needs="-"
    ),
    pattern(
        "postcode",
        rf"(?<![\w.,$€£-])(?:D-|F-|I-|E-)?\d{{5}}[ ]{_NO_TOWN}{_CITY}(?![\w'’])",
        _coded,
        needs=_DIGITS,
        unless=re.compile(
            r"(?i)(?:"
            r"\b(?:"
            r"order|invoice|ticket|case|ref|reference|model|part|about|over|nearly|some|than|error"
            r"|code(?<!postal code)(?<!zip code)(?<!post code)"
            r"|id|number|no\.?|nr\.?|with|für|etwa|rund|über|mehr als|fast|circa|ca\."
            r")"
            r"|[#$€£]"
            r")[ ]?$"
        ),
    ),
    pattern(
        "postcode",
        r"(?i:\b(?:in|to|nach|aus|[àa]|te|naar|i|til|fra|plz|postleitzahl|postnummer|postcode|npa)[ ])"
        rf"(?P<v>(?:(?:A|CH|B|DK|L|NL)-)?[1-9]\d{{3}}[ ]{_NO_TOWN}{_CITY})(?![\w'’])",
        lambda text: not re.match(r"(?:19|20)\d\d", text),
        needs=_DIGITS,
    ),
    pattern(
        "postcode",
        rf"(?<![\w.,-])\d{{3}}[ ]\d{{2}}[ ]{_NO_TOWN}{_CITY}(?![\w'’])",
        needs=_DIGITS,
        unless=re.compile(r"(?i)\b(?:order|invoice|number|no\.?|nr\.?|call|phone|tel\.?|about|over|\d)[ ]?$"),
    ),
    pattern(
        "postcode",
        r"(?i)\b(?:"
        r"zip(?:[ -]?code)?|post ?code|postal code|plz|postleitzahl|c[óo]digo postal|code postal|c\.?p\.?|cap|cep|"
        r"eircode|postnummer|postnr\.?|ir[áa]ny[íi]t[óo]sz[áa]m|ps[čc]|kod pocztowy|kode ?pos|pin ?code"
        r")(?!\w)(?:['’]s)?[ ]*(?:is|was|now|:|=|ist|est|es|[ée])*[ ]*"
        rf"(?P<v>(?-i:{_CODES})(?:[ ](?-i:{_NO_TOWN}{_CITY}))?)(?!\w)",
        needs=_DIGITS,
    ),
    pattern("postcode", rf"(?<![\w-])(?P<v>{_EIRE}|{_UK})(?=[ ](?:is|was)[ ](?:my|our|the)\b)", needs=_DIGITS),
)
"""Where two meet, that which comes first holds."""
