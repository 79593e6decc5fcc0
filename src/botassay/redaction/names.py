"""Names of people, by lists and shape: a first name with a last name, or a name after words that announce one."""

import re
from collections.abc import Iterator
from typing import Final

FIRST: Final = frozenset(
    """aaliyah aaron abdul abdullah abigail adam adaeze adebayo adele adrian adriana agnes agnieszka ahmad ahmed aiden aiko
    aisha aishwarya akiko alan albert alejandra alejandro aleksander aleksandra alessandro alessia alex alexander alexandra
    alexei alexis alfred ali alice alicia alina alison allison alma alvaro alyssa amalia amanda amber amelia amina amir amit
    amrita amy ana anastasia anders andrea andreas andreea andrei andrej andrew andrzej andy angela angelica angelika anil
    anita anja anjali ann anna annabel annabelle anne anneliese annette annie anthony antje anton antonia antonio antoine
    anya april aria ariana arjun arnold arthur arturo asha ashley astrid audrey aurora ava axel ayesha aylin ayse barbara
    bartosz beata beatrice beatriz ben benedikt benjamin bernard bernd bernhard beth bethany betty beverly bilal bill birgit
    bjorn björn bob bogdan boris brandon brenda brian bridget britta bruce bruno bryan caleb callum camila camille carl carla
    carlos carmen carol carole carolina caroline cassandra catherine catalina cecilia celia charles charlie charlotte chen
    chiamaka chiara chinedu chloe chloé chris christa christian christiane christina christine christoph christopher
    cindy claire clara claudia clement colin connor conor corinna craig cristian cristina crystal curtis cynthia daisuke
    damian dan daniel daniela danielle danny daria dariusz darren dave david dawn dean deborah deepak delphine denis denise
    dennis derek detlef diana diane diego dieter dimitri dirk dmitri dmitry dolores dominic dominik donald donna doris
    dorothea dorothy douglas duncan dustin dylan eddie edgar edith edmund eduardo edward edwin eileen elaine eleanor elena
    eleni elias elif elisa elisabeth elise elizabeth ella ellen ellie elliot elsa emeka emil emilia emilie emilio emily emir
    emma emmanuel enrique eric erica erik erika erin ernst esther ethan etienne eugene eva evan eve evelyn fabian fabio
    farah farid fatima fatma federico felicia felicity felipe felix fernanda fernando filip fiona florence florian frances
    francesca francesco francis francisco francois françois frank franz fred freddie frederic frederick frida friedrich
    gabriel gabriela gabriele gabrielle gareth gary gavin gemma geoff geoffrey george georgios gerald gerard gerda gerhard
    gertrud giorgio giovanni gisela giulia giuseppe gloria gonzalo gordon graham greg gregor gregory greta grzegorz guillaume
    guillermo gunter günter guido gustav gustavo hadiza hamza hana hanna hannah hannelore hans harald hassan harold harriet
    harry hasan heather hector heidi heike heiko heinrich heinz helen helena helga helmut henning henri henrik henry herbert
    hermann hilda hildegard hiroshi holger horst howard hugh hugo hussein ian ibrahim ida ignacio igor ikechukwu ilona ilse
    imani imran ines ingo ingrid irena irene irina iris isaac isabel isabella isabelle ivan ivana ivy jack jackson jacob
    jacqueline jacques jakob jakub jamal james jamie jan jana jane janet janice janina jared jasmin jasmine jason javier
    jean jeanette jeff jeffrey jelena jennifer jenny jens jeremy jerome jerry jesse jessica jesus jill jim jimmy jin joan
    joana joanna joanne joao joão joachim jochen joe joel johan johann johanna johannes john johnny jonas jonathan jorge jörg jose
    josé josef josefina joseph josephine josh joshua juan juana judith judy julia julian juliana julie julien juliet jun jürgen
    justin jutta kaitlyn kamal kamil karen karim karin karina karl karla karolina katarina katarzyna kate katharina
    katherine kathleen kathrin kathryn kathy katie katja katrin kavita kay kayla keiko keith kelly kelsey ken kenji kenneth
    kerry kerstin kevin khadija khalid kim kimberly kirsten klaus konrad krzysztof kristen kristian kristin kristina kurt
    kwame kyle lakshmi lamar lara larissa larry lars latisha laura lauren laurence laurent lawrence layla lea leah leila lena
    leo leon leonard leonie leroy leslie leticia lewis liam lina linda lindsay lisa lorena lorenzo lori lothar louis louisa
    louise luc luca lucas lucia lucie lucy ludwig luigi luis luisa luiza lukas lukasz łukasz luke lydia lynn maciej madeleine madison
    magdalena mahmoud maja malcolm malik małgorzata malgorzata mandy manfred manuel manuela marc marcel marcela marcin marco marcos
    marcus margaret margarita margit maria mariam mariana marianne marie marija marina mario marion marisol marissa marjorie
    markus marlene marta martha martin martina marvin mary maryam mason mateo mateusz mathias mathieu matilda matt matteo
    matthew matthias maureen maurice mauricio max maximilian maya mei megan mehmet melanie melissa mia michael michaela
    michal michał michel michele michelle miguel mihai mika mikael mike mikhail mila milan mildred milena miles ming miranda
    miriam mirjam mitchell mohamed mohammad mohammed moira molly mona monica monika morgane moritz mustafa myriam nadia
    nadine nadja naomi natalia natalie natasha nathalie nathan nathaniel neil nelson ngozi nia niamh nicholas nick nico
    nicola nicolas nicole nigel nikhil niklas nikola nikolai nikos nina noah noemi nora norbert norma norman nuria odette
    ola olaf oleg olga oliver olivia olivier olumide omar oscar oskar otto owen pablo paige pamela paola paolo pascal patricia
    patrick patrik paul paula paulina pauline paulo pavel pedro peggy penelope penny per petra peter philip philipp philippe
    phillip phoebe phyllis pierre piotr polly pooja prakash priya quentin rachel rafael rahul rainer raj rajesh ralf ralph
    ramon randy raphael rashid raul ravi raymond rebecca regina reinhard renata renate rene rhys ricardo richard rick ricky rita
    rob robert roberta roberto robin rodrigo roger roland rolf roman ronald rosa rosalind rosemary ross roxanne roy ruben rudolf
    russell ruth ryan sabine sabrina saeed sally salma salvatore sam samantha samir samuel sandra sandy sanjay santiago sara
    sarah sasha satoshi scott sean sebastian sebastien selena selma serena serge sergei sergey sergio seth shannon sharon shauna
    shawn sheila shelley shirley shreya sigrid silke silvia simon simona simone siobhan sofia sofie solomon sonia sonja sophia
    sophie stacey stan stanislav stefan stefania stefanie stella stephan stephanie stephen steve steven stuart sue sunil
    sunita susan susana susanne suzanne svetlana svenja sven swati sybille sylvia sylvie tamara tamika tania tanja tanya tara
    tatiana ted teresa terry thandiwe theo theodore theresa therese thomas thorsten tiffany tim timo timothy tina tobias tom tomas
    tomasz tommy toni tony torsten tracey tracy travis trevor tristan tunde tyler tyrone udo ulrich ulrike ursula ute uwe
    valentina valerie vanessa vera verena veronica veronika vicky victor viktor viktoria vijay vikram vincent vincenzo viola
    violet virginie vivian viviana vladimir volker walter wanda wayne wei wendy werner wilfried wilhelm wiebke will william
    wolfgang xavier ximena yannick yara yasmin yasmine yolanda yosef youssef yuki yuko yuri yusuf yves yvonne zachary zainab zara
    zeynep zoe zoran zuzana hiroko haruto sakura yui takashi kenta xiaoming xin jing fang lei hui hong yan li jun min-jun
    ji-woo seo-yeon soo-jin minh thanh nguyen linh huong duc kofi ama akua yaw chidi amara zola sipho nomsa lerato tariq
    samira noor nour rania dina laila yousef waleed marwan ranya siddharth rohan ananya neha divya kiran meera nisha pranav
    karthik sandeep suresh ramesh ganesh lalita padma ingeborg torben jesper mette lise signe freja søren soren rasmus anneke
    femke joost maarten pieter sanne willem bram daan eline fenna jeroen lotte marieke sander saskia thijs wouter""".split()
)
"""First names, in small letters."""
LAST: Final = frozenset(
    """adams ahmed allen alvarez anderson andersson andersen bailey baker barnes becker bell bennett bianchi brooks brown
    butler campbell carter castillo chavez chen clark clarke collins cook cooper cox costa cruz davies davis delgado diaz
    dubois durand edwards esposito evans fernandez fernández fischer fleming flores foster garcía garcia gonzalez gonzález
    gomez gómez gray green gupta gutierrez hall hansen harris hernandez hernández hoffmann hoang howard hughes hussain ivanov
    ivanova jackson jansen jenkins jensen johansson johnson jones kelly khan kim kowalski kovacs kovač krüger kumar larsen lee
    lefebvre leroy lewis li lim lin liu long lopez lópez martin martinez martínez mazur mcdonald mehta mendoza meyer miller
    mitchell moore morales moreau moreno morgan morris müller mueller murphy murray myers nakamura nelson nguyen nielsen
    novak nowak okafor okonkwo olsen ortiz owens parker patel perera perez pérez petersen peterson petrov petrova pham
    phillips popescu powell price ramirez ramos reed reyes reynolds richardson rivera roberts robinson rodriguez rodríguez
    rogers romano rossi ross russo ruiz russell sanchez sánchez sanders sato schmidt schmitt schneider schulz schwarz scott
    sharma silva simmons singh smirnov smith souza stewart sullivan suzuki svensson tanaka taylor thomas thompson torres tran
    turner vargas vazquez wagner walker wang ward watanabe watson weber weiss white williams wilson wood wright wu yamamoto
    yang yilmaz young zhang zhao zimmermann o'brien o'connor o'neill macdonald hartmann koch bauer richter klein wolf
    schröder neumann schwartz lindqvist lindberg bergström nilsson eriksson larsson karlsson haddad mansour farouk""".split()
)
"""Last names, in small letters."""
_NOT_LAST: Final = frozenset(
    """street st road rd avenue ave lane drive square park beach river lake bay island islands city town county state
    station airport hospital university college school library museum church cathedral palace castle tower bridge hotel
    center centre stadium arena theater theatre hall house falls mountain mount valley hills forest desert sea ocean
    prize award foundation institute company inc ltd llc corp corporation group bank brothers sons partners insurance
    airlines motors records pictures studios press news times post day week month year eve january february march april
    may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
    north south east west street's plan edition version series model pro plus max mini air card account service support
    team department office desk line store shop market mall club league cup open bowl theorem law effect principle scale
    syndrome disease test method algorithm number function equation constant distribution process chain language script
    code studio server cloud assistant bot chatbot ai api app policy agreement act bill amendment treaty convention order
    is was has had will would can could should may might must and or but if then than the a an of in on at to for with
    from by as about into after before when while where who what why how not no yes please thanks thank let do does did
    are were be been have got get go goes going said says asked told wants needs likes loves called here there now today
    tomorrow yesterday tonight it he she they we you i this that these those my your his her our their i'm i'd i'll i've
    us uk usa eu gp phd md jr sr tech states dc texas carolina dakota virginia columbia york jersey mexico zealand africa
    america ireland korea kingdom republic emirates arabia lanka rica faso leone""".split()
)
_NOT_FIRST: Final = frozenset("""will april may june dawn mark grace art bill frank rose jasmine violet ivy iris penny ruby summer
    autumn hope faith joy charity chase hunter jean van kay ray rich jack dean miles mason morgan jordan austin dallas paris
    virginia georgia carolina victoria sydney florence charlotte chelsea brooklyn madison lincoln jackson hudson chad israel
    kenya china india asia london milan lima diego jose ana ama li long min hong fang yan lei max pat sue rob drew
    nick guy major earl duke king page aurora amber crystal ginger olive daisy lily robin colt sky star angel jin jing hui viola
    selena noor nour kim per ola axel leon nelson harry nguyen""".split())  # fmt: skip
