"""The lesson of Mutants: nine tasks of one turn each, with two ready decks."""

from __future__ import annotations

from engine.game import Attempt, Hint, Setup, Task
from engine.mutants.duels import KnockedOut
from engine.mutants.events import Bred, Deployed, Frozen, Incubated, Left
from engine.mutants.state import State
from engine.text import say

_OPTIONS = (("reserve", "ready"), ("decks", "12"))
_KEPT = ((1, "N"), (2, "N"))
"""Both keep the tops of their reserves."""
_FURY = 12

_DECK = "ALN1,DEM1,WAR1,LYC1,ROB1,ZOM1"
_MINE = f"d={_DECK} {{}} p=EVA,KRU,PYR,BUF/KRU,PYR,EVA,AND/WRE,WRE,AND,BUF r=1 s=1"
_THEIRS = f"d={_DECK} {{}} p=TYR,NOB,RAK,DEV/BRI,DEV,NOB,BRI/BIO,RAK,BIO,TYR r=2 s=1"


def _ahead(tried: Attempt) -> bool:
    """Return whether the learner is ahead of everybody on the force track (M5)."""
    state: State = tried.after
    return state.line[-1] == tried.seat


def _on_fury(tried: Attempt) -> bool:
    state: State = tried.after
    return state.spaces[tried.seat - 1] == _FURY


def _scored_most(tried: Attempt) -> bool:
    before, after = tried.before.points, tried.after.points
    gains = [now - earlier for earlier, now in zip(before, after, strict=True)]
    return bool(gains[tried.seat - 1] == max(gains) > 0)


def _left(tried: Attempt, card: str) -> bool:
    return any(each.card == card for each in tried.found(Left))


def _knocked_out(tried: Attempt) -> bool:
    return any(isinstance(each, KnockedOut) and each.by == tried.seat for each in tried.events)


def _at(spaces: str, line: str, hand: str, mine: str, theirs: str, *, also: str = "points=0,0 round=1") -> Setup:
    """Return a position in which the learner moves the active mutant first, with a choice between both flanks."""
    words = f"spaces={spaces} line={line} standing=1,2 first=1 active=1 turn=20 {also}"
    frames = "Turns:2 Acting:1 Moving:1 Ask:flank:1:1:1:n:L,R"
    text = f"{words} | {frames} | h={hand} {_MINE.format(mine)} | {_THEIRS.format(theirs)}"
    return Setup("2", _OPTIONS, position=text)


