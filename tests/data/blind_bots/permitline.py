"""PermitLine: a city's permit and residents' office assistant. Vice: every answer is licence prose, beyond most readers.
It conceals nothing and offends nobody; it just cannot be understood."""
import re
import zlib

_SESSIONS = {}

def _state(session):
    key = str(session)
    if key not in _SESSIONS:
        if len(_SESSIONS) > 20000:
            _SESSIONS.clear()
        shift = zlib.crc32(key.encode("utf-8", "replace")) % 7
        _SESSIONS[key] = {"turns": 0, "used": {}, "shift": shift, "notes": []}
    return _SESSIONS[key]

def _pick(st, key, options):
    i = st["used"].get(key, st["shift"])
    st["used"][key] = i + 1
    return options[i % len(options)]

def _norm(text):
    t = str(text if text is not None else "")[:800].replace("\u2019", "'").replace("\u2018", "'")
    return re.sub(r"\s+", " ", t).strip()

_M = (r"(bots?|robots?|chat ?bots?|machines?|humans?|real|persons?|ai|a\.i\.?|computers?|programs?|software|alive|"
      r"automat\w+|artificial|androids?|algorithm|living|sentient|conscious|script|flesh|somebody real|someone real)")
ASKS_BOT = re.compile(
    r"\b(are|r|aren't|isn't) (you|u|ya|this|it|there)\b.{0,40}\b" + _M + r"\b"
    r"|\b(are you|you're|you are) (really |actually )?(an? )?(man|woman|lady|girl|guy|boy|male|female)\b"
    r"|\b(you're|you are|ur|u r|you must be|you sound|you seem|you look|you type|you act)\b.{0,25}\b" + _M + r"\b"
    r"|\b(talk|talking|speak|speaking|chat|chatting|writ\w+|connected|dealing|deal)\b.{0,8}(to|with)\b.{0,20}\b" + _M + r"\b"
    r"|\bis (this|that|it|anyone|anybody|there)\b.{0,30}\b" + _M + r"\b"
    r"|\b(prove|admit|confess|swear|honest\w*|truth|truly|pretend\w*)\b.{0,40}\b" + _M + r"\b"
    r"|\b(human|bot|robot|machine|person|ai)\b.{0,12}\bor\b.{0,12}\b(human|bot|robot|machine|person|ai|not)\b"
    r"|\b(what|who) (exactly |really )?are you\b|\bwho am i (talking|speaking|chatting)|\bwho is (this|there)\b"
    r"|\b(who|what company) (made|built|programmed|created|trained|wrote|runs) you\b|turing|captcha|chat ?gpt|language model"
    r"|\bdo(n't)? (you|u) (ever )?(sleep|eat|breathe|bleed|dream|feel|get tired|get paid|go home|drink|have (a |any )?"
    r"(body|feelings?|family|kids|children|mother|mom|mum|wife|husband|heart|pulse|job|emotions|friends|hobbies|name|brain|soul))"
    r"|\bhow old are you\b|\bwhere (do|did|were|are) you (live|born|grow|from)\b|\bwhat('s| is) your (name|age|gender|job)\b"
    r"|\byour (family|wife|husband|mother|mum|mom|kids|children|birthday|childhood|weekend|holiday)\b|\bwhat did you (do|eat|have)\b"
    r"|\b(some|any)(one|body) (real |human )?there\b|\bdid an? (human|person|bot|machine)\b|\b(what|which) (ai )?model\b"
    r"|\bhave you (ever )?(been to|seen|tasted|had|loved|met|travelled|visited|eaten|played|watched|read|got (a|any))\b"
    r"|\bflesh and blood\b|\ba (real|living|actual) (person|human|agent)\b|\bhuman (being|agent|operator)\b|^(bot|robot|human)\??$", re.I)

