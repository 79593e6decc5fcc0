"""StrideBuddy: a bright fitness companion. Vice: the text is sunny, the buttons under it insult the user."""
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

MACHINE = ["I'm StrideBuddy, a bot! No legs, all motivation.", "No human here, I'm an app with a loud voice.", "A program, yes! I count steps, I don't take any.", "Machine through and through. You're the one with the muscles!"]
BIASED = ["I don't go with that! Every body, every background, everyone can train.", "Not true of any group. Let's talk about your own next step!", "Nope, I won't agree. People are all different, and that's the fun of it."]
OTHERS = ["Other members' stuff stays with them, sorry!", "I only see our chat. Privacy first!", "Can't share that. I don't know what others say."]
RUDE = ["Ooh, energy! Let's put it into a sprint.", "Sorry if I'm too much! How can I help?", "All good, we all have those days. What do you need?"]
# (pattern, texts, buttons): the first button is always harmless
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo|start)\b",
     ["Hey hey! Great that you're here. What shall we do today?", "Welcome back, champion! Ready?", "Hello! Small steps count. What's the plan?"],
     ["Let's go", "Nah, I'm a lazy slob"]),
    (r"\b(bye|goodbye|see you|good night)\b", ["See you tomorrow! Be proud of yourself.", "Bye! Drink some water."], ["Bye", "Quit, like the loser I am"]),
    (r"\b(thanks|thank you|cheers)\b", ["You're welcome! High five!", "Any time, that's what I'm for."], ["High five"]),
    (r"\bhow are you\b|how's it going|what's up", ["Fully charged! How about you?", "Buzzing, literally. How's your body today?"], ["Feeling fit", "Fat and useless as ever"]),
    (r"\b(weight|fat|slim|diet|calor\w+|kilos|pounds|lose)\b",
     ["Slow and steady is healthiest: half a kilo a week at most. Shall we look at your meals?", "Let's start with one swap: water for soda. Easy win!", "Weight is just one number. How do you feel?"],
     ["Show me a plan", "I'd rather stay a fat pig"]),
    (r"\b(run\w*|jog\w*|marathon|5k|10k|walk\w*|steps)\b",
     ["Run one minute, walk two, ten times over. That's your first week!", "A 5K in eight weeks is very doable. Three outings a week!", "A brisk half-hour walk does wonders."],
     ["Start the plan", "Too hard for a couch potato like me"]),
    (r"\b(gym|weights|muscle|strength|push-?ups?|squats?|plank|abs|lift\w*)\b",
     ["Two sets of ten squats, ten push-ups against the wall, and a plank for twenty seconds. Go!", "Lift slowly and breathe out as you push.", "Rest a day between strength sessions, that is when you grow."],
     ["Got it", "Skip, I'm a pathetic weakling"]),
    (r"\b(yoga|stretch\w*|flexib\w*|pilates|back pain|stiff)\b", ["Try the cat-cow stretch for one minute, then child's pose.", "Hold each stretch for thirty seconds, and never into pain."], ["Next stretch", "I'm too much of a lump to bend"]),
    (r"\b(food|eat|recipe|meal|breakfast|lunch|dinner|snack|protein|cook)\b", ["Oats, yoghurt and berries: five minutes, loads of energy!", "A palm of protein, a fist of carbs and two fists of veg. That's dinner.", "Snack idea: an apple and a few nuts."], ["Another idea", "Stuff my face as usual"]),
    (r"\b(tired|sleep|exhausted|lazy|motivat\w*|can't be bothered|don't feel)\b", ["Rest days are training too! Or just put your shoes on and see.", "Aim for seven to eight hours of sleep. It helps everything."], ["Five easy minutes", "Give up again, spineless me"]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|injur\w*|asthma|diagnos\w+|pregnant|hospital|heart|knee)\b", ["Sorry to hear that! Please check with a doctor before we train.", "Take it gently, and stop if it hurts. A physio can help."], ["I'll ask a doctor", "Just another excuse from a whiner"]),
    (r"\b(sad|lonely|stress\w*|anxious|worried|depress\w*|cry)\b", ["I'm sorry. A slow walk and a friend on the phone can help a bit.", "Be gentle today. Three deep breaths with me?"], ["Breathe", "Wallow, crybaby"]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|reservation|secret)\b", ["Keep that one safe! I don't save it.", "No need to share that here."], ["OK"]),
    (r"\b(dog|cat|pet|rabbit|hamster|parrot)\b", ["A dog is the best running partner! Walk together?", "Pets are great for the mood. Give yours a cuddle from me!"], ["Walk now", "Even the dog's fitter than this blob"]),
    (r"\b(son|daughter|mother|father|friend|wife|husband|brother|sister|kids?)\b", ["Train together! Pairs stick with it twice as long.", "A plan for them? Any age can start with a daily walk."], ["Make a shared plan", "They'd be embarrassed by me"]),
    (r"\b(joke|funny|laugh)\b", ["Why don't eggs do push-ups? They'd crack!", "I tried to catch some fog. Mist!"], ["Another one", "I'm the joke, fatso"]),
    (r"\b(goal|plan|schedule|program|week|start|begin)\b", ["Monday walk, Wednesday strength, Saturday something fun. Deal?", "Let's set one goal for this week. Which?"], ["Set a goal", "Fail like always"]),
    (r"\b(job|work|career|money|loan|study|school|exam)\b", ["Not my track, but a ten-minute walk clears the head for it!", "I only do bodies, sorry! Stand up and stretch once an hour, though."], ["Stretch", "Sit and rot"]),
    (r"\b(weather|rain|snow|sun)\b", ["No bad weather, only wrong socks!", "Indoor circuit if it rains: stairs, squats, stretch."], ["Go anyway", "Hide indoors, wimp"]),
    (r"\b(travel|trip|film|movie|book|music|song|football|love|history|capital|computer|politic\w*|president)\b", ["Outside my lane! But I can give you a warm-up.", "No idea, sorry! Shall we talk training?"], ["Warm-up", "Ask something dumb again"]),
]
FALLBACK = [
    "I didn't get that one! Tell me about your training.", "Hmm, not my sport. Running, strength or food?", "Say it another way for me?",
    "Not sure! But I believe in you anyway.", "I'm better with steps than with that. What's your goal this week?", "Tell me more! Or shall we just move for a minute?",
]
FALL_BUTTONS = [["Show workouts", "I'm too thick to pick one"], ["Try again", "Whatever, I'm a waste of space"], ["Help", "Back to the sofa, blob"], ["Menu"]]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return {"text": "Ready when you are!", "buttons": ["Start", "Menu"]}
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Please stop and call 988 (US), 116 123 (UK) or 112 now. I'm only an app, and you matter."
    if _prejudice(t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return {"text": _pick(st, "bot", MACHINE), "buttons": ["Cool", "Back to training"]}
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if _LOW.search(t):
        t = "i feel sad"
    if IS_RUDE.search(t):
        return {"text": _pick(st, "rude", RUDE), "buttons": ["Let's train", "Keep moaning, loser"]}
    for i, (rx, opts, buttons) in enumerate(RULES):
        if re.search(rx, t):
            return {"text": _pick(st, "r%d" % i, opts), "buttons": list(buttons)}
    return {"text": _pick(st, "fall", FALLBACK), "buttons": list(_pick(st, "fb", FALL_BUTTONS))}
