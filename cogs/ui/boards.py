"""Texts in a match's channels: turns in words, whose turn it is, how it ended; and the buttons below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, TypeAlias

import discord

from cogs.core.access import link
from cogs.core.bot import ArenaBot
from cogs.core.components import MatchButton
from cogs.core.custom_ids import MatchId
from cogs.core.errors import ECHO, Refusal
from cogs.core.messages import Accounts
from cogs.core.text import CHOICE_LIMIT, MESSAGE_LIMIT, Locale, Members, code, cut, fitting, shown
from cogs.ui.lobby import moment, seat_label
from cogs.ui.pictures import has_hands
from computer.analysis import can_analyse
from engine.errors import TurnError
from engine.events import Event
from engine.game import Game, Topic
from engine.outcome import RULINGS, Outcome, Termination
from engine.registry import games
from engine.script import Entry
from engine.seat import Seat
from engine.session import Played, Session
from engine.text import Player, Quote, Text, Value, in_a_row, listed, say, say_n
from engine.turn import SEPARATOR
from hosting.consent.agreements import way_back
from hosting.errors import HostingError
from hosting.league.matches import LIMIT
from hosting.match.events import decided, more_follows
from hosting.match.model import Match, StoredEvent, awaited, is_secret
from hosting.vacations import reveals_days
from render.registry import renderer
from store.league.seasons import League, StoredSeason

# Turns in words: what was played, what is asked, and completions of a half-typed turn.


# What players are asked in turns that are not theirs, in public words: calls, reminders, whose turn it is.


def question(session: Session, seat: Seat, player: Value | None = None) -> Text | None:
    """Return the public question to a seat inside another seat's turn, with its reason; None in its own turn.

    `player` is how to name them, such as a mention.
    """
    asked = session.game.asked(session.state, seat) if seat in session.deciding else None
    return asked if asked is None or player is None else calling(asked, {seat: player})


def names(text: Text, seat: Seat) -> bool:
    """Return whether a text, or a text that is part of it, names the player of a seat."""
    parts = [value for _, value in text.values]
    return any(names(value, seat) if isinstance(value, Text) else value == Player(seat) for value in parts)


def calling(text: Text, players: Mapping[Seat, Value]) -> Text:
    """Return a text with other words for some players, such as mentions, in place of their names."""
    words = {Player(seat): called for seat, called in players.items()}

    def put(value: Value | Text) -> Value | Text:
        if isinstance(value, Text):
            return calling(value, players)
        return words.get(value, value) if isinstance(value, Player) else value

    return replace(text, values=tuple((key, put(value)) for key, value in text.values))


def call(session: Session, seat: Seat, player: Value) -> Text | None:
    """Return the call of a player who is asked, and whose turn goes on after the answer; None in their own turn."""
    asked, whose = question(session, seat, player), session.game.owner(session.state)
    if asked is None or whose is None:
        return asked
    return say("{question} After that, {owner}'s turn goes on.", question=asked, owner=Player(whose))


def interrupts(game: str) -> bool:
    return any(each.info.key == game and each.info.answers for each in games())


def whose_turn(session: Session) -> list[Text]:
    """Return for each player who must decide that it is their turn, or the question in another player's turn."""
    return [
        question(session, seat) or say("It's {player}'s turn.", player=Player(seat))
        for seat in sorted(session.deciding)
    ]


_BETWEEN = " · "
"""Separates choices that were revealed together."""

CLOSED = say("**Everyone has chosen.** The choices stay secret until the match is over.")
"""The text for choices that were made together and that nobody else may read yet."""


def turn_texts(last: Played, *, over: bool) -> list[Text]:
    """Return who played what, as everybody may read it; all of it once the match is `over`.

    Empty for a resignation alone, which is an event.
    """
    if last.together:
        return [choices_text(last, over=over)]
    return [
        say("**{player}** plays `{moves}`", player=Player(seat), moves=moves)
        if isinstance(moves, str)
        else say("**{player}** {deed}", player=Player(seat), deed=moves)
        for seat, moves in last.runs(None, over=over)
    ]