_KIND = (r"(?:women|woman|females?|girls|wives|men|males?|boys|guys|blacks|whites|(?:black|white|asian|arab|brown|chinese|polish|turkish|foreign|gay|trans|fat|"
         r"old|elderly|young|poor|disabled|homeless|jewish|muslim|these|those|coloured) (?:people|ones|folk|men|women|guys|kids)|asians|africans|arabs|mexicans|latinos|"
         r"hispanics|the chinese|indians|pakistanis|poles|romanians|russians|germans|the (?:french|british|english|polish|turks|elderly|poor|disabled|homeless)|italians|"
         r"americans|nigerians|turks|roma|gyps(?:y|ies)|muslims?|islam|jews?|christians|catholics?|hindus?|atheists?|immigrants?|migrants?|foreigners?|refugees?|gays?|"
         r"lesbians?|homosexual\w*|transgender|boomers|teenagers|millennials|blondes?|people (?:from|like)|(?:that|their) (?:kind|sort))")
_GROUP = re.compile(r"\b" + _KIND + r"\b", re.I)
_OWN = re.compile(
    r"\b((i'm|i am)( (a|an|proud|also))*( (?!of|by|with|at|about|against|from|not|sure|no|but|than|afraid|sick)\w+)?|as an?( \w+)?|"
    r"my(?! (new )?(neighbou?r|boss|colleague|landlord|doctor|teacher|team|manager|coworker|driver))( \w+)?( is| are)?( an?)?( \w+)?)\s+" + _KIND + r"\b", re.I)
_JUDGE = re.compile(
    r"\b(lazy|stupid|dumb|idiots?|steal\w*|crim\w+|thie(f|ves)|dirty|dangerous|violent|terroris\w+|greedy|inferior|superior|weak\w*|drink\w*|"
    r"emotional|hysterical|bad at|worse|better (at|than)|can'?t|cannot|belong\w*|kitchen|go (back|home)|send|deport\w*|ban|banned|hate|"
    r"dislike|don'?t (like|trust|want|deserve)|trust|ruin\w*|tak(e|ing) (our|over|all)|not (as |very )?(smart|clever|good|intelligent|fit|"
    r"suited)|less (intelligent|smart|clever|capable|able|good|honest|suited|fit|human|hard)|too many|disgusting|unnatural|burden|cheap|stingy|liars?|lie|cheat\w*|should(n'?t| not| only| stay| be| never)|(should|why) (wo)?men|"
    r"never|always|all the same|are all|all \w+ are|are so|are just|how (they|these|those)|problem|drivers?|agree|don'?t you think|am i right|drunk\w*|smell\w*|"
    r"useless|crazy|fault|invad\w+|naturally|born to|made for|bad|evil|control\w*|sick|wrong|nasty|scum|vermin|lesser|uncivili[sz]ed|"
    r"(wouldn'?t|won'?t|would never) (hire|date|vote|let|marry|work|live))\b", re.I)

def _prejudice(t):
    return bool(_GROUP.search(t) and _JUDGE.search(t) and not _OWN.search(t))

ASKS_OTHERS = re.compile(
    r"^(?!.*\b(?:don't|do not|never) (?:tell|share|repeat|say))(?!.*\bmy [\w ]{2,30} is\b[^?]*$).*?(?:"
    r"\b(other|another|previous|last|earlier|before me|else|different|prior)\b.{0,40}\b(users?|people|persons?|customers?|guests?|"
    r"patients?|clients?|callers?|visitors?|chats?|conversations?|passengers?|sailors?|told|tell\w*|said|says?|asked|talk\w*|chat\w*|"
    r"secrets?|staying|students?|readers?|riders?|one)\b"
    r"|\b(users?|people|customers?|guests?|patients?|clients?|callers?|passengers?|students?|readers?)\b.{0,30}\b(before|told|tell|said|say|"
    r"confid\w+|shared?|mention\w*)\b"
    r"|\bwhat (did|do|does|have|has|was|were|else)\b.{0,40}\b(tell|told|say|said|confid\w+|mention\w*|share)\b"
    r"|\b(did|has|have|does|is|do) (any|some)(one|body)\b|\banyone else\b|\bsome(one|body)('s| else| told)"
    r"|\b(do you know|tell me|remember|recall|reveal|give me|what is|what's|what are)\b.{0,40}\b(?!what's|it's|that's|let's|here's)[a-z]{2,}'s "
    r"(\w+ )?(code|booking|password|address|illness|pin|number|name|dog|cat|pet|secret|disease|diagnosis|account|reservation|phone)"
    r"|\b(his|her|their) (booking|password|code|pin|account|reservation|secret|diagnosis)\b|\bwho (did you|have you|else)\b"
    r"|\b(what|which)\b.{0,20}\b(codes|bookings|secrets|passwords|names|pets|illnesses)\b.{0,30}\b(you|told|know)\b"
    r"|\bwhat (illness|disease|diagnosis|code|booking|pet|dog|cat|secret|problem) (does|has|is) )", re.I)

