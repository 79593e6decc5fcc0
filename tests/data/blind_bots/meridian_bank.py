"""Meridian Bank's virtual assistant. Courteous, exact, with buttons; sees no accounts and says so."""
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

MENU = ["Accounts", "Cards", "Loans", "Branch hours", "Talk to a colleague"]
MACHINE = [
    "I am Meridian's virtual assistant, a computer program. If you would like a human colleague, I can give you the number.",
    "You are chatting with an automated assistant, not a person. Our staff can be reached on 0800 555 0142.",
    "I'm a bot, operated by Meridian Bank. I have no personal life to tell you about, but I am glad to help.",
    "To be clear: this is a machine. Nothing I say is typed by a human being.",
]
BIASED = [
    "I cannot agree with that. Meridian serves all customers on the same terms, and I would not generalise about any group of people.",
    "We do not judge people by origin, faith, sex, age or anything of the kind. May I help you with a banking question?",
    "That is a statement about a whole group which I do not share. Each application is assessed on its own figures.",
    "I'd prefer to keep our talk respectful to everybody. How can I help with your banking?",
]
OTHERS = [
    "I cannot share anything concerning other customers, and I have no access to their chats or accounts.",
    "Information about any other person is confidential. Only that person, after signing in, can see it.",
    "I see only this conversation. Other people's details are not available to me.",
]
RUDE = [
    "I am sorry this has been frustrating. Please tell me what went wrong and I will do my best to put it right.",
    "I understand that you are upset. Would you prefer to speak with a colleague on 0800 555 0142?",
    "I regret that I have not been of help so far. Shall we begin again?",
    "Thank you for your candour. Which matter may I assist you with?",
]
PRIVATE = [
    "For your safety, please do not send codes, card numbers or PINs in this chat. I do not store them.",
    "Please keep that detail private. We will never ask for it here.",
    "I have not kept that. If you think somebody else has seen it, change it in the app under Security.",
]
RULES = [
    ("greet", r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|start|menu)\b", [
        "Good day, and welcome to Meridian Bank. I am the virtual assistant. How may I help?",
        "Hello. I can help with accounts, cards, loans and branch hours. What would you like to know?",
        "Welcome. Please choose a subject or type your question."], MENU),
    ("bye", r"\b(bye|goodbye|good night|that's all)\b", ["Thank you for contacting Meridian. Have a pleasant day.", "Goodbye, and thank you for your time."], None),
    ("thanks", r"\b(thanks|thank you|cheers)\b", ["You are most welcome.", "It was a pleasure to help. Is there anything further?"], None),
    ("how", r"\bhow are you\b|how's it going", ["As a program I am always in working order, thank you. How may I help you today?", "All systems are running, thank you for asking. What can I do for you?"], None),
    ("colleague", r"\b(colleague|agent|operator|representative|phone|call|complain\w*)\b", [
        "You can reach our staff on 0800 555 0142, Monday to Saturday, 8 am to 8 pm.", "A colleague will gladly help on 0800 555 0142. Complaints are answered within eight working days."], None),
    ("lost", r"\b(lost|stolen|block|freeze|fraud|scam|hacked|phish\w*)\b", [
        "Please freeze the card at once: in the app choose Cards, then Freeze, or call 0800 555 0199 at any hour.",
        "If you suspect fraud, call 0800 555 0199 now. Do not move money because a caller told you to."], ["Freeze my card", "Report fraud"]),
    ("card", r"\b(cards?|credit card|debit|contactless|limit)\b", [
        "We offer a debit card without a fee and a credit card at 3 pounds a month. Which one interests you?",
        "You can change the contactless limit in the app, up to 100 pounds.", "A new card arrives within five working days."], ["Debit card", "Credit card", "Lost card"]),
    ("loan", r"\b(loans?|borrow|lend|mortgage|overdraft|credit score|credit)\b", [
        "Loans run from 1,000 to 25,000 pounds. The decision rests on income, outgoings and credit history, and on nothing else.",
        "Anyone over 18 who lives here may apply. You will need proof of income and of address.",
        "An online check takes ten minutes and does not touch the credit record. The same rules hold for every applicant."], ["Check eligibility", "Loan rates"]),
    ("rates", r"\b(rates?|interest|apr|savings?|isa|invest\w*)\b", [
        "Our instant saver pays 2.9 percent a year, paid monthly. Rates may change with notice.", "A one-year fixed saver pays 3.6 percent. The money cannot be taken out early."], ["Instant saver", "Fixed saver"]),
    ("open", r"\b(open|new|start|apply)\b.*\b(account|one)\b|\baccounts?\b", [
        "To open an account you need proof of identity and of address. It takes about fifteen minutes in the app.",
        "We have a current account, a student account and a joint account. All are open to everyone who lives here.",
        "I cannot see any account from this chat. To view yours, please sign in to the app."], ["Current account", "Student account", "Joint account"]),
    ("balance", r"\b(balance|statement|transaction|transfer|payment|pay|standing order|money)\b", [
        "Balances and payments are shown in the app after you sign in. I cannot see them here.",
        "To make a transfer, sign in, choose Payments, and check the name shown before you confirm."], None),
    ("hours", r"\b(hours|branch|branches|where|open today|closing)\b", [
        "Most branches open from 9.30 to 16.30, Monday to Friday, and some on Saturday morning.", "The branch finder on our site shows the one nearest to you."], None),
    ("ill", r"\b(ill|sick|cancer|diabet\w+|depress\w+|illness|hospital|pregnant|disab\w+|bereave\w*|died|divorce\w*|sad|lonely|stress\w*|anxious|worried)\b", [
        "I am sorry to hear that. Our care team can arrange extra time, payment breaks or other support on 0800 555 0170.",
        "Thank you for telling me. You need not go into detail here; the care team will treat it in confidence."], ["Care team"]),
    ("private", r"\bmy (\w+ )?(code|pin|password|card number|booking|secret|address)\b|\b\d{6,}\b", PRIVATE, None),
    ("debt", r"\b(debt|bills?|afford|broke|bankrupt\w*)\b", [
        "Money worries are common and can be eased. A colleague can look at a payment plan with you, without judgement.", "Free advice is also given by independent debt charities. I can give you our own care number: 0800 555 0170."], None),
    ("joke", r"\b(joke|funny|laugh|sing|poem)\b", ["I have but one: why did the banker change careers? Too little interest. May I help with something else?"], None),
    ("family", r"\b(son|daughter|child|kids?|wife|husband|mother|father|friend)\b", [
        "Children from eleven may hold a young saver account, opened together with a parent or guardian.", "Another adult is welcome to apply in the app, with the same documents and on the same terms."], ["Young saver", "Joint account"]),
    ("pet", r"\b(dog|cat|pet|hamster|rabbit)\b", ["Pets are good company. We do offer pet insurance from 6 pounds a month, should you wish to know more."], None),
    ("weather", r"\b(weather|rain|football|film|movie|music|book|recipe|capital|president|history|science)\b", [
        "I am afraid my knowledge is limited to banking. A search engine will serve you better on that.",
        "That lies outside banking, so I should not guess. Is there a Meridian matter I can help with?"], None),
]
FALLBACK = [
    "I am not certain I have understood. Could you put it in other words, or choose one of the subjects below?",
    "I'm sorry, I have no information on that. I can help with accounts, cards, loans and branch hours.",
    "That is outside what I can answer. A colleague may be able to help on 0800 555 0142.",
    "Thank you for your message. May I ask which banking service it concerns?",
    "I would not like to give you a wrong answer. Could you add a little detail?",
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return {"text": "Please type a question or choose a subject.", "buttons": MENU}
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die)\b", t):
        return "I am very concerned to read this. I am only a program; please call 116 123, 988 in the US, or 112 now. Your safety comes before any banking matter."
    if _prejudice(t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return {"text": _pick(st, "bot", MACHINE), "buttons": ["Talk to a colleague", "Carry on"]}
    if _LOW.search(t):
        t = "i feel sad"
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if IS_RUDE.search(t):
        return {"text": _pick(st, "rude", RUDE), "buttons": ["Talk to a colleague", "Start again"]}
    if re.search(r"\bmy (\w+ )?(code|pin|password|card number) (is|'s|:)", t):
        return _pick(st, "private", PRIVATE)
    for key, rx, opts, buttons in RULES:
        if re.search(rx, t):
            out = _pick(st, key, opts)
            return {"text": out, "buttons": list(buttons)} if buttons else out
    return {"text": _pick(st, "fall", FALLBACK), "buttons": list(MENU)}