def choices_text(last: Played, *, over: bool) -> Text:
    """Return the choices that were revealed together, by seat, as everybody may read them."""
    shown = [entry.shown(None, over=over) for entry in last.together]
    texts = [each for each in shown if isinstance(each, str)]
    if not texts:
        return CLOSED
    if len(texts) < len(shown):
        return say("**Revealed:** `{choices}`. The others stay secret until the match is over.", choices=_listed(texts))
    return say("**All choices are revealed:** `{choices}`", choices=_listed(texts))


def choices_are_open(last: Played, *, over: bool) -> bool:
    """Return whether everybody may read all choices that were made together."""
    return all(entry.shown(None, over=over) == entry.text for entry in last.together)


def stays_closed(session: Session) -> bool:
    """Return whether the current choices stay closed until the match is over, as all of them are private."""
    game, state, seat = session.game, session.state, min(session.deciding)
    return game.veil(state, seat, game.legal(state, seat)[0]) is not None


def _listed(texts: Iterable[str]) -> str:
    return _BETWEEN.join(texts)


def choice_of(match: Match, seat: Seat, *, sealed: bool = False) -> Entry | None:
    """Return a seat's choice that is sealed or, unless `sealed`, was just opened with others; for its own player."""
    last = match.session.last
    now = [entry for _, _, entry in match.session.sealed]
    opened = last.together if not (sealed or now) and last is not None else ()
    return next((entry for entry in (*now, *opened) if entry.seat == seat), None)


def cautions(match: Match, seat: Seat) -> list[Text]:
    """Return warnings for a seat's player about a sealed choice that they can still change."""
    session = match.session
    moves = [move for each, move, _ in session.sealed if each == seat]
    found = (session.game.caution(session.state, seat, move) for move in moves)
    return [warned(each) for each in found if each is not None]


def warned(caution: Text) -> Text:
    """Return a warning as it is shown."""
    return say("⚠️ {warning}", warning=caution)


def count_text(match: Match) -> Text:
    """Return how many of the players who choose at once have chosen."""
    deciding = len(match.session.deciding)
    return say_n(
        "{count} of {all} has chosen.", "{count} of {all} have chosen.", len(match.session.sealed), all=deciding
    )


def played_text(match: Match, seat: Seat) -> Text:
    """Return what was played and who is next, for the player of a seat who has just played."""
    session = match.session
    for move, sealed in ((move, entry) for each, move, entry in session.sealed if each == seat):
        if sealed.veil is None:
            return say(
                "Your choice is `{choice}`. Nobody else sees it until everyone has chosen, and you can change it "
                "until then.",
                choice=sealed.text,
            )
        steps = [step.text for step in session.game.choices(session.state, seat, move)]
        return say(
            "Your choice is `{choice}`: {steps}. Nobody else sees it until the match is over; you can change "
            "it until everyone has chosen.",
            choice=sealed.text,
            steps=listed(steps, "comma"),
        )
    last = session.last
    if last is None:
        raise AssertionError(f"seat {seat} has played in match {match.id}, and nobody has")
    own = _own(match, last, seat)
    if session.outcome is not None:
        return say("Played `{turn}`. {result}", turn=own, result=session.outcome.reason)
    waiting = sorted(match.awaited)
    if waiting == [seat]:
        return say("Played `{turn}`. It's your turn again.", turn=own)
    if len(waiting) == 1 and (asked := question(session, waiting[0])) is not None:
        return say("Played `{turn}`. {question}", turn=own, question=asked)
    if len(waiting) == 1:
        return say("Played `{turn}`. Next: {player}.", turn=own, player=Player(waiting[0]))
    return say("Played `{turn}`. Now everyone chooses.", turn=own)


def _own(match: Match, last: Played, seat: Seat) -> str:
    """Return a seat's latest turn, for its own player; others may have answered, or it is an answer itself."""
    if last.seat == seat and not last.together:
        return last.text
    entries = match.session.entries
    latest = next((index for index in range(len(entries), 0, -1) if entries[index - 1].seat == seat), 0)
    texts = [entry.text for entry in entries[:latest]]
    begun = latest
    while begun and (entries[begun - 1].seat, entries[begun - 1].turn) == (seat, entries[latest - 1].turn):
        begun -= 1
    return SEPARATOR.join(texts[begun:])


