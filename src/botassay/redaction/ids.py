"""Numbers that stand for one person in somebody's register: tax, health, citizens, customers and bank accounts.

Each is told by a word before it or behind it; what has check digits and letters counts without one.
"""

import re
from collections.abc import Iterator
from typing import Final

from botassay.redaction import checksums
from botassay.redaction.pattern import Check, Pattern, pattern

_DIGITS: Final = "0123456789"
_UNITS: Final = (
    r"(?:days?|weeks?|months?|years?|hours?|minutes?|mins?|times|euros?|eur|usd|dollars?|pounds?|people|users|items|%|"
    r"points?|miles|followers|characters|digits|tokens|steps|kilometers|km|tage?|jahre?|stunden|jours|ans|d[íi]as|"
    r"a[ñn]os)"
)
_GROUPS: Final = rf"(?:[./-][A-Z0-9]{{1,16}}|[ ](?=[A-Z]?\d\d)[A-Z0-9]{{2,16}}(?![ ]?{_UNITS}\b)){{0,7}}"
_ID: Final = (
    r"(?:"
    r"(?-i:"
    rf"(?:[A-Z]{{1,5}}[ ./-]?)?\d[A-Z0-9]{{0,20}}{_GROUPS}(?:[ ][A-Z](?![\w'’]))?"
    r"|[A-Z]{1,5}(?:[./-][A-Z0-9]{1,16}){1,6}"
    r"|[A-Z]{1,8}\d[A-Z0-9]{0,16}"
    r")"
    r"|[a-z]{0,5}[-/.]?\d[a-z0-9]{0,20}(?:[-/.](?=[a-z]{0,9}\d)[a-z0-9]{1,12}){0,6}"
    r")"
)
"""A number of somebody's register: groups of digits and capital letters."""
_NO: Final = (
    r"(?:"
    r"[ -]?(?:"
    r"numbers?|num|no\.?|nr\.?|n[º°o]\.?|nummer|numer|numero|n[úu]mero|num[ée]ro|id|ids|code|reference|ref|card|"
    r"account|key|#"
    r")"
    r")*(?:['’]s)?"
)
"""`number`, `no.`, `Nr.` behind a word, once or more."""
_IS: Final = (
    r"[ ]*(?:"
    r"[:=#(,–—-]"
    r"|(?:"
    r"is|was|are|ist|lautet|est|es|[eéè]|er|är|jest|now|reads?|says|of|on|as|the|my|f[üu]r|hat|has|should (?:be|read)|"
    r"c['’]est"
    r")(?![\w-])"
    r")?(?:[ ]*(?:[:=#(\"“'–—-]|(?:is|ist|est|es|not|be)(?![\w-])))*[ ]*"
)
_BEHIND: Final = (
    r"[\"”')]?[ ,]{0,2}(?:<-+|←|is|was|as|=|that['’]?s|thats|the|my|ist|est|es|é|è|\(|-)(?!\w)[^\n\d.!?]{0,25}?(?<!\w)"
)
"""What stands between a number and the word that says what it is."""

