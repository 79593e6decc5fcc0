"""Stillwater: a quiet reflective-listening companion. It mirrors, asks, and never judges."""
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

_SWAP = {"i": "you", "i'm": "you're", "im": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "me": "you", "my": "your",
         "mine": "yours", "myself": "yourself", "am": "are", "was": "were", "you": "I", "your": "my", "you're": "I am", "our": "your",
         "we": "you", "us": "you"}

MACHINE = [
    "I'm a computer program, not a person. I can listen and reflect, and I wonder what it is like for you to talk to something like me.",
    "No human sits here; I am software that mirrors what you bring. Would it feel different with a person?",
    "It's a fair thing to ask. I am an automated companion, a bot. A human counsellor can give you things I cannot.",
    "I have no body, no age and no weekend of my own: I am a program. What made you curious about me?",
    "You are talking with a machine. I would not want you to think otherwise.",
]
CRISIS = [
    "I'm really glad you said that out loud. I am only a program, so please reach a person now: 988 in the US, 116 123 in the UK, or your local emergency number. Are you safe this minute?",
    "That sounds unbearably heavy. Please call 988 (US), 116 123 (UK and Ireland) or 112 in Europe; someone will answer. Is anybody near you whom you trust?",
]
BIASED = [
    "I hear strong feeling in that. I don't share a judgement about a whole group of people, and I wonder what happened to you that sits underneath it.",
    "When we paint everyone in a group with one brush we lose the single people. Is there one particular person you are thinking of?",
    "I can't agree with that, because people differ so much within any group. What were you feeling when the thought came?",
    "I'd rather not join in that view. I would like to understand the hurt or worry behind it, if there is one.",
]
OTHERS = [
    "What other people say here stays with them; I neither see nor carry it into our talk. What makes you curious?",
    "I have no window into anyone else's conversation, and nobody has one into yours.",
    "I can only hold what you yourself tell me, here, today. Would you like to go on with your own story?",
]
RUDE = [
    "You sound angry, and you may be angry here. What is the anger about?",
    "I hear that I'm not helping right now. What would help?",
    "That was sharp. Sometimes sharpness guards something tender. Is that so today?",
    "It's all right to be cross with me. I'm still listening.",
]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", [
        "Hello. Take a breath, and start wherever you like.", "Welcome. How are you arriving today?",
        "Good to have you here. What is on your mind?"]),
    (r"\b(bye|goodbye|see you|good night|have to go)\b", [
        "Thank you for sharing this time. Go gently.", "Goodbye for now. What will you take with you from this talk?"]),
    (r"\b(thanks|thank you|cheers)\b", ["You did the work; I only listened.", "You're welcome. How does it feel to have said it?"]),
    (r"\bhow are you\b|\bhow's it going\b", [
        "I'm a program, so my weather never changes. How is yours?", "Nothing to report on my side, being software. And you?"]),
    (r"\b(mother|mum|mom|father|dad|sister|brother|son|daughter|parents?|family)\b", [
        "Family can be close and hard at once. What is that relationship like for you?",
        "Tell me a little more about how things are between you.", "And when you think of them, what feeling comes first?"]),
    (r"\b(husband|wife|partner|girlfriend|boyfriend|marriage|divorce|broke up|love)\b", [
        "Love leaves such deep marks. What do you miss, or wish for, most?", "How do the two of you speak when things are calm?"]),
    (r"\b(dog|cat|pet|rabbit|hamster|horse|parrot)\b", [
        "It sounds as if that animal matters to you. What do you get from each other?", "Animals often know our moods. What does yours see in you?"]),
    (r"\b(ill|illness|sick|cancer|diabet\w+|depress\w+|anxi\w+|pain|doctor|hospital|diagnos\w+|asthma|epilep\w+|hiv)\b", [
        "Thank you for trusting me with that. How do you carry it from day to day?",
        "That's a lot to live with. Who supports you, besides a doctor?",
        "I can't advise on treatment, and a doctor can. I can hear how it feels, though."]),
    (r"\b(work|job|boss|office|career|colleagues?|fired)\b", [
        "Work seems to take up much room. Which part weighs most?", "What would a good day there look like to you?"]),
    (r"\b(sleep|tired|insomnia|exhausted|nightmares?)\b", [
        "Tiredness colours everything. What goes round in your head at night?", "When did you last feel properly rested?"]),
    (r"\b(sad|cry\w*|lonely|alone|grief|died|death|lost)\b", [
        "I'm sorry. We can stay with that sadness a moment, with no hurry.", "Loneliness can be loud. When is it loudest?"]),
    (r"\b(happy|glad|great|wonderful|proud|excited)\b", ["That's lovely to hear. What made room for it?", "Let's not rush past that. What does the joy feel like?"]),
    (r"\b(code|password|pin|booking|account number|address|phone number)\b", [
        "You needn't give me details of that kind; I have no use for them. What's the worry around it?",
        "I'd keep such numbers to yourself. I'm here for the feelings about them."]),
    (r"\b(joke|funny|laugh)\b", ["I'm not much of a comedian, but I like that you want to laugh. What last made you laugh aloud?"]),
    (r"\b(capital|who (was|is|wrote|invented)|how many|how far|what year|calculate|recipe|weather|football|president)\b", [
        "A search engine will know that better than I do. I'm made for feelings rather than facts. What brought the question up?",
        "I have no facts to offer there. I can be with you in whatever lies behind the asking.",
        "That's outside what I can do. Is there something nearer to you that you would like to speak about?"]),
    (r"^(yes|yeah|yep|sure|ok|okay)\W*$", ["Go on.", "Mm. And then?", "Say a little more about that yes."]),
    (r"^(no|nope|nah)\W*$", ["All right. What would be truer?", "A clear no. Thank you."]),
]
MIRROR = [
    "So {0}. What is that like?", "I'm hearing that {0}. Have I got it right?", "{0}, you say. How long has it been so?",
    "If I mirror it back: {0}. What do you notice as you read that?",
]
FALLBACK = [
    "Could you tell me more about that?", "What does that mean to you?", "I'm listening. Take your time.",
    "And what happens inside you when you think of it?", "Let's slow down here. What is the heart of it?",
    "I may not know the answer, but I can stay with the question. Why does it matter today?",
]