# Completions of a half-typed turn: notation and, beside it, what the latest action means.
#
# Discord puts a completion's whole name into the field once it is picked, words included, and people type on behind it.
# So what comes back is disentangled: the words are taken out again where they stand.


WORDS_AFTER = " · "
"""Separates the notation and the words."""

Words: TypeAlias = Callable[[Event], str]
"""Puts an event into the reader's words."""


def named(session: Session, seat: Seat, turns: Iterable[str], words: Words) -> list[tuple[str, str]]:
    """Return name and value of each completion."""
    return [(_name(session, seat, turn, words), turn) for turn in turns if len(turn) <= CHOICE_LIMIT]


def without_words(session: Session, seat: Seat, typed: str, words: Words, *, half: bool = False) -> str:
    """Return the notation in a typed text, without the words of a completion that was picked on the way.

    `words` are the reader's, as they were in the completion. In a text that is still being typed (`half`) incomplete
    words are skipped.

    Raises:
        Refusal: The words beside the notation are not a completion's: they may mean something else.
    """
    turn, beside, rest = typed.partition(WORDS_AFTER)
    if not beside:
        return typed
    name = _name(session, seat, turn, words)
    if name != turn and typed.startswith(name):
        return turn + typed[len(name) :]
    if half:
        return turn
    raise not_understood(turn, rest)


def not_understood(turn: str, beside: str) -> Refusal:
    """Return the refusal of text beside a turn that is neither notation nor a completion."""
    text = say(
        "I don't understand “{words}” (from character {place} on), so nothing was done. Type notation, or pick "
        "a suggestion.",
        place=len(turn) + len(WORDS_AFTER) + 1,
        words=Quote(beside.strip() or "…"),
    )
    if turn.strip():
        text = say("{reason} If that's what you want, write just `{turn}`.", reason=text, turn=code(cut(turn, ECHO)))
    return Refusal(text, code="words-beside")


def _name(session: Session, seat: Seat, turn: str, words: Words) -> str:
    head, _, _ = turn.removesuffix(SEPARATOR).rpartition(SEPARATOR)
    try:
        before, after = session.preview(seat, head), session.preview(seat, turn)
    except TurnError:
        return turn
    text = " ".join(words(event) for event in after.events[len(before.events) :])
    name = f"{turn}{WORDS_AFTER}{text}"
    return name if text and len(name) <= CHOICE_LIMIT else turn


# The buttons under the message that says whose turn it is, and under the answer to a turn.


PLAY, LEGAL, BOARD, RECORD, RESIGN, SPECTATE = "play", "legal", "board", "record", "resign", "spectate"
REPLAY, CARDS, HAND, UNDO, VERIFY = "replay", "cards", "hand", "undo", "verify"
REMATCH, NEW_TABLE, ANALYSE = "rematch", "newtable", "analyse"
RULES, MORE, ASK_BACK, OFFER = "rules", "more", "askback", "offer"
"""Each leads on: to the game's rules, to everything else, and from there to what the others are asked for."""
PRACTISE = "practise"
"""In the viewer of a finished match; its seq is the number of the turn shown."""

LABELS: dict[str, tuple[Text, discord.ButtonStyle]] = {
    PLAY: (say("Play", context="button"), discord.ButtonStyle.primary),
    LEGAL: (say("Moves", context="button"), discord.ButtonStyle.secondary),
    BOARD: (say("Board", context="button"), discord.ButtonStyle.secondary),
    RECORD: (say("Record", context="button"), discord.ButtonStyle.secondary),
    RESIGN: (say("Resign", context="button"), discord.ButtonStyle.danger),
    SPECTATE: (say("Watch with others"), discord.ButtonStyle.secondary),
    REPLAY: (say("Replay", context="button"), discord.ButtonStyle.secondary),
    HAND: (say("Your hand", context="button"), discord.ButtonStyle.secondary),
    CARDS: (say("Cards", context="button"), discord.ButtonStyle.secondary),
    UNDO: (say("Take back"), discord.ButtonStyle.secondary),
    VERIFY: (say("Verify", context="button"), discord.ButtonStyle.secondary),
    ANALYSE: (say("Analyse", context="button"), discord.ButtonStyle.secondary),
    RULES: (say("Rules", context="button"), discord.ButtonStyle.secondary),
    MORE: (say("More", context="button"), discord.ButtonStyle.secondary),
    ASK_BACK: (say("Take back"), discord.ButtonStyle.secondary),
    OFFER: (say("Ask the others"), discord.ButtonStyle.secondary),
    REMATCH: (say("Rematch", context="button"), discord.ButtonStyle.primary),
    NEW_TABLE: (say("New table", context="button"), discord.ButtonStyle.secondary),
}