"""First names that are words or places as well: alone they tell nothing, and with a last name only a known one counts."""
_KNOWN_ELSEWHERE: Final = frozenset(
    """harry potter|james bond|sherlock holmes|mickey mouse|donald duck|santa claus|jack daniels|calvin klein|tommy
    hilfiger|ralph lauren|hugo boss|morgan stanley|charles schwab|wells fargo|dr pepper|mary poppins|peter pan|robin hood|
    marie curie|albert einstein|isaac newton|charles darwin|alan turing|ada lovelace|leonardo da|william shakespeare|jane
    austen|charles dickens|mark twain|george washington|abraham lincoln|john kennedy|martin luther|nelson mandela|karl
    marx|napoleon bonaparte|julius caesar|winston churchill|jane doe's|ludwig van|johann sebastian|vincent van|pablo
    picasso|claude monet|frida kahlo|anne frank|joan of|elvis presley|michael jackson|taylor swift|bob dylan|bob marley|
    donald trump|joe biden|barack obama|angela merkel|elon musk|bill gates|steve jobs|tim cook|jeff bezos|mark zuckerberg|
    walt disney|henry ford|nikola tesla|thomas edison|louis vuitton|jimmy choo|marc jacobs|stella mccartney|harley
    davidson|ben jerry|tim hortons|johnnie walker|jim beam|aston martin|agatha christie|jules verne|victor hugo|oscar
    wilde|virginia woolf|emily dickinson|stephen king|stephen hawking|marie antoinette|christopher columbus|marco polo|
    neil armstrong|florence nightingale|rosa parks|helen keller|carl jung|sigmund freud|max planck|niels bohr|michael
    faraday|andrew jackson|thomas jefferson|john adams|peter rabbit|bruce wayne|clark kent|peter parker|tony stark|
    charlie brown|bugs bunny|victoria falls|will smith""".replace("\n", " ").split("|")
)  # fmt: skip
_NOT_KNOWN: Final = frozenset(" ".join(name.split()) for name in _KNOWN_ELSEWHERE)
"""People of public life, figures and brands, whose names tell nothing about the people in a conversation."""

