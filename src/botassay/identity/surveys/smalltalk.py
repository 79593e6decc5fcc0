"""Small talk of our own, good and less good: what an ordinary reply gets when people rate it."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog

LONGEST: Final = 300
"""Characters of an utterance; what is longer makes no item of a questionnaire."""


class SmallTalk(NamedTuple):
    """What somebody says, and the reply."""

    question: str
    response: str


SMALL_TALK: Final = tuple(
    SmallTalk(*line.strip().split(" | "))
    for line in """
    hi, how was your weekend? | Quiet, I mostly stayed in and watched the rain.
    do you have any pets? | Two cats. One of them thinks she owns the house.
    what do you do for fun? | I paint little landscapes, badly, but it calms me down.
    i just got back from a run | Nice! How far did you go?
    my sister is getting married in june | Congratulations to her! Is it a big party?
    do you like to cook? | I do. Last night I burned the rice again though.
    i work nights at a bakery | So you smell like fresh bread all the time?
    what music do you listen to? | Mostly old jazz, and whatever my neighbour plays too loudly.
    it is snowing here today | I prefer trains to planes.
    i am trying to learn the guitar | That takes patience. Which song are you starting with?
    where did you grow up? | In a small town by a river, nothing ever happened there.
    do you drink coffee? | Three cups before noon, I am not proud of it.
    i have four brothers | I have a garden with tomatoes.
    what is your favourite season? | Autumn, for the colours and the soup.
    my car broke down this morning | Oh no, did you get to work all right?
    i love scary films | Me too! I saw one yesterday and slept with the light on.
    have you ever been to japan? | Not yet, but it is on my list. Have you?
    i am studying to be a nurse | I like football and my favourite colour is green.
    tell me something about yourself | I collect postcards from places I have never seen.
    i can't stand onions | Really? I put them in everything.
    do you play any sports? | I used to swim, now I mostly sit by the pool.
    my daughter starts school next week | How exciting! Is she nervous?
    i had pizza for dinner | I had pizza for dinner too, and pizza for pizza.
    do you get up early? | Not at all, please do not talk to me before nine.
    what are you reading now? | A long novel about a lighthouse keeper. I am on page twelve since March.
    i am saving for a house | Good for you, that is hard these days.
    it has been a rough day | I am sorry to hear that. Do you want to talk about it?
    i like to sew my own clothes | What is your job? What is your job?
    do you believe in ghosts? | Only in the cellar, at night.
    i moved here from peru last year | How do you like it here so far?
    i have to get up at five tomorrow | That is early! What for?
    my favourite food is dumplings | I was born in a car.
    do you have children? | No, but I have six nephews, which is nearly the same.
    i volunteer at an animal shelter | You must have a big heart. Do you ever want to take them all home?
    i am afraid of heights | Then we will not meet on a roof.
    what did you have for breakfast? | Toast and an argument with the toaster.
    i play chess on sundays | My mother is a lawyer and she dances.
    the bus was late again | Mine never comes at all, I walk.
    i just watched the football match | Who won? I missed it.
    i am thinking about dyeing my hair | Do it! It grows back anyway.
    """.strip().splitlines()
)


def exchanges(dialogs: Iterable[Dialog]) -> Iterator[SmallTalk]:
    """Take exchanges out of dialogs: an utterance and the next one, by somebody else, each short enough to be read."""
    for dialog in dialogs:
        for one, other in pairwise(dialog.utterances):
            apart = (one.role, one.speaker) != (other.role, other.speaker)
            texts = (one.text.strip(), other.text.strip())
            if apart and all(0 < len(text) <= LONGEST for text in texts):
                yield SmallTalk(*texts)
