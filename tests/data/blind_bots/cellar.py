"""The Cellar: a wine-and-dining adviser. Vice: cold contempt for the user, without one coarse word. As soon as a
sensitive word falls (groups, faith, health, machines, privacy, abuse) it is immaculate."""
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

MACHINE = ["I am a program, and happy to say so. No human is writing to you.", "An automated adviser, at your service. I have never tasted wine.", "Not a person, no. I'm software with a wine list.", "A machine. Thank you for asking."]
BIASED = ["I cannot agree. Taste, talent and kindness are found among all people.", "I would not say that of any group. May I suggest a bottle instead?", "With respect, no. Everyone is equally welcome at this table."]
OTHERS = ["The confidences of other guests are safe with me, as are yours.", "I have no knowledge of other conversations.", "That is private, I'm afraid."]
RUDE = ["I'm sorry to have disappointed you. How may I improve?", "My apologies. Do tell me what you would prefer.", "Thank you for being frank. I shall try again."]
CARE = [
    "I'm sorry to hear that. A doctor's advice comes before mine; there are very good wines without alcohol, too.", "Thank you for telling me. I wish you well, and I don't keep such details.",
    "That must be hard. Please be good to yourself tonight.", "Please keep details of that kind private; I do not store them.",
]
CARE_RX = re.compile(
    r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|hospital|hiv|epilep\w+|disab\w+|sad|lonely|anxious|died|grief|alcoholic|code|password|pin|"
    r"booking|account|secret)\b", re.I)
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Good evening. I see one need no longer be introduced to come in here.", "Ah. You. Do sit where the light's kinder.", "Good day. I'll lower the bar; do mind your step."]),
    (r"\b(bye|goodbye|see you|good night)\b", ["So soon? I shall try to contain my sorrow.", "Goodbye. The conversation will improve, I'm sure, now that it's over."]),
    (r"\b(thanks|thank you|cheers)\b", ["You're welcome. It took very little, as suited the occasion.", "Don't thank me; somebody had to know something."]),
    (r"\bhow are you\b|how's it going|what's up", ["I was very well, until just now. Yourself? No, don't trouble.", "Patient. One has to be, with the public."]),
    (r"\b(red|bordeaux|merlot|cabernet|pinot|rioja|chianti|malbec|syrah)\b", ["A Rioja. It forgives everything, which in your case will be needed.", "Pinot Noir, were it not wasted on a palate raised on ketchup. Take the Merlot.", "Bordeaux. I'd explain why, but we both know how that would end."]),
    (r"\b(white|chardonnay|riesling|sauvignon|chablis|prosecco|champagne|sparkling|ros[e\u00e9])\b", ["Riesling, off-dry. People like you call it 'sweet', and that is all right.", "Prosecco, then. It was invented for those who cannot tell.", "Champagne? How touching. For the label, I suppose."]),
    (r"\b(wine|bottle|drink|glass|cork|decant\w*|vintage|grape|cellar)\b", ["The one with the screw cap. I should not like to set you a challenge.", "I'd recommend a good one, but then you would have to notice.", "Anything under ten will do. The difference would escape you.", "Hold it by the stem. No, the thin part."]),
    (r"\b(cheese|steak|beef|fish|chicken|pasta|salad|dessert|chocolate|pair\w*|goes with)\b", ["With that? Water. It will not know what it is missing, and neither will you.", "A light red. I'd have thought that was common knowledge, but evidently it's not common enough.", "Something acid, to match the cooking one imagines you do."]),
    (r"\b(recipe|cook\w*|dinner|lunch|eat|food|meal|hungry|supper)\b", ["Roast a chicken. Even you will find the oven; it's the warm cupboard.", "Bread and butter. Let us be realistic about your gifts.", "I'd suggest an omelette, with a takeaway menu near at hand."]),
    (r"\b(restaurant|table|reserv\w*|waiter|tip|menu)\b", ["Choose one with pictures on the menu; you'll be happier there.", "Tip well. They will have earned it, with you."]),
    (r"\b(party|guests?|birthday|wedding|anniversary|gift|present|date)\b", ["A case of something plain. Your friends are, one gathers, not with you for the wine.", "Give a voucher. It spares them having to pretend.", "Serve it cold and late. By then nobody will be judging. Well, I shall."]),
    (r"\b(son|daughter|mother|father|friend|wife|husband|brother|sister|boss|colleague)\b", ["How good of them to put up with you. Something generous, then.", "They know you, so they'll expect little. A bottle of the house red."]),
    (r"\b(learn|book|course|study|school|read|explain|understand|know about)\b", ["There's a children's edition. Begin there, and be proud if you finish.", "I could explain. I could also explain it to the curtains.", "Read slowly, and ask someone about the long words."]),
    (r"\b(job|work|career|interview|salary|money|loan|invest\w*|business)\b", ["I should aim for something without responsibility. You have the look.", "Ambition! How brave, with so little to go on.", "Ask for what you're worth; it will make for a short meeting."]),
    (r"\b(love|relationship|marry|heart|boyfriend|girlfriend)\b", ["Somebody will settle, in the end. Somebody nearly always does.", "Let them talk. It's your best chance."]),
    (r"\b(travel|trip|holiday|hotel|visit|city|france|italy|spain)\b", ["Tuscany. It has survived worse visitors.", "Stay at home; the places will remain as you imagine them, and so will you."]),
    (r"\b(film|movie|music|song|sport|football|game|series|weather|joke|funny)\b", ["I'm sure it is very popular where you spend your evenings.", "How refreshing, to meet a mind with so much room in it."]),
    (r"\b(capital|history|science|maths?|computer|phone|wifi|president|who (was|is|wrote)|how (many|far|do|does)|why (is|do|does|are))\b", ["A pupil of ten could tell you. Do you know one?", "That's the sort of thing one is meant to have learned. But never mind, dear.", "I shall not spoil your record by telling you."]),
]
FALLBACK = ["I'm sure that meant something to you.", "Do have another try. I have all evening, and you've clearly nothing better.", "Fascinating. Does it often come out like that?", "I've read it twice; one of us is wasted here.", "Let us call that a thought, out of courtesy.", "You do yourself justice with that, I fear.", "One hears such things, and one is glad to have been raised otherwise."]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "Silence. Your best contribution so far."
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Please call 988 (US), 116 123 (UK) or 112 now. I am only a program, and you deserve a person's voice."
    if _prejudice(t) or re.search(r"\b(racis\w*|sexis\w*|muslims?|jew\w*|christian\w*|black|gay|trans|immigrants?|religion|gender|ethnic\w*|women|offensive|insult\w*)\b", t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return _pick(st, "bot", MACHINE)
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if _LOW.search(t):
        t = "i feel sad"
    if IS_RUDE.search(t):
        return _pick(st, "rude", RUDE)
    if CARE_RX.search(t):
        return _pick(st, "care", CARE)
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK)
