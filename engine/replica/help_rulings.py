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
                "Where the designer's text says nothing, or can be read in several ways, we decided. Other tables may "
                "play such a case in another way."
            )
        ),
        Point(say("White begins in the corner at a1, Black in the one at h8."), ("P2",)),
        Point(
            say(
                "Kings see in all eight directions. With the option sight = forward a table can choose the narrower "
                "reading."
            ),
            ("P5",),
        ),
        Point(say("A piece that stands in the opposite corner wins when it is turned over there."), ("P7",)),
        Point(
            say(
                "House rules: one at most at a table. Under all kings any number of kings moves, each once; twice "
                "means one king; backward captures go in the three directions opposite to forward. A turn that could "
                "go on is closed by the player."
            ),
            ("P9", "P10"),
        ),
        Point(say("The notation is ours, and giving up loses at any time."), ("P10",)),
    ),
)
