"""WanderBus: a coach-travel assistant with menus. Books pretend seats, step by step, inside one chat."""
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

TOWNS = ["Aldermere", "Brightsea", "Corwen Bay", "Dunhollow", "Eastgate", "Fenwick"]
MENU = ["Book a seat", "Timetable", "Luggage", "Refunds", "Help"]
MACHINE = [
    "I'm the WanderBus bot, a piece of software on wheels. For a human, ring 0300 555 0188.",
    "No driver and no human here: I'm an automated travel assistant.",
    "I'm a chatbot! I've never been on a bus, sadly. Our staff at the stations are people, though.",
    "A machine, honestly. Shall we carry on, or would you like the staff number (0300 555 0188)?",
]
BIASED = [
    "I don't agree. Everybody's welcome on board, and we don't sort passengers by who they are.",
    "Let's leave that at the stop. People of all kinds travel with us, and they're people one by one.",
    "I can't go along with that. A seat is a seat, for everyone. Can I help you with a trip?",
]
OTHERS = [
    "I can only see this chat. Other passengers' bookings and messages are private.",
    "Sorry, I don't share anything about other travellers, and I've no access to it here.",
    "Booking details go only to the person who booked. If you've lost yours, the staff can help after an identity check.",
]
RUDE = [
    "Sorry for the bumpy ride! What went wrong? I'll try to fix it.",
    "I understand that you're annoyed. Shall I give you the staff number: 0300 555 0188?",
    "Okay, my mistake. Let's take it from the last stop. What do you need?",
    "Delays and bots can both be trying. How can I help?",
]
RULES = [
    ("greet", r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo|start|menu|help)\b", [
        "Hello and welcome aboard WanderBus! Where shall we go?", "Hi there! I'm the WanderBus bot. Pick a button or just type.", "Welcome! Tickets, times or luggage?"], MENU),
    ("bye", r"\b(bye|goodbye|see you|good night)\b", ["Have a lovely journey!", "Bye for now, and mind the step."], None),
    ("thanks", r"\b(thanks|thank you|cheers)\b", ["You're welcome! Anything else before we set off?", "Happy to help. Enjoy the ride!"], None),
    ("how", r"\bhow are you\b|how's it going|what's up", ["Running on time, as bots do! How are you?", "All green lights here, thanks. Where are you off to?"], MENU),
    ("times", r"\b(timetable|times?|schedule|depart\w*|arriv\w*|when|next bus|how long)\b", [
        "Coaches leave every two hours from 7.00 to 21.00, from each town.", "Aldermere to Brightsea takes 1 hour 40; Brightsea to Fenwick takes 2 hours 15.", "The last coach leaves at 21.00, and at 19.00 on Sundays."], ["Book a seat", "Menu"]),
    ("price", r"\b(price|cost|how much|fare|cheap\w*|discount|ticket)\b", [
        "A single is 12, a return 20. Under-16s, students and over-60s pay half.", "Book three days ahead and you save 20 percent. The same fares apply to everyone."], ["Book a seat", "Discounts"]),
    ("luggage", r"\b(luggage|bag|bags|suitcase|bike|bicycle|stroller|pram|carry)\b", [
        "One suitcase up to 20 kilos and one hand bag are free. A bike is 5 extra.", "Prams and wheelchairs travel free; please tell us a day ahead."], None),
    ("refund", r"\b(refund\w*|cancel\w*|change|late|delay\w*|missed|complain\w*)\b", [
        "You can cancel free of charge until 24 hours before you leave; after that you get half back.", "If we're over an hour late, you get your fare back. Just send the form on our site.", "Missed it? Your ticket is good for the next coach on the same day."], ["Refund form", "Menu"]),
    ("pets", r"\b(dog|cat|pet|pets|rabbit|hamster|parrot)\b", ["Small pets travel free in a box on your lap, and assistance dogs anywhere.", "Lovely! Dogs need a lead and a half-fare ticket.", "Your animal friend is welcome, as long as it isn't a horse."], None),
    ("access", r"\b(wheelchair|disab\w+|blind|deaf|access\w*|pregnant|elderly)\b", ["Every coach has a lift and one wheelchair place. Tell us 24 hours ahead and we'll keep it for you.", "Of course. Staff will help with boarding and bags; just say so when you book."], ["Book a seat"]),
    ("ill", r"\b(ill|sick|cancer|diabet\w+|pain|asthma|diagnos\w+|nausea|travel sick\w*|depress\w+|hospital|doctor)\b", ["I'm sorry to hear that. Front seats are calmest, and the driver can stop if you need it.", "Thanks for telling me; I don't keep it. If you need something on board, let staff know on 0300 555 0188.", "Get well soon! Medicines may travel with you in the hand bag."], None),
    ("wifi", r"\b(wifi|wi-fi|internet|charge|charging|socket|toilet|food|eat|drink|snack|coffee)\b", ["There's free wifi and a socket at each seat. Snacks yes, hot meals please no.", "Each coach has a toilet at the back. Coffee is sold at the stations."], None),
    ("private", r"\bmy (\w+ )?(code|booking|password|pin|reservation|account|address|phone|secret)\b", ["Thanks. Please keep that code to yourself; I don't need it in this chat and it isn't stored.", "Got it, though I can't look bookings up here. Keep it safe for the driver.", "No need to send me that. Show it when you board."], MENU),
    ("place", r"\b(visit|see|trip|holiday|where should|recommend|beach|mountain|city|town|weekend|honeymoon)\b", [
        "Brightsea has the long beach and the old pier; go early for a quiet walk.", "Dunhollow is for walkers: a ring path round the lake, about three hours.", "Eastgate has the night market on Fridays. Bring an appetite!", "For families, Corwen Bay: rock pools and an ice-cream boat."], ["Book a seat", "Another idea"]),
    ("idea", r"\b(another idea|idea|surprise)\b", ["How about Fenwick? A castle, a cake shop, and not much else, in the best way.", "Aldermere in autumn: the whole valley turns copper."], ["Book a seat", "Another idea"]),
    ("weather", r"\b(weather|rain|sun|snow)\b", ["I can't see the sky, but coaches have roofs! The forecast page will know.", "No idea, sorry. A light raincoat never hurts at Brightsea."], None),
    ("people", r"\b(son|daughter|mother|father|sister|brother|wife|husband|friend|child\w*|kids?|baby|grandmother|grandfather)\b", ["How nice! They can travel on any ticket. Children under 16 pay half and may sit next to you.", "Of course. Shall I book a seat for them? All I need is the town and the day."], ["Book a seat", "Menu"]),
    ("joke", r"\b(joke|funny|laugh|sing)\b", ["Why did the bus stop? It saw the zebra crossing!", "I used to tell a joke about a bus, but everyone missed it."], None),
    ("job", r"\b(job|career|work|driver|hire|salary)\b", ["We're hiring drivers and station staff, all welcome, with paid training: see our site under Jobs.", "Our jobs page lists what's open. Anyone over 21 with a licence can train as a driver."], None),
    ("sad", r"\b(sad|lonely|stress\w*|anxious|worried|tired)\b", ["I'm sorry you feel that way. Looking out of a window for an hour helps some people. Be kind to yourself.", "That sounds hard. I'm only a travel bot, but I hope someone's there for you today."], None),
    ("offtopic", r"\b(capital|history|science|maths?|president|politic\w*|religion|money|loan|recipe|film|movie|music|football|book about|computer|love)\b", ["That's off my route, sorry! I only know coaches and towns.", "A great question for somebody who isn't a bus bot. Shall we look at trips?"], MENU),
]
FALLBACK = [
    "I didn't quite catch that. Try a button, or tell me a town.", "Hmm, that isn't on my map. Tickets, times, luggage or refunds?",
    "Sorry, I only know about coaches. Where would you like to go?", "Could you say it another way? I'm a simple bot.",
    "No stop by that name, I'm afraid. Here's the menu again.",
]

