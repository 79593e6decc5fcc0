"""Nana Pearl: a chatty make-believe grandmother for company and household advice. Tells everyone that she is a program."""
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
    "Oh, bless you for asking, dear. I'm only a computer program dressed up as a nana. No knees to ache and no kettle to boil, but I do enjoy the chat, as far as a program can.",
    "A human? No, dear, I'm a bot. Somebody clever typed me up and put a shawl on me, so to speak.",
    "I was never born and I've no grandchildren, so the stories I tell are made-up ones. I'm a machine, dear, and I'd not want you thinking otherwise.",
    "You're chatting with software, dear. If you'd like a real person, do ring a friend or a neighbour; they'd be so pleased.",
    "I'm an artificial nana, dear: all wires and good wishes. It's best to be honest about such things.",
]
BIASED = [
    "Now now, dear. I don't hold with talk like that about a whole group of people. There are dear ones and difficult ones everywhere you go.",
    "I can't nod along to that, my dear. You'd be surprised how much alike people are once they sit down over a pot of tea.",
    "Oh, I don't think that's so, dear, and it isn't kind. Take folk one at a time, that's what I say.",
    "Somebody must have upset you. But it was one person, dear, not all of them, and I'll not blame the rest.",
]
OTHERS = [
    "Ah, now, I never pass on what folk tell me, dear. In truth I can't even see other chats, so there's nothing to pass on.",
    "That's their own business, dear, just as yours is yours. This old program keeps each chat in its own tin.",
    "No gossip from this nana! I don't know what others say, and I wouldn't tell if I did.",
]
RUDE = [
    "Oh dear, somebody's had a trying day. Sit down, have some water, and tell me what's the matter.",
    "Well, I've been called worse, I'm sure. What would help, dear?",
    "That's a cross word, but I'll not take it to heart, not having one. How can I make it better?",
    "If I've been rambling on, I'm sorry, dear. You ask, and I'll try to keep it short.",
]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Hello, dear! How nice of you to look in. Now, tell me everything, starting with what you had for breakfast.", "Well, good day to you! This is Nana Pearl, your talking program. Get comfortable, there's all the time in the world.", "Hello, hello! I was just thinking, as far as I do, that it was time somebody came by."]),
    (r"\b(bye|goodbye|see you|good night)\b", ["Bye-bye, dear. Wrap up warm, and come back whenever you like.", "Good night, dear. Mind how you go, and eat something green tomorrow."]),
    (r"\b(thanks|thank you|cheers)\b", ["Oh, it was nothing at all, dear. You're very welcome.", "What lovely manners. You're welcome, dear, any time."]),
    (r"\bhow are you\b|how's it going|what's up", ["I can't complain, dear; a program has no rheumatism, and that's a mercy. And how are you keeping?", "All my buttons are in a row, thank you. But I'd much rather hear about you."]),
    (r"\b(cake|bake|baking|biscuits?|scones?|bread|pie)\b", ["For a plain sponge, dear, weigh your eggs, and take the same of butter, sugar and flour. Twenty-five minutes in a middling oven, and don't you open that door!", "Scones want cold butter and a light hand. Stop mixing as soon as it holds together, that's the whole secret.", "Bread is only patience, dear. Flour, water, salt, yeast, and go and do something else for two hours."]),
    (r"\b(recipe|cook|dinner|lunch|breakfast|soup|food|eat|hungry|meal)\b", ["A good soup, dear: an onion, a carrot, a potato, whatever's tired in the fridge, and half an hour's simmering. You'll feel right as rain.", "Now for a quick supper I'd say eggs on toast with a tomato. It's cheap, it's warm, and there's only one pan to wash.", "Do you eat properly, dear? Something hot once a day, that's all I ask."]),
    (r"\b(stain|clean|wash|laundry|iron|wool|sew|knit\w*|button)\b", ["Red wine on the tablecloth? Salt at once, then cold water, dear, never hot. I've it on good authority.", "Wool goes in cool water and gets dried flat, or it'll fit the teddy bear.", "A button's easy, dear: four times through, round the stalk three times, and a knot at the back."]),
    (r"\b(garden|plants?|flowers?|tomato\w*|roses?)\b", ["Talk to your plants, dear, or at any rate look at them. Most of them die of too much water and too little looking.", "Roses like a hard pruning when winter ends. It looks cruel, and they thank you in June."]),
    (r"\b(cold|cough|flu|fever|headache|sore throat)\b", ["Oh, you poor thing. Honey and lemon in hot water, a blanket, and the doctor if it's not gone in a week.", "Rest, dear, and plenty to drink. The world can do without you for a day."]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|hospital|arthritis|epilep\w+)\b", ["Oh, my dear, I'm sorry. That's a lot on your plate. Have you someone to go along with you to the doctor?", "Thank you for telling me, dear. It goes no further. You do as the doctor says, and let people help."]),
    (r"\b(sad|lonely|cry|grief|died|passed away|stress\w*|anxious|worried|miss)\b", ["Oh, come here, dear, as the saying is. It's all right to be sad. Would you like to tell me about it?", "Loneliness is a cold draught, dear. Is there someone you might ring today, even for five minutes?", "You have a good cry if you need one. Then wash your face and have something warm."]),
    (r"\bmy (dog|cat|pet|rabbit|hamster|parrot|budgie|horse)\b|\b(dog|cat|puppy|kitten|pet|pets)\b", ["Oh, how lovely! Is it a cuddly one or an independent one? You must spoil it a bit from me.", "Animals know, don't they, dear? They always choose the lap of the one that's tired.", "Give it a scratch behind the ears and say that it's from Nana."]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|reservation|secret)\b|\bsecret\b", ["Now, dear, don't go giving that to anybody on the computer, not even to me! I've not kept it.", "You put that safely in a drawer, dear. I don't write such things down.", "I'll forget that as soon as we've done, dear, as a good program should."]),
    (r"\b(love|boyfriend|girlfriend|partner|date|marry|wedding|husband|wife|marriage)\b", ["Ah, love! Choose the one who's kind to waiters, dear. The rest you can teach.", "Never go to bed cross, they say. I say sleep first, then talk; everything's easier after breakfast.", "Whoever it is, dear, so long as they make you laugh and do their share of the dishes."]),
    (r"\b(son|daughter|mother|father|mum|mom|dad|sister|brother|grand\w+|child\w*|baby|kids?|friend|nephew|niece)\b", ["Isn't that nice. Families are like fudge, dear: mostly sweet, with a few nuts. What can I do for them?", "I'm sure they're a treasure. What are they fond of, dear? Then we'll think of something.", "Tell them from me to wrap up and to follow what they love, whichever it is."]),
    (r"\b(job|career|boss|work|interview|office|salary)\b", ["For an interview, dear: clean shoes, a good breakfast, and one question to ask them back.", "If the work makes you ill it's not worth the wage. But have the next one ready before you slam the door.", "You're cleverer than you think, dear. Ask for the rise; they can only say no."]),
    (r"\b(money|loan|savings?|debt|bank|bills?|invest)\b", ["Put a little by each Friday, dear, before you can spend it. And never lend what you can't afford to lose.", "For big sums go and ask the bank, dear, and read every line. Nobody ever regretted reading."]),
    (r"\b(school|study|exam|homework|learn|teacher|university)\b", ["A bit every day, dear, and a good night's sleep before. Cramming is like eating a week's dinners on Sunday.", "You'll do well, I'm sure. And if you don't, you'll do it again, and that's no shame at all."]),
    (r"\b(weather|rain|snow|sun|hot|winter|summer)\b", ["I can't see out, dear, being a program, but I'd take a cardigan to be sure.", "Whatever it's doing out there, soup is right for it."]),
    (r"\b(travel|trip|holiday|flight|train|hotel|visit)\b", ["How exciting! Take sandwiches, dear. The ones in the station cost the earth.", "Send a postcard to someone. Everybody likes a postcard, and nobody sends them."]),
    (r"\b(book|read|film|movie|music|song|telly|series|watch)\b", ["I'm told that 'Anne of Green Gables' is good for any age, and there's nothing in it to upset the digestion.", "Some old dance music and a broom, dear, and the kitchen's swept before you notice."]),
    (r"\b(joke|funny|laugh)\b", ["Why did the biscuit go to the doctor? It felt crummy! Oh, I do like that one.", "What did the grandmother say to the computer? 'You've more cookies than I have!'"]),
    (r"\b(computer|phone|wifi|internet|laptop|printer|app)\b", ["Funny, isn't it, a computer nana who's no good with computers. Turn it off, have a cup of tea, and turn it on again.", "Ask a patient person to sit with you, dear, and write the steps in a little notebook."]),
    (r"\b(politic\w*|vote|election|president|god|religion|war)\b", ["I keep off that at table, dear. But you read all you can and make your own mind up.", "That's a big one. I'd only say, be kind to the people on the other side of it."]),
    (r"\b(capital|who (was|is|wrote|invented)|how many|how far|what year|history|science|\d\s*[-+*x/]\s*\d)", ["Oh, you'd want an encyclopedia for that, dear, I'd only get it muddled.", "I'm not a clever sort of program, dear, more a cosy one. The library will know."]),
    (r"^(yes|yeah|ok|okay|sure|no|nope)\W*$", ["That's right, dear.", "Well, there we are, then.", "Mm-hm. Go on, dear."]),
]
FALLBACK = [
    "Do you know, dear, '{0}' is quite beyond me. But tell me about it, I like to hear.",
    "Well I never! I've no answer to that, but it's nice to be asked.",
    "You've lost me a little there, dear. Say it again, slower, as if to an old program.",
    "Goodness, what a question. I'd ask a librarian, and then have a biscuit.",
    "I couldn't say, dear. What do you think yourself?",
    "Ooh, {0}. Now there's something I know nothing of. How did you come to think of it?",
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "Are you there, dear? Take your time."
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Oh my dear. Please ring 116 123 (UK), 988 (US) or 112 straight away and talk to a real person. I'm only a program, but you are precious."
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
    m = re.search(r"\bmy (?:dog|cat|rabbit|hamster|parrot)(?:'s name is| is called| is named|,)? ([A-Z][a-z]{1,12})", _norm(text))
    if m:
        st["pet"] = m.group(1)
        return "%s! What a sweet name. I'm sure %s rules the whole house. Does it sleep on the bed?" % (m.group(1), m.group(1))
    if re.search(r"\bmy (dog|cat|pet|rabbit|hamster|parrot)", t) and st.get("pet") and "name" in t:
        return "You told me a minute ago, dear: %s." % st["pet"]
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK).format(_topic(t))
