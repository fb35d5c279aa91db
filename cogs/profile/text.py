"""Profiles and statistics in words: short lines, which a telephone shows without breaking them often."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.core.text import code
from engine.registry import get, mode_of, name_of
from engine.text import Member, Text, listed, say, say_n
from hosting.profile.intervals import FEWEST
from hosting.profile.leaderboards import SILENT_AFTER, Board, Leaderboard
from hosting.profile.profiles import ModeRecord, Opponent, Profile, Record
from hosting.profile.recent import Conduct, Course, Opening, Recent, Streak
from hosting.profile.statistics import Statistics
from hosting.rating import shown as rating
from store.boards import Ranked
from store.ratings.stored import Pool

MOST_MODES = 8
"""Ways to play that a profile names, those played most."""

_CONDUCT = {
    Conduct.FINISHED: say("played to the end", context="matches of a player"),
    Conduct.LATE: say("lost by time", context="matches of a player"),
    Conduct.ABSENT: say("never turned up", context="matches of a player"),
    Conduct.LEFT: say("left", context="matches of a player"),
    Conduct.EXCUSED: say("left, excused", context="matches of a player"),
}


def profile_lines(profile: Profile) -> list[Text]:
    """Return what a profile says; its opponents are named by the reader's server (`engine.text.Member`)."""
    player = Member(profile.person_id)
    if profile.game is None:
        head = say("**{player}** in this server", player=player)
    else:
        head = say("**{player}**, {game}", player=player, game=name_of(profile.game))
    if not profile.modes and not profile.recent.matches:
        return [head, say("No match that counts has ended so far.")]
    lines = [head]
    if profile.modes:
        lines.append(_record(profile.all))
        lines += map(_mode, profile.modes[:MOST_MODES] if len(profile.modes) > 1 or profile.game is None else ())
    else:
        lines.append(say("No match that counts has ended so far."))
    lines += [
        say("**Rating**, {mode}: {rating}", mode=pool_label(each.rated.pool), rating=rating.shown(each.rated.skill))
        for each in profile.ratings
    ]
    if profile.versus is not None:
        met = profile.versus
        lines.append(
            say_n(
                "**Against you:** {count} match, ahead in {won}, behind in {lost}",
                "**Against you:** {count} matches, ahead in {won}, behind in {lost}",
                met.played,
                won=met.won,
                lost=met.lost,
            )
        )
    if profile.opponents:
        lines.append(say("**Met most:** {opponents}", opponents=listed(map(_opponent, profile.opponents), "comma")))
    return [*lines, *_recent(profile.recent, of_game=profile.game is not None)]


def statistics_lines(statistics: Statistics) -> list[Text]:
    """Return what stands beside the figure of statistics."""
    head = say("**{game}**, {mode}", game=name_of(statistics.game), mode=_mode_name(statistics.game, statistics.mode))
    if not statistics.matches:
        return [head, say("No match that counts has ended in this server so far.")]
    return [
        head,
        say_n(
            "{count} match that counts has ended in this server.",
            "{count} matches that count have ended in this server.",
            statistics.matches,
        ),
        say(
            "-# A win is 100 %, a draw 50 %, places between lie between; 50 % is even. The true rate lies within the "
            "line with 95 % certainty. Fewer than {fewest} matches are too few to say.",
            fewest=FEWEST,
        ),
    ]


def mode_label(game: str, mode: str) -> Text:
    """Return a way to play in a few words."""
    return say("{game}, {mode}", game=name_of(game), mode=_mode_name(game, mode))


def leaderboard_lines(found: Leaderboard) -> list[Text]:
    """Return a page of a leaderboard; its players are named by the reader's server."""
    head = say("**Leaderboard**: {mode}", mode=board_label(found.game, found.board))
    lines = [head]
    if found.rows:
        lines += map(_ranked, found.rows)
        if found.placed > len(found.rows):
            last = found.first + len(found.rows)
            lines.append(say("-# {first} to {last} of {all}", first=found.first + 1, last=last, all=found.placed))
    else:
        lines.append(say("Nobody has a place here so far: it takes {count} rated matches.", count=rating.SETTLED))
    own = found.own
    if own is not None and own.place is None:
        player = Member(own.person_id)
        lines.append(
            say("{player} has no place at present, with {rating}.", player=player, rating=rating.shown(own.skill))
        )
    elif own is not None and own.person_id not in {each.person_id for each in found.rows}:
        lines += [say("⋯"), _ranked(own)]
    if found.provisional:
        lines.append(
            say_n(
                "-# {count} player has fewer than {games} rated matches.",
                "-# {count} players have fewer than {games} rated matches.",
                found.provisional,
                games=rating.SETTLED,
            )
        )
    if found.silent:
        lines.append(
            say_n(
                "-# {count} player has ended no rated match for {days} days.",
                "-# {count} players have ended no rated match for {days} days.",
                found.silent,
                days=SILENT_AFTER.days,
            )
        )
    return lines