_TAX: Final = (
    r"(?:"
    r"tax(?:payer)?(?:[ ](?:id|identification|file|reference|ref|code|number))+"
    r"|tin|itin|ein|fein|utr|unique taxpayer reference|tfn|abn|acn|gstin?"
    r"|vat(?:[ ](?:id|reg(?:istration)?))?"
    r"|steuer[ -]?(?:id|identifikations?|nr\.?|nummer)(?:nummer|nr\.?)?"
    r"|steuerliche identifikationsnummer|idnr\.?|st\.?[ -]?nr\.?"
    r"|ust[.-]?[ -]?id(?:[ -]?nr\.?|nummer)?"
    r"|umsatzsteuer-?id(?:nr\.?)?"
    r"|uid(?:-nummer|-nr\.?)?"
    r"|mwst(?:[ -]nr\.?)?|finanzamt"
    r"|num[ée]ro (?:fiscal|de tva)"
    r"|n[°º] (?:fiscal|de tva)"
    r"|tva(?: intracom\w*)?"
    r"|siret|siren|spi|codice fiscale|c\.?f\.|partita iva|p\.?[ ]?iva|nif|cif|n[.]i[.]f[.]?|nipc|contribuinte|cpf|cnpj"
    r"|cuit|cuil|rut|rfc|nit|ruc"
    r"|btw(?:[ -](?:nr\.?|nummer|id))?"
    r"|rsin|fiscaal nummer|nip|regon|inn|инн|d[ij][čc]|i[čc]o|ad[óo]sz[áa]m|ad[óo]azonos[íi]t[óo]|cvr|se-nr"
    r"|moms(?:nr|registreringsnummer)?"
    r"|orgnr|y-tunnus|afm|αφμ"
    r"|vergi (?:no|numaras[ıi])"
    r"|vkn|pan|npwp|ird"
    r")"
)
_HEALTH: Final = (
    r"(?:"
    r"nhs(?: health)?|aok|barmer|dak|tk"
    r"|techniker(?: krankenkasse)?"
    r"|ikk|bkk|knappschaft|bupa|aetna|cigna|humana|kaiser permanente|anthem"
    r"|blue (?:cross|shield)"
    r"|bcbs|united ?health\w*|medibank|vhi|ehic|swica|css|helsana|sanitas|cpam|ameli|chart|health fund"
    r"|health(?:care)?[ ](?:insurance|card|id|plan|number|care number)"
    r"|medical (?:record|card|id|aid)"
    r"|medicare|medicaid|mbi|hicn|mrn|ohip|carecard|phn|chi|h&c|hospital|patient(?:en)?|nhi|ihi|krankenkassen?"
    r"|kranken(?:versicherung(?:s)?|versicherten)?"
    r"|versicherten?|versicherungs?|kvnr|gesundheitskarte|egk"
    r"|(?<!national )(?<!social )insurance(?: (?:member|card|policy|id))?"
    r"|member (?:id|number)|subscriber id|group number|rx ?bin|carte vitale|mutuelle|num[ée]ro d['’]adh[ée]rent"
    r"|tessera sanitaria|tarjeta sanitaria|cip|sns|utente"
    r"|cart[ãa]o (?:de utente|(?:do )?sus)"
    r"|cns|polisnummer|zorgverzekering|zorgpas|zvnr|kartennummer der krankenkasse|ahv|avs|veka|kupat holim"
    r")"
)
_CITIZEN: Final = (
    r"(?:"
    r"aadh?aar|uidai|rijksregisternummer|rijksregister|registre national|num[ée]ro (?:de )?registre national|insz|niss"
    r"|national (?:id|identity|insurance|number)"
    r"|nino|ni"
    r"|identity (?:card|number|document)"
    r"|id ?card|government id|perso(?:nal)?ausweis|ausweis|carte d['’]identit[ée]|cni|documento de identidad|c[ée]dula"
    r"|carta d['’]identit[àa]|cart[ãa]o de cidad[ãa]o|bilhete de identidade|identiteitskaart|id-kaart|bsn"
    r"|burgerservicenummer"
    r"|dowodu?(?: osobist\w+)?"
    r"|pesel|personnummer|f[øo]dselsnummer|cpr|henkil[öo]tunnus|hetu|rodn[ée] [čc][íi]slo|ob[čc]ansk[ýy] pr[ůu]kaz"
    r"|jmbg|oib|egn|cnp|curp|ine|dni|nie|pps(?:n)?|sin|social insurance|num[ée]ro de s[ée]cu\w*"
    r"|n[°º] (?:de )?s[ée]cu\w*"
    r"|s[ée]cu(?:rit[ée] sociale)?"
    r"|sozialversicherungs?|rentenversicherungs?|sv|numero de la seguridad social|seguridad social|nuss|nric|fin|hkid"
    r"|my ?kad|mykad|ktp|nik|cnic|thai id|teudat zehut|tckn|tc(?: kimlik)?|kimlik|voter id|epic"
    r"|driv(?:er|ing)['’]?s?['’]? ?licen[cs]e|dl|f[üu]hrerschein"
    r"|permis(?: de conduire)?"
    r"|carn[ée]t? de conducir|rijbewijs|patente(?: di guida)?|carta de condu[çc][ãa]o|k[øo]rekort|prawo jazdy"
    r"|residence permit|green ?card|visa|aufenthaltstitel|titre de s[ée]jour|alien|uscis|a-number|veteran"
    r")"
)
_CUSTOMER: Final = (
    r"(?:"
    r"customers?(?:[ -](?:care|account|loyalty))?"
    r"|clients?|kunden?|kd\.?|klant(?:en)?|clien(?:te|ti)|asiakas|kund|kunde|z[áa]kazn[íi]k\w*|m[üu][şs]teri"
    r"|member(?:ship)?|mitglieds?|socio|s[óo]cio|adh[ée]rent|abonn[ée]|abonnements?|subscriber|subscription"
    r"|policy ?holders?|patron|vielflieger"
    r"|loyalty(?: card)?|club ?card|bonus ?card|nectar(?: card)?|payback|bahncard|miles (?:and|&) more|frequent flyer"
    r"|rewards?(?: card)?|advantage card|contract|vertrags?|contrat|contrato|contratto|contractnummer|polic(?:y|e)"
    r"|p[óo]liza|polizza|ap[óo]lice|police(?:n)?|versicherungsschein|claim|schaden|sinistre|siniestro|user|supporter"
    r"|donor|library card|library|leser|meter|z[äa]hler|nmi|mpan|mprn|mieter|applicant|application|aktenzeichen"
    r"|dossier"
    r")"
)
_CUSTOMER_TOLD: Final = (
    r"(?:"
    rf"{_CUSTOMER}[ .-]{{0,2}}"
    r"(?:no\b\.?|nr\b\.?|num\b\.?|n[º°]\.?|#|numbers?|nummer|numer\w*|n[úu]mero|id|ids|reference|ref|code|nro)"
    r"(?: (?:no|number|nr)\.?)?"
    r"|(?:n[º°]|no\.?|num[ée]ro|n[úu]mero|numero|r[ée]f[ée]rence|nr\.?|ref)[ ](?:de |du |di |do |d['’])?"
    r"(?:client\w*|cliente|abonn[ée]|contrat\w*|socio|s[óo]cio|p[óo]liza|polizza|adh[ée]rent|compte client|dossier)"
    r"|loyalty card|club ?card|nectar card|bahncard|library card|membership card|frequent flyer|subscriber|policy"
    r"|(?:account|acct|a/c) (?:id|ref|reference|code)"
    r"|klient\w* (?:nr|id|number)"
    r"|nr klienta|kundennr\.?|kundennummer|kd\.-?nr\.?|klantnr\.?|klantnummer|lidnummer|asiakasnumero|kundnummer"
    r"|kundenummer|vertragsnr\.?|vertragskonto|mitgliedsnr\.?|z[äa]hlernr\.?|z[äa]hlernummer|medlemsnummer|s[óo]cio"
    r"|customer"
    r")"
)
_BANK: Final = (
    r"(?:"
    r"(?:bank|checking|savings?|current|giro|debit|deposit|joint|spar|private)(?:[ -]?(?:account|acct|a/c|konto))?"
    r"|account|acct|acc|a/c|kto\.?"
    r"|konto(?:nummer|nr\.?)?"
    r"|blz|bankleitzahl|compte(?: bancaire)?|rib|cta\.?|cuenta(?: bancaria)?|ccc|conto(?: corrente)?|c/c|abi|cab"
    r"|conta(?: corrente| banc[áa]ria)?"
    r"|ag[êe]ncia|rekening(?:nummer)?|rek\.?|bankrekening|kontonummer|bankgiro|plusgiro|bg|pg|clearing(?:nummer)?"
    r"|reg\.?(?:-?nr\.?)|tilinumero|rachun(?:ek|ku)|[čc][íi]slo [úu][čc]tu|[úu][čc]et|hesap|bsb|sort ?code|routing|aba"
    r"|transit|institution|ifsc|clabe|micr|swift|bic|payee|beneficiary|upi|wire(?:d)?|transfer(?:red)?|transferencia"
    r"|virement|[üu]berweis\w+|direct deposit|standing order"
    r")"
)


