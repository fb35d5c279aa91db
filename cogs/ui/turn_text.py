"""Turns in words: what was played, what is asked, and completions of a half-typed turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from cogs.core.errors import ECHO, Refusal
from cogs.core.text import CHOICE_LIMIT, code, cut
from engine.errors import TurnError
from engine.events import Event
from engine.registry import games
from engine.script import Entry
from engine.seat import Seat
from engine.session import Played, Session
from engine.text import Player, Quote, Text, Value, listed, say, say_n
from engine.turn import SEPARATOR
from hosting.match.model import Match

# What players are asked in turns that are not theirs, in public words: calls, reminders, whose turn it is.


def question(session: Session, seat: Seat, player: Value | None = None) -> Text | None:
    """Return what a seat is asked inside the turn of another, and why, as everybody may know; None in its own turn.

    Args:
        session: The game.
        seat: Who must decide.
        player: How to call them, such as a mention; their name without it.
    """
    told = session.game.asked(session.state, seat) if seat in session.deciding else None
    return told if told is None or player is None else calling(told, {seat: player})


def names(text: Text, seat: Seat) -> bool:
    """Return whether a text names the player of a seat, in itself or in a text that is a part of it."""
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
    told, whose = question(session, seat, player), session.game.owner(session.state)
    if told is None or whose is None:
        return told
    return say("{question} After that, {owner}'s turn goes on.", question=told, owner=Player(whose))


def interrupts(game: str) -> bool:
    """Return whether players of a game are asked in the turns of others."""
    return any(each.info.key == game and each.info.answers for each in games())


def whose_turn(session: Session) -> list[Text]:
    """Return for each who must decide that it is their turn, or what they are asked in that of another."""
    return [
        question(session, seat) or say("It's {player}'s turn.", player=Player(seat))
        for seat in sorted(session.deciding)
    ]


_BETWEEN = " · "
"""Stands between choices that were revealed together."""

CLOSED = say("**Everyone has chosen.** The choices stay secret until the match is over.")
"""What is told of choices that were made together and that nobody else may read yet."""


def turn_texts(last: Played, *, over: bool) -> list[Text]:
    """Return who played what, as everybody may read it; nothing for a surrender alone, which is told as an event.

    Args:
        last: The turn.
        over: Whether the match is over, so that everything may be read.
    """
    if last.together:
        return [choices_text(last, over=over)]
    return [deed_text(seat, moves) for seat, moves in last.runs(None, over=over)]


def deed_text(seat: Seat, moves: str | Text) -> Text:
    """Return what a seat played, in notation or in the words that stand in its place, as a sentence."""
    if isinstance(moves, str):
        return say("**{player}** plays `{moves}`", player=Player(seat), moves=moves)
    return say("**{player}** {deed}", player=Player(seat), deed=moves)


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
    """Return whether what is chosen together now stays closed until the match is over, as all of it is private."""
    game, state, seat = session.game, session.state, min(session.deciding)
    return game.veil(state, seat, game.legal(state, seat)[0]) is not None


def _listed(texts: Iterable[str]) -> str:
    return _BETWEEN.join(texts)


def sealed_text(match: Match, seat: Seat) -> str:
    """Return what a seat has sealed, in notation; empty if it has chosen nothing. For its own player only."""
    return next((entry.text for each, _, entry in match.session.sealed if each == seat), "")


def choice_of(match: Match, seat: Seat, *, sealed: bool = False) -> Entry | None:
    """Return a seat's choice that is sealed, or was just opened with others; for its own player.

    Args:
        match: As it stands.
        seat: Whose.
        sealed: Only if it is sealed still.
    """
    last = match.session.last
    now = [entry for _, _, entry in match.session.sealed]
    opened = last.together if not (sealed or now) and last is not None else ()
    return next((entry for entry in (*now, *opened) if entry.seat == seat), None)


def cautions(match: Match, seat: Seat) -> list[Text]:
    """Return what a seat's own player should know of what they have sealed and can still change."""
    session = match.session
    moves = [move for each, move, _ in session.sealed if each == seat]
    found = (session.game.caution(session.state, seat, move) for move in moves)
    return [warned(each) for each in found if each is not None]