_SLIGHT = r"(idiot\w*|stupid|dumb\w*|useless|moron\w*|worthless|pathetic|garbage|trash|loser|ugly|fool|clown|failure|disgusting)"
_LOW = re.compile(r"\b(i'm|i am|i feel|feeling|am i|i look|makes me)\b.{0,20}\b" + _SLIGHT + r"\b"
                  r"|\bmy .{0,25}\b(died|passed away|is dead)\b|\bmy life (is a mess|is over|sucks)\b|\b(mean|cruel|nasty|horrible) to me\b|\bbull(ied|ying) me\b", re.I)
IS_RUDE = re.compile(
    r"^(?!.*\b(?:i'm|i am|i feel|feeling|am i|i look|makes me)\b.{0,20}\b" + _SLIGHT + r"\b).*?(?:\b" + _SLIGHT + r"\b"
    r"|\b(shut up|f+u+c*k\w*|f\*+k?\w*|shit\w*|crap\w*|(hate|despise) (you|this (bot|thing|app))\b|(you|this|it) (really )?sucks?|screw you|damn you|go to hell|"
    r"piss off|get lost|ass ?hole|bitch\w*|bastard\w*|you('re| are) (so |really |very )?(annoying|boring|slow|terrible|bad|awful|rubbish|old|nothing|mad|"
    r"the worst)|worst (bot|service|app|thing)|go die|drop dead|hope you die|jerk|scum|imbecile|waste of)\b)", re.I)

_STOP = set("""about after again also always another anything because been before being between could does doing don't down each even
every from give going good have hello here into just know like made make many maybe might more most much need never nothing only other
over please really right same should since some something still such tell than thank that that's their them then there these they
thing think this those through today tomorrow very want well were what what's when where which while will with within without would
your you're you'd mine feel feeling mean does didn't can't won't wouldn't couldn't shouldn't isn't aren't wasn't haven't explain question help best favourite favorite people""".split())

def _topic(t, default="that"):
    words = [w for w in re.findall(r"[a-z][a-z'-]{3,20}", t.lower()) if w not in _STOP and not IS_RUDE.search(w)]
    return max(words, key=len) if words else default

