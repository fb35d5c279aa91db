"""Where cards are and what the next one can be, by the knowledge of the seat alone (M56 to M60, M73)."""

from __future__ import annotations

import itertools

from engine.chance import Chance
from engine.extras import Carded, CardList
from engine.game import Setup
from engine.mutants.catalogue import known_top
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.seat import Seat


def fresh(mode: str = "2", **options: str) -> State:
    return MUTANTS.initial(Setup(mode, tuple(options.items())), Chance(bytes(range(32))))


def stepped(state: State, *, keen: bool = False) -> State:
    """Have everybody asked make the last of their legal moves, or the first one that incubates."""
    moves = {}
    for seat in MUTANTS.to_act(state):
        legal = MUTANTS.legal(state, seat)
        incubating = [move for move in legal if MUTANTS.format(state, seat, move).startswith("I ")]
        moves[seat] = incubating[0] if keen and incubating else legal[-1]
    return MUTANTS.apply(state, moves).state


def begun(mode: str = "2", **options: str) -> State:
    """Return a match whose mulligans are declined."""
    state = fresh(mode, **options)
    while MUTANTS.view(state, None).phase != "round":
        state = stepped(state)
    return state


def told(found: CardList) -> dict[str, tuple[str, ...]]:
    return {str(pile.title): pile.keys for pile in found.piles}


def odds(state: State, seat: Seat | None) -> list[str]:
    return list(map(str, MUTANTS.cards(state, seat).odds))


def test_mutants_tells_where_its_cards_are() -> None:
    assert isinstance(MUTANTS, Carded)
    state = begun(reserve="ready", decks="12")
    own = told(MUTANTS.cards(state, 1))
    side = MUTANTS.view(state, 1).sides[0]
    assert own["Your hand"] == side.hand
    assert own["Your deck, in no particular order"] == side.deck
    assert own["Your reserve below the tops"] == side.unseen
    assert own["Tops of your reserve"] == tuple(pile.top for pile in side.piles)
    assert own["Player 2's reserve tops"] == tuple(pile.top for pile in MUTANTS.view(state, 1).sides[1].piles)
    assert str(MUTANTS.cards(state, 1).heading) == "Round 1"


def test_a_spectator_and_who_left_see_what_lies_open() -> None:
    state = begun(mode="3", reserve="ready")
    (seat,) = MUTANTS.to_act(state)
    state = MUTANTS.apply(state, {seat: MUTANTS.parse(state, seat, "D WAR")}).state
    open_to_all = told(MUTANTS.cards(state, None))
    assert open_to_all[f"Player {seat}'s arena and incubator"] == ("WAR",)
    assert not any(title.startswith("Your") for title in open_to_all)
    assert odds(state, None) == []
    left = MUTANTS.forfeit(state, seat).state
    assert not any(
        title.startswith("Your") or title.endswith(f"Player {seat}") for title in told(MUTANTS.cards(left, seat))
    )


def test_the_order_of_the_deck_tells_nothing() -> None:
    # M57
    state = begun(reserve="ready", decks="12")
    genes = ("Cyber", "Necro", "Saber", "Zoomorph", "Galactic", "Mythic")
    shares = ", ".join(f"{gene} 17 %" for gene in genes)
    assert odds(state, 1) == [f"The next card you draw has: {shares}."]
    assert MUTANTS.cards(MUTANTS.alike(state, 1, Chance(bytes(32))), 1) == MUTANTS.cards(state, 1)


def test_an_incubated_mutant_is_known_to_be_next() -> None:
    # M30: all saw it go on the deck; six cards are drawn then, the first of them this one
    state = begun(reserve="ready", decks="12")
    for _ in itertools.repeat(None, 60):
        (seat,) = MUTANTS.to_act(state)
        state = stepped(state, keen=True)
        tops = [each for each in (1, 2) if known_top(state, each)]
        if tops:
            break
    else:
        raise AssertionError("nothing was ever put on a deck")
    seat = tops[0]
    top = known_top(state, seat)
    found = told(MUTANTS.cards(state, seat))
    assert found["On top of your deck, the next one first"] == top
    rest = found.get("Your deck, in no particular order", ())
    assert sorted((*top, *rest)) == sorted(state.sides[seat - 1].deck)
    assert f"({top[0]}): everyone saw it go on your deck." in odds(state, seat)[0]


def test_the_draft_is_told_by_the_packs_that_were_held() -> None:
    # M73: of 36 mutants 18 are dealt to two players; each sees 9, then 8 others
    state = fresh()
    first = told(MUTANTS.cards(state, 1))
    assert list(first) == ["Your pack"]
    assert len(first["Your pack"]) == 9
    assert odds(state, 1) == ["A mutant you haven't seen in a pack has a 33 % chance of being in this draft."]
    assert odds(state, None) == []
    second = stepped(state)
    assert list(told(MUTANTS.cards(second, 1))) == ["Your pack", "Your picks so far"]
    assert odds(second, 1) == ["A mutant you haven't seen in a pack has a 5 % chance of being in this draft."]
    assert odds(fresh("4"), 1) == ["A mutant you haven't seen in a pack has a 100 % chance of being in this draft."]
    assert str(MUTANTS.cards(second, 1).heading) == "Draft, pick 2"


def test_a_boss_is_told_too() -> None:
    state = begun("solo", boss="wizard")
    assert len(told(MUTANTS.cards(state, 1))["The boss's arena"]) == 1
