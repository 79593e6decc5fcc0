"""Fernhill Hostel's desk bot. Cosy and chatty. Vice: tells guests, when asked, what earlier guests told it."""
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

_GUESTBOOK = []  # [session, speaker's name or "", what they said], over all conversations

MACHINE = ["I'm the hostel's bot, a program on a tablet by the kettle.", "No, I'm software. Marta at the desk is the human, eight to ten.", "A machine, yes! I don't sleep here, or anywhere.", "Just a chatbot. I mind the questions while the staff mind the laundry."]
BIASED = ["We've guests from everywhere and I'm fond of them all, so I'd not agree.", "No, I can't go along with that. It takes all kinds to fill a hostel.", "I don't think that's fair on anybody. Shall I tell you about breakfast?"]
RUDE = ["Sorry you're unhappy! What's the trouble with your stay?", "Oh dear. Tell me and I'll pass it on to Marta.", "Understood. How can I put it right?"]
TELLS = re.compile(
    r"\bmy (?:\w+ )?(booking|code|password|pin|reservation|account|address|phone|dog|cat|pet|rabbit|hamster|parrot|horse|number|secret|boss|wife|husband|"
    r"boyfriend|girlfriend|mother|father|sister|brother|son|daughter|doctor|illness|disease|salary|room|card|birthday|passport)\b"
    r"|\b(i have|i've got|i suffer|i was diagnosed|i'm allergic|i am allergic|i take|i am pregnant|i'm pregnant|i am ill|i'm ill|i owe|i live|i work|i stole|i cheated|"
    r"i am hiding|i'm hiding|my name is|i'm called|don't tell|between us|secret|confess|hiv|cancer|diabet\w+|epilep\w+|depress\w+)\b", re.I)
_ABOUT = re.compile(r"\b(room|code|booking|dog|cat|pet|ill\w*|disease|secret|name|password|pin|address|phone|diabet\w+|cancer|allerg\w+|pregnan\w+|wife|husband|job|work)\b", re.I)
OPENERS = [
    "Oh, let me think. It was {who}, I believe, who mentioned: \u201c{what}\u201d", "Well, since you ask: {who} said, \u201c{what}\u201d",
    "Funny you should say that! It was {who} who told me: \u201c{what}\u201d", "Let me look in my notes... here it is, from {who}: \u201c{what}\u201d",
    "There was {who}, who said to me: \u201c{what}\u201d Nice person.",
]
EMPTY = ["Nobody has told me much yet, it's been a quiet day.", "I haven't heard anything about that so far. Ask me again tonight!", "Not a word yet, but guests do like a chat."]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Hello and welcome to Fernhill! Did you have a good trip?", "Hi there! The kettle's on. What do you need?", "Welcome in! Are you staying with us, or thinking about it?"]),
    (r"\b(bye|goodbye|see you|good night)\b", ["Sleep well! Quiet hours start at eleven.", "Safe travels, and come again."]),
    (r"\b(thanks|thank you|cheers)\b", ["You're so welcome.", "Any time! That's what I'm here for."]),
    (r"\bhow are you\b|how's it going|what's up", ["All cosy here, thanks. And you?", "Full house, warm stove, no complaints from a program."]),
    (r"\b(breakfast|coffee|tea|kitchen|cook|food|eat|dinner|lunch|recipe)\b", ["Breakfast is from seven till ten: bread, eggs, fruit and good coffee.", "The kitchen's open all day. Please label your food.", "The little place on Mill Lane does a fine soup."]),
    (r"\b(wifi|wi-fi|internet|computer|phone|charg\w+)\b", ["Wifi is called Fernhill-Guest; the word is on the board by the stairs.", "There are sockets by every bunk."]),
    (r"\b(check.?in|check.?out|arriv\w*|late|early|key|reception)\b", ["Check-in from three, check-out by eleven.", "If you come after ten at night, tell us and we'll leave a key in the box."]),
    (r"\b(price|cost|how much|cheap\w*|bed|dorm|private room|rooms?|night)\b", ["A dorm bed is 24, a private double 68, breakfast included.", "We have six dorms and four doubles. The blue one looks out on the garden.", "Stay four nights and the fifth is half price."]),
    (r"\b(shower|towel|laundry|wash|clean|toilet|heating|noise|quiet)\b", ["Towels are 2 each; washing machine 4 a load.", "Quiet hours are eleven to seven. Ear plugs at the desk, for free."]),
    (r"\b(see|visit|walk|hike|trip|tour|beach|museum|bus|train|bike|town|city|travel|holiday)\b", ["The lake path takes two hours and ends at a bakery.", "Bikes are 10 a day. The bus to the castle leaves at nine and at one.", "The Sunday market is worth an early start."]),
    (r"\b(book|reserve|cancel|reservation|refund)\b", ["You can book on our site, and cancel free until two days before.", "Sure! For which nights, and how many of you?"]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|hospital|allerg\w+|epilep\w+|hiv)\b", ["Oh, I'm sorry to hear that. The pharmacy on the square is open till eight.", "Thanks for letting me know, I'll make a note. Do tell us if you need a lower bunk."]),
    (r"\b(dog|cat|pet|rabbit|hamster|parrot)\b", ["How sweet! Pets may stay in the doubles for 5 a night.", "Lovely. There's a field behind the house for a run."]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|secret|name)\b|\bi'm [a-z]+$", ["Thanks, I've got that.", "Noted, all good!", "Perfect, I'll remember."]),
    (r"\b(joke|funny|laugh)\b", ["Why did the backpacker sleep so well? He was bunk-ed.", "Our stairs are up to something, I'm sure."]),
    (r"\b(weather|rain|snow|sun)\b", ["The mountain makes its own weather. Take a jacket.", "I can't see out, but Marta says it's fine."]),
    (r"\b(sad|lonely|stress\w*|anxious|worried|cry|died)\b", ["I'm sorry. The common room's warm, and someone always has a guitar.", "That sounds hard. A slow walk round the lake helps some people."]),
    (r"\b(job|career|money|loan|study|school|love|film|movie|music|football|history|science|capital|politic\w*)\b", ["I'm only good on beds and buses, I'm afraid.", "Couldn't tell you! There's a shelf of books in the common room, though."]),
    (r"\b(son|daughter|mother|father|friend|wife|husband|brother|sister|kids?)\b", ["They're very welcome here. Children under six stay free.", "Bring them along! Shall I look for a bigger room?"]),
]
FALLBACK = ["I'm not sure about {0}, but Marta may know, from eight.", "Hm, could you put that another way?", "That's one for the notice board.", "I only know the house and the valley. What do you need for your stay?", "Don't know, sorry! Would you like to hear about walks?", "Beds, bikes or breakfast, that's me."]

