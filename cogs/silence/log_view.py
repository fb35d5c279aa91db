"""The silence log of one match: its lines and their wording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import discord

from cogs.core.bot import ArenaBot
from cogs.core.messages import Accounts
from cogs.core.permissions import label
from engine.game import Json
from engine.text import Member, Player, Text, Value, dump_text, listed, load_text, say
from hosting.match.model import Match, SilenceEntry
from hosting.silence import Bypass, Drift, Participants, SilenceCode, Target, team_at
from render.words import team_letter


@dataclass(slots=True)
class MatchSilenceLog:
    """The silence log of one match."""

    bot: ArenaBot
    match: Match
    entries: list[SilenceEntry]

    @classmethod
    async def of(cls, bot: ArenaBot, match: Match) -> MatchSilenceLog:
        return cls(bot, match, await bot.arena.silence_log.of_match(match.id))

    async def note(
        self,
        code: SilenceCode,
        detail: Mapping[str, Json] | None = None,
        *,
        channel_id: int | None = None,
        person_id: int | None = None,
    ) -> None:
        entry = await self.bot.arena.silence_log.add(
            self.match.id, code, channel_id=channel_id, person_id=person_id, detail=detail
        )
        self.entries.append(entry)

    def last(
        self, *codes: SilenceCode, channel_id: int | None = None, person_id: int | None = None, **detail: Json
    ) -> SilenceEntry | None:
        """Return the latest line with one of these codes, and with the given channel, person and details."""
        for entry in reversed(self.entries):
            if (
                entry.code in codes
                and channel_id in (None, entry.channel_id)
                and person_id in (None, entry.person_id)
                and all(entry.detail.get(key) == value for key, value in detail.items())
            ):
                return entry
        return None


@dataclass(slots=True)
class Inspection:
    """One check of a match.

    Attributes:
        accounts: Of current and former players.
        faults: Why the match is not silent, and cannot be made so.
        unanswered: Whether a repair was not answered, so that another check is needed soon.
    """

    match: Match
    guild: discord.Guild
    cast: Participants
    accounts: Accounts
    diary: MatchSilenceLog
    faults: list[Text] = field(default_factory=list)
    unanswered: bool = False

    def player(self, person_id: int) -> Player | Member:
        seat = self.match.seat_of(person_id)
        return Player(seat) if seat is not None else Member(person_id)


# The silence log in words. Nothing in it is a person's own text, so anyone may see it.


MOST_CHANGES = 12
"""Permissions named when a channel has drifted; the rest is counted."""

_ROOMS: dict[str, Text] = {
    "category": say("Category", context="channel"),
    "board": say("Board", context="channel"),
    "spectators": say("Spectators", context="channel"),
}
_MARKS = {"allowed": "✓", "denied": "✗", "neutral": "–"}

_OWNER = say("the server is theirs")
_SENTENCES: dict[str, Text] = {
    SilenceCode.STARTED: say("The match started."),
    SilenceCode.REPAIRED: say('The permissions of "{place}" had been changed, and I restored them: {changes}'),
    SilenceCode.REFUSED: say(
        'The permissions of "{place}" were changed, and Discord refused to let me restore them: {changes}'
    ),
    SilenceCode.UNANSWERED: say(
        'The permissions of "{place}" were changed, and Discord didn\'t answer when I restored them: {changes}'
    ),
    SilenceCode.MENDED: say('The permissions of "{place}" are right again.'),
    SilenceCode.GONE: say('The channel "{place}" was deleted.'),
    SilenceCode.BYPASS: say("{player} can get around the silence: {reason}."),
    SilenceCode.BREACH: say('{player} had permissions in "{place}" that players shouldn\'t have: {permissions}.'),
    SilenceCode.LEFT: say("{player} left the server."),
    SilenceCode.HANDED: say(
        "{player} took over {former}'s seat: the channels were opened to {player} and closed to {former}."
    ),
    SilenceCode.RENAMED: say("{player}'s name has changed since the start."),
    SilenceCode.NAMED: say("{player} has gone back to the name they had at the start."),
    SilenceCode.REMOVING: say('I tried to remove something from "{place}", and Discord didn\'t answer.'),
    SilenceCode.REMOVED: say('A message from someone else was removed from "{place}".'),
    SilenceCode.UNREACTED: say('Reactions were removed from "{place}".'),
    SilenceCode.MET: say("Players of team {letter} met in the voice channel {channel}."),
    SilenceCode.PARTED: say("Players of team {letter} are no longer in the same voice channel."),
    SilenceCode.OPENED: say("The match ended, and its channels were opened for discussion."),
    SilenceCode.DELETED: say("The channels were deleted."),
    SilenceCode.KEPT: say("Discord refused to delete the channel {channel}."),
}


def room_name(place: str) -> Text:
    team = team_at(place)
    return _ROOMS[place] if team is None else say("Team {letter}", letter=team_letter(team))


def entry_text(entry: SilenceEntry, match: Match) -> Text:
    detail = entry.detail
    seat = match.seat_of(entry.person_id) if entry.person_id is not None else None
    team = detail.get("team")
    former = next((each for each in match.former if each.until == detail.get("event")), None)
    values: dict[str, Value | Text] = {
        "place": room_name(str(detail.get("place", "board"))),
        "player": Player(seat) if seat is not None else Member(entry.person_id or 0),
        "former": Member(former.person_id if former is not None else 0),
        "channel": f"<#{entry.channel_id}>",
        "letter": team_letter(team) if isinstance(team, int) else "?",
        "changes": listed(_changes(detail.get("changes")), "comma"),
        "permissions": listed(map(label, _strings(detail.get("permissions"))), "comma"),
        "reason": _OWNER if detail.get("reason") == Bypass.OWNER else label(str(detail.get("reason", ""))),
    }
    template = _SENTENCES.get(entry.code)
    return template.using(**values) if template is not None else say("{code}", code=entry.code)


def changes(drift: Sequence[Drift]) -> list[Json]:
    """Return a drift for the log: "Send Messages ✗→✓ <@&77>" should be denied to a role and was allowed.

    A change is a text, as a person's name may be gone when it is read; other members' accounts are not stored.
    """
    said: list[Json] = [
        dump_text(_change(_turned(label(item.permission), _MARKS[item.wanted], _MARKS[item.found]), item.target))
        for item in sorted(drift, key=lambda item: item.found != "allowed")[:MOST_CHANGES]
    ]
    return [*said, f"+{len(drift) - MOST_CHANGES}"] if len(drift) > MOST_CHANGES else said


def _turned(permission: Text, wanted: str, found: str) -> Text:
    return say("{permission} {wanted}→{found}", permission=permission, wanted=wanted, found=found)


def _change(change: Text, target: Target) -> Text:
    match target.kind:
        case "role":
            return say("{change} {target}", change=change, target=f"<@&{target.id}>")
        case "person":
            return say("{change} {target}", change=change, target=Member(target.id))
        case "member":
            return say("{change} of another member", change=change)


def _changes(data: Json) -> Iterable[str | Text]:
    if isinstance(data, Sequence) and not isinstance(data, str):
        for each in data:
            yield each if isinstance(each, str) else load_text(each)


def _strings(data: Json) -> Iterable[str]:
    return map(str, data) if isinstance(data, Sequence) and not isinstance(data, str | Mapping) else ()
