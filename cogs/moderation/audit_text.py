"""The audit log in words, for those who look after a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from cogs.core.accounts import Accounts
from engine.game import Json
from engine.text import Member, Player, Quote, Text, Value, load_text, say, say_n
from hosting.match.audit import AuditCode
from hosting.match.events import BOT
from hosting.match.model import AuditEntry, Match

_KINDS: Mapping[str, Text] = {
    "draw": say("a draw"),
    "end": say("an end without a winner"),
    "pause": say("a pause"),
    "resume": say("an end of the pause"),
    "extend": say("more time"),
    "call": say("a substitute"),
}


def entry_text(entry: AuditEntry, match: Match, accounts: Accounts) -> Text:
    """Return a line of the log as a sentence; a code that has no words of its own is shown as it is.

    Args:
        entry: The line.
        match: Its match; those who play in it, or did, are called as there.
        accounts: Of the others who did something to it.
    """
    who = person_text(match, entry.person_id, accounts)
    words = _SENTENCES.get(entry.code)
    if words is None:
        return say("{who}: {code}", who=who, code=entry.code)
    return words(who, entry.detail)


def person_text(match: Match, person_id: int, accounts: Accounts) -> Value | Text:
    """Return what to call a person: a player by the name of the match, others by a mention."""
    if person_id == BOT:
        return say("The bot")
    seat = match.seat_of(person_id)
    if seat is not None:
        return Player(seat)
    return Member(person_id) if person_id in match.members else accounts.mention(person_id)


def _kind(detail: Mapping[str, Json]) -> Text:
    kind = str(detail.get("kind", ""))
    if kind == "undo":
        if detail.get("inside"):
            return say("taking back a decision")
        return say_n("taking back a turn", "taking back {count} turns", _turns(detail) or 1)
    return _KINDS.get(kind, say("{kind}", kind=kind))


def _number(detail: Mapping[str, Json], key: str) -> int:
    return cast("int", detail[key])


def _turns(detail: Mapping[str, Json]) -> int:
    """Return how many turns were taken back, or were to be; 0 in lines of versions that did not count them."""
    return cast("int", detail.get("turns", 0))


def _taken_back(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    if detail.get("inside"):
        return say("{who} took the match back into a turn.", who=who)
    return say_n("{who} took back a turn.", "{who} took back {count} turns.", _turns(detail) or 1, who=who)


def _forced_back(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    return _taken_back(who, detail) if "turns" in detail else say("{who} took turns back.", who=who)


def _extended(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    hours = _number(detail, "seconds") // 3600
    return say_n(
        "{who} gave {player} {count} more hour.",
        "{who} gave {player} {count} more hours.",
        hours,
        who=who,
        player=Player(_number(detail, "seat")),
    )


def _called(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    player = Player(_number(detail, "seat"))
    if who == player:
        return say("{who} asked for a substitute.", who=who)
    return say("{who} asked for a substitute for {player}.", who=who, player=player)


def _replaced(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    new, old = Member(_number(detail, "user")), Member(_number(detail, "was"))
    if detail.get("excused"):
        return say("{who} had {new} play on for {old}, who is excused.", who=who, new=new, old=old)
    return say("{who} had {new} play on for {old}.", who=who, new=new, old=old)


def _adjudicated(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    ranks = " ".join(map(str, cast("Sequence[int]", detail["ranks"])))
    return say(
        "{who} decided the match, ranks {ranks}. {reason}", who=who, ranks=ranks, reason=load_text(detail["reason"])
    )


def _corrected(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    number, reason = _number(detail, "correction"), load_text(detail["reason"])
    values = {"who": who, "number": number, "reason": reason}
    match detail["kind"]:
        case "void":
            return say("{who} corrected the result: it does not count (correction {number}). {reason}", **values)
        case "ranks":
            ranks = " ".join(map(str, cast("Sequence[int]", detail["ranks"])))
            return say(
                "{who} corrected the result: ranks {ranks} (correction {number}). {reason}", ranks=ranks, **values
            )
        case "undo":
            undone = _number(detail, "undoes")
            return say("{who} took back correction {undone} (correction {number}). {reason}", undone=undone, **values)
    player = Player(_number(detail, "seat"))
    if detail.get("excused"):
        return say(
            "{who} excused the player who left {player} (correction {number}). {reason}", player=player, **values
        )
    return say(
        "{who} no longer excuses the player who left {player} (correction {number}). {reason}", player=player, **values
    )


_SENTENCES: Mapping[str, Callable[[Value | Text, Mapping[str, Json]], Text]] = {
    AuditCode.ASKED: lambda who, detail: say("{who} asked for: {kind}", who=who, kind=_kind(detail)),
    AuditCode.AGREED: lambda who, detail: say("{who} agreed: {kind}", who=who, kind=_kind(detail)),
    AuditCode.ACCEPTED: lambda who, detail: say("{who} agreed, the last to do so: {kind}", who=who, kind=_kind(detail)),
    AuditCode.REFUSED: lambda who, detail: say("{who} refused: {kind}", who=who, kind=_kind(detail)),
    AuditCode.WITHDRAWN: lambda who, detail: say("{who} no longer asked for: {kind}", who=who, kind=_kind(detail)),
    AuditCode.OUTDATED: lambda _, detail: say("Outdated, as the match went on: {kind}", kind=_kind(detail)),
    AuditCode.TAKEN_BACK: _taken_back,
    AuditCode.ABORTED: lambda who, _: say("{who} called the match off before everybody had moved.", who=who),
    AuditCode.CALLED: _called,
    AuditCode.REPLACED: _replaced,
    AuditCode.PAUSED: lambda who, detail: say(
        "{who} paused the match. {reason}", who=who, reason=load_text(detail["reason"])
    ),
    AuditCode.REHOUSED: lambda who, detail: say(
        "{who} gave the match another place: {channel}.", who=who, channel=f"<#{detail['channel']}>"
    ),
    AuditCode.RESUMED: lambda who, _: say("{who} let the match go on.", who=who),
    AuditCode.EXTENDED: _extended,
    AuditCode.ADJUDICATED: _adjudicated,
    AuditCode.VOIDED: lambda who, detail: say(
        "{who} called the match off. {reason}", who=who, reason=load_text(detail["reason"])
    ),
    AuditCode.FORCED_BACK: _forced_back,
    AuditCode.SET_UP: lambda who, detail: say(
        "{who} set up a position: {position}", who=who, position=Quote(str(detail["position"]))
    ),
    AuditCode.CORRECTED: _corrected,
    "rehoused": lambda who, _: say("{who} gave the match other channels.", who=who),
    "time-up": lambda _, detail: say("The time of {player} was up.", player=Player(_number(detail, "seat"))),
    AuditCode.INVITED: lambda who, _: say("{who} asked their partner to play elsewhere.", who=who),
    "away": lambda who, _: say("{who} announced or changed a vacation.", who=who),
}
