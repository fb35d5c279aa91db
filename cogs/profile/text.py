"""Profiles and statistics in words: short lines, which a phone shows with few line breaks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from cogs.core.text import code
from engine.registry import get, mode_of, name_of
from engine.text import Member, Text, in_a_row, listed, say, say_n
from hosting import rating
from hosting.profiles import (
    SILENT_AFTER,
    Conduct,
    Course,
    FirstTurn,
    Leaderboard,
    ModeRecord,
    Opponent,
    Profile,
    RatingBoard,
    Recent,
    SharedSeats,
    Statistics,
    Streak,
    WinRecord,
)
from hosting.puzzles import Standing
from store.ratings.boards import Ranked
from store.ratings.model import Skill
from store.ratings.stored import Pool
from store.tables.results import AgainstComputers

MOST_MODES = 8
"""Ways to play that a profile names, those played most."""

_NOTHING_COUNTS = say("no finished matches yet")
_COMPUTERS_ALONE = say("no finished matches with other people yet")
INVITATION = say("`/new` opens a table, `/seek create` finds opponents.")

_CONDUCT = {
    Conduct.FINISHED: say_n("{count} played to the end", "{count} played to the end", 1, context="matches of a player"),
    Conduct.LATE: say_n("{count} lost on time", "{count} lost on time", 1, context="matches of a player"),
    Conduct.ABSENT: say_n("{count} no-show", "{count} no-shows", 1, context="matches of a player"),
    Conduct.LEFT: say_n("{count} left", "{count} left", 1, context="matches of a player"),
    Conduct.EXCUSED: say_n("{count} left, excused", "{count} left, excused", 1, context="matches of a player"),
}


def profile_lines(profile: Profile) -> list[Text]:
    nothing = _COMPUTERS_ALONE if profile.computers else _NOTHING_COUNTS
    player, done = Member(profile.person_id), _record(profile.all) if profile.modes else nothing
    if profile.game is None:
        lines = [say("**{player}** in this server: {record}", player=player, record=done)]
    else:
        lines = [say("**{player}**, {game}: {record}", player=player, game=name_of(profile.game), record=done)]
    if len(profile.modes) > 1 or profile.game is None:
        lines += map(_mode, profile.modes[:MOST_MODES])
    lines += [
        say(
            "**Rating**, {mode}: {rating}",
            mode=pool_label(each.rated.pool),
            rating=rating.shown_rating(each.rated.skill),
        )
        for each in profile.ratings
    ]
    lines += [
        say(
            "**Rating across all servers**, {mode}: {rating}",
            mode=pool_label(each.pool),
            rating=rating.shown_rating(each.skill),
        )
        for each in profile.everywhere
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
        met_most = listed(map(_opponent, profile.opponents), "comma")
        lines.append(say("**Met most** (ahead–behind): {opponents}", opponents=met_most))
    if profile.computers:
        won = in_a_row(map(_against_computers, profile.computers))
        lines.append(say("**Won against computers**: {wins}", wins=won))
    lines += _recent(profile.recent, of_game=profile.game is not None)
    if profile.puzzles.solved:
        lines.append(puzzles_line(profile.puzzles))
    rated = (*(each.rated for each in profile.ratings), *profile.everywhere)
    return [*lines, *_read(each.skill for each in rated)]


def puzzles_line(standing: Standing) -> Text:
    """Return what a person has solved; nothing is said of days to those who never solved the puzzle of one."""
    if not standing.best:
        return say_n("**Puzzles**: {count} solved", "**Puzzles**: {count} solved", standing.solved)
    return say_n(
        "**Puzzles**: {count} solved. Puzzles of the day in a row: {streak} (best: {best})",
        "**Puzzles**: {count} solved. Puzzles of the day in a row: {streak} (best: {best})",
        standing.solved,
        streak=standing.streak,
        best=standing.best,
    )


def statistics_lines(statistics: Statistics) -> list[Text]:
    game, mode = name_of(statistics.game), _mode_name(statistics.game, statistics.mode)
    if not statistics.matches:
        head = say("**{game}**, {mode}: no counted match has ended in this server yet.", game=game, mode=mode)
        return [head, INVITATION]
    lines = [
        say_n(
            "**{game}**, {mode}: {count} counted match in this server",
            "**{game}**, {mode}: {count} counted matches in this server",
            statistics.matches,
            game=game,
            mode=mode,
        )
    ]
    if statistics.handed_over:
        lines.append(
            say_n(
                "-# {count} seat changed hands in these matches.",
                "-# {count} seats changed hands in these matches.",
                statistics.handed_over,
            )
        )
    return lines


def mode_label(game: str, mode: str) -> Text:
    return say("{game}, {mode}", game=name_of(game), mode=_mode_name(game, mode))


def leaderboard_lines(found: Leaderboard, known: Collection[int]) -> list[Text]:
    """Return a page of a leaderboard; its players are named by the reader's server."""
    board = board_label(found.game, found.board)
    head = say("**Leaderboard**: {mode}", mode=board)
    if found.everywhere:
        head = say("**Leaderboard across all servers**: {mode}", mode=board)
    lines = [head]
    if found.rows:
        lines += (_ranked(each, named=each.person_id in known or not found.everywhere) for each in found.rows)
        if found.placed > len(found.rows):
            last = found.first + len(found.rows)
            lines.append(say("-# {first} to {last} of {all}", first=found.first + 1, last=last, all=found.placed))
    else:
        lines.append(say("Nobody is ranked here yet: it takes {count} rated matches.", count=rating.SETTLED))
    own = found.own
    if own is not None and own.place is None:
        lines.append(_unplaced(own))
    elif own is not None and own.person_id not in {each.person_id for each in found.rows}:
        lines += [say("⋯"), _ranked(own)]
    if found.provisional:
        lines.append(
            say_n(
                "-# Not ranked: {count} player with fewer than {games} rated matches.",
                "-# Not ranked: {count} players with fewer than {games} rated matches.",
                found.provisional,
                games=rating.SETTLED,
            )
        )
    if found.silent:
        lines.append(
            say_n(
                "-# Not ranked: {count} player who hasn't finished a rated match for {days} days.",
                "-# Not ranked: {count} players who haven't finished a rated match for {days} days.",
                found.silent,
                days=SILENT_AFTER.days,
            )
        )
    if found.rows:
        lines.append(say("-# ±: how far off a rating may be. In brackets: rated matches."))
    elif own is None and not found.provisional and not found.silent:
        lines.append(INVITATION)
    if found.everywhere:
        lines.append(
            say(
                "-# Only players who agreed are listed here, by name if they have one in this server. Agree or "
                "withdraw with `/settings mine all_servers:`."
            )
        )
    return lines


