"""Every dialog against Discord's limits, in English and in longer languages; one without a line here fails."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, get_args
from unittest.mock import AsyncMock

import discord
import pytest

from cogs import EXTENSIONS
from cogs.core.components import ArenaModal
from cogs.core.custom_ids import LoadoutId
from cogs.league.claiming import FindDialog
from cogs.league.draft import LeagueDialog
from cogs.league.fields import pages_of
from cogs.league.importing import ImportDialog
from cogs.learn.practice import PracticeDialog
from cogs.learn.presses import TurnDialog
from cogs.lobby.challenge import ChallengeDialog
from cogs.lobby.loadouts import TEXT_LIMIT, LoadoutDialog, NameDialog
from cogs.lobby.term_options import ClockDialog
from cogs.play.advance import TYPED_LIMIT, AdvanceDialog
from cogs.review.imports import RecordDialog
from engine import registry
from engine.extras import Preparing
from hosting.league.terms import LeagueTerms
from locales.pseudo import Pseudo
from store.league.values import Kind
from tests.catalogues import everything_in
from tests.limits.controls import in_dialog
from tests.pseudo import english_words

pytestmark = pytest.mark.usefixtures("parlour")

LANGUAGES = (None, Pseudo(), Pseudo(2))
"""English, a language that needs two fifths more room, and a wordier one."""
ANYBODY: Any = SimpleNamespace(id=2**63 - 1)
NOWHERE: Any = SimpleNamespace()


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
                place_points=6 * (999_999,),
                tiebreaks=("sonneborn_berger", "buchholz_cut1", "buchholz", "direct", "wins", "lot"),
            )
            view: Any = SimpleNamespace(season=SimpleNamespace(id=2**31), terms=terms)
            for page in pages_of(terms):
                yield LeagueDialog(view, page, None, "America/Argentina/ComodRivadavia")


def _advances() -> Iterator[discord.ui.Modal]:
    for game in registry.games():
        for asked in game.preparations if isinstance(game, Preparing) else ():
            if not asked.answers:
                yield AdvanceDialog(NOWHERE, asked, TYPED_LIMIT * "a", None)


DIALOGS: dict[type[ArenaModal], Callable[[], Iterator[discord.ui.Modal]]] = {
    LoadoutDialog: lambda: iter([LoadoutDialog(NOWHERE, TEXT_LIMIT * "a", None, LoadoutId(2**31, True, ""))]),
    NameDialog: lambda: iter([NameDialog(NOWHERE, None)]),
    ClockDialog: lambda: iter([ClockDialog(None, AsyncMock())]),
    ChallengeDialog: lambda: iter([ChallengeDialog(ANYBODY, None)]),
    RecordDialog: lambda: iter([RecordDialog("en")]),
    AdvanceDialog: _advances,
    TurnDialog: lambda: iter([TurnDialog(SimpleNamespace(game="replicants", step=0), None)]),  # type: ignore[arg-type]
    PracticeDialog: lambda: iter([PracticeDialog("replicants", (), None)]),
    ImportDialog: lambda: iter([ImportDialog("token", None)]),
    FindDialog: lambda: iter([FindDialog(2**31, None)]),
    LeagueDialog: _leagues,
}
"""Each dialog as it is at its fullest."""


def _all_below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _all_below(each)


def test_every_dialog_has_a_line() -> None:
    for extension in EXTENSIONS:
        importlib.import_module(extension)
    found = {each for each in _all_below(discord.ui.Modal) if each.__module__.startswith("cogs.")}
    assert found - {ArenaModal} == DIALOGS.keys()


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
            shown = [dialog.to_dict() for dialog in DIALOGS[kind]()]
        assert shown
        for dialog in shown:
            assert list(in_dialog(dialog)) == []
            if language is None:
                assert not [words for words in _words(dialog) if words.endswith("…")], "English is never cut"
            else:
                names = [game.info.name for game in registry.games()]
                assert not [left for words in _words(dialog) for left in english_words(words, names)]


async def test_a_dialog_that_is_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the cut, a wordier language goes beyond the limit of a title."""
    monkeypatch.setattr("cogs.learn.presses.cut", lambda text, _limit: text)
    with everything_in(Pseudo(20)):
        (dialog,) = DIALOGS[TurnDialog]()
        assert [each.partition(":")[0] for each in in_dialog(dialog.to_dict())] == ["title", "components[0].label"]
