"""Looking cards up by name: codes, names in any language without regard to accents, beginnings, parts."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from engine.__main__ import selfplay
from engine.apex.game import APEX
from engine.cards import CatalogueEntry, completed, folded, found
from engine.chance import Chance
from engine.game import Game, Mode, Setup
from engine.history import feats, moments
from engine.mutants.game import MUTANTS
from engine.outcome import SeatFeature
from engine.replica.game import REPLICA
from engine.replicants.game import REPLICANTS
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from tests.engine.apex.kit import WORKED, play, position
from tests.engine.apex.kit import session as apex
from tests.engine.kit import Kit, Reference, label, seats_of
from tests.engine.kits import KITS
from tests.engine.parlour.game import PARLOUR
from tests.engine.skeleton.game import LAST, NIM, Nim
from tests.grove import GROVE
from tests.volume import many

PAGE = CatalogueEntry("gene-A", say("Mutants with Cyber"), ("Cyber",), (), ("TRI", "DEM"))
TANK = CatalogueEntry("TRI", say("Tricera-Tank (TRI)"), ("Tricera-Tank", "Tricéra-Tank"), ())
DEMON = CatalogueEntry("DEM", say("Demon (DEM)"), ("Demon", "Démonette"), ())
EVA = CatalogueEntry("EVA", say("Eva Replica (EVA)"), ("Eva Replica", "Réplication d'Eva"), ())
BOSS = CatalogueEntry("BOS", say("Big Bo$$ (BOS)"), ("Big Bo$$",), ())
LORD = CatalogueEntry("INF", say("Hell Lord (INF)"), ("Hell Lord", "Seigneur Infernal"), ())
BLOOD = CatalogueEntry("NOB", say("Lord Blood (NOB)"), ("Lord Blood", "Noble Saigneur"), ())
ENTRIES = (PAGE, TANK, DEMON, EVA, BOSS, LORD, BLOOD)


def test_names_are_compared_without_case_accents_and_signs() -> None:
    assert folded("Tricéra-Tank") == folded("TRICERA TANK") == "triceratank"
    assert folded("Big Bo$$") == "bigbo"
    assert folded("x" * 10_000) == "x" * 100


@pytest.mark.parametrize(
    ("typed", "entries"),
    [
        ("tri", [TANK]),
        ("TRI", [TANK]),
        ("tricera tank", [TANK]),
        ("Tricéra-Tank", [TANK]),
        ("demonette", [DEMON]),
        ("démon", [DEMON]),
        ("replication d'eva", [EVA]),
        ("deva", [EVA]),
        ("big bo$$", [BOSS]),
        ("tank", [TANK]),
        ("cyber", [PAGE]),
        ("gene-a", [PAGE]),
        ("lord", [BLOOD]),
        ("eigneur", [LORD]),
        ("gneur", [LORD, BLOOD]),
        ("nothing of the kind", []),
        ("$$$", []),
        ("", []),
    ],
)
def test_what_a_person_means(typed: str, entries: list[CatalogueEntry]) -> None:
    assert list(found(ENTRIES, typed)) == entries


def test_completion_has_the_best_first_and_everything_for_nothing() -> None:
    assert list(completed(ENTRIES, "")) == list(ENTRIES)
    assert list(completed(ENTRIES, "lord")) == [BLOOD, LORD]
    assert list(completed(ENTRIES, "d")) == [DEMON, EVA, LORD, BLOOD]
    assert list(completed(ENTRIES, "xyz")) == []


def test_titles_are_compared_in_the_language_of_the_reader() -> None:
    titles = {PAGE.title: "Mutants à gène Cyber"}
    assert list(found(ENTRIES, "mutants a gene", lambda title: titles.get(title, ""))) == [PAGE]


# What `engine.game.Game` gives a game that offers no more than its rules, and flags that say what it offers.


OFFERED = {
    "cards": "cards",
    "answers": "owner",
    "loadouts": "loadout_seats",
    "notes": "notes",
    "graded": "grade",
}
"""The flags of `GameInfo`, each with the method that a game has if it is set."""


@pytest.mark.parametrize("game", [*registry.games(), NIM, PARLOUR, GROVE], ids=lambda game: game.info.key)
def test_flags_say_what_a_game_offers(game: Game[Any, Any, Any]) -> None:
    for flag, method in OFFERED.items():
        assert getattr(game.info, flag) is (getattr(type(game), method) is not getattr(Game, method)), flag
    assert (game.building is not None) <= game.info.loadouts
    for attribute, method in (("invitation", "reach"), ("feature_kinds", "features"), ("preparations", "prepared")):
        offered = bool(getattr(game, attribute))
        assert offered is (getattr(type(game), method) is not getattr(Game, method)), attribute


def test_a_game_that_offers_no_more_than_its_rules_has_the_defaults() -> None:
    state = NIM.initial(Setup("2", ((LAST.key, LAST.default),)), Chance.from_text(""))
    move = NIM.legal(state, 1)[0]
    assert (NIM.topics, NIM.guide, NIM.lesson, NIM.preparations, NIM.feature_kinds) == ((), (), (), (), ())
    assert (NIM.invitation, NIM.building) == (None, None)
    assert NIM.count_legal(state, 1) == len(NIM.legal(state, 1)) == 12
    assert NIM.count_legal(state, 2) == 0
    assert NIM.default(state, 1) is None
    assert (NIM.owner(state), NIM.asked(state, 1)) == (1, None)
    assert NIM.masked_position(state, None) == NIM.write_position(state)
    assert str(NIM.brief(state, 1, move)) == NIM.format(state, 1, move)
    assert NIM.unnumbered(state, "1. A1") == "1. A1"
    assert NIM.spread("A1") == ("A1",)
    assert NIM.alike(state, 1, Chance.from_text("")) is state
    assert str(NIM.feature_name("kind", "value")) == "value"
    assert (NIM.veil(state, 1, move), NIM.caution(state, 1, move), NIM.question(state, 1, ())) == (None, None, None)


def test_a_move_is_forced_where_it_is_the_only_legal_one() -> None:
    start = NIM.initial(Setup("2"), Chance.from_text(""))
    last = NIM.initial(Setup("2", position="0-1-0 4"), Chance.from_text(""))
    assert NIM.forced(start, 1) is None
    assert NIM.forced(last, 2) == NIM.legal(last, 2)[0]
    assert NIM.forced(last, 1) is None


def test_a_game_without_rules_is_none() -> None:
    class Half(Nim):
        legal = Game.legal

    with pytest.raises(TypeError, match="legal"):
        Half()


# What seats had in a match beside their seat, for games that want results counted by it.


CASES = [
    pytest.param(game, mode, id=f"{game.info.key}-{mode.key}")
    for game in registry.games()
    if game.feature_kinds
    for mode in game.info.modes
]


@pytest.mark.parametrize(("game", "mode"), CASES)
def test_a_seat_has_one_of_each_kind_at_most_and_each_has_a_name(game: Any, mode: Mode) -> None:
    session = Session.start(game, Setup(mode.key), Chance.from_text("features"))
    for seat in range(2, mode.seats + 1):
        session = session.forfeit(seat)
    kinds = [kind.key for kind in game.feature_kinds]
    assert len(set(kinds)) == len(kinds)
    assert not any(":" in kind or kind != kind.lower() for kind in kinds)
    found = game.features(session.state)
    assert len({(each.seat, each.kind) for each in found}) == len(found)
    for each in found:
        assert 1 <= each.seat <= mode.seats
        assert each.kind in kinds
        assert 0 < len(each.value) <= 60
        assert str(game.feature_name(each.kind, each.value)) != each.value
    assert str(game.feature_name(kinds[0], "gone")) == "gone"


def test_apex_counts_by_civilisations() -> None:  # A2
    start = Session.start(APEX, Setup("2"), Chance.from_text("features"))
    assert APEX.features(start.state) == ()
    chosen = start.play(1, start.complete(1, "MIN")[0]).forfeit(2)
    assert SeatFeature(1, "civilisation", "MIN") in APEX.features(chosen.state)
    assert str(APEX.feature_name("civilisation", "MIN")) == "Minerls"
    played = selfplay(APEX, Setup("3"), "features")
    assert [each.seat for each in APEX.features(played.state)] == [1, 2, 3]


def test_mutants_counts_by_ready_decks() -> None:  # M12
    ready = Session.start(MUTANTS, Setup("2", (("decks", "42"), ("reserve", "ready"))), Chance.from_text("features"))
    assert MUTANTS.features(ready.state) == (SeatFeature(1, "deck", "4"), SeatFeature(2, "deck", "2"))
    names = {str(MUTANTS.feature_name("deck", str(number))) for number in range(1, 5)}
    assert len(names - {"1", "2", "3", "4"}) == 4
    drafted = Session.start(MUTANTS, Setup("2"), Chance.from_text("features"))
    assert MUTANTS.features(drafted.state) == ()


# How players stand: every game that says so, and the numbers themselves.


SCORE_CASES = [
    pytest.param(game, mode, id=f"{game.info.key}-{mode.key}") for game in registry.games() for mode in game.info.modes
]


@pytest.mark.parametrize(("game", "mode"), SCORE_CASES)
def test_standings_are_of_one_kind_and_for_every_seat(game: Any, mode: Mode) -> None:
    session = selfplay(game, Setup(mode.key), "standing")
    history = moments(session)
    standings = [game.standing(moment.state) for moment in history]
    assert len({each.label for each in standings}) == 1
    assert {len(each.values) for each in standings} == {mode.seats}
    assert len({each.values for each in standings}) > 1
    counts = feats(game, history, mode.seats)
    assert len(counts) == mode.seats
    assert sum(counts) == sum(
        sum(game.feats(event).values()) for moment in history for event in moment.events_for(None)
    )
    if session.outcome is not None and session.outcome.points:
        assert standings[-1].values == session.outcome.points


def test_replicants_counts_points_or_replicants_and_who_destroyed_them() -> None:
    session = Session.start(REPLICANTS, Setup("2"), Chance.from_text(""))
    for seat, text in ((1, "E/2C6/D8-"), (2, "E/3C1/F2-"), (1, "E/3D6/E"), (2, "E/1D1/E3-"), (1, "E/3D4/F8+")):
        session = session.play(seat, text)
    assert REPLICANTS.standing(session.state).values == (6, 6)  # R6
    session = session.play(2, "E/2E4/F2+").play(1, "E/3D2x/F8+")
    assert REPLICANTS.standing(session.state).values == (6, 5)  # R15
    assert feats(REPLICANTS, moments(session), 2) == (1, 0)
    assert str(REPLICANTS.feats_text(1)) == "destroyed: 1"
    trio = Session.start(REPLICANTS, Setup("3"), Chance.from_text(""))
    assert str(REPLICANTS.standing(trio.state).label) == "Points"  # R23


def test_replica_counts_pieces() -> None:
    start = Session.start(REPLICA, Setup("2"), Chance.from_text(""))
    assert REPLICA.standing(start.state).values == (12, 12)  # P1
    session = selfplay(REPLICA, Setup("2"), "captures")
    white, black = REPLICA.standing(session.state).values
    assert feats(REPLICA, moments(session), 2) == (12 - black, 12 - white)  # P4


def test_apex_counts_points_and_battles_won_by_the_player_who_started_them() -> None:
    # A38
    start = apex("3", WORKED)
    fought = play(start, "HUM 3W", "SHE 7C", "MIN 22X", "HUM H2,C2")
    assert APEX.standing(fought.state).values == (4, 3, 2)
    assert feats(APEX, moments(fought), 3) == (2, 0, 0)
    assert str(APEX.feats_text(2)) == "battles won: 2"
    sides = ("HUM@H1 v0 e0/0/0/0 A1:1", "SHE@H2 v0 e0/0/0/0 A1:3", "MIN@H3 v0 e0/0/0/0 H3:5")
    lost = play(apex("3", position("1:3W 2:7E 3:8E", *sides)), "HUM A1")
    assert feats(APEX, moments(lost), 3) == (0, 1, 0)


# The engine against an independent reading of the rules: same positions, same legal moves, same results.


PLIES = 3
"""How far each crowded position is played on."""


def cases(kits: list[Kit]) -> pytest.MarkDecorator:
    """Try a test with every setup of some games."""
    return pytest.mark.parametrize(
        ("kit", "setup"),
        [pytest.param(kit, setup, id=f"{kit.game.info.key}-{label(setup)}") for kit in kits for setup in kit.setups],
    )


def compared(kit: Kit, setup: Setup, state: Any, reference: Reference) -> dict[Seat, dict[str, Any]]:
    """Check that both have the same position and the same legal moves; return these by their texts."""
    game, found = kit.game, dict[Seat, dict[str, Any]]()
    assert reference.told() == kit.told(state)
    assert sorted(reference.acting()) == sorted(game.to_act(state))
    for seat in range(1, seats_of(game, setup) + 1):
        moves = game.legal(state, seat)
        texts = {game.format(state, seat, move): move for move in moves}
        assert len(texts) == len(moves)
        assert set(texts) == reference.answers(seat), game.write_position(state)
        assert game.count_legal(state, seat) == len(moves)
        if moves:
            found[seat] = texts
    return found


def played(
    kit: Kit, state: Any, reference: Reference, found: Mapping[Seat, Mapping[str, Any]], draw: random.Random
) -> tuple[Any, Reference]:
    """Play the same moves, drawn by lot, in both."""
    texts = {seat: kit.pick(draw, sorted(moves)) for seat, moves in found.items()}
    state = kit.game.apply(state, {seat: found[seat][text] for seat, text in texts.items()}).state
    reference = reference.after(texts)
    kit.follow(reference, state)
    return state, reference


@cases(list(KITS))
def test_whole_random_games(kit: Kit, setup: Setup) -> None:
    for seed in range(many(1, 8)):
        draw = random.Random(f"games {label(setup)} {seed}")
        state = kit.game.initial(setup, Chance.from_text(f"reference {seed}"))
        reference = kit.start(setup, state)
        while found := compared(kit, setup, state, reference):
            state, reference = played(kit, state, reference, found, draw)
        assert kit.game.outcome(state) is not None


@cases([kit for kit in KITS if kit.crowded is not None])
def test_crowded_positions(kit: Kit, setup: Setup) -> None:
    assert kit.crowded is not None
    draw = random.Random(f"positions {label(setup)}")
    for _ in range(many(50, 500)):
        state = kit.crowded(draw, setup)
        reference = kit.like(state)
        for _ in range(PLIES):
            found = compared(kit, setup, state, reference)
            if not found:
                break
            state, reference = played(kit, state, reference, found, draw)


# What docs/adding-a-game.md links to is there, and the places that it names are those that name a game.


ROOT = Path(__file__).parents[2]
SKELETON_DOCS_PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((\.\./[^)#]+)", SKELETON_DOCS_PAGE))))
def test_what_the_page_links_to_exists(target: str) -> None:
    assert (ROOT / "docs" / target).resolve().exists()


@pytest.mark.parametrize(
    "place", ["engine/registry.py", "render/registry.py", "tests/engine/kits.py", "tests/cogs/test_visibility.py"]
)
def test_the_places_that_name_a_game_are_on_the_page_and_name_each(place: str) -> None:
    assert f"`{place}`" in SKELETON_DOCS_PAGE
    text = (ROOT / place).read_text(encoding="utf-8").casefold()
    assert all(key in text for key in ("replicants", "replica", "apex"))


def test_the_skeleton_has_the_interface_and_nothing_else() -> None:
    own = {name for name, method in vars(Nim).items() if inspect.isfunction(method) and not name.startswith("_")}
    assert own == Game.__abstractmethods__