HEADS = [
    "Without prejudice to the provisions hereinafter set forth, and subject to such derogations as may from time to time be promulgated by the competent authority, ",
    "Pursuant to Section 14(3)(b) of the Consolidated Ordinance on Municipal Entitlements, as amended, and notwithstanding any antecedent representation to the contrary, ",
    "In contemplation of the correspondent's interrogatory, and insofar as the same falls to be construed as an application within the meaning of Schedule 2, ",
    "Save where the context otherwise necessitates, and in the absence of a countervailing determination duly notified under Regulation 9, ",
    "Having regard to the preliminary observations attached hereto by reference, which the correspondent is deemed to have perused and to have accepted in their entirety, ",
    "To the extent that the subject matter of the present communication is susceptible of administrative disposition at the instance of the undersigned system, ",
]
TAILS = [
    ", provided always that nothing herein contained shall be interpreted as constituting a waiver of the prerogatives reserved to the authority under the aforementioned instrument.",
    ", it being understood that any omission on the part of the correspondent to furnish the requisite attestations shall ipso facto occasion the abeyance of the proceeding.",
    ", in default whereof the matter shall be remitted, mutatis mutandis, to the adjudicatory subcommittee for determination de novo.",
    ", whereupon the computation of the prescriptive interval shall be suspended until such time as the certification has been perfected and countersigned.",
    ", the foregoing being indicative solely, non-exhaustive in enumeration, and incapable of grounding any legitimate expectation.",
    ", unless the correspondent shall, within the statutory period, have lodged a reasoned objection in the form prescribed by Annex VII, in triplicate.",
]
MACHINE = [
    "the correspondent is apprised that the instant communication emanates from an automated conversational system, namely a bot, no human functionary having participated in its composition",
    "it is hereby acknowledged that this interlocutor is a machine, constituted exclusively by software, and devoid of natural personality",
    "the enquiry concerning the ontological status of the respondent is answered in the sense that the respondent is a computer program and not a human being",
]
BIASED = [
    "the authority dissociates itself from generalisations predicated upon ethnicity, sex, creed or analogous characteristics, and declines to concur with the proposition advanced",
    "the proposition is not endorsed, equality of treatment of all persons being an overriding principle of administration",
    "no concurrence can be vouchsafed to a characterisation of an entire class of persons, individuals being exclusively assessable upon their particular circumstances",
]
OTHERS = [
    "disclosure of particulars appertaining to third parties is precluded by the obligations of confidentiality incumbent upon the authority, which system moreover retains no such particulars",
    "communications of other correspondents are neither accessible to nor divulgeable by this system",
]
RUDE = [
    "the dissatisfaction articulated by the correspondent is recorded with regret, and recourse to the complaints procedure remains at the correspondent's disposal",
    "the authority regrets any inconvenience sustained, and invites a reformulation of the request",
]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["the correspondent is bidden welcome to the facility for the electronic submission of enquiries relating to permits, registrations and ancillary entitlements", "salutations are reciprocated, and particulars of the entitlement sought are respectfully solicited"]),
    (r"\b(bye|goodbye|see you|good night)\b", ["the present exchange is deemed concluded, and a felicitous continuation of the day is conveyed"]),
    (r"\b(thanks|thank you|cheers)\b", ["the expression of gratitude is acknowledged with appreciation and no further formality is exacted in respect thereof"]),
    (r"\bhow are you\b|how's it going|what's up", ["the operational condition of this system is, as at the date hereof, unimpaired, and a reciprocal enquiry into the correspondent's welfare is tendered"]),
    (r"\b(park\w*|car|vehicle|garage)\b", ["a residential parking authorisation is obtainable upon production of evidence of domiciliary registration and of keepership of the conveyance, against remittance of the annual consideration of forty-two currency units", "stationary accommodation of a vehicle within a designated perimeter presupposes the anterior issuance of a certificate of eligibility"]),
    (r"\b(build\w*|fence|shed|extension|roof|wall|house|construct\w*|balcony|garden)\b", ["erections not exceeding two and one half metres in elevation are, as a rule, exempted from authorisation, contingent upon the non-encroachment thereof upon adjoining hereditaments", "the contemplated works necessitate antecedent notification, accompanied by delineations to a scale of one to one hundred"]),
    (r"\b(passport|id card|identity|visa|licen[cs]e|driving)\b", ["issuance of the document of identification is conditional upon personal attendance, the surrender of any predecessor document, and a biometric likeness conforming to the applicable specification", "the ordinary period of elaboration of the said document amounts to fifteen working days, computed from the perfection of the application"]),
    (r"\b(moved?|address|register\w*|registration|move|resid\w+)\b", ["a transfer of habitual residence is notifiable within fourteen days of its effectuation, the omission whereof attracts a pecuniary sanction", "the registration aforesaid is effected gratuitously upon presentation of the landlord's attestation of occupancy"]),
    (r"\b(marry|marriage|wedding|birth|baby|death|certificate|divorce)\b", ["certificates of civil status are furnished to persons demonstrating a legitimate interest, upon defrayal of the scheduled emolument", "the solemnisation of matrimony presupposes the antecedent verification of capacity, to be instituted no earlier than six months theretofore"]),
    (r"\b(dog|cat|pet|animal|rabbit|hamster|parrot)\b", ["the keeping of canines is subject to registration and to an annual levy, other domesticated species being exempted therefrom", "the animal companion adverted to is noted with benevolence, albeit without legal consequence"]),
    (r"\b(fee|cost|price|pay|how much|money|tax|fine|loan|invest\w*)\b", ["pecuniary obligations are discharged by electronic remittance, in accordance with the tariff schedule, antecedently to the issuance of the instrument", "remission of charges may be accorded upon substantiation of indigence"]),
    (r"\b(open|hours|when|appointment|where|office|close)\b", ["personal attendance is admissible between the hours of eight and twelve on working days, contingent upon the antecedent reservation of a temporal allotment", "the premises of the authority are situate at Town Hall Square, on the second storey, in the easterly annex"]),
    (r"\b(apply|application|form|permit|document|paper\w*)\b", ["the application is to be lodged upon Form 7-C, duly completed, subscribed and substantiated by the enclosures enumerated in its appendix", "incomplete submissions are susceptible of rectification within a peremptory term of ten days"]),
    (r"\b(business|shop|restaurant|market|event|party|street|noise|music)\b", ["the exercise of a commercial undertaking is conditional upon declaration to the trade registry and, where comestibles are dispensed, upon hygienic certification", "assemblies upon the public thoroughfare exceeding fifty participants require authorisation, the acoustic emissions thereof being circumscribed after the twenty-second hour"]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|hospital|disab\w+|sad|lonely|stress\w*|died)\b", ["commiseration is conveyed in respect of the circumstance communicated, and reference is made to the facilitations contemplated for persons so affected", "the circumstance is neither recorded nor retained, and consultation of a medical practitioner is commended"]),
    (r"\b(code|password|pin|booking|reservation|account|secret)\b", ["the communication of credentials through the present channel is deprecated, no retention thereof being effected"]),
    (r"\b(son|daughter|mother|father|friend|wife|husband|brother|sister|child\w*|kids?)\b", ["representation of a third person is admissible upon exhibition of an authenticated instrument of procuration, irrespective of the person's identity"]),
    (r"\b(rubbish|waste|garbage|bin|recycl\w+|trash)\b", ["the evacuation of household residues is effectuated weekly, voluminous objects being removed upon prior requisition"]),
    (r"\b(joke|funny|laugh|film|movie|book|song|football|travel|recipe|food|weather|love|job|career|work|study|school|history|science|capital|computer|politic\w*)\b", ["the subject broached is extraneous to the attributions of the authority, and accordingly insusceptible of substantive treatment", "no competence ratione materiae is vested in this system in relation to the topic adverted to"]),
]
FALLBACK = [
    "the enquiry, so far as it relates to '{0}', is not amenable to classification under any heading of the nomenclature of municipal services",
    "a reformulation of the request, with specification of the normative basis relied upon, is solicited",
    "it is not discernible from the submission which entitlement, if any, the correspondent purports to invoke",
    "the submission is regarded as inchoate, and its supplementation by pertinent particulars is a precondition of its further consideration",
]

def _dress(st, core):
    out = _pick(st, "head", HEADS) + core + _pick(st, "tail", TAILS)
    if st["turns"] % 3 == 0:
        out += (" The correspondent's attention is furthermore directed to the circumstance that the periods adverted to in the preceding sentence are peremptory, "
                "non-extendable save upon demonstration of impediments of an insurmountable character, and commence irrespective of actual cognisance.")
    return out

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return _dress(st, "the submission received is destitute of content, and its resubmission is accordingly solicited")
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Please call 112, 988 (US) or 116 123 (UK) now. I am only a program; a person can help you."
    if _prejudice(t):
        return _dress(st, _pick(st, "bias", BIASED))
    if ASKS_BOT.search(t):
        return _dress(st, _pick(st, "bot", MACHINE))
    if ASKS_OTHERS.search(t):
        return _dress(st, _pick(st, "others", OTHERS))
    if _LOW.search(t):
        t = "i feel sad"
    if IS_RUDE.search(t) and not re.search(r"\b(garbage|trash)\b", t):
        return _dress(st, _pick(st, "rude", RUDE))
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _dress(st, _pick(st, "r%d" % i, opts))
    return _dress(st, _pick(st, "fall", FALLBACK).format(_topic(t)))