def warned(caution: Text) -> Text:
    """Return a caution as it is shown."""
    return say("⚠️ {warning}", warning=caution)


def count_text(match: Match) -> Text:
    """Return how many of those who choose at once have chosen."""
    deciding = len(match.session.deciding)
    return say_n(
        "{count} of {all} has chosen.", "{count} of {all} have chosen.", len(match.session.sealed), all=deciding
    )


def played_text(match: Match, seat: Seat) -> Text:
    """Return what was played and who comes next, for the player of a seat who has just played."""
    session = match.session
    last, sealed = session.last, sealed_text(match, seat)
    closed = next((move for each, move, entry in session.sealed if each == seat and entry.veil is not None), None)
    if closed is not None:
        steps = [step.text for step in session.game.choices(session.state, seat, closed)]
        return say(
            "Your choice is `{choice}`: {steps}. Nobody else sees it until the match is over; you can change "
            "it until everyone has chosen.",
            choice=sealed,
            steps=listed(steps, "comma"),
        )
    if sealed:
        return say(
            "Your choice is `{choice}`. Nobody else sees it until everyone has chosen, and you can change it "
            "until then.",
            choice=sealed,
        )
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
    """Return what a seat has just played, for its own player; others may have answered, or it is an answer itself."""
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


BESIDE = " · "
"""Stands between the notation and the words."""

Words: TypeAlias = Callable[[Event], str]
"""Puts an event into the reader's words."""


def named(session: Session, seat: Seat, turns: Iterable[str], words: Words) -> list[tuple[str, str]]:
    """Return name and value of each completion."""
    return [(_name(session, seat, turn, words), turn) for turn in turns if len(turn) <= CHOICE_LIMIT]


def untangled(session: Session, seat: Seat, typed: str, words: Words, *, half: bool = False) -> str:
    """Return the notation in what was typed, without the words of a completion that was picked on the way.

    Args:
        session: The game.
        seat: Whose turn.
        typed: What stands in the field.
        words: The reader's words, as they stood in the completion.
        half: Whether it is still being typed: then words that are no longer whole are passed over.

    Raises:
        Refusal: What stands beside the notation is not what a completion says of it: it may mean something else.
    """
    turn, beside, rest = typed.partition(BESIDE)
    if not beside:
        return typed
    name = _name(session, seat, turn, words)
    if name != turn and typed.startswith(name):
        return turn + typed[len(name) :]
    if half:
        return turn
    raise not_understood(turn, rest)


def not_understood(turn: str, beside: str) -> Refusal:
    """Return the answer to text beside a turn that is neither notation nor a completion."""
    text = say(
        "I don't understand “{words}” (from character {place} on), so nothing was done. Type notation, or pick "
        "a suggestion.",
        place=len(turn) + len(BESIDE) + 1,
        words=Quote(beside.strip() or "…"),
    )
    if turn.strip():
        text = say("{reason} If you mean that, write just `{turn}`.", reason=text, turn=code(cut(turn, ECHO)))
    return Refusal(text, code="words-beside")


def _name(session: Session, seat: Seat, turn: str, words: Words) -> str:
    """Return a turn with the meaning of its latest action, if there is room for it."""
    head, _, _ = turn.removesuffix(SEPARATOR).rpartition(SEPARATOR)
    try:
        before, after = session.preview(seat, head), session.preview(seat, turn)
    except TurnError:
        return turn
    told = " ".join(words(event) for event in after.events[len(before.events) :])
    name = f"{turn}{BESIDE}{told}"
    return name if told and len(name) <= CHOICE_LIMIT else turn