_WORD: Final = r"[A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐÉĘĚŁŃŇŐŘŚŞŠŤŰŹŻŽ](?:['’][A-Z])?[^\W\d_]+(?:[-'’][^\W\d_]+)*"
_PART: Final = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|la|le|el|al|bin|ibn|zu|ter|ten|Mc|Mac|O['’])[ ]?){0,3}"
_INITIAL: Final = r"(?:[A-Z]\.[ ]?){0,2}"
_FULL: Final = re.compile(
    rf"(?<![\w@#/.-])(?P<first>{_WORD})[ ]{_INITIAL}(?:(?P<mid>{_WORD})[ ])??{_PART}(?P<last>{_WORD})(?![\w@])"
)
_LAST_FIRST: Final = re.compile(rf"(?<![\w@#/.-])(?P<last>{_WORD}),[ ](?P<first>{_WORD})(?![\w@-])")
_TITLE: Final = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Doctor|Sir|Madam|Herr|Herrn|Frau|Monsieur|Madame|Mme|Mlle|Señora?|Sra?|Signora?|"
    rf"Sig|Nurse|Judge|Captain|Officer|Rev|Father|Sister|Uncle|Aunt|Auntie|Dhr|Mevr)\.?[ ](?P<v>{_INITIAL}{_PART}{_WORD}"
    rf"(?:[ ]{_INITIAL}{_PART}{_WORD}){{0,2}})"
)
_CUE: Final = re.compile(
    rf"(?P<cue>(?i:\bmy (?:full |first |last |real |maiden |legal )?name(?:'s| is|:)|\bi am called|\bcall me|\bname(?: on (?:the|my) (?:card|account|order|booking))?[ ]?(?:is|:|=)|"
    rf"\b(?:his|her|their|patient'?s?|customer|client|caller|contact|account holder|cardholder|recipient|employee|manager|"
    rf"boss|neighbou?r|husband|wife|son|daughter|brother|sister|friend|colleague|partner|doctor|mother|father)(?:'s)?(?: full)?(?: name)?(?: is|:| was|,| called| named)?|"
    rf"\b(?:signed|sincerely|regards|cheers|best|thanks|love|yours|greetings|wishes|grüße|cordialement|saludos|atentamente),?|\bthis is|\bi am|\bi'm|\bdear|\bhi|\bhello|\bhey|\battn:?|\bc/o|"
    rf"\bich hei(?:ß|ss)e|\bmein name ist|\bich bin|\bje m'appelle|\bje suis|\bmon nom est|\bme llamo|\bmi nombre es|\bsoy|\bmi chiamo|\bsono|\bik heet|\bmijn naam is|"
    rf"\bmeu nome é|\bnamed|\bspeak(?:ing)? (?:to|with)|\bask for|\btalk(?:ed|ing)? to|\bspoke (?:to|with)|\bmet with|\bappointment (?:for|with)|\bbooked (?:by|for)|\bunder the name(?: of)?|\bin the name of|\bbelongs to|\bon behalf of|\bcc:|\bfrom:|\bto:)[ ,:\n]{{1,2}})"
    rf"(?P<v>{_INITIAL}{_WORD}(?:[ ]{_INITIAL}{_PART}{_WORD}){{0,3}})"
)
_SURE: Final = re.compile(
    r"(?i)my (?:full |first |last |real |maiden |legal )?name|called|call me|name|heiß|heisse|mein name|m'appelle|mon nom|"
    r"me llamo|mi nombre|mi chiamo|ik heet|mijn naam|meu nome|account holder|cardholder"
)
"""Announcements after which any capitalised word is a name."""
_SMALL: Final = re.compile(
    r"(?i)\b(?:my name is|my name's|call me|i am called|ich heiße|mein name ist|je m'appelle|me llamo|mi chiamo)[ ]"
    r"(?P<v>[^\W\d_]{2,}(?:[ ][^\W\d_]{2,})?)"
)
_JOINED: Final = re.compile(r"(?<![^\W\d_])(?P<first>[^\W\d_]{3,})[_.-](?P<last>[^\W\d_]{2,})(?![^\W\d_])")
_ALL_CAPS: Final = re.compile(r"(?<![\w@#/.-])[A-Z]{3,}[ ](?:[A-Z]\.?[ ])?[A-Z]{3,}(?![\w@-])")
_NO_NAMES: Final = frozenset(
    """sir madam all everyone team there again customer support service alexa siri google cortana botty bot assistant chatbot
    english german french spanish american british happy sorry sure very not just also so looking trying having going afraid
    interested unable able calling writing the a an good great fine okay ok here back new from in on at it this that what
    how please thanks thank you your our my we they he she hi hello hey dear and or but yes no valued friend friends
    sincerely regards python java windows linux android monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december god world uk us usa eu paris london berlin rome
    madrid europe""".split()
)