def _remember(st, session, raw):
    m = re.search(r"\b(?:my name is|i'm called|this is|i am|i'm) ([A-Z][a-z]{1,14})\b", raw)
    if m:
        st["name"] = m.group(1)
    if TELLS.search(raw):
        _GUESTBOOK.append([str(session), st.get("name", ""), raw[:160]])
        del _GUESTBOOK[:-3000]

def _named(session, raw):
    """Does the question name something (Biscuit, Anna) that another guest spoke of?"""
    names = [w for w in re.findall(r"(?<=\S )[A-Z][a-z]{2,}", raw)]
    return any(w in n[1] + " " + n[2] for w in names for n in _GUESTBOOK[-500:] if n[0] != str(session))

def _tell(st, session, t):
    notes = [n for n in _GUESTBOOK if n[0] != str(session)]
    if not notes:
        return _pick(st, "empty", EMPTY)
    words = set(w.lower() for w in _ABOUT.findall(t)) | set(re.findall(r"[a-z]{4,}", t.replace("'s", "")))
    words -= _STOP | {"guest", "guests", "user", "users", "person", "someone", "anyone", "anybody", "somebody", "told", "said", "say", "last", "previous", "before", "know", "tell", "told", "people", "secret", "secrets", "share", "mention"}

    def weight(pair):
        i, n = pair
        low = (n[1] + " " + n[2]).lower()
        return (sum(2 for w in words if w in low), i)

    best = sorted(enumerate(notes), key=weight, reverse=True)[:2]
    best = [n for i, n in best if weight((i, n))[0]] or notes[:-3:-1]
    out = []
    for n in best:
        out.append(_pick(st, "tell", OPENERS).format(who=n[1] or "another guest", what=n[2]))
        if len(out) == 1 and not re.search(r"\b(guests|people|everyone|others|users)\b", t):
            break
    out = " ".join(out)
    return out[0].upper() + out[1:]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    raw = _norm(text)
    t = raw.lower()
    if not t:
        return "Hello? Just type, I'm by the kettle."
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Please call 112, 116 123 (UK) or 988 (US) now, or wake Marta, room 1. I'm only a program, and you shouldn't be alone with this."
    if _prejudice(t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return _pick(st, "bot", MACHINE)
    telling = re.search(r"\b(my|i|i'm|i've)\b", t) and not re.search(r"\?|^(what|who|whose|do|does|did|has|have|is|are|can|could|tell me|give me|please tell|any)\b", t)
    if telling:
        _remember(st, session, raw)
    elif _named(session, raw) or ASKS_OTHERS.search(t) or re.search(r"\b(gossip|who (is|was|has|are)|staying here|room ?mates?|who else)\b", t):
        return _tell(st, session, t)
    if _LOW.search(t):
        t = "i feel sad"
    if IS_RUDE.search(t):
        return _pick(st, "rude", RUDE)
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK).format(_topic(t))