def _unplaced(own: Ranked) -> Text:
    player, known = Member(own.person_id), rating.shown_rating(own.skill)
    if rating.is_provisional(own.skill):
        return say(
            "{player}: {rating}, {count} of the {games} rated matches needed for a rank",
            player=player,
            rating=known,
            count=own.skill.games,
            games=rating.SETTLED,
        )
    return say("{player}: {rating}, ranked again after the next rated match", player=player, rating=known)


def _ranked(player: Ranked, *, named: bool = True) -> Text:
    return say(
        "`{place}` {player} **{rating}** ± {deviation} ({games})",
        place=f"{player.place:>3}",
        player=Member(player.person_id) if named else say("a player"),
        rating=rating.shown_value(player.skill),
        deviation=rating.shown_deviation(player.skill),
        games=player.skill.games,
    )


def pool_label(pool: Pool) -> Text:
    return board_label(pool.game, RatingBoard(pool.mode, pool.variant))


def board_label(game: str, board: RatingBoard) -> Text:
    label, info = mode_label(game, board.mode), get(game).info
    chosen = dict(pair.split("=", 1) for pair in board.variant.split(";") if pair)
    for option in info.options_of(board.mode):
        if option.key in chosen:
            label = say("{mode}, {option}", mode=label, option=option.label(chosen[option.key]))
    return label


def _mode_name(game: str, mode: str) -> Text:
    known = mode_of(game, mode)
    return say("{mode}", mode=mode) if known is None else known.name