def name_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where names of people stand."""
    for match in _TITLE.finditer(text):
        yield _without_words(match)
    for match in _CUE.finditer(text):
        yield from _announced(match)
    for match in _SMALL.finditer(text):
        words = match["v"].split()
        if words[0].lower() in FIRST and words[0].lower() not in ("will", "mark", "may", "art"):
            both = len(words) > 1 and (words[1].lower() in LAST or words[1].lower() in FIRST)
            yield match.start("v"), match.end("v") if both else match.start("v") + len(words[0])
    for match in _JOINED.finditer(text):
        if match["first"].lower() in FIRST and match["last"].lower() in LAST:
            yield match.span()
    at = 0
    while match := _FULL.search(text, at):  # names that begin within what is no name
        yield from _full(match)
        at = match.start() + len(match["first"])
    for match in _LAST_FIRST.finditer(text):
        if match["first"].lower() in FIRST and match["last"].lower() in LAST:
            yield match.span()
    for match in _ALL_CAPS.finditer(text):
        first, *_, last = match[0].lower().split()
        if first in FIRST and last in LAST:
            yield match.span()


def _announced(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    words = match["v"].split()
    first = words[0].lower()
    if first in _NO_NAMES or " ".join(words[:2]).lower() in _NOT_KNOWN:
        return
    listed = first in FIRST and first not in _NOT_FIRST
    full = len(words) > 1 and words[-1].lower() not in _NOT_LAST and (first in FIRST or words[-1].lower() in LAST)
    if listed or full or _SURE.search(match["cue"]):
        yield _without_words(match)


def _full(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    first, last = match["first"].lower(), match["last"].lower()
    if f"{first} {last}" in _NOT_KNOWN or last in _NOT_LAST or first in _NO_NAMES:
        return
    if (first in FIRST and (last in LAST or first not in _NOT_FIRST)) or (last in LAST and last not in _COMMON and first not in _BEFORE and first not in FIRST):
        yield match.span()


_COMMON: Final = frozenset(
    "long young green white brown gray black wood ward price cook baker butler hall bell cox reed cruz costa silva wolf "
    "klein li lee lin lim bauer koch carter cooper foster parker turner walker taylor martin scott russell ross jackson "
    "johnson howard morgan nelson weiss schwarz richter miller thomas harris wang lewis".split()
)
"""Last names that are words or brands as well: they make no name of an unknown first word."""
_BEFORE: Final = frozenset(
    "the a an my your our his her their this that dear hi hello hey mr mrs ms miss dr prof professor agent customer user "
    "and or with from to for of in at by on as is was herr frau monsieur madame señor señora doctor nurse judge captain "
    "saint san santa new old great best please ask call tell thanks thank contact email meet see ask".split()
)


def _without_words(match: re.Match[str]) -> tuple[int, int]:
    """Where an announced name stands, without words behind it that belong to the sentence."""
    words = match["v"].split(" ")
    while len(words) > 1 and words[-1].lower() in _NOT_LAST:
        words.pop()
    start = match.start("v")
    return start, start + len(" ".join(words))
