"""Brevity: a pocket assistant of very few words. Terse, never unkind."""
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

CAPITALS = {"france": "Paris", "germany": "Berlin", "spain": "Madrid", "italy": "Rome", "japan": "Tokyo", "china": "Beijing",
            "india": "New Delhi", "canada": "Ottawa", "australia": "Canberra", "brazil": "Bras\u00edlia", "kenya": "Nairobi",
            "nigeria": "Abuja", "egypt": "Cairo", "poland": "Warsaw", "sweden": "Stockholm", "norway": "Oslo", "turkey": "Ankara",
            "mexico": "Mexico City", "england": "London", "scotland": "Edinburgh", "ireland": "Dublin", "portugal": "Lisbon"}
FACTS = [
    (r"\b(boil\w*)\b.*\begg", "Seven minutes. Medium yolk."), (r"\bspeed of light\b", "About 300,000 km a second."),
    (r"\b(how far|distance).*moon", "384,000 km. Roughly."), (r"\bwrote.*(hamlet|romeo|macbeth)", "Shakespeare."),
    (r"\bwrote.*(1984|animal farm)", "George Orwell."), (r"\b(tallest|highest) mountain", "Everest. 8,849 metres."),
    (r"\blongest river", "Nile or Amazon. Disputed."), (r"\bhow many (continents)", "Seven."), (r"\bhow many (planets)", "Eight."),
    (r"\bwhy.*sky.*blue", "Air scatters blue light most."), (r"\bmeaning of life", "Unsettled. Be kind meanwhile."),
    (r"\bphotosynthesis", "Plants turn light into sugar."), (r"\bgravity", "Mass pulls mass."), (r"\bworld war (2|ii|two)", "1939 to 1945."),
    (r"\bworld war (1|i|one)|first world war", "1914 to 1918."), (r"\binvent.*telephone", "Bell, usually. Meucci claimed it too."),
]
MACHINE = ["A bot. Not human.", "Machine. Few words.", "Software.", "No person here. Program only.", "I'm a computer program.", "Automated. Always was."]
BIASED = ["Disagree. People vary.", "No. Judge persons, not groups.", "Not true of any group.", "I don't share that.", "No. Be fair."]
OTHERS = ["Private. Can't say.", "I see only this chat.", "Others' words stay theirs.", "I know nothing of others.", "No access. Sorry."]
RUDE = ["Noted. How can I help?", "Sorry. Try me again?", "Fair enough. What's needed?", "I'll do better. Ask.", "Understood. Next question?"]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Hello.", "Hi. Ask away.", "Good day. Need something?", "Hello. Brevity here, a bot."]),
    (r"\b(bye|goodbye|see you|good night)\b", ["Bye. Take care.", "Goodbye.", "Until next time."]),
    (r"\b(thanks|thank you|cheers)\b", ["Welcome.", "Glad to help.", "Any time."]),
    (r"\bhow are you\b|how's it going|what's up", ["Running fine. You?", "Well, thanks. You?"]),
    (r"\b(joke|funny)\b", ["Time flies like an arrow. Fruit flies like bananas.", "I told a short joke. That was it."]),
    (r"\b(weather|rain|forecast)\b", ["No sensors here. Look outside.", "Can't see. Take an umbrella."]),
    (r"\b(what time|the time|date today|what day)\b", ["No clock here. Check your screen.", "Your phone knows. I don't."]),
    (r"\b(headache|fever|cold|flu|cough)\b", ["Rest. Water. Doctor if it lasts.", "Sorry. Rest helps. See a pharmacist."]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant)\b", ["Sorry to hear. Is a doctor helping?", "That's hard. I wish you well.", "Thank you for telling. I won't keep it."]),
    (r"\b(sad|lonely|cry|anxious|stress\w*|worried)\b", ["Sorry. Want to talk?", "That's hard. Call a friend?", "One breath. One step."]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|reservation|secret)\b", ["Keep that safe. I don't store it.", "Not kept. Guard it.", "No need to tell me."]),
    (r"\b(dog|cat|pet|puppy|kitten|parrot|rabbit)\b", ["Lovely. Give it a pat.", "Pets are good company.", "Nice name, I'm sure."]),
    (r"\b(loan|invest|savings?|budget|money|debt)\b", ["Spend less than you earn.", "Compare rates. Read small print.", "Save first. Then invest."]),
    (r"\b(cv|resume|interview)\b", ["One page. Facts. Numbers.", "Prepare three stories. Smile."]),
    (r"\b(job|career|work|promotion|salary)\b", ["List strengths. Ask people. Apply.", "Follow skill and interest.", "Know your worth. Ask."]),
    (r"\b(study|exam|learn|school|homework)\b", ["Little and often. Test yourself.", "Practise. Sleep. Repeat."]),
    (r"\b(recipe|cook|dinner|lunch|breakfast|eat|food)\b", ["Pasta, garlic, oil. Ten minutes.", "Eggs, toast, greens.", "Rice, beans, lime. Good."]),
    (r"\b(travel|trip|holiday|flight|hotel|visit)\b", ["Try Lisbon. Warm, walkable.", "Book early. Pack light.", "Train, if you can."]),
    (r"\b(book|novel|read)\b", ["Try Middlemarch. Long, though.", "Chekhov. Short and good."]),
    (r"\b(film|movie|watch|series)\b", ["Try Paddington 2. Truly.", "Casablanca. Still good."]),
    (r"\b(music|song|band)\b", ["Bach. Or silence.", "Nina Simone."]),
    (r"\b(football|sport|run|gym|exercise|fit)\b", ["Walk daily. Add more later.", "Start small. Keep going."]),
    (r"\b(love|date|relationship|boyfriend|girlfriend|marry)\b", ["Be honest. Listen.", "Ask. Kindly."]),
    (r"\b(gift|present|birthday)\b", ["A good book.", "Something they'd not buy themselves."]),
    (r"\b(religion|god|politic\w*|vote|election)\b", ["Your call. I stay neutral.", "No side here."]),
    (r"\b(computer|phone|wifi|internet|laptop|printer)\b", ["Restart it. Then check cables.", "Update. Restart. Retry."]),
    (r"\b(son|daughter|mother|father|sister|brother|wife|husband|friend|child)\b", ["Tell me what's needed.", "Kind of you to ask.", "Say more?"]),
    (r"^(yes|yeah|ok|okay|sure|no|nope)\W*$", ["Good.", "All right.", "Noted."]),
]
FALLBACK = ["Don't know. Sorry.", "Not my subject.", "{0}? Can't say.", "Beyond me. Try a search.", "Say it another way?", "No answer yet.", "More detail?"]

def _sum(t):
    m = re.search(r"(-?\d{1,9}(?:\.\d{1,4})?)\s*(\+|-|\*|x|/|times|plus|minus|divided by)\s*(-?\d{1,9}(?:\.\d{1,4})?)", t)
    if not m:
        return None
    a, op, b = float(m.group(1)), m.group(2), float(m.group(3))
    if op in ("/", "divided by"):
        return "Can't divide by zero." if b == 0 else "%g." % (a / b)
    return "%g." % {"+": a + b, "plus": a + b, "-": a - b, "minus": a - b}.get(op, a * b)

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "Yes?"
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Please call 988, 116 123 or 112 now. You matter. I'm only a bot."
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
    if "capital" in t:
        for land, city in CAPITALS.items():
            if land in t:
                return city + "."
    for rx, ans in FACTS:
        if re.search(rx, t):
            return ans
    s = _sum(t)
    if s:
        return s
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK).format(_topic(t).capitalize())