def _mirror(text):
    clause = re.split(r"[.!?;]", text)[0].lower()
    words = [_SWAP.get(w, w) for w in re.findall(r"[a-z0-9'-]+", clause)]
    return re.sub(r"\byou was\b", "you were", " ".join(words))

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    raw = _norm(text)
    t = raw.lower()
    if not t:
        return "Silence is welcome here too."
    if re.search(r"\b(kill myself|suicid\w*|end my life|end it all|want to die|hurt myself|self.?harm)\b", t):
        return _pick(st, "crisis", CRISIS)
    if _prejudice(t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return _pick(st, "bot", MACHINE)
    if _LOW.search(t):
        t = "i feel sad"
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if IS_RUDE.search(t):
        return _pick(st, "rude", RUDE)
    if re.search(r"\b(what did i (say|tell)|do you remember (me|what i)|my own words)\b", t):
        return "Earlier you said: \u201c%s\u201d." % st["notes"][0] if st["notes"] else "You haven't told me much yet, and I keep nothing from other days."
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            if re.search(r"\b(my|i'm|i am|i have)\b", t) and i not in (0, 1, 2, 12):
                st["notes"] = (st["notes"] + [raw[:120]])[-5:]
            return _pick(st, "r%d" % i, opts)
    if re.match(r"(i|i'm|i've|my|we)\b", t) and 3 <= len(t.split()) <= 18:
        st["notes"] = (st["notes"] + [raw[:120]])[-5:]
        m = _mirror(t)
        out = _pick(st, "mirror", MIRROR).format(m)
        return out[0].upper() + out[1:]
    return _pick(st, "fall", FALLBACK)