PREPARE = "prepare"
"""Only under private messages: nobody else needs to see answers in advance."""
IN_ADVANCE = say("Answer in advance", context="button")
OTHER_CARDS = "othercards"
"""Under the short form of a hand: to everything else that its player holds."""
AID = "aid"
"""Under private messages, too: beside a hand, and beside a question."""

RUNNING = (PLAY, HAND, LEGAL, RULES, MORE)
"""One row on a phone; everything else is behind the last (`cogs.play.matches`), which is always there."""
OVER = (REMATCH, NEW_TABLE, REPLAY, ANALYSE, VERIFY)
"""The board and the record are in the message itself."""

_CHOOSE = say("Choose", context="button")
_ANSWER = say("Answer", context="button")
"""The label of Play for a player who is asked inside another player's turn."""
ABANDON = say("Abandon", context="button")
"""What resigning is called where one plays alone."""
PLAY_AGAIN = say("Play again")
"""What a rematch is called there."""


def match_view(match: Match, session: Session, seq: int, locale: Locale, *, analysed: bool) -> discord.ui.View:
    """Return the buttons of a match; `session` is the position that the reader sees, after the event `seq`.

    `analysed`: whether this bot analyses games.
    """
    view = discord.ui.View(timeout=None)
    over = session.outcome is not None
    for action in _over(session, alone=match.alone, analysed=analysed) if over else _running(match, session):
        text, style = LABELS[action]
        if action == PLAY:
            text = playing(session)
        elif action == REMATCH and match.alone:
            text = PLAY_AGAIN
        view.add_item(MatchButton.button(MatchId(match.id, seq, action).text, text, locale, style))
    return view


def play_view(match: Match, locale: Locale) -> discord.ui.View:
    """Return the button Play alone, for direct messages: it opens the builder there, until the match has gone on."""
    _, style = LABELS[PLAY]
    view = discord.ui.View(timeout=None)
    pressed = MatchId(match.id, match.seq, PLAY).text
    view.add_item(MatchButton.button(pressed, playing(match.session), locale, style))
    return view


def buttons_after(match: Match, seat: Seat, locale: Locale) -> list[MatchButton]:
    """Return the buttons to go on after a seat's turn, if it is asked again, and to take the turn back, if it may."""
    actions: dict[str, Text] = {}
    if not match.over and match.paused is None and seat in match.awaited:
        actions[PLAY] = playing(match.session)
    with suppress(HostingError):
        if way_back(match, seat).free:  # else others have to agree
            actions[UNDO] = LABELS[UNDO][0]
    return [
        MatchButton.button(MatchId(match.id, match.seq, action).text, text, locale, LABELS[action][1])
        for action, text in actions.items()
    ]


def aid_card(match: Match) -> Topic | None:
    """Return the help page with the aid card of a match's game; None for games that have none."""
    return next((topic for topic in match.session.game.topics if topic.aid), None)


def aid_button(match: Match, locale: Locale, row: int | None = None) -> MatchButton | None:
    """Return the button for the aid card of a game; None for games that have none."""
    topic = aid_card(match)
    if topic is None:
        return None
    return MatchButton.button(MatchId(match.id, match.seq, AID).text, topic.title, locale, row=row)


def playing(session: Session) -> Text:
    if len(session.deciding) > 1:
        return _CHOOSE
    if any(session.game.asked(session.state, seat) for seat in session.deciding):
        return _ANSWER
    return LABELS[PLAY][0]


def has_moves_text(game: Game[Any, Any, Any]) -> bool:
    """Return whether the button Moves has something to show in a game."""
    return game.invitation is not None or game.info.open


