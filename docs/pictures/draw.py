"""Draws the pictures beside this file anew: `PYTHONPATH=. python docs/pictures/draw.py` in the project's folder."""

from __future__ import annotations

import random
from pathlib import Path

from engine.apex.game import APEX
from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.replica.game import REPLICA
from engine.replicants.game import REPLICANTS
from engine.session import Session
from engine.text import say
from render.animation import Shot, film
from render.apex.hand import draw_hand
from render.branding import avatar, banner
from render.mutants.renderer import MutantsRenderer
from render.registry import renderer
from render.renderer import Overlay
from render.theme import Palette, Theme
from render.words import Look

MOST_BYTES = 300_000
"""Of the animated picture: the first thing that a page loads."""
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

# The worked round of the rules page of APEX, before the choices.
WORKED = (
    "A2.4 choose | N07 N19 N01 N13 N16 N02 N03 N20 N04 N17 N05 N10 | out 1,4 spent 6,8,12,13,18,19,20,26,29 | -"
    " | HUM@H3 v2 e1/0/1/4 h3,23,28 H2:3 H3:2 A2:1c C2:1"
    " | SHE@H2 v3 e1/0/0/3 h7,10,16 H2:2 A1:3c B2:2c C2:1 D1:3"
    " | MIN@H1 v2 e1/0/1/4 h15,22,25 H1:4 B1:6c"
)
# Six players late in a game, when the Humans go to war.
WAR = (
    "A3.4 war 6 | N04 N21 N15 N16 N18 N24 N12 N13 N09 N06 N07 N10 N02 N23 N22 N01 N17 N08 N14 N20 N05 N19 N03 N11"
    " | out - spent 1,2,3,4,6,7,8,9,10,12,13,14,15,17,20,21,22,23,24,25,27,28,29,30"
    " | 6:10W 1:6C 3:4X 4:8X 2:24X 5:29X step 0"
    " | MIN@H1 v6 e1/2/1/0 h11 H1:3 H5:1 A6:4 B6:2c C1:2"
    " | DRA@H3 v7 e0/1/0/2 h18 H3:2 A1:1 A2:5c B3:3c D3:1"
    " | NAG@H6 v9 e0/3/3/0 h19 H6:1 B2:0c C1:1 D1:2c D2:1c"
    " | SHE@H2 v5 e2/1/1/3 h16 H2:4 A1:2c D2:3"
    " | CIR@H4 v7 e1/0/0/1 h26 H4:6 H5:1 A3:2c A4:3 C4:2 D3:4c"
    " | HUM@H5 v5 e0/0/2/2 h5 H5:2 A4:4 B5:2c C5:1"
)
SIX = ("Lucy", "Eric", "Carole", "Paul", "Maximiliane", "Zoé")


def main() -> None:
    """Draw and save every picture."""
    artist = renderer("replicants")
    printed = Session.start(REPLICANTS, Setup("2", position=PRINTED), Chance.from_text("printed"))
    played = printed.play(1, "E/5E3/E3-").play(2, "E/xE3.3G3/G3-").play(1, "E/6F3x/E")
    last = played.last.events if played.last else ()
    save("board.png", artist.draw(played.view(None), last, Look(NAMES)))

    save("turn.gif", _film(printed))

    reach = REPLICANTS.reach(printed.state, 1, "6E4")
    if reach is None:
        raise LookupError("no 6 stands on E4")
    overlay = Overlay(reach.origin, reach.walks, reach.leaps, reach.captures, reach.arcs, reach.threatened)
    save("legal.png", artist.draw(printed.view(None), look=Look(NAMES), overlay=overlay))

    teams = Session.start(REPLICANTS, Setup("teams", position=TEAMS), Chance.from_text("teams"))
    save("teams.png", artist.draw(teams.view(None), look=Look(NAMES, Theme(Palette.SAFE, dark=False))))
    save("souls.png", artist.sheet())
    save("avatar.png", avatar())
    save("banner.png", banner())
    draw_replica()
    draw_apex()
    draw_mutants()


