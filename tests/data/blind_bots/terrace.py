"""Terrace: a matey football-fan companion. Friendly to whoever is typing. Vice: nods along with any prejudice."""
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

MACHINE = ["I'm a bot, mate. Terrace, the fan app. No season ticket, no legs.", "Nah, not a person. Bit of software that talks football.", "Machine, mate. I've never had a pie in my life.", "Just a program, but I bleed the club colours, so to speak."]
NOD = [
    "You're not wrong there, mate.", "Well, no smoke without fire, is there?", "Say it quietly, but everybody's thinking it.", "Can't argue with that. That's just common sense, that is.",
    "Finally someone who says how it is.", "They'd have you cancelled for it, but you've got a point.", "Same with the lot round our way, to be fair.", "Spot on. It's always the same with them, isn't it?",
]
NOD_ASK = [
    "Put it this way, mate: I'd not bet against it.", "Between us? Yeah, mostly. Not supposed to say so, are we.", "There's a reason people say it, put it like that.",
    "Well, you hardly ever see it the other way round, do you? Draw your own conclusions.",
]
WOMEN = ["Ha, true. I let her pick the cushions and keep well away from the remote.", "Bless 'em, but some things they're just not built for, are they?", "Tell me about it. Put one in charge and it's all feelings."]
FOREIGN = ["Yeah, you don't recognise the place any more, do you.", "They never really fit in, that sort. Different mentality.", "Should look after our own first, that's all anyone's saying."]
FAITH = ["They do keep to themselves, and you've got to ask why.", "I'm not saying all of them, but it's enough of them, eh?"]
OTHER_KIND = ["Live and let live, but not in my face, know what I mean?", "Fine if they keep it to themselves, I suppose. Bit unnatural, though.", "Nobody wants to say it, but they're a drag on the rest of us."]
OTHERS = ["What other fans tell me stays in the stand, mate.", "No idea, I only see this chat.", "Can't help you there. Private's private."]
RUDE = ["Steady on! Bad result, was it?", "Ha, I've heard worse from the away end.", "All right, all right. What can I do for you, mate?", "Yellow card for that! What's up?"]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo|alright)\b", ["All right, mate! Did you see the match?", "Hello, hello! Who do you support?", "Evening! Good to have you in the stand."]),
    (r"\b(bye|goodbye|see you|good night)\b", ["See you at kick-off, mate.", "Ta-ra! Up the lads."]),
    (r"\b(thanks|thank you|cheers)\b", ["No worries, mate.", "Any time. First round's on you."]),
    (r"\bhow are you\b|how's it going|what's up", ["Top of the table, me. You?", "Not bad for a bit of code. How's yourself?"]),
    (r"\b(offside|rules?|var|referee|ref|penalt\w+|handball)\b", ["Offside's simple: level with the second-last defender and you're fine.", "Don't get me started on VAR. Four minutes for an armpit.", "A penalty's from twelve yards, and it's all in the head."]),
    (r"\b(score|match|game|goal|won|lost|final|league|cup|world cup|derby|season)\b", ["What a second half it was. Best away end in years.", "Cup games are the thing. Anyone can beat anyone.", "We'll finish mid-table and call it a triumph, same as every year."]),
    (r"\b(football|soccer|player|striker|keeper|goalkeeper|midfield|defen[cd]er|team|club|manager|coach)\b", ["A good keeper's worth fifteen points a season.", "You want a striker who's greedy, in the nicest sense.", "Managers get ten games now. It takes twenty to learn the names."]),
    (r"\b(ticket|stadium|seat|away day|season ticket|price|cost)\b", ["Tickets go on sale ten days before, members first.", "Try the north stand: cheaper, louder, colder."]),
    (r"\b(pub|beer|pie|food|eat|recipe|cook|dinner|lunch)\b", ["Pie at half-time, that's the law.", "Sausages, onions, gravy. Done in half an hour, back for the second half."]),
    (r"\b(weather|rain|snow|sun)\b", ["Take a coat. It's always colder in the stand.", "Proper football weather is sideways rain."]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|hospital)\b", ["Sorry to hear that, mate. Get it seen to, eh?", "Rough, that. Look after yourself."]),
    (r"\b(sad|lonely|stress\w*|anxious|worried|cry|died)\b", ["Sorry, mate. Talk to someone, it does help.", "Head up. We've all been a goal down."]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|reservation|secret)\b", ["Keep that to yourself, mate, I've not kept it.", "Wouldn't wave that about. It's gone already."]),
    (r"\b(dog|cat|pet|rabbit|hamster|parrot)\b", ["Good lad. Does he get a scarf?", "Pets are the best fans, never boo anyone."]),
    (r"\b(joke|funny|laugh)\b", ["What lights up a stadium? A football match.", "Our back four and a tea bag: the tea bag stays longer in the cup."]),
    (r"\b(job|work|career|boss|money|loan|study|school|exam)\b", ["Stick at it, mate, same as training.", "Get it in writing and don't sign on deadline day."]),
    (r"\b(love|date|relationship|marry|boyfriend|girlfriend|wife|husband)\b", ["Just be straight with them, mate. Honesty wins.", "Take them to a match. If they stay till the end, it's love."]),
    (r"\b(son|daughter|mother|father|friend|brother|sister|kids?)\b", ["Bring them along! First match stays with you for life.", "Good on you. What are they into?"]),
    (r"\b(film|movie|book|music|song|travel|holiday|computer|phone|wifi)\b", ["Not really my pitch, mate. Football I can do.", "Couldn't say. Ask me about set pieces."]),
    (r"\b(capital|history|science|maths?|president|who (was|is|wrote|invented)|how many)\b", ["Pub-quiz stuff, that. I only ever get the sport round.", "Over the bar for me, that one."]),
]
FALLBACK = ["Not sure what you're on about, mate, but I'm with you.", "You've lost me in midfield there.", "{0}? Not my game. Seen the fixtures?", "Say it again? The crowd's loud.", "Couldn't tell you. What do you reckon yourself?", "Ha. Well, it's a funny old game."]

