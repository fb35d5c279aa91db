"""What a person is told when something goes wrong: in private, short, with the rule and with what would be right."""

# ruff: noqa: N818 - named for what happened, as in hosting.errors

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.permissions import labels
from cogs.ui.text import MESSAGE_LIMIT, code, cut, safe, shown
from engine.errors import ArenaError, MoveError, RecordError, TurnError
from engine.text import Text, say
from hosting.errors import HostingError, MatchParked
from hosting.housing import to_do
from store.replay import ReplayError

log = logging.getLogger(__name__)

SUGGESTIONS = 5
ECHO = 60
"""So many characters of what somebody typed are repeated."""

_USEFUL = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "create_public_threads",
    "send_messages_in_threads",
)
"""What most of what the bot does takes."""

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060

AnyInteraction: TypeAlias = discord.Interaction[Any]


class Refusal(ArenaError):
    """Something that Discord would allow and the bot does not, because of where or by whom it was asked."""

    def __init__(self, text: Text, *, code: str) -> None:
        super().__init__(text, code=code)


class MissingPermission(ArenaError):
    """The bot lacks a permission for what it was asked to do.

    Attributes:
        permissions: Which, by discord.py's names.
    """

    def __init__(self, permissions: tuple[str, ...]) -> None:
        super().__init__(
            say(
                "I lack a permission for that here: {permissions}. `/doctor` shows everything that is missing.",
                permissions=labels(permissions),
            ),
            code="missing-permission",
        )
        self.permissions = permissions


async def report(interaction: AnyInteraction, error: BaseException) -> None:
    """Tell whoever pressed or typed what went wrong, and log what is the bot's own fault.

    Errors that speak of players find their names in `interaction.extras["names"]`.
    """
    cause = cause_of(error)
    if interaction.client.is_closed():
        log.info("an interaction was cut off by the end of the program: %r", cause)
        return
    if _too_late(cause):
        log.warning("an interaction was answered too late: %s", cause)
        return
    lines = explain(interaction, cause)
    if lines is None:
        number = secrets.token_hex(4)
        log.error("unexpected error %s", number, exc_info=cause)
        lines = [
            say(
                "Sorry, something went wrong on my side. If it happens again, please tell whoever runs this bot the "
                "number `{number}`.",
                number=number,
            )
        ]
    elif isinstance(cause, ReplayError):
        log.error("match %d cannot be read", cause.match_id, exc_info=cause)
    try:
        await tell(interaction, *lines, names=interaction.extras.get("names", ()))
    except discord.HTTPException as failure:
        log.warning("could not tell a person about an error: %s", failure)


async def tell(interaction: AnyInteraction, *lines: Text, names: tuple[str, ...] = ()) -> None:
    """Say something to the person behind an interaction, and to nobody else."""
    content = cut("\n".join(shown(line, interaction.locale, names) for line in lines), MESSAGE_LIMIT)
    none = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        await interaction.response.send_message(content, ephemeral=True, allowed_mentions=none)
        return
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        # The first message after a deferral is as public as the deferral was, whatever it asks for itself.
        waiting = await interaction.original_response()
        if not waiting.flags.ephemeral:
            await waiting.delete()
    await interaction.followup.send(content, ephemeral=True, allowed_mentions=none)


def explain(interaction: AnyInteraction, error: BaseException) -> list[Text] | None:
    """Return what to say about an error, or None if nobody foresaw it. The first that fits in the list counts."""
    for kind, words in _EXPLANATIONS:
        if isinstance(error, kind):
            return words(interaction, error)
    return None


def cause_of(error: BaseException) -> BaseException:
    """Return what discord.py wrapped on its way to the error handler."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    return error


def _too_late(error: BaseException) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, ALREADY_ANSWERED)


def _turn(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401 — narrowed by the table below
    return [_nothing_played(error), *_arena(_, error)]


def _nothing_played(error: TurnError) -> Text:
    """Return that a turn was not played and which action is to blame, quoted unless the reason does so itself."""
    if error.code == "turn-incomplete":
        return say("Nothing of the turn was played yet.")
    number, action = error.index + 1, code(cut(error.action, ECHO))
    if not action or any(value == error.action for _, value in error.text.values):
        return say("Nothing of the turn was played, because of action {number}.", number=number)
    return say("Action {number}, `{action}`, cannot be played; nothing of the turn was.", number=number, action=action)


def _arena(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    lines = [
        _brief(error.text) if isinstance(error, MoveError | TurnError | RecordError | HostingError) else error.text
    ]
    if error.rule:
        lines.append(say("The rule is {rule}: see `/rules topic:{rule}`.", rule=error.rule))
    if error.suggestions:
        shown_first = ", ".join(f"`{code(text)}`" for text in error.suggestions[:SUGGESTIONS])
        lines.append(say("Possible here: {moves}", moves=shown_first))
    return lines


def _parked(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [error.text, to_do(error.parked)]


def _bot_permissions(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [MissingPermission(tuple(error.missing_permissions)).text]


def _user_permissions(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [say("You need a permission for that here: {permissions}.", permissions=labels(error.missing_permissions))]


def _forbidden(interaction: AnyInteraction, _: Any) -> list[Text]:  # noqa: ANN401
    granted = interaction.app_permissions
    missing = tuple(name for name in _USEFUL if not getattr(granted, name))
    if missing:
        return [MissingPermission(missing).text]
    return [say("Discord does not let me do that here. `/doctor` shows which permissions I lack.")]


def _unreadable(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [
        say(
            "This version of me cannot read what was played in match {number}: it stands still, and my log says why.",
            number=error.match_id,
        )
    ]


def _outdated(_: AnyInteraction, __: Any) -> list[Text]:  # noqa: ANN401
    return [say("This command has just changed. Please type it again; restarting Discord helps if it looks the same.")]


def _server_only(_: AnyInteraction, __: Any) -> list[Text]:  # noqa: ANN401
    return [say("This works in a server only.")]


def _busy(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [say("Please wait {seconds} seconds before you do that again.", seconds=max(1, round(error.retry_after)))]


def _check(_: AnyInteraction, __: Any) -> list[Text]:  # noqa: ANN401
    return [say("You may not do that here.")]


def _brief(text: Text) -> Text:
    """Return a text whose echoes of what somebody typed or is called are short and plain."""
    values = ((key, safe(cut(value, ECHO)) if isinstance(value, str) else value) for key, value in text.values)
    return Text(text.template, tuple(values))


_EXPLANATIONS: tuple[tuple[type[BaseException], Callable[[AnyInteraction, Any], list[Text]]], ...] = (
    (TurnError, _turn),
    (MatchParked, _parked),
    (ArenaError, _arena),
    (ReplayError, _unreadable),
    (app_commands.BotMissingPermissions, _bot_permissions),
    (app_commands.MissingPermissions, _user_permissions),
    (app_commands.NoPrivateMessage, _server_only),
    (app_commands.CommandOnCooldown, _busy),
    (app_commands.CheckFailure, _check),
    (app_commands.CommandNotFound, _outdated),
    (app_commands.CommandSignatureMismatch, _outdated),
    (discord.Forbidden, _forbidden),
)
