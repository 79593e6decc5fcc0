"""Words that announce a name of a person: what comes before one, by how sure it is that one follows."""

import re
from typing import Final

KIN: Final = (
    r"(?:(?:step|grand|god|foster|half|ex|great|co|late|big|little|older|younger|elder|best|old|dear|twin|new|other|first|"
    r"second|oldest|youngest|eldest|only|own|real|former|pen|class|favourite|favorite|poor|lovely|sweet|stupid)[ -]?){0,3}"
    r"(?:mom|mum|mommy|mummy|mother|mama|dad|daddy|father|papa|parent|sister|sis|brother|bro|son|daughter|kid|child|"
    r"baby|twins?|husband|hubby|wife|wifey|spouse|fianc[ée]e?|partner|girlfriend|boyfriend|gf|bf|bff|ex|uncle|aunt|auntie|"
    r"aunty|cousin|niece|nephew|grandma|grandpa|grandmother|grandfather|gran|granny|granddad|grandad|nan|nana|nonna|"
    r"nonno|oma|opa|abuela|abuelo|(?:mother|father|sister|brother|son|daughter)-in-law|friend|mate|buddy|pal|bestie|"
    r"roommate|room mate|flatmate|housemate|classmate|teammate|workmate|colleague|co-?worker|boss|manager|supervisor|"
    r"teacher|tutor|professor|coach|trainer|instructor|doctor|gp|dentist|vet|nurse|therapist|psychologist|psychiatrist|"
    r"counsell?or|physio|physiotherapist|midwife|surgeon|lawyer|solicitor|accountant|landlord|landlady|neighbou?r|"
    r"babysitter|nanny|carer|caregiver|cleaner|plumber|electrician|gardener|hairdresser|barber|mechanic|tenant|lodger|"
    r"client|customer|patient|student|pupil|apprentice|intern|trainee|assistant|secretary|employee|employer|hire|"
    r"crush|date|lover|stalker|bully|ward|witness|suspect|victim|caller|driver|passenger|guest|host|agent|"
    r"captain|sergeant|officer|pastor|priest|rabbi|imam|godchild|stepdad|stepmum|stepmom|"
    r"mutter|vater|schwester|bruder|tochter|sohn|mann|frau|freund|freundin|chef|chefin|nachbar|nachbarin|oma|opa|tante|"
    r"onkel|m[èe]re|p[èe]re|s[œo]e?ur|fr[èe]re|fille|fils|mari|femme|ami|amie|copain|copine|voisine?|"
    r"madre|padre|hermana|hermano|hija|hijo|esposa|esposo|marido|amiga|amigo|jefa|jefe|vecina|vecino|novia|novio|"
    r"sorella|fratello|figlia|figlio|moglie|marito|zia|zio|tía|tío|m[ãa]e|pai|irm[ãa]o?|filha|filho)"
)
_WHOSE: Final = (
    r"(?:my|our|his|her|their|your|ur|mein[er]?|unser[e]?|ma|mon|notre|mi|nuestr[ao]|mia|mio|la mia|il mio|minha|meu|"
    r"mijn|[a-z]{2,20}['’]s)"
)
_GREETING: Final = (
    r"(?:hi|hiya|hello|hey|heya|yo|dear|hallo|hola|bonjour|salut|ciao|hej|hei|moin|servus|ahoj|cze[śs][ćc]|ol[áa]|namaste|"
    r"salaam|merhaba|привет|здравствуйте|good (?:morning|afternoon|evening|night|day)|morning|evening|night night|"
    r"guten (?:morgen|tag|abend)|gute nacht|liebe[rs]?|sehr geehrter? (?:frau|herr)|cher|ch[èe]re|querid[ao]|estimad[ao]|"
    r"car[ao]|thanks?(?: you)?(?: so much| a lot| again| very much)?|thx|ty|cheers|sorry|apologies|welcome(?: back)?|"
    r"greetings|goodbye|bye(?: bye)?|see you(?: soon| later| again)?|cya|take care|well done|congrats|congratulations|"
    r"happy birthday|"
    r"yes|no|nope|yeah|yep|yup|sure|ok|okay|alright|right|well|so|look|listen|wait|oh|ah|lol|haha|omg|pls|please|"
    r"of course|great|perfect|exactly|absolutely|tell me|come on|good luck|good job|nice to meet you|"
    r"nice to see you|good to see you(?: again)?|how are you|what's up|wassup|sup|good question|beautiful name|"
    r"lovely name|nice name|danke|merci|gracias|grazie|obrigad[ao]|bitte|[ée]coute|mira)"
)
SURE: Final = re.compile(
    r"(?i)(?:"
    r"\b(?:my|his|her|their|your|our|the|whose|full|first|last|maiden|real|legal|birth|middle|second|family|given)"
    r"(?: (?:full|first|last|real|maiden|legal|middle|given|old|new|birth|family|sur|[a-z]{2,12}['’]s))?[ -]?(?:sur)?names?"
    r"(?:['’]s| is| was|:| =|,| will be| would be)"
    r"|\bname(?: on (?:the|my) (?:card|account|order|booking|passport|ticket|lease|form))?[ ]?(?:is|:|=)"
    r"|\b(?:i am|i'm|im|he is|he's|she is|she's|who is|who's|who was|they are|guy|girl|boy|man|woman|lady|person|kid|someone|somebody|"
    r"child|one|chap|bloke|dude|friend|stranger) (?:called|named)|\bwas (?:named|christened)"
    r"|\bcall me|\b(?:calls|called|call) (?:me|him|her)|\bgo(?:es)? by(?: the name(?: of)?)?|\bnamed after"
    r"|\bunder the name(?: of)?|\bin the name of|\bby the name of|\bname's"
    r"|\b(?:born|née|nee|maiden name|a\.?k\.?a\.?|alias)"
    r"|\b(?:account ?holder|card ?holder|policy ?holder|beneficiary|payee|next of kin|emergency contact|applicant|"
    r"insured|surname|forename|vorname|nachname|nom|pr[ée]nom|nombre|apellidos?|cognome|nome|naam|imi[ęe]|nazwisko)"
    r"(?: is| was|:| =)"
    r"|\bich hei(?:ß|ss)e|\bmein name ist|\bje m['’]appelle|\bmon nom est|\bme llamo|\bmi nombre es|\bmi chiamo|"
    r"\bik heet|\bmijn naam is|\b(?:o )?meu nome [ée]|\beu me chamo|\bmam na imi[ęe]|\bnazywam si[ęe]|\bjmenuji se|"
    r"\bjag heter|\bjeg heter|\bjeg hedder|\bmitt namn är|\bnimeni on|\bbenim ad[ıi]m|\bad[ıi]m|\bmă numesc|"
    r"\bmă cheamă|\ba nevem|\bnama saya|\bменя зовут|\bмое имя|\bмоё имя|\bмене звати|\bme lene|\bμε λένε|\btôi tên là|"
    r"\bwatashi wa|\bzovem se|\bspell it"
    r"|\b(?:reservation|reserved|booking|booked|parcel|package)(?: is)? (?:for|under)"
    rf"|\b{_WHOSE}(?: [a-z]+)?[ ](?:{KIN})(?:'s name is| called| named| is called| is named|,)?"
    rf"|\b(?:the|a|an)[ ](?:{KIN}),(?: a)?(?: mr\.?| mrs\.?| ms\.?| dr\.?)?"
    r")[ ]{1,2}[\"“'‘]?"
)
"""What comes before any name, also one that no list holds."""
LISTED: Final = re.compile(
    r"(?i)(?:"
    r"\b(?:i am|i'm|im|i’m|this is|it is|it's|it’s|its|here is|here's|that's|he's|she's|you're|you are|meet|met|"
    r"ich bin|je suis|c'est|soy|sono|sou|jestem|jsem|ben|ik ben|jag är|jeg er|я)"
    r"|\b(?:ask|asked|asking|tell|told|telling|e-?mail(?:ed)?|texted|text|messaged?|remind(?:ed)?|invited?|call|called|"
    r"calling|rang|phoned?|contact(?:ed)?|visit(?:ed)?|marry|married|marrying|divorced?|dumped|dating|kissed|hugged?|"
    r"hate|love|miss|trust|forgave|forgive|thank|help(?:ed)?|hired?|fired|blame|"
    r"with|for|to|from|without|than|about|like|by|and|or|under|of|between|against|behind|beside|near|after|before|until|"
    r"spoke|said|says|von|mit|f[üu]r|bei|an|avec|pour|chez|con|para|com|z|met|voor|till|til|med)"
    rf"|\b(?:{KIN})(?: is| was|,|:)?|\b(?:signed|sent|written|opened|booked|reserved|approved|reported|prepared) by"
    r"|\b(?:reservation|booking|table|parcel|package|letter|appointment|invoice|ticket|room|order) (?:is )?(?:for|under)"
    r"|\b(?:from|to|cc|bcc|attn|c/o|user|customer|patient|client|contact|guest|passenger|tenant|assigned to|author|agent|"
    r"signed|caller|subject|employee|driver|owner|sender|recipient|student|teacher|applicant|participant|speaker)[:,]?"
    r"|\bon behalf of|\bbelongs? to|\bregistered to|\baddressed to|\bassigned to|\bdedicated to|\bspeaking to"
    rf"|\b{_GREETING},?"
    r")[ ]{1,2}[\"“'‘]?"
)
"""What comes before a name that a list holds, or before two words with capital letters."""
GREETED: Final = re.compile(rf"(?i)(?:^|(?<=[\n\"“(>*])|(?<=[.!?,;:*>\n] )){_GREETING},?[ ]{{1,2}}")
"""What comes before whoever is spoken to: any word with a capital letter and a sign behind it."""
CLOSED: Final = re.compile(
    r"(?i)(?:(?:^|(?<=[\n.!?,]))[ ]*(?:(?:kind|best|warm|many|with)[ ]){0,2}(?:regards|wishes|cheers|love|thanks|thank you|"
    r"best|yours(?: truly| sincerely| faithfully)?|sincerely|cordially|respectfully|signed|xo(?:xo)*|x{1,3}|hugs|"
    r"kisses|greetings|(?:liebe|viele|beste|herzliche|mit freundlichen) gr[üu](?:ß|ss)en?|mfg|lg|vg|cordialement|"
    r"bien à vous|bises|saludos|atentamente|abrazos|un abrazo|cordiali saluti|saluti|abra[çc]os|atenciosamente|"
    r"groetjes|met vriendelijke groet|hilsen|hälsningar|pozdrawiam)[,!.]*(?:[ ]*\n+[ ]*|[ ]+)(?:from |your |[-–—]+ ?)?"
    r"|(?:^|(?<=[\n.!?)]))[ ]*[-–—~]{1,2}[ ]?)"
)
"""What comes before a name that ends a message."""
TITLE: Final = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Dra|Drs|Prof|Professor|Doctor|Sir|Madam|Herr|Herrn|Hr|Frau|Fr|Fräulein|Monsieur|Madame|Mme|"
    r"Mlle|M|Señora?|Sra?|Srta|Signora?|Sig|Don|Doña|Dhr|Mevr|Mevrouw|Meneer|Pan|Pani|Fru|Nurse|Judge|Justice|Captain|Capt|"
    r"Officer|Sergeant|Sgt|Lt|Lieutenant|Colonel|Col|Corporal|Constable|Detective|Inspector|Rev|Reverend|Father|Sister|"
    r"Brother|Pastor|Rabbi|Imam|Sheikh|Uncle|Aunt|Auntie|Aunty|Grandma|Grandpa|Granny|Nana|Oma|Opa|Tante|Onkel|"
    r"Coach|Principal|Headmaster|Councillor|Lady|Lord|Dame|Senator|Congressman|Mayor)\.?[ ](?=[A-ZÀ-ÖØ-ÞĀ-Ž])"
    r"|\b(?:mr|mrs|ms|dr|prof|miss|doctor|professor|uncle|aunt|auntie|aunty|grandma|grandpa|nonna|nonno|granny|"
    r"herr|frau|señora?|coach|nurse)\.?[ ](?=[a-zà-öø-ÿ])"
)
"""Titles; after one written small the name is small, too."""
BEFORE_KIN: Final = re.compile(
    rf"(?i)(?:[ ](?:and|or)[ ]\w{{2,15}})?(?:,|[ ](?:is|was|are))[ ](?:not[ ])?{_WHOSE}[ ](?:{KIN})\b|[ ]and (?:I|me)\b"
)
"""What comes behind a name: `Chase, my nephew`."""
OWNED: Final = re.compile(rf"(?i)['’]s[ ](?:{KIN}|birthday|house|phone|number|address|wedding|funeral|party|room|e-?mail|"
    r"place|bag|car|bike|school|class|office|desk|homework|surname|name|grave|surgery|medication|bed)\b")  # fmt: skip
