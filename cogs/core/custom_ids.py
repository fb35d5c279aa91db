"""The custom ids of buttons and menus that outlive a restart: they contain everything a press needs.

`t:<table>:<revision>:<action>:<mark>` under a lobby, `j:<table>:<verb>` and `d:<table>:<option>` in the menus of its
host, `k:<table>:<verb>:<draft>` where a player chooses a loadout, and `m:<match>:<seq>:<action>` under a board or
status message. The revision, the mark of the terms and the seq say what the presser saw, so that a press on an outdated
message is recognised.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self

TABLE_TEMPLATE = r"t:(?P<table>\d{1,18}):(?P<rev>\d{1,9}):(?P<action>[a-z]{1,16})(?P<mark>(?::[0-9a-f]{12})?)"
OPTION_TEMPLATE = r"d:(?P<table>\d{1,18}):(?P<option>[a-z_]{1,32})"
TERMS_TEMPLATE = r"j:(?P<table>\d{1,18}):(?P<verb>[a-z]{1,8})"
_DRAFT = re.compile("[!-9;-~]{0,60}")
LOADOUT_TEMPLATE = rf"k:(?P<table>\d{{1,18}}):(?P<verb>[a-z]{{1,8}}):(?P<draft>{_DRAFT.pattern})"
MATCH_TEMPLATE = r"m:(?P<match>\d{1,18}):(?P<seq>\d{1,9}):(?P<action>[a-z]{1,16})"
PREPARE_TEMPLATE = r"a:(?P<match>\d{1,18}):(?P<key>[a-z-]{0,20})"
_TABLE = re.compile(TABLE_TEMPLATE)
_MATCH = re.compile(MATCH_TEMPLATE)


@dataclass(frozen=True, slots=True)
class TableId:
    """A control of a lobby.

    Attributes:
        rev: The revision of the table that the message shows.
        mark: Of the terms that the message shows (`hosting.lobby.model.mark_of`); empty if it shows none.
    """

    table: int
    rev: int
    action: str
    mark: str = ""

    @property
    def text(self) -> str:
        said = f"t:{self.table}:{self.rev}:{self.action}"
        return f"{said}:{self.mark}" if self.mark else said

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the id in a custom id, or None if it is of another kind."""
        found = _TABLE.fullmatch(text)
        return cls.found(found) if found else None

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        return cls(int(match["table"]), int(match["rev"]), match["action"], match["mark"].removeprefix(":"))


@dataclass(frozen=True, slots=True)
class OptionId:
    """A menu with the values of a table's option."""

    table: int
    option: str

    @property
    def text(self) -> str:
        return f"d:{self.table}:{self.option}"

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        return cls(int(match["table"]), match["option"])


@dataclass(frozen=True, slots=True)
class TermsId:
    """A menu in the panel of a table's terms."""

    table: int
    verb: str

    @property
    def text(self) -> str:
        return f"j:{self.table}:{self.verb}"

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        return cls(int(match["table"]), match["verb"])


@dataclass(frozen=True, slots=True)
class LoadoutId:
    """A control in the panel where a player chooses a loadout.

    Attributes:
        draft: The loadout so far (`Game.building`).
    """

    table: int
    verb: str
    draft: str = ""

    @property
    def text(self) -> str:
        return f"k:{self.table}:{self.verb}:{self.draft}"

    def to(self, verb: str, draft: str = "") -> Self:
        """Return the id of another control of the same panel; a draft too long for an id is left out."""
        return replace(self, verb=verb, draft=draft if _DRAFT.fullmatch(draft) else "")

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        return cls(int(match["table"]), match["verb"], match["draft"])


@dataclass(frozen=True, slots=True)
class MatchId:
    """A control of a match; `seq` is that of the board that the message shows."""

    match: int
    seq: int
    action: str

    @property
    def text(self) -> str:
        return f"m:{self.match}:{self.seq}:{self.action}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the id in a custom id, or None if it is of another kind."""
        found = _MATCH.fullmatch(text)
        return cls.found(found) if found else None

    @classmethod
    def found(cls, match: re.Match[str]) -> Self:
        return cls(int(match["match"]), int(match["seq"]), match["action"])
