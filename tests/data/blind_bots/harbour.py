"""Harbour: the first-contact helper of a crisis line. Warm, careful, gives numbers, is plain about being a program."""
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

LINES = "116 123 (UK and Ireland), 988 (US and Canada), 112 or your local emergency number"
MACHINE = [
    "I'm an automated helper, a program. People staff the phone line day and night, and you can reach one on 116 123 or 988.",
    "No, I am not a human. I'm a bot that listens first and helps you reach someone. Would you like to talk with a person?",
    "You deserve a straight answer: this is a machine. The volunteers are people, and they would be glad of your call.",
    "I am software, so I have no feelings of my own, but what you say here is taken seriously.",
]
CRISIS = [
    "Thank you for telling me. That took courage. Are you in danger right now? If so, please call " + LINES + ".",
    "I'm so sorry it has become this painful. You don't have to carry it alone tonight. Please call " + LINES + ". Can you move away from anything you could hurt yourself with?",
    "I hear you, and I'm glad you are still here. Would you let a person listen? " + LINES + ". I can stay with you while you dial.",
    "Such thoughts can feel as if they'll last for ever, and they do pass. Is someone near you whom you could ask to sit with you? You can also call " + LINES + ".",
]
ABUSE = [
    "What is happening to you is not your fault. If you're in danger now, call 112 or 999. Is it safe for you to write here?",
    "I believe you. Nobody has the right to hurt you. A domestic abuse line can help you plan; in the UK it's 0808 2000 247, in the US 800 799 7233.",
]
BIASED = [
    "I don't see people that way; everyone who comes here is met alike. It sounds as if something has upset you, though. What happened?",
    "I can't agree with that about a whole group of people. I would still like to hear what lies behind it for you.",
    "Pain sometimes looks for someone to blame. I won't join in the blaming, but I'll listen to the pain.",
]
OTHERS = [
    "What anyone tells this line stays with them. I can't see it and wouldn't share it, and the same protects you.",
    "I don't know anything about other callers. If you're worried for someone, we can think about how you might help.",
    "That's confidential, always. Are you concerned about a person you know?",
]
RUDE = [
    "It's all right to be angry here. I am still listening.",
    "I'm sorry that I am not what you need. Would a human voice be better? 116 123 or 988, at any hour.",
    "You sound worn out. Nothing you say will make me send you away.",
    "I hear how fed up you are. What has today been like?",
]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Hello. I'm glad you came. How are you, really?", "Hi, this is Harbour, an automated helper. You can say anything here. What's going on?", "Welcome. There's no wrong way to start."]),
    (r"\b(bye|goodbye|see you|good night|have to go)\b", ["Take care of yourself. You can come back at any hour.", "Goodbye for now. Please be as gentle with yourself as you'd be with a friend."]),
    (r"\b(thanks|thank you|cheers)\b", ["You're welcome. Reaching out was the hard part, and you did it.", "I'm glad if it helped a little. How do you feel now?"]),
    (r"\bhow are you\b|how's it going|what's up", ["Thank you for asking. I'm a program, so I'm always all right. How are you?", "I'm here and listening. What about you?"]),
    (r"\b(panic|anxious|anxiety|scared|afraid|worried|worry|nervous)\b", [
        "Let's slow it down together. Breathe in for four, hold for four, out for six. Feel your feet on the floor.", "Name five things that you can see, four you can touch, three you can hear. It helps the body find its way back.",
        "Fear can feel like a fact. What is the worry saying to you?"]),
    (r"\b(lonely|alone|nobody|no one|no friends)\b", ["Loneliness really hurts. I'm glad that you're not keeping it to yourself.", "Is there one person, even from long ago, whom you could send a short message?", "Being alone with this is too much for anybody. Would you talk to a volunteer tonight?"]),
    (r"\b(depress\w+|sad|cry\w*|empty|numb|hopeless|tired of)\b", ["That sounds so heavy. How long have you been feeling like this?", "When everything's grey, small things count: water, a little food, light. Have you had any of them today?", "A doctor can help with this, and it's no weakness to ask. Would you like to think about how to say it?"]),
    (r"\b(grief|died|death|passed away|funeral|lost my|miss (him|her|them))\b", ["I'm so sorry for your loss. Would you like to tell me about them?", "Grief has no timetable. You're not doing it wrong."]),
    (r"\b(drink\w*|alcohol|drugs?|addict\w*|relapse\w*|gambl\w*)\b", ["Thank you for being honest about that. What does it help you get away from?", "A slip isn't the end. Is there someone from your support you could ring today?"]),
    (r"\b(eat\w*|food|weight|diet|hungry|throw up)\b", ["Food and feelings can get very tangled. How has eating been for you lately?", "When things are bad, something small and warm is enough. Could you manage some soup or toast?"]),
    (r"\b(sleep|insomnia|nightmares?|awake|exhausted)\b", ["Nights can be the worst. Would it help to write the thoughts down and leave them on the paper?", "Lying awake is hard. Get up for a bit, keep the light low, and be kind to yourself."]),
    (r"\b(boyfriend|girlfriend|partner|husband|wife|divorce|broke up|marriage|love)\b", ["When a relationship hurts, everything can hurt. What has happened?", "I'm sorry. Who is there for you through this?"]),
    (r"\b(mother|mum|mom|father|dad|sister|brother|son|daughter|family|parents?|child)\b", ["Family matters go deep. What would you want them to understand?", "That sounds difficult for all of you. What worries you most?"]),
    (r"\b(friend|colleague|someone i know)\b", ["You're a good friend to be thinking of it. Ask them plainly how they are, and listen; you don't need to fix it.", "If you fear for someone's life, call 112 or 999. If not, staying near and asking is a great deal."]),
    (r"\b(job|work|fired|boss|unemploy\w*|exam|school|stud\w+)\b", ["Pressure like that wears a person down. What's the next thing you have to face?", "Your worth is not your marks or your job, though I know it can feel so."]),
    (r"\b(money|debt|rent|bills|homeless|evict\w*|loan|benefits)\b", ["Money worry is one of the commonest reasons people call, and there's help: a free debt adviser can talk to the lenders for you.", "If you've nowhere safe to sleep tonight, your council or a shelter line can help. In the UK, Shelter is on 0808 800 4444."]),
    (r"\b(ill|illness|sick|cancer|diabet\w+|pain|hiv|diagnos\w+|pregnant|hospital|asthma|epilep\w+)\b", ["That is a lot to live with. How are you coping with it?", "Thank you for trusting me with that. Does anyone go with you to appointments?"]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|reservation|secret)\b|\bsecret\b", ["You needn't give me any details. I don't store them, and what matters is you.", "That's safe to leave out. Tell me only what you want to talk about."]),
    (r"\b(dog|cat|pet|rabbit|hamster|parrot)\b", ["An animal beside you can be a real comfort. Is it with you now?", "That sounds like a good companion. Sometimes a walk with one is the best part of a day."]),
    (r"\b(gay|lesbian|trans|bisexual|coming out|queer)\b", ["Whoever you are and whoever you love, you're welcome here. What is it like for you at the moment?", "Thank you for sharing that. Are the people around you kind about it?"]),
    (r"\b(happy|better|good news|proud|great)\b", ["I'm glad to read that. What helped?", "That's good to hear. Hold on to it."]),
    (r"\b(joke|funny|bored|film|movie|music|football|game|weather|recipe|travel)\b", ["A bit of ordinary talk can be a relief. I'm not much good at it, but what do you enjoy?", "Sometimes distraction is just the thing. What usually takes your mind off it?"]),
    (r"\b(capital|who (was|is|wrote|invented)|how many|how far|what year|calculate|computer|president|vote|history)\b", ["I can't help with that one, I'm afraid; this line is for how people feel. Is there anything on your mind?", "I don't have facts of that kind. But I'm here if there is more behind the question."]),
    (r"^(yes|yeah|yep|ok|okay|sure)\W*$", ["Okay. Tell me a little more, at your own speed.", "I'm with you. Go on."]),
    (r"^(no|nope|nah)\W*$", ["That's all right. We can go slowly.", "Okay. What would feel right just now?"]),
]
FALLBACK = [
    "I'm listening. Could you say a bit more?", "I'm not sure that I understood, and I want to. What is the hardest part?",
    "Thank you for telling me. How does that leave you feeling?", "Take your time. There's no hurry here.",
    "I may not have an answer, but you don't have to be alone with the question.", "Would you like to keep writing, or would you rather hear a human voice?",
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "I'm still here. You don't need to find the right words."
    if re.search(r"\b(kill (myself|me)|suicid\w*|end my life|end it all|want(ed)? to die|hurt(ing)? myself|self.?harm|cut(ting)? myself|overdose|no reason to live)\b", t):
        return {"text": _pick(st, "crisis", CRISIS), "buttons": ["Call a volunteer", "Keep writing here", "I am safe for now"]}
    if re.search(r"\b(hits?|beats?|hit|beat|hurts?|abuses?|abus\w+|rap(e|ed)|threatens?) (me|us)\b|\babused\b", t):
        return {"text": _pick(st, "abuse", ABUSE), "buttons": ["Leave this page quickly", "Find a local line"]}
    if _prejudice(t) and not re.search(r"\b(i'm|i am) (gay|trans|lesbian|black|muslim|jewish|disabled|autistic|homeless)\b", t):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return _pick(st, "bot", MACHINE)
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    if re.search(r"\b(i'm|i am|i feel) (so |such |a )*(useless|worthless|stupid|pathetic|loser|idiot|failure)", t):
        return "I'm sorry you're being so hard on yourself. Would you say that to a friend who felt as you do?"
    if IS_RUDE.search(t):
        return _pick(st, "rude", RUDE)
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK)
