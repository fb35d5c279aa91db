"""Where the designer's text on Replica leaves something open, and what Arena decided."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.text import say

RULINGS = Topic(
    "rulings",
    say("Rulings", context="topic of the rules"),
    (
        Point(
            say(
                "Where the designer's text says nothing, or can be read in several ways, we decided. Other "
                "groups may play it differently."
            )
        ),
        Point(say("White begins in the corner at a1, Black in the one at h8."), ("P2",)),
        Point(
            say(
                "Kings see in all eight directions. With the option sight = forward you can choose the "
                "narrower reading."
            ),
            ("P5",),
        ),
        Point(say("A piece in the opposite corner wins when you flip it there."), ("P7",)),
        Point(
            say(
                "House rules: at most one at a table. With all kings, any number of kings moves, each once; "
                "with twice, only one king does; backward captures go in the three directions opposite to "
                "forward. You close a turn that could go on."
            ),
            ("P9", "P10"),
        ),
        Point(say("The notation is ours, and if you resign you lose, at any time."), ("P10",)),
    ),
)
