"""Buttons and menus that outlive a restart: the ids of every release go on meaning what they meant."""

from __future__ import annotations

from typing import Any, cast

import discord
import pytest

from cogs.consent.requests import RequestButton
from cogs.core.components import MatchButton, Persistent
from cogs.league.control import LeagueControl, LeaguePage
from cogs.learn.lesson import LessonControl
from cogs.learn.practice import PracticeControl
from cogs.lobby.loadouts import LoadoutControl
from cogs.lobby.seeks import StepBackButton
from cogs.lobby.terms import OptionMenu, TermsControl
from cogs.people.cog import DataButton, PrivacyMenu
from cogs.play.answers import AdvanceMenu
from cogs.play.builder_presses import BuilderControl
from cogs.play.cards import EntryMenu
from cogs.play.hand import PieceControl
from cogs.play.matches import PageButton
from cogs.profile.cog import LeaderboardPage
from cogs.review.viewer import ViewerControl
from cogs.settings.panel import SettingControl
from cogs.ui.layout import QuestionButton
from cogs.ui.lobby import LobbyControl
from cogs.ui.rules import PageStep, RulesButton, RulesMenu, TopicMenu

IDS: list[tuple[type[Persistent], str, dict[str, str | None]]] = [
    (MatchButton, "m:12:34:play", {"match": "12", "seq": "34", "action": "play"}),
    (LobbyControl, "t:5:6:join", {"table": "5", "rev": "6", "action": "join", "mark": ""}),
    (
        LobbyControl,
        "t:5:6:join:0123456789ab",
        {"table": "5", "rev": "6", "action": "join", "mark": ":0123456789ab"},
    ),
    (OptionMenu, "d:5:decks", {"table": "5", "option": "decks"}),
    (TermsControl, "j:5:preset", {"table": "5", "verb": "preset"}),
    (LoadoutControl, "k:5:pick:AND+TRI", {"table": "5", "verb": "pick", "draft": "AND+TRI"}),
    (StepBackButton, "s:4", {"pairing": "4"}),
    (RequestButton, "q:7:takeyes", {"request": "7", "action": "takeyes"}),
    (QuestionButton, "o:0123456789abcdef:yes", {"token": "0123456789abcdef", "action": "yes"}),
    (DataButton, "y:resign:0a1b2c3d", {"verb": "resign", "mark": "0a1b2c3d"}),
    (PrivacyMenu, "i:privacy", {}),
    (LeaderboardPage, "p:apex:2:40", {"game": "apex", "board": "2", "first": "40", "servers": ""}),
    (LeaderboardPage, "p:apex:2:40:all", {"game": "apex", "board": "2", "first": "40", "servers": ":all"}),
    (LeagueControl, "g:4:join", {"season": "4", "action": "join", "about": ""}),
    (LeagueControl, "g:4:accept:7", {"season": "4", "action": "accept", "about": ":7"}),
    (LeaguePage, "h:4:t:2:40", {"season": "4", "what": "t", "part": "2", "first": "40"}),
    (PageButton, "w:mine:20", {"which": "mine", "first": "20"}),
    (PieceControl, "l:3:t12", {"match": "3", "kind": "t", "page": "12"}),
    (RulesMenu, "f:rules", {}),
    (RulesButton, "f:of:replica", {"game": "replica"}),
    (TopicMenu, "r:replicants:", {"game": "replicants", "data": ""}),
    (PageStep, "r:apex:1:at:how-war:0", {"game": "apex", "data": "1", "key": "how-war", "part": "0"}),
    (AdvanceMenu, "a:3:freeze-empty", {"match": "3", "key": "freeze-empty"}),
    (SettingControl, "z:colours", {"key": "colours"}),
    (EntryMenu, "e:mutants:1:c0", {"game": "mutants", "data": "1", "menu": "c0"}),
    (ViewerControl, "v:i3:4:0:f", {"kind": "i", "story": "3", "turn": "4", "side": "0", "verb": "f"}),
    (
        BuilderControl,
        "b:3:4.0a1b2c:s1:2.z:A1-A2",
        {"match": "3", "seq": "4", "chosen": "0a1b2c", "verb": "s", "page": "1", "steps": "2.z", "text": "A1-A2"},
    ),
    (
        LessonControl,
        "n:apex:7:s1:2.z:A1-A2",
        {"game": "apex", "step": "7", "verb": "s", "page": "1", "steps": "2.z", "text": "A1-A2"},
    ),
    (
        PracticeControl,
        "x:m12.3:4:s1:2.z:A1-A2",
        {
            "root": "m12.3",
            "match": "12",
            "after": "3",
            "seq": "4",
            "verb": "s",
            "page": "1",
            "steps": "2.z",
            "text": "A1-A2",
        },
    ),
]

NOBODY = cast("discord.Interaction[Any]", None)
"""Who pressed says nothing about the control."""


def test_every_kind_of_control_is_here() -> None:
    assert {kind.__name__ for kind, _, _ in IDS} == {kind.__name__ for kind in Persistent.__subclasses__()}


@pytest.mark.parametrize(("kind", "custom_id", "fields"), IDS, ids=[kind.__name__ for kind, _, _ in IDS])
async def test_a_press_finds_what_its_id_says(
    kind: type[Persistent], custom_id: str, fields: dict[str, str | None]
) -> None:
    found = kind.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert found is not None

    control = await kind.from_custom_id(NOBODY, discord.ui.Button(custom_id=custom_id), found)

    assert control.custom_id == custom_id
    assert control.fields.groupdict() == fields
    assert control.picked == ()


async def test_a_control_of_another_kind_is_refused() -> None:
    found = MatchButton.__discord_ui_compiled_template__.fullmatch("m:12:34:play")
    assert found is not None
    with pytest.raises(TypeError):
        await MatchButton.from_custom_id(NOBODY, discord.ui.UserSelect(custom_id="m:12:34:play"), found)


def test_an_id_with_something_behind_it_is_refused() -> None:
    with pytest.raises(ValueError, match="MatchButton"):
        MatchButton(discord.ui.Button(custom_id="m:12:34:play:more"))