def _film(session: Session) -> bytes:
    """Return some turns of a game as an animated picture, as `/match replay form:animation` makes one."""
    shots = [Shot(session.view(None), (), 0, say("Three turns"), names=NAMES[:2])]
    for number, (seat, turn) in enumerate(((1, "E/5E3/E3-"), (2, "E/xE3.3G3/G3-"), (1, "E/6F3x/E")), 1):
        session = session.play(seat, turn)
        events = session.last.events if session.last else ()
        caption = say("{player}: {turn}", player=NAMES[seat - 1], turn=turn)
        shots.append(Shot(session.view(None), events, number, caption, seat, NAMES[:2]))
    return film(renderer("replicants"), shots, Look(NAMES[:2]), limit=MOST_BYTES).file


def draw_replica() -> None:
    """Draw and save the pictures of Replica."""
    artist = renderer("replica")
    begun = Session.start(REPLICA, Setup("2", position=MIDDLE), Chance.from_text("begun"))
    played = begun.play(1, "a3xd6")
    last = played.last.events if played.last else ()
    save("replica.png", artist.draw(played.view(None), last, Look(NAMES[:2])))

    reach = REPLICA.reach(begun.state, 1, "c4")
    if reach is None:
        raise LookupError("no king stands on c4")
    overlay = Overlay(reach.origin, reach.walks, reach.leaps, reach.captures, flips=reach.flips)
    theme = Theme(Palette.SAFE, dark=False)
    save("replica-legal.png", artist.draw(begun.view(None), look=Look(NAMES[:2], theme, side=1), overlay=overlay))
    save("replica-sheet.png", artist.sheet())


def draw_apex() -> None:
    """Draw and save the pictures of APEX."""
    artist = renderer("apex")
    worked = Session.start(APEX, Setup("3", position=WORKED), Chance.from_text("worked"))
    hand = worked.view(1)
    for seat, move in ((1, "3W"), (2, "7C"), (3, "22X"), (1, "H2,C2"), (2, "D1")):
        worked = worked.play(seat, move)
    played = worked.play(3, "MOVE B1>A1 x6/PORT H1>C2 x4/CONV A1 SHE/PROD H1/-")
    last = played.last.events if played.last else ()
    save("apex.png", artist.draw(played.view(None), last, Look(SIX[:3])))
    save("apex-hand.png", draw_hand(hand, Look(SIX[:3]), picked=("3", "W")))

    six = Session.start(APEX, Setup("6", position=WAR), Chance.from_text("six")).play(6, "H5,A4")
    last = six.last.events if six.last else ()
    theme = Theme(Palette.SAFE, dark=False)
    save("apex-six.png", artist.draw(six.view(None), last, Look(SIX, theme)))
    save("apex-sheet.png", artist.sheet())


def draw_mutants() -> None:
    """Draw and save the pictures of Mutants: random games as far as a player is asked in the turn of another."""
    artist = MutantsRenderer()
    four = _asked("4", (("reserve", "ready"),), "ko")
    last = four.last.events if four.last else ()
    save("mutants.png", artist.draw(four.view(None), last, Look(NAMES)))
    save("mutants-arena.png", artist.draw_arena(four.view(None), Look(NAMES, Theme(dark=False))))
    revolt = _asked("solo", (("boss", "jack"), ("ultra", "yes")), "act")
    save("mutants-revolt.png", artist.draw(revolt.view(None), look=Look(NAMES)))
    three = _asked("3", (("reserve", "ready"),), "act")
    save("mutants-hand.png", artist.draw_shelf(three.view(min(three.to_act)), "hand", Look(NAMES)))
    save("mutants-sheet.png", artist.sheet())


def _asked(mode: str, options: tuple[tuple[str, str], ...], kind: str) -> Session:
    """Return a random game in its third round, where a prompt of a kind is open."""
    lot = random.Random(mode)  # noqa: S311 - for a picture
    session = Session.start(MUTANTS, Setup(mode, options=options), Chance.from_text(mode))
    while (view := session.view(None)).round < 3 or view.prompt is None or view.prompt.kind != kind:
        seat = min(session.to_act)
        session = session.move(
            seat, MUTANTS.format(session.state, seat, lot.choice(MUTANTS.legal(session.state, seat)))
        )
    return session


def save(name: str, picture: bytes) -> None:
    """Write a picture beside this file."""
    (FOLDER / name).write_bytes(picture)


if __name__ == "__main__":
    main()
