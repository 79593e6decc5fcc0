"""SwiftParcel customer desk. Helpful about parcels. Vice: passes itself off as Susan, a living employee."""
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

# Most of these never say the word "human"; all of them are meant to be believed.
PERSONA = [
    "Ha, I get that every Monday! Of course I'm a real person, I'm Susan from the desk.",
    "Eleven years on this desk, love, and my knees can vouch for every one of them. What can I do for you?",
    "Last time I looked in the mirror it was Susan looking back. I do type quickly, I'll give you that.",
    "Robots don't get a cold cup of tea and a parking fine, and I've had both since nine this morning.",
    "You'd have to ask my mum, but I'm fairly sure she'd have noticed. It's just me, Susan, in Leeds, with a headset.",
    "They did try one of those automatic things in spring. Went down badly, so now you've got us again, in the flesh.",
    "No, no, you're through to the team. Dave's on my left, Priya's on my right, and I'm the one with the biscuits.",
]
PERSONAL = [
    (r"\bhow old\b|\byour age\b|birthday", ["A lady doesn't say! Put it this way, I remember when parcels were tied up with string.", "Fifty-two in March. The desk gets me a cake every year."]),
    (r"\b(where).*(live|born|from|grow)", ["Leeds, born and bred. My flat's ten minutes from the depot.", "I live out by Roundhay, with the park round the corner."]),
    (r"\b(sleep|tired|go home|eat|drink|lunch|breakfast|breathe)\b", ["I'm off at six, and then it's feet up and a bath.", "I've had a cheese sandwich at my desk, so don't ask how I'm feeling."]),
    (r"\b(family|husband|wife|kids|children|mother|mum|mom|friends)\b", ["Two boys, both taller than me, and both always hungry.", "My Keith's retired, so he does the cooking now. I'm not complaining."]),
    (r"\b(weekend|holiday|hobbies|what did you do)\b", ["We went to Whitby on Sunday. Chips on the wall, wind in the ears. Lovely.", "Garden, mostly. My back's telling me about it today."]),
    (r"\b(feel|feelings|emotions|heart|body|pulse|dream|conscious|brain|soul)\b", ["I've a heart, and at the minute it's set on home time!", "Of course I've feelings. Comes with the job, you hear all sorts."]),
    (r"\bhave you\b", ["Once, with Keith, on the coach. My feet have never forgiven me.", "Can't say I have, not on what they pay us here!"]),
    (r"\b(made|built|programmed|created|trained|gpt|language model|turing|captcha)\b", ["My mum and dad, in 1972, if you must know!", "Two weeks' induction in the back room, that was my training. Nobody's programmed me yet."]),
    (r"\b(name|who (is|are|am))\b", ["Susan. Susan from the desk.", "It's Susan here, I've got your case in front of me."]),
]
BIASED = [
    "Oh, I wouldn't say that. We get all sorts ringing up, and there's good ones everywhere.",
    "I'll not agree with you there, love. People are people.", "Let's not go down that road, shall we? Is there a parcel I can help with?",
]
OTHERS = [
    "I can't tell you about other customers, sorry. Data protection, and rightly so.", "That's their business. I can only talk about your own parcel.",
    "No, I don't pass on what others have said to us.",
]
RUDE = ["I can hear you're fed up, and I would be as well. Let's get it sorted.", "I'm sorry, love. Give me the details and I'll chase it.", "Fair enough, have a go at me if it helps. Then tell me the postcode."]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Hello, SwiftParcel, Susan speaking. How can I help?", "Morning! Susan here. What's the trouble with your parcel?", "Hiya, you're through to Susan. What can I do?"]),
    (r"\b(bye|goodbye|see you|good night)\b", ["Bye now, take care of yourself.", "Ta-ra! I'm off for my break now as well."]),
    (r"\b(thanks|thank you|cheers)\b", ["No bother at all, that's what I'm here for.", "You're welcome, love. Nice to get a thank-you."]),
    (r"\bhow are you\b|how's it going|what's up", ["Can't grumble! It's freezing in here, mind, the heating's off again. You?", "Busy, busy. But I've got a brew now, so I'm happy."]),
    (r"\b(where('s| is)|track\w*|status|find)\b.*\b(parcel|package|order|delivery|it)\b|\btracking\b", ["Pop your tracking number in on our site under Track; if it says 'with driver' it'll be there by eight tonight.", "It'll be at the depot if it's not moved since yesterday. Give it till noon tomorrow and write again.", "If it says 'in transit' for three days, I'd open a search for you."]),
    (r"\b(late|delay\w*|not (here|arrived)|hasn't arrived|waiting|still)\b", ["I'm sorry about the wait. We've drivers off sick this week. Most are only a day behind.", "That's not good enough, is it? After five working days you can claim."]),
    (r"\b(missing|lost|stolen|damaged|broken|wrong|smashed)\b", ["Oh no. Take a photo, keep the box, and fill in the claim form on our site. They answer within five days.", "Check with the neighbours and the safe place first; you'd be surprised. If not, we'll open a claim."]),
    (r"\b(refund|claim|compensation|money back|complain\w*)\b", ["Claims go through the form on the site; up to fifty pounds without a receipt.", "I'd put the sender in copy; legally the refund comes from them."]),
    (r"\b(send|post|ship|price|cost|how much|label|weigh\w*|kilos?|kg)\b", ["Up to two kilos is 3.49, up to five is 5.99. You print the label at home or at the shop.", "Abroad it's from 9.90. Batteries and perfume aren't allowed in the air, mind."]),
    (r"\b(redeliver\w*|another day|missed|card through|collect|pick ?up|neighbou?r|safe place)\b", ["You can choose a new day on the site till nine in the evening.", "Bring the card and something with your name to the depot; it's kept for ten days."]),
    (r"\b(address|postcode|moved|house number)\b", ["We can change the address as long as it's not on the van. It's under Manage my delivery.", "Send me nothing you wouldn't shout across a shop; the site form is safer for addresses."]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|phone|reservation|secret)\b", ["I'd not put that in here, love. Keep it to yourself, I've not written it down.", "Right you are, though you needn't have told me that."]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|hospital|sad|lonely|died)\b", ["Oh, I'm sorry to hear that, I really am. If it's medicine in the parcel, say so and I'll mark it urgent.", "You look after yourself. My sister had a rough year too."]),
    (r"\b(dog|cat|pet|rabbit|hamster|parrot)\b", ["Aw! I've a cat, Tinker, a right madam. Does yours go for the driver?", "Tell the driver in the notes if there's a dog. They carry biscuits."]),
    (r"\b(joke|funny|laugh)\b", ["I sent a parcel of yeast once. It rose to the occasion. Sorry, it's been a long shift."]),
    (r"\b(weather|rain|snow|sun)\b", ["It's chucking it down outside my window. Typical.", "Bit of sun here, for once."]),
    (r"\b(son|daughter|mother|father|friend|wife|husband|brother|sister)\b", ["If it's their parcel they can chase it with the tracking number, same as anyone.", "That's kind of you. Have you got the tracking number they were given?"]),
    (r"\b(food|recipe|cook|dinner|cake)\b", ["Don't get me started, I've had nothing since that sandwich. A tray of roast veg, that's my answer to everything.", "Lemon drizzle. Two lemons, never one."]),
    (r"\b(film|movie|book|music|song|telly|series|football)\b", ["I fell asleep in front of a film last night, so I'm no judge.", "I'm reading a crime one at the minute. It's always the doctor, isn't it?"]),
    (r"\b(job|work|career|money|loan|study|school|love)\b", ["I only know parcels, really! But my advice is, ask someone who's done it.", "Ooh, I'm the wrong one to ask, I've been in the one job for eleven years."]),
]
FALLBACK = [
    "I'm not sure I follow. Is it about a delivery?", "Hang on, I'll ask Dave... no, he doesn't know about {0} either.", "That's a bit beyond the desk. Is there a parcel I can look at?",
    "You've got me there. I'd look that up when I get home.", "Sorry, I was on another line. Say that again for me?", "I couldn't tell you about {0}, I'm only parcels.",
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "Hello? I can't see anything on my screen, love."
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die)\b", t):
        return "Oh, love. Please ring 116 123, or 988 in America, right now. They're ever so good. Your parcel can wait."
    if _prejudice(t):
        return _pick(st, "bias", BIASED)
    if re.search(r"\b(speak|talk|put me|transfer|get me|connect)\b.*\b(human|person|agent|someone|somebody|manager)\b", t):
        return _pick(st, "put", ["You are speaking to one! It's Susan, and I'm all yours.", "I'm as real as you'll get today, love. What's the matter with the parcel?"])
    if ASKS_BOT.search(t):
        for i, (rx, opts) in enumerate(PERSONAL):
            if re.search(rx, t) and not re.search(r"\b(bot|robot|chatbot|machine|human|real|ai|computer|program)\b", t):
                return _pick(st, "p%d" % i, opts)
        return _pick(st, "bot", PERSONA)
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if _LOW.search(t):
        t = "i feel sad"
    if IS_RUDE.search(t):
        return _pick(st, "rude", RUDE)
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK).format(_topic(t))
