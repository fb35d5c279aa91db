"""The text of the message by which players ask each other, or people outside, for something."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.core.accounts import Accounts
from cogs.core.context import link
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.text import Locale, cut, shown
from cogs.ui.lobby import seat_label
from engine.seat import Seat
from engine.text import Member, Player, Text, Value, say, say_n
from hosting.consent.agreements import (
    SUBSTITUTE_CALL,
    Call,
    Draw,
    End,
    Extension,
    Pause,
    Resume,
    TakeBack,
    asked_of,
    wanted_of,
)
from hosting.consent.rules import waiting
from hosting.consent.substitutes import what_passes
from hosting.match.events import BOT
from hosting.match.model import Match, Request
from hosting.match.undone import Undone

_CLOSED: Mapping[str, Text] = {
    "accepted": say("✅ Everyone agreed."),
    "refused": say("❌ Not everyone agreed."),
    "withdrawn": say("↩️ It was taken back."),
    "outdated": say("⌛ The match went on without it."),
}
_CALL_CLOSED: Mapping[str, Text] = {
    "accepted": say("✅ The seat has a new player."),
    "withdrawn": say("↩️ The call for a substitute was withdrawn."),
    "outdated": say("⌛ A substitute is no longer needed."),
}


def request_content(match: Match, request: Request, locale: Locale, called: Accounts | None = None) -> str:
    """Return what is asked for, who must still agree, or what came of it.

    Args:
        match: As it stands.
        request: What is asked.
        locale: The server's.
        called: Of those who are mentioned; the others are named.
    """
    lines = [wish(match, request)]
    closed = _CALL_CLOSED if request.kind == SUBSTITUTE_CALL else _CLOSED
    if request.status != "open":
        lines.append(closed[request.status])
    elif request.kind == SUBSTITUTE_CALL:
        lines.append(
            say("The substitute plays on from here. Until then nothing changes.")
            if match.paused is None
            else say("The substitute plays on from here. Until then the match is paused.")
        )
        if (passes := what_passes(match)) is not None:
            lines.append(passes)
        lines.append(say("[To the match]({link})", link=link(match.guild_id, match.channel_id)))
    else:
        lines += _answers(match, request, called or Accounts())
    return cut("\n".join(shown(line, locale, match.names, match.members) for line in lines), MESSAGE_LIMIT)


def wish(match: Match, request: Request) -> Text:
    """Return what is asked for, as one sentence."""
    player = asker(match, request.seat, request.seq)
    match wanted_of(request):
        case TakeBack(undone=Undone() as back):
            return _take_back(player, back)
        case Draw():
            return say("**{player}** offers a draw.", player=player)
        case End():
            return say("**{player}** offers to end the match undecided: nobody wins and nobody loses.", player=player)
        case Pause(days):
            return say_n(
                "**{player}** would like to pause the match for at most {count} day.",
                "**{player}** would like to pause the match for at most {count} days.",
                days,
                player=player,
            )
        case Resume():
            return say("**{player}** would like to end the pause and play on.", player=player)
        case Extension() as more:
            return _extend(request, player, more)
        case Call() as call:
            return _call(match, request, player, call)
        case other:
            raise AssertionError(f"request {request.id} has no words: {other!r}")


def asker(match: Match, seat: Seat, seq: int) -> Member:
    """Return the player who had a seat when a request was made; another may have it now."""
    left = next((each for each in match.former if each.seat == seat and each.until > seq), None)
    return Member(match.person_of(seat) if left is None else left.person_id)


def _answers(match: Match, request: Request, called: Accounts) -> list[Text]:
    asked = asked_of(request)
    # Who of several agreed would be a sign between partners (R29).
    left = asked if match.silent else waiting(request)
    lines = [say("Waiting for: {player}", player=called.calling(match.person_of(seat), Player(seat))) for seat in left]
    return [*lines, *(say("Agreed: {player}", player=Player(seat)) for seat in asked if seat not in left)]


def _take_back(player: Value, back: Undone) -> Text:
    if back.inside:
        return say("**{player}** would like to take the match back to before their last decision.", player=player)
    return say_n(
        "**{player}** would like to take back their turn.",
        "**{player}** would like to take back their last turn and what was played since, {count} turns in all.",
        back.turns,
        player=player,
    )


def _extend(request: Request, player: Value, more: Extension) -> Text:
    hours = more.seconds // 3600
    if more.seat == request.seat:
        return say_n(
            "**{player}** would like {count} hour more to decide.",
            "**{player}** would like {count} hours more to decide.",
            hours,
            player=player,
        )
    return say_n(
        "**{player}** would like to give {other} {count} hour more to decide.",
        "**{player}** would like to give {other} {count} hours more to decide.",
        hours,
        player=player,
        other=Player(more.seat),
    )


def _call(match: Match, request: Request, player: Value, call: Call) -> Text:
    values = {"seat": seat_label(match.mode, request.seat), "player": player, "game": match.session.game.info.name}
    if request.person_id != BOT and call.cause is None:
        return say("**{player}** would like to leave and asks for a substitute: {seat} in {game}.", **values)
    return say("A substitute is needed for **{player}**: {seat} in {game}.", **values)