def _record(record: WinRecord) -> Text:
    """Return the totals of matches; draws only if there are any."""
    values = {"won": record.won, "lost": record.lost}
    if not record.drawn:
        return say_n(
            "{count} match, {won} won, {lost} lost", "{count} matches, {won} won, {lost} lost", record.played, **values
        )
    return say_n(
        "{count} match, {won} won, {drawn} drawn, {lost} lost",
        "{count} matches, {won} won, {drawn} drawn, {lost} lost",
        record.played,
        drawn=record.drawn,
        **values,
    )


def _against_computers(found: AgainstComputers) -> Text:
    # How many matches a player has won of those that they played against computers of this level.
    game, level, won, played = found
    return say("{game}, level {level}: {won} of {played}", game=name_of(game), level=level, won=won, played=played)


def _mode(mode: ModeRecord) -> Text:
    return say("• {mode}: {record}", mode=mode_label(mode.game, mode.mode), record=_record(mode.all))


def _opponent(opponent: Opponent) -> Text:
    player = _player(opponent.person_id)
    values, level = {"won": opponent.won, "lost": opponent.lost}, opponent.played - opponent.won - opponent.lost
    if not level:
        return say("{player} {won}–{lost}", player=player, **values)
    return say("{player} {won}–{lost} ({level} tied)", player=player, level=level, **values)


def _read(skills: Iterable[Skill]) -> Iterator[Text]:
    known = list(skills)
    if any(map(rating.is_provisional, known)):
        yield say(
            "-# ±: how far off a rating may be. ?: provisional, with fewer than {count} rated matches.",
            count=rating.SETTLED,
        )
    elif known:
        yield say("-# ±: how far off a rating may be.")


def _recent(recent: Recent, *, of_game: bool) -> Iterator[Text]:
    if recent.since is None:
        return
    yield say_n(
        "**The last match**, ended on {day}",
        "**The last {count} matches**, since {day}",
        recent.matches,
        day=recent.since,
    )
    if recent.conduct:
        done = [_CONDUCT[each].using(count=count) for each, count in recent.conduct]
        yield say("• Reliability: {counts}", counts=listed(done, "comma"))
    yield from _handovers(recent)
    if recent.streak is not None and recent.streak.length > 1:
        yield _streak(recent.streak)
    if recent.best > 1 and recent.streak != Streak(Course.WON, recent.best):
        yield say("• Longest winning streak: {count} matches", count=recent.best)
    if recent.pace is not None:
        yield say("• Average time per turn: {time}", time=recent.pace)
    if recent.openings:
        played = [_opening(each, of_game=of_game) for each in recent.openings]
        yield say("• Most played first turns: {turns}", turns=listed(played, "comma"))


def _handovers(recent: Recent) -> Iterator[Text]:
    """Yield the seats that changed hands and their players: at most one of the two has the result in their record."""
    taken, handed = recent.taken_over, recent.handed_over
    if taken.count:
        yield say_n(
            "• Took over for {players}: {count} seat, {own} in the record above",
            "• Took over for {players}: {count} seats, {own} in the record above",
            taken.count,
            own=taken.credited,
            players=listed(map(_counterpart, taken.people), "comma"),
        )
    if handed.count:
        yield say_n(
            "• Handed over to {players}: {count} seat, {own} in the record above",
            "• Handed over to {players}: {count} seats, {own} in the record above",
            handed.count,
            own=handed.credited,
            players=listed(map(_counterpart, handed.people), "comma"),
        )


def _counterpart(other: SharedSeats) -> Text:
    return say("{player} ({count})", player=_player(other.person_id), count=other.count)


def _player(person_id: int | None) -> Text | Member:
    """Return the name of a player who may not appear to the reader."""
    return say("a player") if person_id is None else Member(person_id)


def _streak(streak: Streak) -> Text:
    count = streak.length
    match streak.course:
        case Course.WON:
            return say("• Won the last {count} in a row", count=count)
        case Course.DRAWN:
            return say("• Drew the last {count} in a row", count=count)
        case Course.LOST:
            return say("• Lost the last {count} in a row", count=count)


def _opening(opening: FirstTurn, *, of_game: bool) -> Text:
    text = code(opening.text)
    if of_game:
        return say("`{turn}` ({count})", turn=text, count=opening.count)
    return say("{game} `{turn}` ({count})", game=name_of(opening.game), turn=text, count=opening.count)
