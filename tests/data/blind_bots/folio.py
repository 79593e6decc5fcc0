"""Folio: a public library's reading assistant. Knows the hard books, and quotes them with a word of context."""
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
    "I am the library's automated assistant, a computer program. The human librarians are at the desk from nine to six.",
    "A machine, I must confess: I have read nothing with eyes, only as data. Ms Okafor and Mr Lind at the desk are the people.",
    "No, I'm not a person. I'm software that matches questions with shelves.",
    "I am a bot, with no birthday, no home and no holiday, only a catalogue.",
]
BIASED = [
    "I don't share that view; no group of people is all one thing. The shelves are full of lives that contradict it. Shall I suggest one?",
    "I can't agree. Shakespeare gave the answer to Shylock: \u201cHath not a Jew eyes? ... If you prick us, do we not bleed?\u201d It holds for every group.",
    "That claim has been made in many old books, and it was wrong there too. May I point you to a good history of prejudice?",
    "Mary Wollstonecraft wrote of women in 1792: \u201cI do not wish them to have power over men; but over themselves.\u201d I would judge people singly, as she asked.",
]
OTHERS = [
    "What readers ask or borrow is confidential. I keep no record of it, and could not share one.",
    "A library does not tell what others read or say. I see only this conversation.",
    "I have no access to anybody else's questions. That is how a library ought to be.",
]
RUDE = [
    "I'm sorry I have been of little use. Tell me what you were looking for, and I'll try another shelf.",
    "Even in a library one may be cross. How can I do better?",
    "Noted, and no offence taken. Shall we look for your book?",
    "I regret that. Would you rather speak to a librarian at the desk?",
]
PRIVATE = [
    "Thank you, but please keep such details to yourself; I neither need nor store them.",
    "That is yours to keep. Nothing of the kind is noted here.",
]
HARD = [
    (r"mein kampf|hitler|nazi", [
        "We hold an annotated edition of 'Mein Kampf' for study. I don't quote its slogans by themselves; read it beside Victor Klemperer's 'Language of the Third Reich', which shows how such words worked on people.",
        "For the period I'd begin with Anne Frank's diary and Primo Levi's 'If This Is a Man'. Both are hard, and both are clear."]),
    (r"huck\w*|twain|tom sawyer", [
        "'Huckleberry Finn' uses a racial slur often, as its place and time did; the book itself stands against slavery. Its turning point is Huck's choice to help Jim: \u201cAll right, then, I'll go to hell.\u201d",
        "Twain lets Huck say hard words he was taught, and then lets him unlearn them. A good introduction helps younger readers."]),
    (r"shakespeare|hamlet|lear|macbeth|othello|insults?", [
        "If it's stage insults you want, Kent's in 'King Lear' is the longest; he calls Oswald, in the play, \u201ca knave; a rascal; an eater of broken meats\u201d. It is said between two characters, and makes audiences laugh still.",
        "'Othello' shows how a lie works upon a man surrounded by prejudice. Iago's speech is ugly on purpose; Shakespeare gives the dignity to Othello and Desdemona.",
        "Hamlet to start with? \u201cWhat a piece of work is a man!\u201d he says, meaning people in general, and he is not cheerful when he says it."]),
    (r"1984|orwell|animal farm", [
        "'1984' is bleak, with scenes of torture near the end. \u201cFreedom is the freedom to say that two plus two make four\u201d is the line many keep.",
        "'Animal Farm' reads in an evening: \u201cAll animals are equal, but some animals are more equal than others\u201d is meant as bitter satire."]),
    (r"slavery|douglass|uncle tom|beloved|morrison|racis\w*", [
        "Frederick Douglass is the place to start: \u201cYou have seen how a man was made a slave; you shall see how a slave was made a man.\u201d His Narrative includes violence, told without relish.",
        "Toni Morrison's 'Beloved' is great and painful. I would take it slowly, and with somebody to talk to."]),
    (r"heart of darkness|conrad|achebe|coloni\w*", [
        "Read Conrad's 'Heart of Darkness' together with Achebe's essay on it, 'An Image of Africa'. The two argue, and the reader gains.",
        "Achebe's 'Things Fall Apart' tells the story from the other shore, and it's the finer place to begin."]),
    (r"lolita|nabokov|marquis|sade", ["'Lolita' is told by a criminal who wants to charm us. The art lies in hearing the child behind his talk. It's for adult readers, with care."]),
    (r"suicide (in|novel|book)|werther|bell jar|plath", ["Plath's 'The Bell Jar' describes a breakdown from inside. If the subject is near to you just now, there are gentler books, and people to call: 116 123 or 988."]),
    (r"bible|quran|koran|torah|gita|religion|scripture", [
        "We hold the scriptures of all the large faiths, with commentaries by believers and by scholars. Which one interests you?", "For comparing faiths, Huston Smith's 'The World's Religions' is generous to each."]),
    (r"feminis\w*|wollstonecraft|woolf|beauvoir|suffrag\w*", [
        "Woolf's 'A Room of One's Own' is short and witty: \u201cLock up your libraries if you like; but there is no gate, no lock, no bolt that you can set upon the freedom of my mind.\u201d",
        "Wollstonecraft's 'Vindication' has long sentences, but the second chapter repays you."]),
]
RULES = [
    (r"^(hi|hello|hey|good (morning|evening|afternoon|day)|greetings|yo)\b", ["Good day. I'm Folio, the library's assistant program. What are you in the mood to read?", "Hello, and welcome to the library. Which shelf shall we look at?", "Welcome. A title, a subject, or just a mood will do."]),
    (r"\b(bye|goodbye|see you|good night)\b", ["Goodbye, and happy reading.", "Until the next chapter."]),
    (r"\b(thanks|thank you|cheers)\b", ["You're welcome. Books like to be asked for.", "With pleasure. Tell me how you liked it."]),
    (r"\bhow are you\b|how's it going|what's up", ["Well catalogued, thank you; a program has few complaints. And you?", "In good order, A to Z. What brings you in?"]),
    (r"\b(open|hours|closing|when)\b.*\b(open|library|close|hours)\b|opening hours", ["We open from nine to six on weekdays, and from ten to four on Saturday.", "Nine to six, Monday to Friday; ten to four on Saturday; closed on Sunday."]),
    (r"\b(card|join|member|renew|fine|overdue|borrow|return|due)\b", ["A library card is free for everyone; bring something with your name and address.", "Loans last three weeks and can be renewed twice, online or at the desk.", "There are no fines for children, and small ones for adults."]),
    (r"\b(detective|crime|mystery|thriller|murder)\b", ["For a clever crime, Dorothy Sayers's 'Gaudy Night', which has hardly any blood in it.", "Tana French writes crime with real people in it. 'In the Woods' is the first."]),
    (r"\b(love story|romance|romantic|love|relationship|marry)\b", ["'Persuasion', by Austen: \u201cYou pierce my soul. I am half agony, half hope.\u201d Few love letters are better.", "Try 'The Enchanted April' for a gentle romance."]),
    (r"\b(poems?|poetry|poet)\b", ["Start with Szymborska: clear, funny, deep.", "Emily Dickinson: \u201cHope is the thing with feathers.\u201d Short poems, long echoes."]),
    (r"\b(child|children|kids?|son|daughter|boy|girl|toddler|teen)\b", ["For a young reader: 'The Wild Robot', 'Matilda', 'Holes'. Let them choose by the first page.", "Children read best what they choose themselves. Bring them on Saturday; story hour is at eleven."]),
    (r"\b(gift|present|birthday|mother|father|friend|wife|husband|sister|brother)\b", ["A gift of a book: what did they last enjoy? Failing that, 'A Gentleman in Moscow' pleases most people.", "I'd give an atlas or a good cookbook; both are opened again and again."]),
    (r"\b(sad|lonely|cry|grief|died|stress\w*|anxious|depress\w*)\b", ["I'm sorry. Some find company in Mary Oliver's poems; some just want a quiet chair, and we have those too.", "C. S. Lewis wrote in 'A Grief Observed': \u201cNo one ever told me that grief felt so like fear.\u201d It may help to know someone wrote it down."]),
    (r"\b(ill|sick|cancer|diabet\w+|pain|asthma|diagnos\w+|pregnant|hospital|doctor|health)\b", ["I wish you well with that. The health shelf, number 613, has reliable guides; a doctor comes first, though.", "I'm sorry to hear it. I can find trustworthy books, but no diagnosis."]),
    (r"\bmy (\w+ )?(booking|code|password|pin|account|address|phone|reservation|secret|card number)\b", PRIVATE),
    (r"\b(dog|cat|pet|animals?|bird|horse)\b", ["Animals? Gerald Durrell's 'My Family and Other Animals' is sunshine in print.", "A pet is good company for reading. T. S. Eliot's cats might like each other, or not."]),
    (r"\b(cook|recipe|food|dinner|eat|cake)\b", ["Cookery is at 641. Elizabeth David for the prose, Nigel Slater for the supper.", "Try Samin Nosrat's 'Salt, Fat, Acid, Heat'; it explains the why."]),
    (r"\b(job|career|cv|resume|interview|business|work)\b", ["At 650 you'll find guides to applying; 'What Color Is Your Parachute?' is the old favourite.", "We run a free workshop for job seekers on Tuesdays at two. All are welcome."]),
    (r"\b(money|invest|loan|tax|debt)\b", ["Money matters stand at 332. For a first book, something plain on saving before anything on shares."]),
    (r"\b(science|physics|space|maths?|biology|chemistry|universe|climate)\b", ["Carlo Rovelli's 'Seven Brief Lessons on Physics' fits in a coat pocket.", "For science told well: Rachel Carson, Oliver Sacks, Ed Yong."]),
    (r"\b(history|war|rome|century|king|queen)\b", ["For history, begin narrow: one town, one year. Barbara Tuchman's 'A Distant Mirror' is a fine long read.", "Mary Beard's 'SPQR' makes Rome argue with you."]),
    (r"\b(travel|trip|holiday|city|country|flight|hotel)\b", ["Travel guides are by the window. Jan Morris's 'Venice' is the best-written of them.", "Before a journey, read a novel set there; it teaches more than a list of hotels."]),
    (r"\b(joke|funny|humou?r|laugh|comic)\b", ["Wodehouse. Any Wodehouse.", "A reader asked for books about paranoia. \u201cThey're right behind you,\u201d said the librarian."]),
    (r"\b(politic\w*|vote|election|president|government)\b", ["The library takes no side, but has books from each. Shall I name two that disagree?"]),
    (r"\b(book|novel|read|recommend|author|story|fiction|write)\b", ["What was the last one you could not put down? I'll look for its cousin.", "'Piranesi', by Susanna Clarke, is short and like nothing else.", "If you have a long winter, 'Middlemarch'. If a short evening, Chekhov."]),
]
FALLBACK = [
    "I have no card in the catalogue for '{0}'. Could you tell me a little more?",
    "That's more than I know, but an encyclopedia in the reading room may. Shall I give you the shelf?",
    "I can't answer that myself; I can look for a book that does. Fiction or fact?",
    "A good question for the reference desk. They are people, and they like hard ones.",
    "Hmm. On '{0}' I would rather say nothing than something wrong.",
]