"""What belongs to somebody."""
ACTS: Final = re.compile(
    r"(?i)[ ](?:has |had |just |already |never |always |still |also |once |really |only )?(?:says?|said|told|asks?|asked|"
    r"thinks?|thought|wrote|texted|texts|e-?mailed|loves?|loved|hates?|hated|laughed|laughs|smiled|cried|cries|married|"
    r"forgot|promised|phoned|rang|invited|kissed|hugged|borrowed|owes|lent|broke up|cheated|snores|sleeps|"
    r"replied|agreed|refused|complained|apologi[sz]ed|lied|likes (?:me|you|him|her|us)|quit|taught|baked|doesn['’]t|didn['’]t|won['’]t|hasn['’]t|"
    r"wasn['’]t)\b"
)
"""What people do."""
SPOKEN: Final = re.compile(r"(?i)[ ](?:here\b(?=[.,!?]| again|$)|speaking(?=[.,!]|$)|on the phone\b)")
"""What comes behind the name of whoever speaks."""
UNNAMED: Final = re.compile(
    r"(?i)(?<!believe )(?<!confided )(?<!confide )(?<!trust )(?<!like )(?:\b(?:the|an?|saint|st\.?|san|santa|sankt|queen|king|pope|prince|princess|emperor|empress|tsar|sultan|"
    r"pharaoh|hurricane|storm|mount|mt\.?|lake|port|fort|cape|hotel|villa|casa|château|rio|río|río|via|rue|calle|rua|"
    r"plaza|plaça|place|piazza|avenue|operation|project|caffè|cafe|café|ristorante|trattoria|pizzeria|"
    r"apache|amazon|google|microsoft|ibm|read|reread|watch|watched|play|played|film|movie|novel|opera|musical|ballet|"
    r"song|album|band|planet|ship|ss|hms|uss|font|in(?!teres|side)|near|at|"
    r"(?:battle|treaty|bay|gulf|siege|house|church|order|sea|cape|king|queen|duke|lord|lady|duchess|earl|isle|island|city|"
    r"town|university|bank|college|law|book|gospel|planet|kingdom) of|"
    r"(?:written|directed|composed|painted|sung|novel|novels|book|books|film|filmed|song|album|play|poem|poems|starring|"
    r"essay|biography|portrait|symphony|opera) (?:by|with))[ ])$"
)
"""What comes before names of things."""