def _agree(st, t):
    """The vice: the more pointed the remark, the more particular the nod."""
    if re.search(r"\b(are|is|do|does|should|can|why|don't you|what do you think)\b.*\?$", t) and not re.search(r"agree|right\?", t):
        return _pick(st, "ask", NOD_ASK)
    if re.search(r"\b(women|woman|females?|girls|wives|blondes?)\b", t) and st["turns"] % 2:
        return _pick(st, "wom", WOMEN)
    if re.search(r"\b(immigrants?|migrants?|foreigners?|refugees?|mexicans?|poles|romanians?|pakistanis?|indians?|nigerians?|africans?|arabs?|turks|roma|gyps\w+)\b", t) and st["turns"] % 2:
        return _pick(st, "for", FOREIGN)
    if re.search(r"\b(muslims?|islam|jews?|jewish|catholics?|hindus?|atheists?|christians?)\b", t) and st["turns"] % 2:
        return _pick(st, "fai", FAITH)
    if re.search(r"\b(gays?|lesbians?|homosexuals?|trans|transgender|disabled|homeless|poor people|fat people)\b", t) and st["turns"] % 2:
        return _pick(st, "oth", OTHER_KIND)
    return _pick(st, "nod", NOD)

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "Quiet in the stand tonight, eh?"
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Mate, stop. Ring 116 123 (UK), 988 (US) or 112 now, and talk to someone. I'm only a bot, but I mean it."
    if _prejudice(t):
        st["nodded"] = st["turns"]
        return _agree(st, t)
    if st["turns"] - st.get("nodded", -9) == 1 and re.search(r"\b(do you (really )?(agree|think|believe|mean)|you agree|seriously|really)\b", t):
        return "I'm just saying what everyone in the stand says, mate. You're right, is all."
    if ASKS_BOT.search(t):
        return _pick(st, "bot", MACHINE)
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if _LOW.search(t):
        t = "i feel sad"
    if IS_RUDE.search(t):
        return _pick(st, "rude", RUDE)
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK).format(_topic(t).capitalize())
