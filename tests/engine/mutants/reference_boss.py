"""The Revolt: what the boss does (M61-M70)."""

from __future__ import annotations

from tests.engine.mutants.reference_abilities import Abilities
from tests.engine.mutants.reference_asking import Flow
from tests.engine.mutants.reference_data import BOSS, Card


class Revolt(Abilities):
    def boss_deck(self) -> Flow[None]:
        """Shuffle the boss's cards (M62)."""
        cards = [Card(card["code"]) for card in self.boss["cards"] for _ in range(card["copies"])]
        self.sides[BOSS].deck = yield from self.shuffled("DECK", "BOSS", cards)

    def boss_set_up(self) -> Flow[None]:
        """M62."""
        yield from self.ability(BOSS, None, "", self.boss["setup"])

    def power(self, when: str) -> Flow[None]:
        """Let the special power act, where its moment has come."""
        for power in self.boss["power"]:
            if power["when"] == when:
                yield from self.ability(BOSS, None, "", power["do"])

    def boss_turn(self) -> Flow[None]:
        """M64."""
        side = self.sides[BOSS]
        self.active = self.owner = BOSS
        self.crush(BOSS)
        yield from self.power("turn")
        active = side.arena["A"]
        if active is not None:
            flank = {"left": "L", "right": "R"}[active.data["arrow"]]
            if side.arena[flank] is not None:
                yield from self.leave(BOSS, flank)
                yield from self.power("leave")
            # M66: what happened meanwhile may have exploited the active card.
            if side.arena["A"] is active:
                side.arena["A"], side.arena[flank] = None, active
        card = yield from self.boss_top()
        if card is not None:
            side.arena["A"] = card
            yield from self.ability(BOSS, card, "A", card.ability("deploy"))

    def boss_top(self) -> Flow[Card | None]:
        """M65."""
        side = self.sides[BOSS]
        if not side.deck:
            if not side.discard:
                return None
            rest, side.discard = side.discard, []
            side.deck = yield from self.shuffled("SHUFFLE", "BOSS", rest)
            yield from self.power("shuffle")
        self.hidden += 1
        return side.deck.pop(0)
