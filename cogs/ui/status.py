"""What is said in a match's channels: what was played, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import discord

from cogs.core.bot import ArenaBot
from cogs.core.context import link
from cogs.core.messages import Accounts
from cogs.core.text import MESSAGE_LIMIT, Locale, Members, cut, fitting, shown
from cogs.ui.lobby import seat_label
from cogs.ui.match_buttons import aid_card, playing
from cogs.ui.terms import moment
from cogs.ui.turn_text import call, calling, choices_are_open, names, stays_closed, turn_texts
from engine.events import Event
from engine.outcome import RULINGS, Outcome, Termination
from engine.seat import Seat
from engine.session import Played, Session
from engine.text import Player, Text, listed, say
from hosting.league.stalled import LIMIT
from hosting.match.model import Match, awaited, is_secret
from hosting.vacations import tells_days
from render.registry import renderer
from render.summary import in_a_row
from store.league.values import League, StoredSeason


async def season_line(bot: ArenaBot, match: Match, missing: Seat | None = None) -> Text | None:
    """Return where a match stands in its season, with a link, and what a forfeit means; None if it is of none.

    Args:
        bot: The bot.
        match: The match.
        missing: The seat whose player is gone, to tell others what a forfeit of theirs means; None for who reads it.
    """
    about = None if match.terms.league is None else await bot.arena.leagues.match(match.id)
    if about is None:
        return None
    address = season_address(bot, about.league, about.season)
    forfeit = about.forfeit if missing is None else about.without(missing, LIMIT.days)
    if address is None:
        return say("**{where}**. {forfeit}", where=about.where, forfeit=forfeit)
    return say("[**{where}**]({link}). {forfeit}", where=about.where, link=address, forfeit=forfeit)


def season_address(bot: ArenaBot, league: League, season: StoredSeason) -> str | None:
    """Return the address of the public post of a season, or None."""
    if season.message_id is None:
        return None
    if isinstance(bot.get_channel(league.channel_id), discord.ForumChannel):
        return link(season.guild_id, season.message_id)  # there a post has the number of its first message
    return f"{link(season.guild_id, league.channel_id)}/{season.message_id}"


def board_content(
    match: Match,
    session: Session,
    locale: Locale,
    audience: Collection[Seat] = (),
    note: Text | None = None,
    *,
    headline: bool = True,
    room: int = MESSAGE_LIMIT,
) -> str:
    """Return what stands above a board: who plays, or what was played, in notation and in words.

    A turn in which more happens than there is room for is told as far as it goes, with where all of it is told.

    Args:
        match: The match.
        session: The game as it stood after the event that the board shows.
        locale: The server's.
        audience: The seats of those who read the channel, if nobody else does.
        note: What happened, where it was not a turn.
        headline: Whether to say how far the game is; a status below does so itself.
        room: How many characters there are.
    """
    if note is not None:
        lines = [note]
    elif session.last is None:
        info = session.game.info
        lines = [say("**{game}** begins: {mode}.", game=info.name, mode=match.mode.name)]
        lines += [
            say("{seat}: {player}", seat=seat_label(match.mode, seat.seat), player=Player(seat.seat))
            for seat in match.seats
        ]
        if (notice := info.reconstruction(match.setup.data)) is not None:
            lines.append(say("-# {notice}", notice=notice))
        if (card := aid_card(match)) is not None:
            lines.append(
                say(
                    "New to the game? **Your hand** shows your cards and what you can do with them; **{aid}** "
                    "under it explains every symbol.",
                    aid=card.title,
                )
            )
    else:
        lines = _played(session.last, audience, over=session.outcome is not None)
    below = say("-# {headline}", headline=renderer(match.game).headline(session.view(None)))
    last = f"\n{shown(below, locale, match.names)}" if headline else ""
    whole = _told if note is None and session.last is not None else _joined
    return f"{whole(lines, locale, match.names, room - len(last), match.members)}{last}"


def status_content(
    match: Match,
    session: Session,
    locale: Locale,
    *,
    board: str | None,
    pinged: Accounts,
    deadlines: Mapping[Seat, datetime] | None = None,
    away: timedelta = timedelta(),
) -> str:
    """Return who must decide now, and what; or that nobody does, as the match is paused.

    Args:
        match: The match.
        session: The game as it stood after the event that the status is about.
        locale: The server's.
        board: Address of the latest board's message, if it is known.
        pinged: Of those who are called; the others are named.
        deadlines: Until when they have time; without those who have no clock that runs.
        away: For how long the bot was away since the turn before.
    """
    headline = renderer(match.game).headline(session.view(None))
    lines = list[Text]()
    if match.paused is not None:
        lines += [say("⏸️ The match is paused. {reason}", reason=match.paused.text), headline]
    else:
        lines += _asked(match, session, headline, pinged, deadlines or {})
    if away and deadlines:
        lines.append(say("I was offline for {time}. No clock ran during that time.", time=away))
    if is_secret(match, session):
        lines.append(_secrecy(session))
    if match.paused is not None:
        lines += [] if board is None else [say("-# [The board]({link})", link=board)]
    else:
        lines.append(
            say("-# Press **{button}** or type `/move`. [The board]({link})", button=playing(session), link=board)
            if board is not None
            else say("-# Press **{button}** or type `/move`.", button=playing(session))
        )
    return _joined(lines, locale, match.names, members=match.members)


def _secrecy(session: Session) -> Text:
    """Return what nobody sees of choices until all are in: of two who choose, each can tell whether the other has."""
    several = len(session.deciding) > 2
    if stays_closed(session):
        return (
            say("-# Nobody sees who has chosen until everyone has. The choices stay secret until the match is over.")
            if several
            else say("-# What you choose stays secret until the match is over.")
        )
    return (
        say("-# Nobody sees who has chosen, or what, until everyone has.")
        if several
        else say("-# Nobody sees what you choose until both of you have.")
    )


def _asked(
    match: Match, session: Session, headline: Text, pinged: Accounts, deadlines: Mapping[Seat, datetime]
) -> list[Text]:
    """Return whose turn it is and what is asked, once, and until when.

    That is the game's own line with the players called in place of their names; those whom it does not name, as all
    choose at once, stand behind it. Who is asked in the turn of another is told why in its place.
    """
    lines, players, times = list[Text](), dict[Seat, str | Player](), dict[datetime | None, list[str | Player]]()
    for seat in sorted(awaited(match, session)):
        due = None if tells_days(match, seat) else deadlines.get(seat)
        player = pinged.calling(match.person_of(seat), Player(seat))
        asked = call(session, seat, player)
        if asked is None:
            players[seat] = player
            times.setdefault(due, []).append(player)
        else:
            lines += [asked] if due is None else [asked, say("Your answer is due {when}.", when=moment(due))]
    if not players:
        return lines or [headline]
    named = [seat for seat in players if names(headline, seat)]
    told = calling(headline, {seat: players[seat] for seat in named})
    if others := [player for seat, player in players.items() if seat not in named]:
        told = say("{headline}: {players}", headline=told, players=listed(others, "comma"))
    lines.append(told)
    for due, those in times.items():
        if due is not None and len(times) == 1:
            lines.append(say("Due {when}.", when=moment(due)))
        elif due is not None:
            lines.append(say("{players}: due {when}.", players=listed(those, "comma"), when=moment(due)))
    return lines


def ended_content(
    match: Match,
    session: Session,
    outcome: Outcome,
    locale: Locale,
    *,
    mentioned: Accounts,
    feats: Sequence[Text] = (),
    room: int = MESSAGE_LIMIT,
) -> str:
    """Return how the match ended: the last turn, the result in words, the ranks. The record has it in notation.

    Of a last turn in which much happens as much is told as the result leaves room for.

    Args:
        match: The match.
        session: The game at its end.
        outcome: The result.
        locale: The server's.
        mentioned: Of those who are mentioned; the others are named.
        feats: What else the game counts, for seat 1, 2, …, in few words; empty where it counts nothing.
        room: How many characters there are.
    """
    told = _joined(_result(match, session, outcome, mentioned, feats), locale, match.names, room)
    last = session.last
    if last is None or last.ended_by_surrender(outcome) or outcome.termination in RULINGS:
        return told
    turn = _told(_played(last, (), over=True), locale, match.names, room - len(told) - 1)
    return f"{turn}\n{told}" if turn else told


def _result(match: Match, session: Session, outcome: Outcome, mentioned: Accounts, feats: Sequence[Text]) -> list[Text]:
    """Return the result in words, and the ranks with what each player achieved."""
    lines = list[Text]()
    if outcome.termination in RULINGS:
        lines.append(say("**The match is over.** {reason}", reason=outcome.reason))
    else:
        result = renderer(match.game).headline(session.view(None))
        lines.append(say("**The match is over: {result}.** {reason}", result=result, reason=outcome.reason))
    if outcome.termination is Termination.VOID:
        return lines
    for rank in sorted(set(outcome.ranks)) if not outcome.alone else ():
        # The point is escaped: Discord counts on in lists, whatever the numbers, and equal ranks would not be equal.
        for seat in (seat for seat, own in enumerate(outcome.ranks, 1) if own == rank):
            mention = mentioned.calling(match.person_of(seat), Player(seat))
            notes = [say("points: {points}", points=f"{outcome.points[seat - 1]:g}")] if outcome.points else []
            notes += feats[seat - 1 : seat]
            if notes:
                told = in_a_row(notes)
                lines.append(say("{rank}\\. {player} · {notes}", rank=rank, player=mention, notes=told))
            else:
                lines.append(say("{rank}\\. {player}", rank=rank, player=mention))
    if outcome.alone and not outcome.undecided:
        lines.append(_alone(match, outcome, mentioned))
    return lines


def _alone(match: Match, outcome: Outcome, mentioned: Accounts) -> Text:
    """Return what came of it for the only player."""
    player = mentioned.calling(match.person_of(1), Player(1))
    if outcome.against is None:
        told = say("Victory: {player}", player=player) if outcome.winners else say("Defeat: {player}", player=player)
    elif outcome.winners:
        told = say("Victory over {opponent}: {player}", player=player, opponent=outcome.against)
    else:
        told = say("Defeat by {opponent}: {player}", player=player, opponent=outcome.against)
    return say("{told}, points: {points}", told=told, points=f"{outcome.points[0]:g}") if outcome.points else told


def public(events: Iterable[Event], audience: Collection[Seat] = ()) -> list[Event]:
    """Return the events that all of an audience may know of; an empty audience is everybody."""
    seats = frozenset(audience)
    return [event for event in events if event.audience is None or (seats and seats <= event.audience)]


def _played(last: Played, audience: Collection[Seat], *, over: bool) -> list[Text]:
    # Choices that were made together and are open are told one by one, in words.
    opened = last.together and choices_are_open(last, over=over)
    played = [say("**All choices are revealed:**")] if opened else turn_texts(last, over=over)
    return [*played, *(event.text() for event in public(last.events, audience))]


_SHORTENED = say("-# More happened in this turn: `/match replay` shows it all.")


def _told(
    lines: Sequence[Text], locale: Locale, names: Sequence[str], room: int, members: Members | None = None
) -> str:
    """Return what happened in at most some characters; if it is longer, whole lines of it, and where all is told."""
    return fitting([shown(line, locale, names, members) for line in lines], room, shown(_SHORTENED, locale))


def _joined(
    lines: Sequence[Text],
    locale: Locale,
    names: Sequence[str],
    room: int = MESSAGE_LIMIT,
    members: Members | None = None,
) -> str:
    return cut("\n".join(shown(line, locale, names, members) for line in lines), max(room, 0))
