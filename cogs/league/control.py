"""Controls of leagues: `g:<season>:<action>` acts on a season, `h:<season>:<what>:<part>:<first>` turns a page.

`g:<season>:<action>:<number>` acts on one thing of the season: a challenge is answered by number, so that a press on
one that has lapsed answers no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cogs.core.bot import Interaction
from cogs.core.components import EARLIER, Persistent
from cogs.core.errors import tell

Action: TypeAlias = Literal[
    "join",
    "start",
    "publish",
    "again",
    "discard",
    "terms",
    "words",
    "quit",
    "stay",
    "close",
    "keep",
    "accept",
    "refuse",
    "withdraw",
    "next",
]
"""Join; start now; publish a draft, post it again, or discard it; change its terms, or read them; withdraw or not;
close or not; accept a challenge, refuse or withdraw it; open the next season."""

LEAGUE_TEMPLATE = r"g:(?P<season>\d{1,18}):(?P<action>[a-z]{1,12})(?P<about>(?::\d{1,18})?)"
PAGE_TEMPLATE = r"h:(?P<season>\d{1,18}):(?P<what>[a-z]):(?P<part>\d{1,4}):(?P<first>\d{1,5})"


class LeagueControl(Persistent, template=LEAGUE_TEMPLATE):
    """A button or menu that changes a season; its action names the handler (`ArenaBot.season_presses`)."""

    async def act(self, interaction: Interaction) -> None:
        press = interaction.client.season_presses.get(self.fields["action"])
        if press is None:
            await tell(interaction, EARLIER)
            return
        about = self.fields["about"].removeprefix(":")
        await press(interaction, int(self.fields["season"]), self.picked or ((about,) if about else ()))


class LeaguePage(Persistent, template=PAGE_TEMPLATE):
    """A button that turns to another page of a table or a list, which is made from current data."""

    async def act(self, interaction: Interaction) -> None:
        turn = interaction.client.season_pages.get(self.fields["what"])
        if turn is None:
            await tell(interaction, EARLIER)
            return
        await turn(interaction, int(self.fields["season"]), int(self.fields["part"]), int(self.fields["first"]))


@dataclass(frozen=True, slots=True)
class PageId:
    """The place of a page.

    Attributes:
        what: The letter of the list.
        part: The division or round; 0 where there is none.
        first: Number of its first row, from 0.
    """

    season: int
    what: str
    part: int
    first: int

    @property
    def text(self) -> str:
        return f"h:{self.season}:{self.what}:{self.part}:{self.first}"


def custom_id(season_id: int, action: Action, about: int | None = None) -> str:
    """Return the custom id of a control; `about` is the number of its subject, if there are several."""
    return f"g:{season_id}:{action}" if about is None else f"g:{season_id}:{action}:{about}"
