"""The names of players in a silent match: one that changes could carry words to the partner (R29)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import discord

from cogs.core.bot import ArenaBot
from cogs.silence.diary import Diary, Inspection
from cogs.silence.notices import tell_organisers
from engine.game import Json
from engine.text import say
from hosting.match.model import Match
from hosting.outbox.posts import TextPost
from hosting.silence.codes import SilenceCode


class Names:
    """Knows by match the players whose name is not that of the start: a mention shows the name of the moment."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._renamed: dict[int, frozenset[int]] = {}

    async def renamed(self, match: Match) -> frozenset[int]:
        """Return the players whose name is not that of the start, as far as that was noticed; none once it is over."""
        if not match.silent or match.over:
            return frozenset()
        if match.id not in self._renamed:
            self._renamed.setdefault(match.id, renamed_in(await Diary.of(self.bot, match)))
        return self._renamed[match.id]

    def forget(self, match_id: int) -> None:
        """Drop what is remembered of a match that is over."""
        self._renamed.pop(match_id, None)

    async def check(self, look: Inspection, members: Mapping[int, discord.Member]) -> None:
        """Note who goes by another name, and tell them and the organisers."""
        now = {str(person_id): digest(member.display_name) for person_id, member in members.items()}
        started = look.diary.last(SilenceCode.STARTED)
        if started is None:
            await look.diary.note(SilenceCode.STARTED, {"names": now})
            return
        then: dict[str, Json] = {}
        for entry in look.diary.entries:
            names = entry.detail.get("names")
            if entry.code in (SilenceCode.STARTED, SilenceCode.HANDED) and isinstance(names, Mapping):
                then |= names
        before = renamed_in(look.diary)
        other = {int(key) for key, name in now.items() if then.get(key, name) != name}
        here = {int(key) for key in now}
        self._renamed[look.match.id] = after = frozenset(other | (before - here))
        for person_id in sorted(other):
            last, name = (
                look.diary.last(SilenceCode.RENAMED, SilenceCode.NAMED, person_id=person_id),
                now[str(person_id)],
            )
            if last is None or last.code == SilenceCode.NAMED or last.detail.get("name") != name:
                await look.diary.note(SilenceCode.RENAMED, {"name": name}, person_id=person_id)
        for person_id in sorted(before - after):
            await look.diary.note(SilenceCode.NAMED, person_id=person_id)
        if before != after:
            # A mention that stands shows the name of the moment, too.
            await self.bot.arena.statuses.refresh(look.match.id)
        for person_id in sorted(after - before):
            await self._tell_renamed(look, person_id)

    async def _tell_renamed(self, look: Inspection, person_id: int) -> None:
        """Tell a player how to be mentioned again, and the organisers, the first time."""
        text = say(
            "You go by another name than when you came into the match {link}. A name can carry words to your partner "
            "(R29), so nobody is shown it there: I no longer mention you, and call you here instead. Take back the "
            "name that you had then, and I mention you again from the next turn on.",
            link=f"<#{look.match.channel_id}>",
        )
        # By the outbox, which goes on trying where Discord does not answer, and calls aside who takes none (R29).
        await self.bot.arena.reminders.aside(look.match, person_id, TextPost(text), self.bot.clock.now())
        if sum(entry.code == SilenceCode.RENAMED and entry.person_id == person_id for entry in look.diary.entries) == 1:
            text = say(
                "{player} goes by another name than at the start. A name can carry words, so I call them in private.",
                player=look.player(person_id),
            )
            await tell_organisers(self.bot, look.match, text, or_board=False)


def renamed_in(diary: Diary) -> frozenset[int]:
    """Return the players who go by another name than at the start, as a match's log says."""
    latest = {
        entry.person_id: entry.code for entry in diary.entries if entry.code in (SilenceCode.RENAMED, SilenceCode.NAMED)
    }
    return frozenset(
        person_id for person_id, code in latest.items() if code == SilenceCode.RENAMED and person_id is not None
    )


def digest(name: str) -> str:
    """Return what tells one name from another in the log, which must not be a place where names can be read."""
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest()