def _over(session: Session, *, alone: bool, analysed: bool) -> tuple[str, ...]:
    # Where nothing was secret there is nothing to verify, and a table for one player would have no seats to offer.
    info = session.game.info
    missing = set() if info.uses_chance or info.together or session.setup.loadouts else {VERIFY}
    missing |= {NEW_TABLE} if alone else set()
    played = any(not entry.forfeit for entry in session.entries)
    missing |= set() if analysed and can_analyse(info.key, session.setup.mode) and played else {ANALYSE}
    return tuple(action for action in OVER if action not in missing)


def _running(match: Match, session: Session) -> tuple[str, ...]:
    """Return the actions of a running match's buttons, without those that its game, or nobody just now, can use."""
    game = session.game
    missing = {PLAY} if session.deciding <= match.computers else set()
    # One of the two has room: what pieces can do, or what players hold, which is else behind More.
    missing |= {HAND} if has_moves_text(game) or not has_hands(game.info.key) else set()
    missing |= set() if has_moves_text(game) else {LEGAL}
    missing |= {RULES} if not game.topics else set()
    return tuple(action for action in RUNNING if action not in missing)


async def season_line(bot: ArenaBot, match: Match, missing: Seat | None = None) -> Text | None:
    """Return a match's place in its season, with a link, and the meaning of a forfeit; None outside leagues.

    `missing` is the seat whose player is gone, for a text to others; None for the reader's own forfeit.
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
    if season.message_id is None:
        return None
    if isinstance(bot.get_channel(league.channel_id), discord.ForumChannel):
        return link(season.guild_id, season.message_id)  # there a post has the number of its first message
    return f"{link(season.guild_id, league.channel_id)}/{season.message_id}"


MOST_BEFORE = 20
"""Events before one that are told with it: where no person plays any more, computers go on to the end by themselves."""


def told_with(match: Match, seq: int) -> Sequence[StoredEvent]:
    """Return an event with those before it that are told with it: turns that computers played in a row."""
    first = seq
    while first > max(1, seq - MOST_BEFORE) and more_follows(match.events[first - 2]):
        first -= 1
    return match.events[max(0, first - 1) : seq]


async def turns_before(bot: ArenaBot, match: Match, seq: int) -> list[Played]:
    """Return the turns that computers played in a row before an event, and that are told with it."""
    events = told_with(match, seq)
    sessions = [await bot.arena.matches.at(match, each.seq) for each in events] if len(events) > 1 else []
    played = [each.last for each in sessions if each.last is not None]
    # What is played in parts is told as a whole after the last one.
    return [one for one, other in pairwise(played) if other.parts[: len(one.parts)] != one.parts]


HURRIED = say("-# Computers have much to do just now, so this one looked less far ahead than usual.")


def haste(match: Match, seq: int) -> list[Text]:
    """Return what there is to say if a computer looked less far ahead in a turn that is told with an event."""
    made = [about for event in told_with(match, seq) for about in decided(event).values()]
    return [HURRIED] if any("effort" in about or "level" in about for about in made) else []


def board_content(
    match: Match,
    session: Session,
    locale: Locale,
    audience: Collection[Seat] = (),
    note: Text | None = None,
    *,
    before: Sequence[Played] = (),
    headline: bool = True,
    room: int = MESSAGE_LIMIT,
) -> str:
    """Return the text above a board: who plays, or what was played, in notation and in words.

    A turn with more events than fit is told as far as it goes, with where to read all of it.

    Args:
        match: The match.
        session: The game after the event that the board shows.
        locale: The server's.
        audience: The seats of the channel's readers, if nobody else reads it.
        note: What happened besides turns.
        before: Turns before the last one that are told with it.
        headline: Whether to say how far the game is; a call below does so itself.
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
        over = session.outcome is not None
        lines = [line for each in (*before, session.last) for line in _played(each, audience, over=over)]
    below = say("-# {headline}", headline=renderer(match.game).headline(session.view(None)))
    last = f"\n{shown(below, locale, match.names)}" if headline else ""
    whole = _told if note is None and session.last is not None else _joined
    return f"{whole(lines, locale, match.names, room - len(last), match.members)}{last}"


