"""The ids of buttons and menus that outlive a restart: everything a press needs is in its id.

`t:<table>:<revision>:<action>` under a lobby, `d:<table>:<drawn>:<option>` in the menus of its host,
`k:<table>:<drawn>:<verb>:<draft>` where a player chooses in private before the start, and `m:<match>:<seq>:<action>`
under a board or status message. The revision and the seq say what the presser was looking at, so that a press on an
outdated message can be told from a fresh one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self

TABLE_TEMPLATE = r"t:(?P<table>\d{1,18}):(?P<rev>\d{1,9}):(?P<action>[a-z]{1,16})"
OPTION_TEMPLATE = r"d:(?P<table>\d{1,18}):(?P<drawn>[01]):(?P<option>[a-z_]{1,32})"
_DRAFT = re.compile("[!-9;-~]{0,60}")
LOADOUT_TEMPLATE = rf"k:(?P<table>\d{{1,18}}):(?P<drawn>[01]):(?P<verb>[a-z]{{1,8}}):(?P<draft>{_DRAFT.pattern})"
MATCH_TEMPLATE = r"m:(?P<match>\d{1,18}):(?P<seq>\d{1,9}):(?P<action>[a-z]{1,16})"
PREPARE_TEMPLATE = r"a:(?P<match>\d{1,18}):(?P<key>[a-z-]{0,20})"
_TABLE = re.compile(TABLE_TEMPLATE)
_MATCH = re.compile(MATCH_TEMPLATE)


@dataclass(frozen=True, slots=True)
class TableId:
    """A control of a lobby: the table, the revision of it that the message shows, and what pressing means."""

    table: int
    rev: int
    action: str

    @property
    def text(self) -> str:
        """The custom id."""
        return f"t:{self.table}:{self.rev}:{self.action}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the id that a custom id holds, or None if it is another kind."""
        found = _TABLE.fullmatch(text)
        return cls.found(found) if found else None

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        """Return the id from a match of `TABLE_TEMPLATE`."""
        return cls(int(match["table"]), int(match["rev"]), match["action"])


@dataclass(frozen=True, slots=True)
class OptionId:
    """A menu with the values of an option: of which table, whether the seats there are drawn, and which option."""

    table: int
    drawn: bool
    option: str

    @property
    def text(self) -> str:
        """The custom id."""
        return f"d:{self.table}:{self.drawn:d}:{self.option}"

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        """Return the id from a match of `OPTION_TEMPLATE`."""
        return cls(int(match["table"]), match["drawn"] == "1", match["option"])


@dataclass(frozen=True, slots=True)
class LoadoutId:
    """A control in the panel of what is chosen in private before the start.

    Attributes:
        table: Of which table.
        drawn: Whether the seats there are drawn.
        verb: What it does.
        draft: What was put together so far (`engine.extras.Building`).
    """

    table: int
    drawn: bool
    verb: str
    draft: str = ""

    @property
    def text(self) -> str:
        """The custom id."""
        return f"k:{self.table}:{self.drawn:d}:{self.verb}:{self.draft}"

    def to(self, verb: str, draft: str = "") -> Self:
        """Return the id of another control of the same panel; a draft that no id can hold is left out."""
        return replace(self, verb=verb, draft=draft if _DRAFT.fullmatch(draft) else "")

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        """Return the id from a match of `LOADOUT_TEMPLATE`."""
        return cls(int(match["table"]), match["drawn"] == "1", match["verb"], match["draft"])


@dataclass(frozen=True, slots=True)
class MatchId:
    """A control of a match: the match, the seq of the board that the message shows, and what pressing means."""

    match: int
    seq: int
    action: str

    @property
    def text(self) -> str:
        """The custom id."""
        return f"m:{self.match}:{self.seq}:{self.action}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the id that a custom id holds, or None if it is another kind."""
        found = _MATCH.fullmatch(text)
        return cls.found(found) if found else None

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        """Return the id from a match of `MATCH_TEMPLATE`."""
        return cls(int(match["match"]), int(match["seq"]), match["action"])