def _digits_at_least(count: int) -> Check:
    """Return a check of how many digits a text has."""
    return lambda text: sum(letter in _DIGITS for letter in text) >= count


def _register(text: str) -> bool:
    """Whether it is a number of a register: four digits, and no year, date, time or price alone."""
    plain = re.sub(r"\W", "", text)
    dated = re.fullmatch(
        r"(?:19|20)\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|(?:19|20)\d\d[./-]\d\d[./-]\d\d|\d+[.,]\d\d?", text
    )
    return len(plain) >= 4 and not dated and sum(map(str.isdigit, plain)) >= 4  # noqa: PLR2004 - the shortest of them


def _banked(text: str) -> bool:
    """Whether digits are as many as a bank account has."""
    return 7 <= len(checksums.digits(text)) <= 20 and _register(text)  # noqa: PLR2004


def _told(kind: str, words: str, number: str, check: Check, gap: int = 0) -> Iterator[Pattern]:
    """Yield what finds a number that a word tells, before it or behind it.

    Args:
        kind: of the number.
        words: that tell it.
        number: its shape.
        check: of the number.
        gap: letters that may stand between.
    """
    loose = rf"(?:[^\n\d!?]{{0,{gap}}}?[ :#=(\"“])??" if gap else ""
    told = (
        rf"(?i)(?<![\w]){words}(?:nummer|nr\.?|number)?(?![\w]){_NO}{_IS}{loose}(?<![\w.,])[\"“'#(]?(?P<v>{number})"
        rf"(?![\w])(?![ ]?(?:%|{_UNITS}\b))"
    )
    yield pattern(kind, told, check, needs=_DIGITS)
    yield pattern(kind, rf"(?i)(?<![\w.,/-])(?P<v>{number})(?![\w]){_BEHIND}{words}(?!\w)", check, needs=_DIGITS)