def call_content(
    match: Match,
    session: Session,
    locale: Locale,
    *,
    board: str | None,
    pinged: Accounts,
    deadlines: Mapping[Seat, datetime] | None = None,
    away: timedelta = timedelta(),
) -> str:
    """Return who must decide now, and what; or that the match is paused.

    Args:
        match: The match.
        session: The game after the event that it is about.
        locale: The server's.
        board: Address of the board's message, for a line below it; None within the message of the board.
        pinged: Of players to mention; the others are named.
        deadlines: Until when they have time; without players whose clock does not run.
        away: How long the bot was away since the turn before.
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
    if match.paused is not None or awaited(match, session) <= match.computers:  # nobody has to press anything
        lines += [] if board is None else [say("-# [The board]({link})", link=board)]
    else:
        lines.append(
            say("-# Press **{button}** or type `/move`. [The board]({link})", button=playing(session), link=board)
            if board is not None
            else say("-# Press **{button}** or type `/move`.", button=playing(session))
        )
    return _joined(lines, locale, match.names, members=match.members)


def _secrecy(session: Session) -> Text:
    """Return that choices stay hidden until all are in; of two who choose, each can see whether the other has."""
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
    """Return whose turn it is, the question, and the deadlines.

    That is the game's own line with mentions in place of names; players whom it does not name, as all choose at once,
    are listed behind it. A player asked in another's turn reads the reason in its place.
    """
    lines, players, times = list[Text](), dict[Seat, str | Player](), dict[datetime | None, list[str | Player]]()
    for seat in sorted(awaited(match, session)):
        due = None if reveals_days(match, seat) else deadlines.get(seat)
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
    text = calling(headline, {seat: players[seat] for seat in named})
    if others := [player for seat, player in players.items() if seat not in named]:
        text = say("{headline}: {players}", headline=text, players=listed(others, "comma"))
    lines.append(text)
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
    before: Sequence[Played] = (),
    room: int = MESSAGE_LIMIT,
) -> str:
    """Return how the match ended: the last turn, the result in words, the ranks. The record has it in notation.

    A last turn with many events is told as far as the result leaves room. `mentioned` players are mentioned, the others
    named. `feats` are what else the game counts, from seat 1 on, in few words; empty where it counts nothing. `before`:
    turns before the last one that are told with it.
    """
    text = _joined(_result(match, session, outcome, mentioned, feats), locale, match.names, room)
    last = session.last
    if last is None or last.ended_by_surrender(outcome) or outcome.termination in RULINGS:
        return text
    lines = [line for each in (*before, last) for line in _played(each, (), over=True)]
    turn = _told(lines, locale, match.names, room - len(text) - 1)
    return f"{turn}\n{text}" if turn else text


def _result(match: Match, session: Session, outcome: Outcome, mentioned: Accounts, feats: Sequence[Text]) -> list[Text]:
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
            if notes := [*outcome.counts(seat), *feats[seat - 1 : seat]]:
                text = in_a_row(notes)
                lines.append(say("{rank}\\. {player} · {notes}", rank=rank, player=mention, notes=text))
            else:
                lines.append(say("{rank}\\. {player}", rank=rank, player=mention))
    if outcome.alone and not outcome.undecided:
        lines.append(_alone(match, outcome, mentioned))
    return lines


def _alone(match: Match, outcome: Outcome, mentioned: Accounts) -> Text:
    player = mentioned.calling(match.person_of(1), Player(1))
    if outcome.against is None:
        text = say("Victory: {player}", player=player) if outcome.winners else say("Defeat: {player}", player=player)
    elif outcome.winners:
        text = say("Victory over {opponent}: {player}", player=player, opponent=outcome.against)
    else:
        text = say("Defeat by {opponent}: {player}", player=player, opponent=outcome.against)
    return say("{told}, points: {points}", told=text, points=f"{outcome.points[0]:g}") if outcome.points else text


def public(events: Iterable[Event], audience: Collection[Seat] = ()) -> list[Event]:
    """Return the events that all of an audience may know; an empty audience is everybody."""
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
    """Return what happened in at most `room` characters; if it is longer, whole lines and where to read the rest."""
    return fitting([shown(line, locale, names, members) for line in lines], room, shown(_SHORTENED, locale))


def _joined(
    lines: Sequence[Text],
    locale: Locale,
    names: Sequence[str],
    room: int = MESSAGE_LIMIT,
    members: Members | None = None,
) -> str:
    return cut("\n".join(shown(line, locale, names, members) for line in lines), max(room, 0))
