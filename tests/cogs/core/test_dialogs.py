"""Every dialog against Discord's limits, in English and in longer languages; one without a line here fails."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, get_args
from unittest.mock import AsyncMock

import discord
import pytest

from cogs import FEATURES
from cogs.core.components import ArenaModal
from cogs.core.custom_ids import LoadoutId
from cogs.league.draft import LeagueDialog
from cogs.league.terms_form import pages_of
from cogs.learn.lesson import TurnDialog
from cogs.learn.page import TurnForm
from cogs.learn.practice import PracticeDialog
from cogs.learn.puzzle import PuzzleDialog
from cogs.lobby.loadouts import TEXT_LIMIT, LoadoutDialog, NameDialog
from cogs.lobby.new import ClockDialog
from cogs.lobby.opening import ChallengeDialog
from cogs.lobby.terms_panel import ComputerDialog, Page, PlaceDialog, RulesDialog, TermsDialog, TimeDialog, dialog
from cogs.lobby.terms_panel import pages_of as terms_pages_of
from cogs.play.answers import TYPED_LIMIT, AdvanceDialog
from cogs.review.imports import RecordDialog
from cogs.settings.panel import TimesDialog
from engine import registry
from hosting.clock import LONGEST, SHORTEST, ClockTerms, Quiet
from hosting.league.terms import LeagueTerms
from hosting.match.model import Computer, PlayerSettings, TableSeat
from hosting.match_terms import Terms
from locales.pseudo import Pseudo
from store.league.seasons import Kind
from tests.catalogues import REAL, english_words, everything_in
from tests.limits.bodies import in_dialog

pytestmark = pytest.mark.usefixtures("parlour")

LANGUAGES = (None, *REAL, Pseudo(), Pseudo(2))
"""English, a language that needs two fifths more room, and a wordier one."""
ANYBODY: Any = SimpleNamespace(id=2**63 - 1)
ZONE = "America/Argentina/ComodRivadavia"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
NOWHERE: Any = SimpleNamespace(guild_id=2**63 - 1)


def _leagues() -> Iterator[discord.ui.Modal]:
    for kind in get_args(Kind):
        for sides, division in ((2, 8 if kind == "round-robin" else None), (6, None)):
            terms = LeagueTerms(
                kind,
                "replicants",
                "2",
                sides=sides,
                division_size=division,
                most=999_999,
                zone=ZONE,
                place_points=6 * (999_999,),
                tiebreaks=("sonneborn_berger", "buchholz_cut1", "buchholz", "direct", "wins", "lot"),
            )
            view: Any = SimpleNamespace(season=SimpleNamespace(id=2**31), terms=terms)
            for page in pages_of(terms):
                yield LeagueDialog(view, page, None, NOW)


def _advances() -> Iterator[discord.ui.Modal]:
    for game in registry.games():
        for asked in game.preparations:
            if not asked.answers:
                yield AdvanceDialog(NOWHERE, asked, TYPED_LIMIT * "a", None)


def _terms(page: Page) -> Iterator[discord.ui.Modal]:
    clock = ClockTerms(start=LONGEST - SHORTEST, gain=timedelta(days=59, hours=23, minutes=59), cap=LONGEST)
    held = Terms(clock, quiet=Quiet(ZONE, 1320, 420)).dump()
    for game in registry.games():
        for mode in game.info.modes:
            seats = (
                TableSeat(1, 1, "Ann"),
                TableSeat(2, 2, Computer(4).name),
                *map(TableSeat, range(3, mode.seats + 1)),
            )
            table: Any = SimpleNamespace(
                id=2**31, game=game.info.key, mode=mode.key, terms=held, where="here", seats=seats
            )
            if page in terms_pages_of(table, computers=True):
                yield dialog(page, table, None, AsyncMock(), computers=True)


DIALOGS: dict[type[ArenaModal], Callable[[], Iterator[discord.ui.Modal]]] = {
    LoadoutDialog: lambda: iter([LoadoutDialog(NOWHERE, TEXT_LIMIT * "a", None, LoadoutId(2**31, ""))]),
    NameDialog: lambda: iter([NameDialog(NOWHERE, None)]),
    ClockDialog: lambda: iter([ClockDialog(None, AsyncMock())]),
    ChallengeDialog: lambda: iter([ChallengeDialog(ANYBODY, None)]),
    RecordDialog: lambda: iter([RecordDialog("en")]),
    AdvanceDialog: _advances,
    TurnDialog: lambda: iter([TurnDialog(SimpleNamespace(game="replicants", step=0), None)]),  # type: ignore[arg-type]
    TimesDialog: lambda: iter(
        [
            TimesDialog(PlayerSettings(), None),
            TimesDialog(PlayerSettings(zone="America/Argentina/ComodRivadavia"), None),
        ]
    ),
    PracticeDialog: lambda: iter([PracticeDialog("replicants", (), None)]),
    PuzzleDialog: lambda: iter([PuzzleDialog(SimpleNamespace(), None)]),  # type: ignore[arg-type]
    LeagueDialog: _leagues,
    TimeDialog: lambda: _terms("time"),
    RulesDialog: lambda: _terms("rules"),
    PlaceDialog: lambda: _terms("place"),
    ComputerDialog: lambda: _terms("computer"),
}
"""Each dialog as it is at its fullest."""


def _all_below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _all_below(each)


def test_every_dialog_has_a_line() -> None:
    for name in FEATURES:
        importlib.import_module(name)
    found = {each for each in _all_below(discord.ui.Modal) if each.__module__.startswith("cogs.")}
    assert found - {ArenaModal, TermsDialog, TurnForm} == DIALOGS.keys()


def _words(part: Any) -> Iterator[str]:
    """Yield what people read of a dialog."""
    if isinstance(part, dict):
        yield from (str(part[key]) for key in ("title", "label", "description") if part.get(key))
        for each in part.values():
            yield from _words(each)
    elif isinstance(part, list):
        for each in part:
            yield from _words(each)


@pytest.mark.parametrize("kind", DIALOGS, ids=[each.__name__ for each in DIALOGS])
async def test_a_dialog_keeps_every_limit_in_every_language(
    kind: type[ArenaModal], monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in LANGUAGES:
        with monkeypatch.context() if language is None else everything_in(language):
            shown = [each.to_dict() for each in DIALOGS[kind]()]
        assert shown
        for each in shown:
            assert list(in_dialog(each)) == []
            if not isinstance(language, Pseudo):
                assert not [words for words in _words(each) if words.endswith("…")], "nothing is cut in a real language"
            else:
                names = [ZONE, *(game.info.name for game in registry.games())]
                assert not [left for words in _words(each) for left in english_words(words, names)]


async def test_a_dialog_that_is_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the cut, a wordier language goes beyond the limit of a title."""
    monkeypatch.setattr("cogs.learn.page.cut", lambda text, _limit: text)
    with everything_in(Pseudo(20)):
        (shown,) = DIALOGS[TurnDialog]()
        assert [each.partition(":")[0] for each in in_dialog(shown.to_dict())] == ["title", "components[0].label"]
