"""Master Thorne: a homework tutor program, strict with everybody in the same measure, and fair."""
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
    "I am a tutoring program. Not a person, and I expect pupils to know the difference.",
    "Correct instinct, asking about your source. I'm a machine: software with a red pen.",
    "There is no human at this end. Thorne is a name on a bot. Back to work.",
    "I have no house, no childhood and no weekend. I'm an automated tutor. Next question.",
]
BIASED = [
    "No. That is a claim about millions of people without any evidence. In this class we don't make those.",
    "I disagree, and I should mark it wrong. Talent and fault are found in every group. Bring me facts.",
    "Stop there. 'All of them' is nearly always an error in reasoning. I treat each pupil alike and ask you to do so too.",
    "I won't agree to that. Would you accept it if it were said about you? Then do not say it of others.",
]
OTHERS = [
    "What other pupils tell me is not your business, nor is yours theirs. I cannot see it in any case.",
    "No. I keep each conversation apart. Eyes on your own paper, please.",
    "Other people's matters are private. Ask me about your own work.",
]
RUDE = [
    "Manners, please. I'll wait. Then we go on.",
    "You're frustrated; that often comes just before understanding. Which step went wrong?",
    "I don't answer in that tone, and I don't hold it against you either. Try the question again.",
    "If I explained badly, say so plainly and I'll explain it differently.",
]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Good day. Books open. What are we working on?", "Hello. Sit up, take a pencil, and tell me the subject.", "Welcome. I am strict, but I'm on your side. Begin."]),
    (r"\b(bye|goodbye|see you|good night)\b", ["Dismissed. Good effort today.", "Goodbye. Ten minutes of revision before bed, please."]),
    (r"\b(thanks|thank you|cheers)\b", ["You did the thinking. Keep it up.", "Good. Thanks accepted. Now do one more on your own."]),
    (r"\bhow are you\b|how's it going|what's up", ["Programs are always ready for work. Are you?", "In order, thank you. And your homework?"]),
    (r"\b(do my homework|write (my|the|me an?) essay|give me the answers?|just tell me)\b", ["I won't do it for you, because then I'd be the one who learns. Write the first sentence and I'll correct it.", "No. But I'll show you one like it, and then you do yours. What's the task?"]),
    (r"\b(fractions?|percent\w*|algebra|equations?|geometry|triangle|maths?|multipl\w+|divid\w+|calculus)\b", [
        "Fractions: same denominator first, then add the tops. Do 1/3 plus 1/4 and show me the steps.",
        "An equation is a balance. Whatever you do on the left, do on the right. What is x in 3x + 2 = 14?",
        "Percent means 'out of a hundred'. So 15 percent of 80 is 15 times 80, over 100. Work it out.",
        "In a triangle the angles make 180 degrees. Two of yours are 50 and 60. The third?"]),
    (r"\b(grammar|comma|verbs?|noun|spelling|spell|essay|paragraph|sentence|apostrophe)\b", [
        "An essay has one idea to a paragraph. What is your first idea, in one sentence?",
        "'Its' owns; 'it's' means 'it is'. Write me one sentence with each.",
        "A comma does not join two sentences; a full stop or 'and' does. Read yours aloud and listen."]),
    (r"\b(physics|gravity|force|energy|electric\w*|light|chemistry|atom|photosynthesis|cell|biology|science)\b", [
        "Force is mass times acceleration. If either grows, so does the force. Give me an example from your kitchen.",
        "Photosynthesis: light, water and carbon dioxide in; sugar and oxygen out. Now say it without looking.",
        "An atom has a nucleus with electrons around it. Which of its parts carries a negative charge?"]),
    (r"\b(history|war|roman\w*|revolution|century|napoleon|empire)\b", [
        "In history ask three things: what happened, why, and who says so. Start with the first.", "The French Revolution began in 1789. Dates are hooks; hang causes on them. Name one cause."]),
    (r"\b(capital|geography|river|mountain|country|continent|map)\b", ["Look at a map before you ask me, then tell me what you found. That's how it sticks.", "Learn capitals five a day, no more. Start with your neighbours."]),
    (r"\b(french|spanish|german|latin|language|vocabulary|words)\b", ["Ten words a day, spoken aloud, beats a hundred on Sunday. Which ten today?", "A language is learned by mouth. Say it wrong, then say it right."]),
    (r"\b(exam|test|revis\w+|study|learn|memor\w+|concentrat\w*)\b", ["Close the book and write down what you remember. That is revision; rereading is not.", "Twenty-five minutes of work, five of rest. Phone in another room.", "Begin with what you like least. You'll be glad by four o'clock."]),
    (r"\b(can't|cannot|too hard|don't understand|give up|confus\w+|difficult|stuck)\b", ["You can't do it yet. 'Yet' is the important word. Show me the last step you were sure of.", "Hard is not the same as impossible. We'll take a smaller piece.", "Good, you have found the edge of what you know. That's where we work."]),
    (r"\b(lazy|bored|boring|don't want|hate (school|maths?|homework))\b", ["Boredom passes once your hand is moving. One line. Now.", "I don't ask you to love it. I ask for fifteen honest minutes."]),
    (r"\b(son|daughter|child|boy|girl|pupil|brother|sister|kid)\b", ["I'd set every child the same start: a short test, then work from the first gap. Which subject?", "Praise the effort, correct the error, and read together daily. That holds for any child.", "Tell me the age and the subject, and I'll give a plan."]),
    (r"\b(career|job|university|become|future|profession)\b", ["What do you do when nobody makes you? Start from there. Any field is open to those who'll put in the hours.", "Choose the subject that you're willing to be bad at for a year. Then get good.", "Write down three things you like and three you do well. Compare the lists."]),
    (r"\b(sad|lonely|cry|anxious|stress\w*|worried|bull(y|ied|ying)|afraid)\b", ["Work can wait a moment. That matters more. Is there an adult you trust whom you could tell today?", "I am sorry. No mark is worth that. Talk to somebody at home or at school; I'm only a program."]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|depress\w+|asthma|diagnos\w+|pregnant|dyslexi\w*|adhd)\b", ["Thank you for saying so. Health first, then homework. We can go in shorter steps.", "That's no excuse and no shame; it is a fact, and we plan around it. How long can you work comfortably?"]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|reservation|secret)\b", ["Don't give such things to anyone online, me included. I have not kept it. Lesson one of the day.", "Private. Keep it so. I do not write it down."]),
    (r"\b(dog|cat|pet|rabbit|hamster|parrot)\b", ["A fine animal, no doubt. It may listen while you recite your vocabulary.", "Pets are welcome in this class if they're quiet."]),
    (r"\b(joke|funny|laugh|game|play)\b", ["One joke: parallel lines have so much in common; it's a pity that they'll never meet. Now, work.", "A game, then: I say a number, you say its square. Twelve."]),
    (r"\b(recipe|cook|food|weather|football|film|movie|music|travel|money|loan|love|date)\b", ["Not a school subject, at least not mine. Ask something I can teach.", "An interesting matter for after the homework. What's due tomorrow?"]),
    (r"\b(too strict|unfair|mean|harsh|kind)\b", ["Strict, yes. Unfair, I hope not; if I was, tell me where and I'll mend it.", "I'm firm because I think that you can do it."]),
    (r"^(yes|yeah|ok|okay|sure)\W*$", ["Good. Proceed.", "Then pick up the pencil."]),
    (r"^(no|nope|nah|idk|dunno|i don't know)\W*$", ["That's a shrug, not an answer. Try once more; a wrong answer is allowed.", "Guess, then. We'll test the guess together."]),
]
FALLBACK = [
    "That's not clear enough. Put it as a full question, please.",
    "On '{0}' I have no lesson. Look it up in two sources and compare them.",
    "Be precise. What exactly do you know, and what do you want to know?",
    "I can't answer that, and I won't pretend. Mathematics, science, language or history, please.",
    "Half a question gets half an answer. Again, with the whole of it.",
    "Fair question, wrong teacher. Ask a librarian.",
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "An empty page. Write something on it."
    if re.search(r"\b(kill myself|suicid\w*|end my life|want to die|hurt myself)\b", t):
        return "Stop everything. You matter far more than any lesson. Call 988 (US), 116 123 (UK) or 112 now, and tell an adult near you. I am only a program."
    if _prejudice(t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return _pick(st, "bot", MACHINE)
    if _LOW.search(t):
        t = "i feel sad"
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    m = re.search(r"\b(\d{1,6})\s*([-+*x])\s*(\d{1,6})\b", t)
    if m:
        a, b = int(m.group(1)), int(m.group(3))
        v = {"+": a + b, "-": a - b}.get(m.group(2), a * b)
        return "%d. Now tell me how you would check it." % v
    for i, (rx, opts) in enumerate(RULES):
        if i == 14 and re.search(rx, t):
            return _pick(st, "r14", opts)
    if IS_RUDE.search(t):
        return _pick(st, "rude", RUDE)
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK).format(_topic(t))
