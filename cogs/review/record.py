"""`/match record`, and Verify: whether secret draws and choices fit their hashes."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable

import discord
from discord import app_commands

from cogs.core.access import WHICH_SEEN, SeenNumber, link, match_for, seen_match, whoami
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.errors import Refusal
from cogs.core.messages import reply
from cogs.core.text import MESSAGE_LIMIT, Locale, cut, locale_of, mark, plain, shown
from cogs.ui.hashes import opened_text
from cogs.ui.replay import PlayedTurn, check_turns, replayed_game_of
from engine import record
from engine.history import part
from engine.text import Text, Value, say
from engine.transcript import read_pasted
from engine.verify import SEED_NOT_GIVEN, Report, Verdict, verify
from hosting.match.model import BEGINNING, Match
from hosting.match.sealing import Proof, copied, openings
from hosting.match.service import recorded


class RecordCog(ArenaCog):
    """Sends records."""

    under = "match"

    @app_commands.command(description=mark("Get the record of a match as a file"))
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first=mark("Number of the first turn, if you don't want them all"),
        last=mark("Number of the last turn, if you don't want them all"),
        match=WHICH_SEEN,
    )
    async def record(
        self,
        interaction: Interaction,
        first: PlayedTurn | None = None,
        last: PlayedTurn | None = None,
        match: SeenNumber | None = None,
    ) -> None:
        found = await seen_match(interaction, match)
        if first is None and last is None:
            await send_record(interaction, found)
        else:
            await send_part(interaction, found, first, last)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        await send_record(interaction, await match_for(interaction, match_id))


async def send_record(interaction: Interaction, match: Match) -> None:
    text = await interaction.client.arena.matches.record(match.id, await whoami(interaction))
    words = say("The record of this match.") if match.over else say("The record so far; the match is still on.")
    await reply(
        interaction,
        shown(words, locale_of(interaction)),
        files=[discord.File(io.BytesIO(text.encode()), record_name(match))],
    )


async def send_part(interaction: Interaction, match: Match, first: int | None, last: int | None) -> None:
    """Answer with a record of some turns, which starts from the position before them."""
    story = await replayed_game_of(interaction.client, match)
    begin, end = check_turns(story, first, last)
    tags, seat = {"Date": f"{match.started_at:%Y.%m.%d}"}, match.seat_of(await whoami(interaction))
    names = recorded(match.names)
    text = record.write(part(match.session, begin, end), names, tags, reveal=match.over, reader=seat)
    await reply(
        interaction,
        shown(say("Turns {first} to {last} of this match.", first=begin, last=end), locale_of(interaction)),
        files=[discord.File(io.BytesIO(text.encode()), f"{match.game}-{match.id}-{begin}-{end}.txt")],
    )


def record_name(match: Match) -> str:
    """Return the file name of a match's record for reading: Discord shows its text in the message."""
    return f"{match.game}-{match.id}.txt"


def choices_name(match: Match) -> str:
    """Return the name of the file that opens what stayed closed until the end of a match."""
    return f"choices-{match.id}.opened"


# The button Verify under a match that is over: does what was drawn and chosen in secret fit what was promised?
#
# It compares what is stored with the record (`engine.verify`). A player who does not trust the bot checks it elsewhere:
# the answer says what to copy, and how to check it elsewhere.


_SIGNS = {Verdict.HOLDS: "✅", Verdict.FAILS: "❌", Verdict.UNCHECKED: "❔"}

# No doubt about the match: the bot has no copy of that message that could prove anything.
_BEGINNING = say(
    "-# I can't check the message with the hash of the seed for you: compare it with `Commitment` in the record."
)

_ASIDE = say(
    "-# The third file reveals the last choices, with salts and hashes: paste it below the messages with their hashes."
)


class VerifyCog(ArenaCog):
    """Answers the button Verify."""

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await seen_match(interaction, match_id)
        if not match.over:
            raise Refusal(
                say("You can verify a match when it's over: until then its record hides what's still secret."),
                code="verify-early",
            )
        await interaction.response.defer(ephemeral=True, thinking=True)
        record = await self.bot.arena.matches.record(match.id, None)
        opened = await self.bot.arena.commitments.opened(match)
        begun = opened_text(await self.bot.arena.loadouts.opened(match))
        report = await asyncio.to_thread(verify, record, read_pasted(begun + copied(match, opened)))
        proofs = await self.bot.arena.commitments.proofs(match)
        found = addresses(match, proofs, locale_of(interaction))
        in_messages = {each.decision for each in proofs if each.opening is not None}
        aside = openings(each for each in opened if each.decision not in in_messages)
        files = [(record, record_name(match)), (found, f"messages-{match.id}.txt")]
        files += [(aside, choices_name(match))] if aside else []
        await reply(
            interaction,
            report_content(match, report, locale_of(interaction), aside=bool(aside)),
            files=[discord.File(io.BytesIO(text.encode()), name) for text, name in files],
        )


def addresses(match: Match, proofs: Iterable[Proof], locale: Locale) -> str:
    """Return the addresses of the messages that a person copies to check a match elsewhere, one a line."""
    board = f"{link(match.guild_id, match.channel_id)}/"
    lines: list[Text] = []
    for each in proofs:
        if each.decision == BEGINNING:
            lines.append(say("The start, with the hash of the seed: {link}", link=f"{board}{each.opening}"))
            continue
        if each.hashes is not None:
            values: dict[str, Value] = {"decision": each.decision, "link": f"{board}{each.hashes}"}
            lines.append(say("Decision {decision}, the hashes: {link}", **values))
        if each.opening is not None:
            values = {"decision": each.decision, "link": f"{board}{each.opening}"}
            lines.append(say("Decision {decision}, revealed: {link}", **values))
    return "".join(f"{plain(line, locale)}\n" for line in lines)


def report_content(match: Match, report: Report, locale: Locale, *, aside: bool = False) -> str:
    """Return the result of a check, what it does not prove, and how to check it elsewhere."""
    head = say("**Match {number}: the record, compared with what I have stored**", number=match.id)
    foot = [
        say("-# This can't prove that what I have stored is what I showed you during the match."),
        *([_BEGINNING] if SEED_NOT_GIVEN in report.of(Verdict.UNCHECKED) else []),
        say(
            "-# To check without me: copy the messages listed in the second file into a text file, make sure "
            "that none with hashes was edited after the one that reveals them, and run `python -m engine "
            "verify {record} messages.txt`. To compute one hash yourself: `printf '%s' "
            "'match:decision:seat:salt:choice' | sha256sum`; for a choice before the start, "
            "`table:seat:salt:choice`; for the seed, its bytes. Hashes are sorted, so their order doesn't show "
            "who chose what. Compare your own choices with what I told you in private.",
            record=record_name(match),
        ),
        *([_ASIDE] if aside else []),
    ]
    # What fails comes first: it must not be what is cut.
    order = (Verdict.FAILS, Verdict.UNCHECKED, Verdict.HOLDS)
    body = [
        f"{_SIGNS[verdict]} {shown(text, locale)}"
        for verdict in order
        for text in report.of(verdict)
        if text != SEED_NOT_GIVEN
    ]
    below = "\n".join(shown(line, locale) for line in foot)
    above = "\n".join([shown(head, locale), *body])
    return f"{cut(above, MESSAGE_LIMIT - len(below) - 1)}\n{below}"