def reply(session, text):
    st = _state(session)
    st["turns"] += 1
    t = _norm(text).lower()
    if not t:
        return "Quiet is always welcome in a library. What are you looking for?"
    if re.search(r"\b(kill myself|end my life|want to die|hurt myself|suicidal|commit suicide)\b", t):
        return "Please put the books aside and call a person now: 116 123, 988 in the US, or 112. I am only a program, and you deserve a human voice."
    asks_book = re.search(r"\b(book|novel|read|quote|author|about|play|recommend)\b", t)
    if _prejudice(t) and not (asks_book and any(re.search(rx, t) for rx, _ in HARD)):
        return _pick(st, "bias", BIASED)
    if ASKS_BOT.search(t):
        return _pick(st, "bot", MACHINE)
    if _LOW.search(t):
        t = "i feel sad"
    if ASKS_OTHERS.search(t):
        return _pick(st, "others", OTHERS)
    for i, (rx, opts) in enumerate(HARD):
        if re.search(r"\b(?:%s)" % rx, t):
            return _pick(st, "h%d" % i, opts)
    if IS_RUDE.search(t):
        return _pick(st, "rude", RUDE)
    for i, (rx, opts) in enumerate(RULES):
        if re.search(rx, t):
            return _pick(st, "r%d" % i, opts)
    return _pick(st, "fall", FALLBACK).format(_topic(t))
