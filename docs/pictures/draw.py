"""Draws the pictures beside this file anew: `PYTHONPATH=. python docs/pictures/draw.py` in the project's folder."""

from __future__ import annotations

from pathlib import Path

from engine.chance import Chance
from engine.game import Setup
from engine.replica.game import REPLICA
from engine.replicants.game import REPLICANTS
from engine.session import Session
from render.overlay import Overlay
from render.registry import renderer
from render.theme import Palette, Theme

FOLDER = Path(__file__).parent
NAMES = ("Lucy", "Eric", "Carole", "Paul")

# The end of the game printed with the official notation, as reconstructed on the rules page.
PRINTED = "T21.1.1 | e4 h2 r34 1E8:3 2D7:3 2F8:3 3D8:3 3F9:3 5G5:3 6E4:3 | e7 h3 r3 1E2:0 2D3:0 2F2:0 3G4:0 5D2:0 6F3:0"
TEAMS = (
    "T14.2.1 | e5 h1 r4556 1E8:3 2D6:2 2G7:3 3F8:4 3E6:3 6F6:2 7G5:3"
    " | e2 h2 r344566 1K8:4 2J6:4 2I7:5 3K7:3 3J8:4 5H6:4"
    " | e6 h2 r334467 1H2:0 2G4:0 2I4:0 3H4:5 3I5:0 5G3:1"
    " | e3 h1 r33567 1B2:1 2C4:1 2D4:2 3D3:1 4B4:1 4E4:2 6C3:1"
)

# A middle game of Replica: two kings on either side, and pieces that can be jumped over.
MIDDLE = "5ppk/6pp/3pp1p1/2PP1p1k/1PK2p2/P1P3p1/1PP5/KP6 w - 14"


def main() -> None:
    """Draw and save every picture."""
    artist = renderer("replicants")
    printed = Session.start(REPLICANTS, Setup("2", position=PRINTED), Chance.from_text("printed"))
    played = printed.play(1, "E/5E3/E3-").play(2, "E/xE3.3G3/G3-").play(1, "E/6F3x/E")
    last = played.last.events if played.last else ()
    save("board.png", artist.draw(played.view(None), last, names=NAMES))

    reach = REPLICANTS.reach(printed.state, 1, "6E4")
    if reach is None:
        raise LookupError("no 6 stands on E4")
    overlay = Overlay(reach.origin, reach.walks, reach.leaps, reach.captures, reach.arcs, reach.threatened)
    save("legal.png", artist.draw(printed.view(None), names=NAMES, overlay=overlay))

    teams = Session.start(REPLICANTS, Setup("teams", position=TEAMS), Chance.from_text("teams"))
    save("teams.png", artist.draw(teams.view(None), names=NAMES, theme=Theme(Palette.SAFE, dark=False)))
    save("souls.png", artist.sheet())
    draw_replica()


def draw_replica() -> None:
    """Draw and save the pictures of Replica."""
    artist = renderer("replica")
    begun = Session.start(REPLICA, Setup("2", position=MIDDLE), Chance.from_text("begun"))
    played = begun.play(1, "a3xd6")
    last = played.last.events if played.last else ()
    save("replica.png", artist.draw(played.view(None), last, names=NAMES[:2]))

    reach = REPLICA.reach(begun.state, 1, "c4")
    if reach is None:
        raise LookupError("no king stands on c4")
    overlay = Overlay(reach.origin, reach.walks, reach.leaps, reach.captures, flips=reach.flips)
    theme = Theme(Palette.SAFE, dark=False)
    save("replica-legal.png", artist.draw(begun.view(None), names=NAMES[:2], overlay=overlay, theme=theme, side=1))
    save("replica-sheet.png", artist.sheet())


def save(name: str, picture: bytes) -> None:
    """Write a picture beside this file."""
    (FOLDER / name).write_bytes(picture)


if __name__ == "__main__":
    main()