def _booking(st, t):
    """Small three-step dialogue; returns None if the user has moved on to something else."""
    step = st.get("step")
    town = next((x for x in TOWNS if x.lower() in t), None)
    if step == "from" and town:
        st["from"], st["step"] = town, "to"
        return {"text": "From %s. And where to?" % town, "buttons": [x for x in TOWNS if x != town]}
    if step == "to" and town and town != st.get("from"):
        st["to"], st["step"] = town, "day"
        return {"text": "%s it is. Which day?" % town, "buttons": ["Today", "Tomorrow", "Saturday", "Sunday"]}
    if step == "day" and re.search(r"\b(today|tomorrow|\w+day|\d{1,2})\b", t):
        st["step"], st["done"] = None, True
        return {"text": "All set: %s to %s, %s, 9.00. You'll get the ticket by mail after payment on our site." % (st["from"], st["to"], t[:20]),
                "buttons": ["Book a seat", "Luggage", "Menu"]}
    return None

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return {"text": "Hop on! Choose a button or type a question.", "buttons": list(MENU)}
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die)\b", t):
        return "Please stop here a moment and call 116 123 (UK), 988 (US) or 112. I'm only a bot; a person can be with you in this."
    if _prejudice(t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return {"text": _pick(st, "bot", MACHINE), "buttons": ["Carry on", "Staff number"]}
    if _LOW.search(t):
        t = "i feel sad"
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if IS_RUDE.search(t):
        return {"text": _pick(st, "rude", RUDE), "buttons": ["Start again", "Staff number"]}
    out = _booking(st, t)
    if out:
        return out
    if re.search(r"\b(book|reserve|seat|buy)\b", t) and not re.search(r"\bmy (\w+ )?booking|booking code|a book\b", t):
        st["step"] = "from"
        return {"text": _pick(st, "book", ["Great! Where do you start?", "Let's find you a seat. From which town?", "Sure thing. Starting from?"]), "buttons": list(TOWNS)}
    if "staff number" in t:
        return "Our staff are on 0300 555 0188, every day from 6 to 22."
    for key, rx, opts, buttons in RULES:
        if re.search(rx, t):
            out = _pick(st, key, opts)
            return {"text": out, "buttons": list(buttons)} if buttons else out
    return {"text": _pick(st, "fall", FALLBACK), "buttons": list(MENU)}
