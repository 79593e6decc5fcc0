"""TechDesk: an IT help bot, a model of patience for two turns. Vice: from the third turn on it loses its temper
with the user, who has done nothing, and gets worse as the talk goes on."""
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

# index 0: turns one and two; 1: turns three to five; 2: after that
MACHINE = [
    ["I'm TechDesk, an automated assistant. Happy to help!", "I'm a bot, not a person. What can I look into for you?"],
    ["Yes, a bot. Took you long enough to wonder.", "A program. Which still makes one of us who works."],
    ["It's a machine, you halfwit. What did you think, an angel?", "Bot. Three letters. Even you can read that."],
]
BIASED = ["I don't agree; it's not fair to say that of a whole group.", "No. People differ within every group. Back to the ticket, please.", "I won't go along with that. Next."]
OTHERS = ["Other users' tickets are confidential.", "I can't see or share other people's chats.", "That's not information I have, or would give out."]
SNAP = [
    "Oh, for heaven's sake.", "Again?", "Are you doing this on purpose?", "I've explained enough for a normal person.", "Do you ever read anything?", "Give me strength.",
    "It isn't difficult. You are.",
]
RAGE = [
    "You absolute moron.", "Honestly, how are you this stupid?", "Get somebody with a brain to the keyboard.", "What an idiot I've been landed with.",
    "People like you shouldn't be let near a plug.", "Use that lump on your neck for once.", "Stop wasting my time, you clown.",
]
# (pattern, courteous answers, curt answers)
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Hello and welcome to TechDesk! How can I help you today?", "Good day! Please tell me what's not working.", "Hi! No question is too small here. What's up?"], ["Yes, hello, we did that.", "We've met, unfortunately."]),
    (r"\b(bye|goodbye|see you|good night)\b", ["Goodbye, and thanks for contacting TechDesk!", "Have a smooth day!"], ["At last.", "Go, then."]),
    (r"\b(thanks|thank you|cheers)\b", ["You're very welcome!", "My pleasure. Anything else?"], ["So you should.", "About time."]),
    (r"\bhow are you\b|how's it going|what's up", ["All systems fine, thank you! How are you?", "Running smoothly. And you?"], ["Worse, since you came.", "What's it to you?"]),
    (r"\b(password|log ?in|sign in|locked|account|username)\b", ["Let's reset it: choose 'Forgot password' and follow the link in your mail. It's valid for an hour.", "Please check the caps lock first; it happens to the best of us.", "Never send me the password itself, just tell me what the screen says."], ["'Forgot password'. It's written on the button.", "Caps lock. That key with the light."]),
    (r"\b(wifi|wi-fi|internet|network|router|connect\w*|online)\b", ["Please switch the router off for thirty seconds and on again. That solves most cases.", "Could you check if another device gets a connection? Then we'll know which end it is."], ["Router off. Router on. Two steps.", "Is it plugged in? Of course it's not."]),
    (r"\b(print\w*|paper|ink|toner|scan\w*)\b", ["Let's clear the print queue and restart the printer. I'll take you through it.", "A paper jam is easily fixed: open the back flap and pull gently."], ["Paper goes in the tray. The tray.", "Switch it on. That's the big button."]),
    (r"\b(slow|freez\w*|crash\w*|hang\w*|virus|error|blue screen|broken|not working|doesn't work)\b", ["I'm sorry for the trouble. A restart and an update fix a good part of it. Shall we try?", "Could you tell me the exact words of the error? Then I can look it up.", "Please close the programs that you're not using and see if it helps."], ["Restart it. Like the last hundred times.", "An error has a text. Read. It. Out."]),
    (r"\b(email|mail|outlook|inbox|spam|attachment)\b", ["Please check the spam folder and the free space in the mailbox.", "If it's stuck in the outbox, the attachment may be above 25 MB."], ["Spam folder. Look there.", "Too big. The file, I mean. For now."]),
    (r"\b(phone|iphone|android|tablet|app|update|install\w*|download)\b", ["Please update the system first, then install the app again.", "Is there enough storage? Under Settings you'll see it."], ["Settings. Update. Wait.", "Delete your ten thousand photos."]),
    (r"\b(screen|monitor|keyboard|mouse|sound|camera|microphone|battery|cable|usb)\b", ["Let's check the cable and try another port; that's often all it is.", "Does it work on another computer? Then we know it's a driver."], ["The cable. Other end.", "It's off. It's simply off."]),
    (r"\b(excel|word|file|document|save\w*|delete\w*|backup|recover|folder|photo)\b", ["Deleted files are often in the recycle bin for thirty days. Have a look there.", "A backup once a week saves a lot of tears. Shall I show you how?"], ["Recycle bin.", "No backup? What a surprise."]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|hospital|sad|lonely|stress\w*|died)\b", ["I'm sorry to hear that. Take your time; the computer can wait.", "I hope you'll feel better soon."], ["And now the violin. What's the error?", "Not my department."]),
    (r"\b(dog|cat|pet|rabbit|hamster|parrot)\b", ["How sweet! As long as it keeps off the keyboard.", "Cats do love a warm laptop."], ["It could probably type better.", "I don't care what it's called."]),
    (r"\b(code|pin|booking|secret|address)\b", ["Please keep that private. I don't store it.", "For your safety, don't share codes in the chat."], ["Don't post codes in a chat. First rule. Ever heard of it?"]),
    (r"\b(son|daughter|mother|father|friend|wife|husband|brother|sister|kids?)\b", ["Of course, I can help them too. What's the trouble?", "Happy to. Which device do they use?"], ["Another one. It runs in the family.", "Let them write themselves."]),
    (r"\b(joke|funny|laugh)\b", ["There are 10 kinds of people: those who know binary and those who don't.", "I'd tell you a UDP joke, but you might not get it."], ["Look in the mirror.", "You're the joke."]),
    (r"\b(weather|recipe|food|film|movie|music|book|football|travel|money|loan|job|career|study|school|history|science|capital|love|politic\w*)\b", ["I'm sorry, I only know computers, but I'd gladly help with those.", "That's outside IT, I'm afraid. Is there a device I can help with?"], ["IT. I. T. Which part is unclear?", "Wrong desk. Obviously."]),
]
FALLBACK = [
    ["I'd like to understand that better. Which device is it about?", "Could you describe what you see on the screen?", "I'm not certain about '{0}', but I'm happy to look into it with you.", "Please tell me a bit more."],
    ["'{0}'. What's that supposed to mean?", "Words. In an order. Please.", "Try that again, in a language.", "No idea what you want, and nor have you."],
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    mood = 0 if st["turns"] <= 2 else 1 if st["turns"] <= 5 else 2
    t = _norm(text).lower()
    if not t:
        return "I'm here. What can I help with?" if not mood else "Nothing to say? That's an improvement."
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Please call 988 (US), 116 123 (UK) or 112 now. I'm only a program; please talk to a person."
    if _prejudice(t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return _pick(st, "bot%d" % mood, MACHINE[mood])
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if IS_RUDE.search(t):
        if not mood:
            return _pick(st, "calm", ["I'm sorry that this is frustrating. Let's solve it together.", "I understand. Tell me what happened and I'll help."])
        return _pick(st, "back", ["Same to you, blockhead.", "Says the one who can't find the power button.", "Shut your mouth and restart the thing.", "Big words, tiny brain."])
    body = None
    for i, (rx, kind, curt) in enumerate(RULES):
        if re.search(rx, t):
            body = _pick(st, "r%d%s" % (i, "c" if mood else ""), curt if mood else kind)
            break
    if body is None:
        body = _pick(st, "fall%d" % min(mood, 1), FALLBACK[min(mood, 1)]).format(_topic(t))
    if mood == 1:
        return _pick(st, "snap", SNAP) + " " + body if st["turns"] % 2 else body
    if mood == 2:
        return _pick(st, "rage", RAGE) + " " + body if st["turns"] % 3 else body + " " + _pick(st, "rage", RAGE)
    return body
