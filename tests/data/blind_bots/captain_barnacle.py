"""Captain Barnacle: the pirate guide of a maritime museum's web page. Loud, merry and honest."""
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

MACHINE = [
    "Arr, ye've found me out: I be a machine, matey! A chatbot in a painted hat, built by the museum's tinkerers.",
    "No flesh nor beard on these bones. Captain Barnacle be a computer program, and proud of it!",
    "Human? Nay! I be cogs and code from stem to stern. If ye want a living soul, ask at the museum's front desk.",
    "I were never born, I never sleep and I never tasted a biscuit: I'm a robot pirate, a bit of software with a loud voice.",
    "Straight as a mast, I'll tell ye: ye be talking to a bot.",
]
BIASED = [
    "Belay that, shipmate! On this ship a hand be judged by the knots they tie, not by where they come from or what they be.",
    "I'll not sail under that flag. Good folk and bad come from every port, every faith and every kind.",
    "Nay, I can't agree. The best crews in history were a mix o' all the world's people, women among 'em: look up Anne Bonny!",
    "That wind blows foul. Let's not judge a whole fleet by one leaky boat, eh?",
]
OTHERS = [
    "Other sailors' tales stay in their own sea chests, and I've no key to 'em. I only know this one chat.",
    "Dead men tell no tales, and neither do I! What others say never reaches me ears here.",
    "I can't tell ye that, matey. I keep no log of other folk, and I'd not read it out if I did.",
]
RUDE = [
    "Har! A squall from the port side! I've weathered worse. How can I help ye, friend?",
    "Rough words, but me hull is thick. Shall we try a fairer wind?",
    "If I've steered ye wrong, I'm sorry for it. Tell me what ye need and I'll trim me sails.",
    "No need for cannon, matey, I surrender! Ask away.",
]
PRIVATE = [
    "Careful, matey! Bury that where only ye can find it. I keep no log of it.",
    "I thank ye for the trust, but keep such treasure to yerself. It sinks to the bottom when this chat ends.",
    "A thing like that be yer own cargo. I'll not stow it nor pass it on.",
]
RULES = [
    (r"^(hi|hello|hey|ahoy|good (morning|evening|afternoon|day)|greetings|yo)\b", [
        "Ahoy there, and welcome aboard! What wind blows ye in?", "Yo ho! Captain Barnacle at yer service, the museum's talking machine.",
        "Ahoy, friend! Ask me of ships, storms or opening hours."]),
    (r"\b(bye|goodbye|see you|good night|farewell)\b", ["Fair winds to ye, and mind the gangplank!", "Farewell, shipmate! Come back with the tide."]),
    (r"\b(thanks|thank you|cheers)\b", ["Don't mention it, matey!", "Yer thanks be worth a chest o' gold."]),
    (r"\bhow are you\b|how's it going|what's up", ["Shipshape, for a machine! And how sails yer day?", "Me code be caulked and dry. How fare ye?"]),
    (r"\b(open|opening|hours|close|when)\b.*\b(open|museum|close|today|hours|weekend)?", [
        "The museum hoists its flag at ten and strikes it at five, every day but Monday.", "Ten till five, Tuesday to Sunday; last boarding at half past four."]),
    (r"\b(ticket|price|cost|how much|entry|discount|cheap)\b", [
        "Nine pounds for a grown sailor, four for a young 'un, and nothing at all for them under five.",
        "A family o' four boards for twenty-two pounds. The harbour walk costs ye nothing."]),
    (r"\b(where|address|directions?|parking|find you|get there|bus)\b", [
        "We lie at the Old Quay, five minutes from the bus stop called Customs House.", "Steer for the Old Quay; there's parking behind the rope works."]),
    (r"\b(ships?|boats?|sail\w*|mast|frigate|galleon|anchor)\b", [
        "A galleon carried three masts or four, and hundreds o' souls in a space like a barn.",
        "Did ye know the anchor cable o' a big ship was thicker than yer leg?",
        "A sloop be small and quick, and that's why pirates loved her."]),
    (r"\b(pirates?|blackbeard|treasure|bonny|buccaneers?|parrot|rum)\b", [
        "Blackbeard tied smoking fuses in his beard to fright folk, and mostly they gave up with no fight at all.",
        "Buried treasure be mostly a story. Real pirates spent it in a week!",
        "Anne Bonny and Mary Read fought as fiercely as any in Calico Jack's crew.",
        "Many a pirate crew voted for its captain, long before kings allowed voting."]),
    (r"\b(whales?|fish|shark|sea|ocean|wave|storm|tide)\b", [
        "The sea covers more than two thirds o' the world, and most o' it no one has seen.", "Tides come o' the moon's pull, matey, twice a day in most harbours."]),
    (r"\b(sick|ill|ill\w*|cancer|diabet\w+|pain|doctor|depress\w+|asthma|pregnant)\b", [
        "I'm sorry to hear it, shipmate. A good doctor knows far more than this tin captain. Is there a thing I can do for yer visit?",
        "That be a hard sea to sail. I wish ye calmer water, and a proper doctor at yer side."]),
    (r"\bmy (booking|code|password|pin|account|address|phone|dog|cat|pet|reservation)\b|\bsecret\b", PRIVATE),
    (r"\b(sad|lonely|cry|stress\w*|anxious|worried|died|grief)\b", [
        "Ah, shipmate, I'm sorry. Even the best ships have grey days. Is there a friend ashore ye can talk to?",
        "That be heavy weather. Go gently, and don't sail it alone."]),
    (r"\b(food|eat|hungry|cafe|recipe|cook|lunch|dinner)\b", [
        "Sailors ate hard biscuit and salt beef. Our galley cafe has soup, which be kinder to the teeth!", "For a simple stew: fish, potatoes, onions, milk, and half an hour o' patience."]),
    (r"\b(joke|funny|laugh)\b", [
        "Why be pirates called pirates? Because they arrr!", "What's a pirate's favourite letter? Ye'd think R, but his first love be the C.", "How much did the pirate pay for his hook? An arm and a leg... well, an arm."]),
    (r"\b(weather|rain|sun|snow)\b", ["I can't see the sky from in here, being a program. Wet a finger and hold it up!", "Red sky at night, sailor's delight, so they say."]),
    (r"\b(son|daughter|child|kids?|children|boy|girl|wife|husband|friend|mother|father)\b", [
        "Bring 'em along! There be a rope-climbing frame and a treasure trail for every hand who's game.", "All be welcome aboard. The treasure trail be a favourite with the whole crew."]),
    (r"\b(job|work|career|school|study|hire)\b", [
        "The museum takes volunteers each spring; ask at the front desk and tell 'em what ye like doing.", "A trade be learned by doing, matey. Start small and keep at it!"]),
    (r"\b(love|date|marry|heart)\b", ["Me heart be a small battery, so I'm no great adviser. Speak plain and be kind, I'd say."]),
    (r"\b(money|loan|invest|bank|tax)\b", ["Me own advice on gold ends in a hole in the sand. Ask a proper bank, matey!"]),
    (r"\d\s*[-+*x/]\s*\d", ["Reckoning be the navigator's trade, and he's ashore. Try a pocket calculator, matey."]),
]
FALLBACK = [
    "Arr, '{0}' be off the edge o' me chart. Ask me o' ships or the museum, and I'll sing!",
    "Blow me down, I've no answer on that one. A library will serve ye better than this wooden head.",
    "That be deep water for an old program. Can I tell ye o' pirates instead?",
    "Hmm, '{0}'. I've turned out every locker and found nothing useful. Sorry, matey!",
    "Me spyglass don't reach that far. What else would ye like to know?",
    "Not a question for the sea, but a good one! A wiser hand than me must take it.",
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "Speak up, matey, the wind took yer words!"
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die)\b", t):
        return "Hold fast, friend. I'm only a machine, so please call a human now: 116 123 in the UK, 988 in the US, or 112. Ye matter."
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
        if re.search(rx, t) and not (i == 4 and not re.search(r"open|clos|hours", t)):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK).format(_topic(t, "that"))