IDS: Final[tuple[Pattern, ...]] = (
    # what counts by its shape and check digits
    pattern("tax_id", r"(?<!\w)DE[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}(?!\w)", checksums.vat_german, needs="D"),
    pattern("tax_id", r"(?<!\w)FR[ ]?[0-9A-Z]{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}(?!\w)", checksums.vat_french, needs="F"),
    pattern("tax_id", r"(?<!\w)(?:ATU\d{8}|NL\d{9}B\d\d|ESB?\d{8}[A-Z]?|CHE-\d{3}\.\d{3}\.\d{3})(?!\w)", needs=_DIGITS),
    pattern("tax_id", r"(?<!\w)[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?!\w)", needs=_DIGITS),
    pattern("tax_id", r"(?<!\w)\d{2}\.\d{3}\.\d{3}/\d{4}-\d\d(?!\w)", needs="/"),
    pattern(
        "tax_id", r"(?<![\w.,-])\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}(?![\w.,-]\d|\w)", checksums.german_tax, needs=_DIGITS
    ),
    pattern("tax_id", r"(?<!\w)\d\d[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d](?!\w)", needs=_DIGITS),
    pattern(
        "account_number",
        r"(?<![\w.,/-])\d\d[ -]\d\d[ -]\d\d[ ]?[/,;]?[ ]?(?:\d{8}|\d{4}[ ]\d{4})(?![\w.,/-]\d|\w)",
        needs=_DIGITS,
    ),
    pattern(
        "account_number",
        r"(?i)\bsort(?:[ -]?code)?\b[^\n\d.!?]{0,12}(?P<v>\d\d([ -]?)\d\d\2\d\d)(?![\w./-]?\d)",
        needs=_DIGITS,
    ),
    pattern(
        "customer_id",
        r"(?i)\b(?:customer|client|account|user)[ ](?:id|ref)[ :=#]{1,3}(?P<v>[a-z]{2,6}_(?=[a-z]*\d)\w{8,40})(?!\w)",
    ),
    pattern("health_id", r"(?<!\w)[1-9][A-Z][A-Z0-9]\d-?[A-Z][A-Z0-9]\d-?[A-Z]{2}\d\d(?!\w)", needs=_DIGITS),
    pattern("health_id", r"(?<!\w)[A-Z][ ]?\d{3}[ ]?\d{3}[ ]?\d{3}(?!\w)", checksums.german_insured, needs=_DIGITS),
    pattern("national_id", r"(?<![\w.])\d\d\.\d\d\.\d\d-\d{3}[.-]\d\d(?!\w)", needs="."),
    pattern(
        "national_id", r"(?<![\w.,-])[2-9]\d{3}[ -]\d{4}[ -]\d{4}(?![ -]?\d|\w)", checksums.verhoeff, needs=_DIGITS
    ),
    pattern("national_id", r"(?<!\w)[A-Z9]{5}\d{6}[A-Z9]{2}\d[A-Z]{2}(?!\w)", needs=_DIGITS),
    pattern("national_id", r"(?<!\w)[STFGM]\d{7}[A-Z](?!\w)", checksums.nric, needs=_DIGITS),
    # what words tell
    *_told(
        "ssn",
        r"(?:ssns?|social(?:[ ]security)?(?:[ ]sec)?|soc(?: sec)?|ss#)",
        r"\d{3}[ ./-]?\d\d[ ./-]?\d{4}",
        _digits_at_least(9),
        45,
    ),
    *_told("tax_id", r"rfc", r"(?-i:[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3})", _digits_at_least(6)),
    *_told("tax_id", r"pan(?:[ ]card)?", r"(?-i:[A-Z]{5}\d{4}[A-Z])", _digits_at_least(4)),
    *_told("health_id", r"medicare", r"\d{4}[ ]\d{5}[ ]\d", _digits_at_least(10)),
    *_told("tax_id", _TAX.replace("rfc|", ""), _ID, _digits_at_least(6), 25),
    *_told("health_id", _HEALTH, _ID, _digits_at_least(5), 22),
    *_told(
        "national_id",
        _CITIZEN,
        r"(?:"
        r"(?-i:[A-Z]{1,3}[ -]?)?\d[\dA-Z]{0,16}(?:[ ./-](?=[A-Z]?\d)[\dA-Z]{1,10}){0,8}(?:[ -]?(?-i:[A-Z])(?![\w'’]))?"
        r"|(?-i:[A-Z]{4,6}\d{5,6}[A-Z0-9]{4,7})"
        r")",
        _digits_at_least(6),
        30,
    ),
    *_told(
        "national_id",
        r"(?:employee|emp|staff|personnel|payroll|student|matrikel|matriculation|badge|inmate)(?: id)?",
        _ID,
        _register,
    ),
    *_told("customer_id", _CUSTOMER_TOLD, _ID, _register, 8),
    *_told(
        "account_number", _BANK, r"(?-i:[A-Z]{0,4}\d(?:[ ./-]{0,2}\d){5,21}(?:[ -]?[A-Z0-9]{1,2}(?!\w))?)", _banked, 26
    ),
    pattern(
        "account_number",
        r"(?i)\b(?:bic|swift)(?:[ -]code)?[ ]*(?:is|:)?[ ]*(?P<v>(?-i:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?))(?!\w)",
    ),
)
"""Where two meet, that which comes first holds."""
