"""The parlour game as a renderer shows it, for tests of the bot: pictures are one line, words say all there is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Event
from engine.text import Player, Text, say
from render.renderer import Held, Overlay, Renderer, Shelf
from render.words import PLAIN, Look, one_line, result_text
from tests.engine.parlour.table import View
from tests.render.skeleton import NimRenderer


class ParlourRenderer(Renderer[View]):
    """Draws and tells the parlour game, and what its players hold."""

    hands = True

    def draw(
        self, view: View, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None
    ) -> bytes:
        return NimRenderer().sheet("", look)

    def alt_text(self, view: View, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
        told = [self.headline(view), *(event.text() for event in last)]
        words = " ".join(each.render(look.translate, look.called(one_line)) for each in told)
        return f"{self.text_board(view, look)} {words}"

    def headline(self, view: View) -> Text:
        if view.outcome is not None:
            return result_text(view.outcome)
        if view.owner is None:
            return say("Everybody picks a card")
        return say("Turn {turn}: {player}", turn=view.turn, player=Player(view.owner))

    def text_board(self, view: View, look: Look = PLAIN) -> str:
        own = f"hand {view.hand} pack {view.pack} aside {view.aside}\n"
        return f"{own}{view.points} {view.counts} {view.dealer} {view.deck} {view.discard} {view.open}"

    def sheet(self, data: str = "", look: Look = PLAIN) -> bytes:
        return NimRenderer().sheet("", look)

    def sheet_text(self, data: str = "", look: Look = PLAIN) -> str:
        return "Play a card, attack, or pass."

    def shelves(
        self, view: View, look: Look = PLAIN, *, tiles: int = 0, picked: Sequence[str] = ()
    ) -> tuple[Shelf, ...]:
        hand, pack = _held(say("Your hand"), view.hand, look), _held(say("Your pack"), view.pack, look)
        if view.viewer is None or view.viewer in view.gone:
            return ()
        if view.phase == "pick":
            return (Shelf("pack", (pack, hand)),)
        codes = tuple(map(str, view.hand)) if len(view.hand) <= tiles else ()
        return (Shelf("hand", (hand,), codes=codes), Shelf("aside", (_held(say("Set aside"), view.aside, look),)))

    def asked_shelf(self, view: View) -> str:
        if view.viewer not in view.to_act:
            return ""
        return "pack" if view.phase == "pick" else "hand"

    def draw_shelf(self, view: View, key: str, look: Look = PLAIN, *, picked: Sequence[str] = ()) -> bytes:
        return NimRenderer().sheet("", look)

    def draw_tile(self, code: str, data: str = "", look: Look = PLAIN, *, mark: str = "") -> bytes:
        return NimRenderer().sheet("", look)


def _held(title: Text, cards: Sequence[int], look: Look) -> Held:
    return Held(title, tuple(look.text_of(say("Card {card}", card=card)) for card in cards))