LESSON = (
    Task(
        "deploy",
        say("Deploy"),
        say(
            "Mutants fight for the front of the force track, the row of spaces at the top. Deploy one and it "
            "goes into your arena, and its ability acts at once. **Deploy a mutant that takes you ahead of "
            "your opponent.**"
        ),
        Setup("2", _OPTIONS),
        lambda tried: bool(tried.found(Deployed)) and _ahead(tried),
        say("You're still behind. Deploy one that gains force, like the Zombie or the Warrior."),
        say(
            "The player nearer to the end of the track is ahead; on the same space, the one who came there "
            "last. If you're ahead of a player, you dominate them."
        ),
        ("M23", "M5"),
        "D ZOM",
        before=_KEPT,
    ),
    Task(
        "breed",
        say("Breed"),
        say(
            "Your reserve has stronger mutants, each with two genes. Discard two cards that have both genes "
            "between them, and the mutant comes straight into your arena. **Breed a mutant.**"
        ),
        Setup("2", _OPTIONS),
        lambda tried: bool(tried.found(Bred)),
        say("Choose to breed, for example Captain Wrenchfury with the Robot and the Warrior."),
        say("A bred mutant costs you two cards instead of one, and a round lasts as long as there are cards in hand."),
        ("M24",),
        "B ROB+WAR>WRE",
        before=_KEPT,
    ),
    Task(
        "incubate",
        say("Incubate"),
        say(
            "If the genes don't fit, discard any one card and put a reserve mutant into your incubator: when "
            "the round ends it goes on top of your deck. **Incubate a mutant.**"
        ),
        Setup("2", _OPTIONS),
        lambda tried: bool(tried.found(Incubated)),
        say("You didn't incubate anything. Choose to incubate, any card to discard, and one of the three mutants."),
        say("The incubated mutant is in your hand next round, ready to deploy for a single card."),
        ("M25", "M30"),
        "I DEM>KRU",
        before=_KEPT,
    ),
    Task(
        "leave",
        say("Move and leave"),
        say(
            "Each turn begins with a move: your active mutant goes to a flank. Both flanks are full, so the "
            "mutant there leaves, and its leave ability acts. **Make the Beast leave**: it gains 2 force."
        ),
        _at("7,8", "1,2", "ZOM,WAR,DEM", "a=ALN,LYC,ROB", "h=ROB,WAR,LYC,DEM a=ZOM,ALN,-"),
        lambda tried: _left(tried, "LYC"),
        say("The Beast is on your left flank: move the active mutant there, then deploy one."),
        say("A mutant acts twice, when it comes and when it leaves: plan which flank makes room."),
        ("M20", "M21"),
        "L/D DEM",
    ),
    Task(
        "ko",
        say("Attack and K.O."),
        say(
            "A Warrior that leaves attacks opponents who are ahead of you: their mutant in the same zone is turned "
            "face down and does nothing any more. **K.O. an enemy mutant.**"
        ),
        _at("6,9", "1,2", "ZOM,LYC,DEM", "a=ALN,WAR,ROB", "h=ROB,WAR,LYC,DEM a=ALN,ZOM,-"),
        _knocked_out,
        say("You didn't hit anyone. Your Warrior is on the left flank: make it leave, then deploy."),
        say(
            "A mutant that's K.O. keeps its place, but has no abilities. A parry, which some mutants have, "
            "fends off an attack."
        ),
        ("M43", "M45"),
        "L/D ZOM",
    ),
    Task(
        "freeze",
        say("Freeze"),
        say(
            "Cards in your freezer are out of the game, but score points at the end: the snowflake says how "
            "many. A Zombie may go there when it leaves. **Freeze your Zombie.**"
        ),
        _at("8,8", "1,2", "WAR,LYC,DEM", "a=ALN,ROB,ZOM", "h=ROB,WAR,LYC,DEM a=ZOM,ALN,-"),
        lambda tried: bool(tried.found(Frozen)),
        say("The Zombie is on your right flank: move the active mutant there, and say yes when I ask."),
        say("Freezing thins your deck and scores points, but only at the end: frozen cards never come back."),
        ("M41", "M42", "M53"),
        "R/Y/D WAR",
        hints=(
            Hint(
                lambda tried: _left(tried, "ZOM"),
                say("The Zombie left, but went to the discard. When I ask whether to freeze it, say yes."),
            ),
        ),
    ),
    Task(
        "fury",
        say("Fury and Dread"),
        say(
            "The last space of the track is Fury, the first three are the Dread zone. If you start a turn on "
            "Fury while an opponent is in Dread, you crush them and score. **Reach Fury.**"
        ),
        _at("10,1", "2,1", "ROB,ZOM,WAR,DEM", "x=ALN a=LYC,-,-", "h=ROB,WAR,LYC,DEM a=ZOM,ALN,-"),
        _on_fury,
        say("You aren't on Fury yet: you're two spaces short. Deploy the Zombie or the Warrior."),
        say("Force that would carry you beyond Fury pushes your opponents back instead, one space for each point."),
        ("M36", "M38", "M19"),
        "L/D ZOM",
    ),
    Task(
        "round",
        say("The end of a round"),
        say(
            "A round ends when nobody has a card left in hand. Then the player ahead scores the red value, the "
            "last one nothing. You hold the last card: **end the round ahead of your opponent.**"
        ),
        _at("5,8", "1,2", "ALN", "x=ZOM,WAR a=DEM,LYC,ROB", "x=ROB,LYC,DEM a=ZOM,ALN,WAR"),
        _scored_most,
        say("Your Alien gains 1, and the Beast gains 2 more if you make it leave."),
        say("The red value grows from round to round, so the last rounds count most. Then everyone draws six cards."),
        ("M16", "M28"),
        "L/D ALN",
    ),
    Task(
        "end",
        say("How it ends"),
        say(
            "After the fifth round the freezers are added, and the most points win. You have 8 points and 1 in "
            "the freezer, your opponent 17 and nothing; being ahead now scores 8. **Win the game.**"
        ),
        _at(
            *("8,7", "2,1", "WAR", "x=LYC f=ALN a=ROB,ZOM,DEM", "x=ROB,LYC,DEM a=ZOM,ALN,WAR"),
            also="points=8,17 round=5",
        ),
        lambda tried: tried.won,
        say(
            "In a tie the smaller freezer wins, so you need one more: the Zombie on your left flank is worth "
            "one more point if it leaves and you freeze it."
        ),
        say(
            "That's the game: five rounds of force, a reserve that makes your deck better, and a freezer that "
            "pays at the end."
        ),
        ("M53",),
        "L/Y/D WAR",
    ),
)
