"""A turn, the tracks, and the end of rounds and of the game, for people at the table."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.mutants.components import components
from engine.text import listed, say

_BOX = components()
_TRACK = _BOX.track
_RED = listed(map(str, _BOX.rounds.red), "comma")
_BLACK = listed(map(str, _BOX.rounds.black), "comma")

TURN = Topic(
    "turn",
    say("A turn"),
    (
        Point(
            say(
                "The first player takes a turn, then everyone clockwise, until nobody has a card in hand. A "
                "turn mostly uses up one card, never the whole hand."
            ),
            ("M16", "M18"),
        ),
        Point(
            say(
                "1. Crush: if you're on Fury at the start of your turn and an opponent is in Dread, you gain "
                "the round's black value at once. It doesn't matter how many are in Dread, and the round goes "
                "on."
            ),
            ("M19",),
        ),
        Point(
            say(
                "2. Move: a card in your active zone must move to a flank. If both are empty, you choose; if "
                "one is empty, it goes there; if both are full, you choose one, its card leaves, and the "
                "active card takes its place."
            ),
            ("M20",),
        ),
        Point(say("3. One action: deploy, breed or incubate."), ("M18",)),
        Point(
            say(
                "When a mutant leaves, first take it out of its zone, then resolve its leave ability "
                "completely, then put it on your discard. In between it's in no zone: you can't take or copy "
                "it there, and your active mutant is still active."
            ),
            ("M21",),
        ),
        Point(
            say(
                "If you have no card in hand at the start of your turn, you pass: no crush, no move, no "
                "action. We decided that you're back in the round if an effect gives you a card before it "
                "ends, that your turn ends if your hand becomes empty while you move, and that a K.O. card "
                "moves and leaves like any other."
            ),
            ("M17", "M20", "M22"),
        ),
        Point(say("With a card in hand you can always deploy, so nobody passes by choice."), ("M27",)),
        Point(say("Move the active mutant to the left flank."), ("M20",), "L"),
    ),
)

ACTIONS = Topic(
    "actions",
    say("Actions and what they cost"),
    (
        Point(
            say("Deploy: put a card from your hand into the active zone and resolve its deploy ability."),
            ("M23",),
        ),
        Point(
            say(
                "Breed: discard exactly two cards from your hand and deploy a reserve top whose genes are all "
                "on those two. If the new mutant has a gene twice, you only need it once. The two cards are on "
                "the discard before you resolve the deploy ability."
            ),
            ("M24",),
        ),
        Point(
            say(
                "Incubate: discard any one card from your hand and put any reserve top face up into your "
                "incubator. It goes on top of your deck when the round ends. We decided that you can't do this "
                "with a full incubator or an empty reserve; an effect that would fill a full incubator is "
                "ignored."
            ),
            ("M25", "M30"),
        ),
        Point(
            say(
                "As soon as a reserve top goes away, the next card of its pile is turned up, before anything "
                "else happens; that moment is our ruling."
            ),
            ("M26",),
        ),
        Point(say("Deploy a Robot."), ("M23", "N2"), "D ROB"),
        Point(say("Discard a Robot and a Zombie and breed the Triple-B."), ("M24", "N2"), "B ROB+ZOM>BBB"),
        Point(say("Discard a Warrior and incubate the Tricera-Tank."), ("M25", "N2"), "I WAR>TRI"),
    ),
)

FORCE = Topic(
    "force",
    say("Force track and domination"),
    (
        Point(
            say(
                "The track has {spaces} spaces, from the far left to Fury, the single last one. The {dread} leftmost "
                "are the Dread zone; the Challenger space is number {challenger}, counted from 0. Nobody starts in "
                "Dread.",
                spaces=_TRACK.spaces,
                dread=_TRACK.dread,
                challenger=_TRACK.challenger,
            ),
            ("M4",),
        ),
        Point(
            say(
                "Markers on one space form a stack, and each new one goes on top. You're ahead of players who "
                "are further from Fury or below you on your space: you dominate them. Players who are ahead of "
                "you dominate you.",
            ),
            ("M5",),
        ),
        Point(
            say(
                "Gain force: move that many spaces to the right and land on top. A place in a stack costs "
                "nothing. Each point left over on Fury moves every opponent one space back instead, point by "
                "point, clockwise from the player whose turn it is; if another player gains, they push that "
                "player too."
            ),
            ("M36",),
        ),
        Point(
            say(
                "A push isn't an attack and can't be parried; between rounds it starts at the old first "
                "player. These two are our rulings."
            ),
            ("M36",),
        ),
        Point(
            say(
                "Lose force: move to the left, on top of any stack. Anything beyond the last space is lost; we "
                "decided that a marker that can't move keeps its place in its stack."
            ),
            ("M37",),
        ),
        Point(say("In Fury means on Fury; dreaded means in the Dread zone."), ("M38",)),
        Point(
            say(
                "Score markers form stacks too: a marker that moves goes on top, and the order breaks ties. We "
                "decided that a gain of 0 moves nothing."
            ),
            ("M6", "M32"),
        ),
    ),
)

ROUNDS = Topic(
    "rounds",
    say("Rounds and scoring"),
    (
        Point(say("There are five rounds. A round is over when no player has a card in hand."), ("M16",)),
        Point(
            say(
                "1. Force: the player furthest ahead gains the round's red value, the last one nothing, all "
                "others the black value. We decided that score markers move clockwise from the first player of "
                "the round."
            ),
            ("M28",),
        ),
        Point(
            say("2. The round marker moves on; after the fifth round the game ends here."),
            ("M29",),
        ),
        Point(
            say("Red values of rounds 1 to 5: {red}. Black values: {black}.", red=_RED, black=_BLACK),
            ("M29",),
        ),
        Point(say("3. Incubated mutants go face down on top of their owners' decks."), ("M30",)),
        Point(
            say(
                "4. Everyone draws six cards. We decided that choices on the way are made clockwise from the "
                "first player."
            ),
            ("M31", "M40"),
        ),
        Point(
            say(
                "5. Force starts anew: the lowest score on Challenger, the next lowest one space further left, "
                "and so on. If scores are equal, the lower marker in the stack counts as lower. The player "
                "furthest from Fury is the next first player."
            ),
            ("M32",),
        ),
        Point(
            say("Mutants stay in the arena. We decided that those that are K.O. stay K.O."),
            ("M33",),
        ),
    ),
)

END = Topic(
    "end",
    say("End of the game"),
    (
        Point(
            say(
                "After round 5 is scored, everyone adds the freeze values in their freezer. The highest total "
                "wins; in a tie, fewer points from the freezer; then being ahead on the force track."
            ),
            ("M53",),
        ),
        Point(
            say(
                "All freezers are revealed with the points of each card, variable values worked out, and you "
                "see which tie-break decided. The winner is World Champion."
            ),
            ("M74",),
        ),
        Point(
            say(
                "Our ruling if you resign or forfeit: if only one player is left, the game is over and that "
                "player has won. Otherwise you rank behind everyone who stays; players who left share that "
                "rank."
            ),
            ("M54",),
        ),
        Point(
            say(
                "If you leave, your hand, arena and incubator go to the box and your markers off both tracks. "
                "Your turn ends; an ability that's being resolved is finished first. In a draft I make the "
                "rest of your picks."
            ),
            ("M54",),
        ),
        Point(
            say("Every game ends: a reserve has twelve cards, and each reshuffle takes one card away."),
            ("M55",),
        ),
        Point(say("You resign; you can write it at any time."), ("M54", "N2"), "F"),
    ),
)