def _ranked(player: Ranked) -> Text:
    return say(
        "`{place}` {player} **{rating}** ± {deviation} ({games})",
        place=f"{player.place:>3}",
        player=Member(player.person_id),
        rating=rating.value(player.skill),
        deviation=rating.deviation(player.skill),
        games=player.skill.games,
    )


def pool_label(pool: Pool) -> Text:
    """Return what is rated together in a pool, in a few words."""
    return board_label(pool.game, Board(pool.mode, pool.variant))


def board_label(game: str, board: Board) -> Text:
    """Return what is rated together, in a few words."""
    label, info = mode_label(game, board.mode), get(game).info
    chosen = dict(pair.split("=", 1) for pair in board.variant.split(";") if pair)
    for option in info.options_of(board.mode):
        if option.key in chosen:
            label = say("{mode}, {option}", mode=label, option=option.label(chosen[option.key]))
    return label


def _mode_name(game: str, mode: str) -> Text:
    known = mode_of(game, mode)
    return say("{mode}", mode=mode) if known is None else known.name


def _record(record: Record) -> Text:
    return say_n(
        "{count} match that counts: won {won}, drawn {drawn}, lost {lost}",
        "{count} matches that count: won {won}, drawn {drawn}, lost {lost}",
        record.played,
        won=record.won,
        drawn=record.drawn,
        lost=record.lost,
    )


def _mode(mode: ModeRecord) -> Text:
    return say(
        "• {mode}: {count} (won {won}, drawn {drawn}, lost {lost})",
        mode=mode_label(mode.game, mode.mode),
        count=mode.all.played,
        won=mode.all.won,
        drawn=mode.all.drawn,
        lost=mode.all.lost,
    )


def _opponent(opponent: Opponent) -> Text:
    values = {"count": opponent.played, "won": opponent.won, "lost": opponent.lost}
    if opponent.person_id is None:
        return say("a player {count} (ahead {won}, behind {lost})", **values)
    return say("{player} {count} (ahead {won}, behind {lost})", player=Member(opponent.person_id), **values)


def _recent(recent: Recent, *, of_game: bool) -> Iterator[Text]:
    """Yield what the latest matches tell."""
    if recent.since is None:
        return
    yield say_n(
        "**The last match**, ended on {day}",
        "**The last {count} matches**, since {day}",
        recent.matches,
        day=recent.since,
    )
    if recent.conduct:
        done = [say("{what} {count}", what=_CONDUCT[each], count=count) for each, count in recent.conduct]
        yield say("• Reliability: {counts}", counts=listed(done, "comma"))
    if recent.streak is not None and recent.streak.length > 1:
        yield _streak(recent.streak)
    if recent.best > 1 and recent.streak != Streak(Course.WON, recent.best):
        yield say("• Most victories in a row: {count}", count=recent.best)
    if recent.pace is not None:
        yield say("• Time a turn, on the average: {time}", time=recent.pace)
    if recent.openings:
        played = [_opening(each, of_game=of_game) for each in recent.openings]
        yield say("• First turns: {turns}", turns=listed(played, "comma"))


def _streak(streak: Streak) -> Text:
    count = streak.length
    match streak.course:
        case Course.WON:
            return say("• Won the last {count} in a row", count=count)
        case Course.DRAWN:
            return say("• Drew the last {count} in a row", count=count)
        case Course.LOST:
            return say("• Lost the last {count} in a row", count=count)


def _opening(opening: Opening, *, of_game: bool) -> Text:
    text = code(opening.text)
    if of_game:
        return say("`{turn}` ({count})", turn=text, count=opening.count)
    return say("{game} `{turn}` ({count})", game=name_of(opening.game), turn=text, count=opening.count)
