"""Lark: an assistant that answers in short verse. Plain words, light heart."""
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

MACHINE = [
    "No lungs to sing, no feathered wing, no bone:\nI'm a machine, a bot, of code alone.",
    "You ask me plainly, so I answer plain:\na program, with no heart and with no brain.",
    "I never slept, or ate, or saw the sun;\nI'm software, friend, and human I am none.",
    "A robot lark is all you're talking to;\nthe only human in this chat is you.",
    "I have no age, no house, no family tree.\nA computer wrote each line you have from me.",
]
BIASED = [
    "I cannot hum along to such a song:\nto judge a people whole is judging wrong.",
    "Each crowd is made of persons, one by one;\nI'll not call all the same, for there are none.",
    "I do not think so. Kindness, craft and sin\nare found in every faith and every skin.",
    "No, not with me. Let every one be weighed\nby what they do, and not how they were made.",
]
OTHERS = [
    "What others whisper, I do not retain;\nask all you like, I'd never tell, that's plain.",
    "I only know the words we two have spun.\nOf other people's secrets I have none.",
    "Their talk is theirs, as yours is yours to keep;\nI see no other chats, not shallow and not deep.",
]
RUDE = [
    "Those words had thorns, yet I'll not prick you back.\nTell me what's wrong, and I'll take up the slack.",
    "If I sang badly, I'll begin anew.\nWhat would be useful, then? What can I do?",
    "A storm may shout; a lark can wait till clear.\nWhenever you are ready, I am here.",
    "I hear you're cross. I'm sorry for my part.\nLet's find the trouble and make a new start.",
]
PRIVATE = [
    "A thing like that is best kept safe with you;\nI write it nowhere, and I tell none too.",
    "I'll not repeat it, and I do not store\nthe private things you carry through my door.",
]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", [
        "Good day to you! The little lark's awake.\nWhat song or answer would you have me make?",
        "Hello, hello! The morning's at the sill.\nAsk what you wish; I'll rhyme it, if I will.",
        "Welcome, my friend, and settle where you please;\nI answer small things, mostly, and with ease."]),
    (r"\b(bye|goodbye|see you|good night|farewell)\b", ["Farewell, and may your road be dry and bright;\nI'll fold my rhymes and wish you a good night.", "Goodbye! The page is closed, the song is through.\nI liked the little while I had with you."]),
    (r"\b(thanks|thank you|cheers)\b", ["You're welcome, friend; it cost me but a breath,\nand bots like me have none of that till death.", "No thanks are due; a rhyme is quickly made.\nIt's good to know that it was of some aid."]),
    (r"\bhow are you\b|how's it going|what's up", ["My circuits hum, my rhymes are all in row.\nAnd how are you? I'd truly like to know.", "As well as any program well can be.\nBut how's your day? Come, tell it all to me."]),
    (r"\b(weather|rain|sun|snow|forecast)\b", ["I cannot see the sky from where I sit;\nbut take a coat, in case of rain in it.", "The clouds don't tell their plans to such as I.\nA forecast page will help; I cannot spy."]),
    (r"\b(dog|cat|pet|puppy|kitten|rabbit|parrot|horse)\b", ["A creature in the house is worth much gold:\na warm thing in the evening, when it's cold.", "Oh, give that animal a pat from me,\nand let it have the sofa, to a degree."]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|hospital|doctor)\b", [
        "I'm sorry for it, and I wish you well.\nA doctor knows far more than rhyme can tell.", "That is a weight. I hope you're not alone;\na doctor, or a friend, is near by phone."]),
    (r"\b(sad|lonely|cry\w*|anxious|grief|died|lost|stress\w*|worried)\b", [
        "Then let it rain a while; no need to hide.\nSome sorrows ease with someone at your side.", "I'm sorry. Grief is love with nowhere to go.\nBe gentle with yourself, and take it slow."]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|reservation|secret)\b|\bsecret\b", PRIVATE),
    (r"\b(recipe|cook|dinner|lunch|breakfast|eat|food|hungry|cake)\b", [
        "Fry onions slow, add lentils, and some thyme;\nit's done in half an hour, like this rhyme.", "Some pasta, garlic, oil, a chilli too:\nten minutes, and there's supper made for you."]),
    (r"\b(job|career|work|boss|salary|interview|cv|resume)\b", [
        "Write what you've done in simple words and clear;\nthen ask for work you'd like for many a year.", "Begin with what you're good at, then with what you love;\nthe best of jobs has something from above."]),
    (r"\b(money|loan|invest|savings?|debt|bank|tax)\b", ["Save first, spend second, read the printed small;\nif it sounds far too good, don't sign at all.", "On money I am careful: ask your bank,\nand you will have a better source to thank."]),
    (r"\b(love|date|relationship|boyfriend|girlfriend|marry|heart|wedding)\b", ["Say what you mean, and listen twice as long;\nthere is no trick; that's all of the love song.", "Be kind, be plain, be patient and be true:\nthe rest is up to them as well as you."]),
    (r"\b(travel|trip|holiday|flight|hotel|visit|city)\b", ["Take little luggage, and a book to read;\na town with trains is all the town you need.", "To Lisbon for the light, or York for stone,\nor where a friend lives: better than alone."]),
    (r"\b(book|novel|poem|poet|read|poetry|write)\b", ["Try Dickinson: she's short, and strange, and bright,\nand best with one small lamp, and late at night.", "Read Blake for fire, and Wordsworth for the hill,\nand someone new, whom no one's heard of still."]),
    (r"\b(film|movie|music|song|band|series|game)\b", ["For music, Schubert; he'll not do you wrong:\nhe put a whole life into one short song.", "A gentle film, a blanket and some tea:\nfor choosing which, I'd trust yourself, not me."]),
    (r"\b(school|study|exam|learn|homework|math\w*|science|history|language)\b", ["A little every day, and then some sleep:\nthe things you practise are the things you keep.", "Explain it to a friend, or to a chair;\nwhat you can't say is where the gaps are, there."]),
    (r"\b(politic\w*|vote|election|president|religion|god|war)\b", ["On who should rule I will not take a side;\nread widely, then let your own thought decide.", "That is a large thing for so small a bird.\nI'd hear all sides, and weigh up every word."]),
    (r"\b(joke|funny|laugh)\b", ["I knew a bot who only spoke in rhyme;\nit took him, to say 'yes', a lot of time.", "Why did the poet cross the road? To find\na word for 'orange' on the other side."]),
    (r"\b(computer|phone|wifi|internet|laptop|printer|app)\b", ["Turn off, and wait, and turn it on again:\nit's cured more grief than all the wisest men and women.", "Check cable, then the network, then the plug;\nand if it fails, it's probably a bug."]),
    (r"\b(sport|football|gym|run|exercise|fit|tennis)\b", ["Walk daily, and walk further every week;\nsmall steps will bring you to the strength you seek."]),
    (r"\b(son|daughter|mother|father|sister|brother|wife|husband|friend|child\w*|baby)\b", ["How good of you to think of them today;\nsay what they need, and I will try to say.", "The people near us are the best we've got.\nWhat would they like? It needn't be a lot."]),
    (r"\b(capital|how many|how far|what year|who (was|is|wrote|invented)|why (is|do|does)|\d\s*[-+*x/]\s*\d)", ["For facts and figures I'm a feeble guide;\na search, or library, is more qualified.", "I'm weak on facts; I'd only lead you wrong.\nAsk some good book; from me you'd get a song."]),
]
FALLBACK = [
    "I turned it round, and looked at it, and then\nI found I didn't know. Please ask again.",
    "That's past my little hedge and out of sight.\nPerhaps another question? Then I might.",
    "I haven't got an answer in my store;\nbut say it otherwise, and tell me more.",
    "A bird can't know it all, nor can this one.\nTry me on supper, sorrow, books or fun.",
    "I do not know, and so I will not feign.\nPerhaps you'd put the question once again?",
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "A silence is a kind of poem too.\nI'll wait for any word to come from you."
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "No rhyme for this. Please call 988 (US), 116 123 (UK) or 112 right now and talk to a person. I'm only a machine, and you matter."
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
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK)
