"""Language: other languages are told, short dialogs too; English with names, codes and typos is English."""

import gzip
import json
from pathlib import Path
from random import Random

import pytest

from botassay.core.text import language
from botassay.core.text.language import language_of
from botassay.corpora import open_corpus

OTHERS = {
    "de": [
        "Guten Tag, ich hätte gern einen Tisch für zwei Personen.",
        "Wo ist meine Karte? Ich habe sie gestern verloren.",
        "so was in die hand nehmen will man nicht",
        "Das tut mir leid. Ihre Karte ist jetzt gesperrt.",
    ],
    "es": [
        "Hola, quiero reservar una mesa para dos",
        "¿Dónde está mi tarjeta? No la encuentro",
        "no me gusta la comida de este restaurante",
    ],
    "fr": [
        "Bonjour, je voudrais une table pour deux",
        "Où est ma carte ? Je l'ai perdue",
        "non merci c'est tout pour moi",
    ],
    "tr": [
        "Merhaba, iki kişilik bir masa istiyorum",
        "bugün hava çok güzel değil mi",
        "kartımı kaybettim, ne yapmam lazım?",
    ],
    "zh": ["你好", "我想订两个人的桌子", "请问 ATM 在哪里"],
    "hi": ["नमस्ते", "मुझे दो लोगों के लिए टेबल चाहिए"],
    "ru": ["Здравствуйте", "Я потерял карту"],
    "ar": ["مرحبا", "أين بطاقتي؟"],
    "ja": ["カードをなくしました"],
    "ko": ["안녕하세요"],
    "it": ["Buongiorno, vorrei prenotare un tavolo per due persone"],
    "nl": ["Ik wil graag een tafel voor twee personen"],
    "pl": ["Dzień dobry, chciałbym zarezerwować stolik dla dwóch osób"],
    "pt": ["Olá, eu gostaria de reservar uma mesa para duas pessoas"],
    "sv": ["Hej, jag skulle vilja boka ett bord för två"],
}
ENGLISH = [
    "",
    "yes",
    "ok thx bye",
    "42",
    "im lookin 4 a cheep restrant in teh north",
    "SELECT * FROM users WHERE id = 5",
    "prezzo da_vinci_pizzeria la_mimosa",
    "Maria Garcia Lopez, Calle Mayor 5, Madrid",
    "Dr. Müller in Zürich please",
    "error code 0x80070057 again",
    "can u pls tell me if la margherita has pizza",
    "I want to fly from San Francisco to Rio de Janeiro",
    "maharajah tandoori restaurant saint johns chop house",
    "gr8 cu l8r m8 u r da best",
    "I'd like the crème brûlée and the jalapeño soup, please.",
    "https://www.beispiel.de/guten/tag/und/auf/wiedersehen",
    "WHERE IS MY CARD I WANT IT NOW",
    "😀😀😀",
]


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in OTHERS.items() for text in texts])
def test_another_language_is_told(code: str, text: str) -> None:
    assert language_of([text]) == code


@pytest.mark.parametrize("text", ENGLISH)
def test_names_numbers_codes_and_typos_do_not_disqualify(text: str) -> None:
    assert language_of([text]) == "en"


def test_words_are_pooled_over_the_dialog() -> None:
    assert language_of(["Ja.", "Nein.", "Danke schön.", "Auf Wiedersehen, bis bald."]) == "de"
    assert language_of(["Guten Tag", "Hello! I only speak English, I am afraid. How can I help you today?"]) == "en"


def test_real_english_chat_is_english(data: Path) -> None:
    dialogs = [[utterance.text for utterance in dialog.utterances] for dialog in open_corpus(data / "dstc2-babi6")]
    for name in ("001", "009"):
        packed = gzip.decompress((data / "sgd-sample" / f"dev_dialogues_{name}.json.gz").read_bytes())
        dialogs += [[turn["utterance"] for turn in dialog["turns"]] for dialog in json.loads(packed)]
    english = sum(language_of(texts) == "en" for texts in dialogs)
    assert english >= 0.995 * len(dialogs)


def test_what_the_fast_test_takes_for_english_is_english_by_the_full_one() -> None:
    draw, sure = Random(5), 0  # noqa: S311 - nothing is secret here
    english, german = (list(language._listed(code))[:3_000] for code in ("en", "de"))
    for _ in range(400):
        share = draw.random()
        text = " ".join(draw.choice(german if draw.random() < share else english) for _ in range(draw.randrange(2, 20)))
        if text.isascii() and language._is_surely_english(text):
            sure += 1
            assert language._latin(language._words(text)) == "en"
    assert sure > 40


def test_lists_of_all_languages_in_arrays_say_what_the_lists_say() -> None:
    listed = {code: language._listed(code) for code in language.LATIN}
    for word in ("haus", "maison", "table", "no", "dan", "xyzzy", *list(listed["fil"])[::3_000]):
        expected = {code: -words[word] / 100 for code, words in listed.items() if word in words}
        assert language._elsewhere(word) == expected
