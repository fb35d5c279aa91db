"""How many have each role, which SimCord does not answer by itself."""

from __future__ import annotations

from collections import Counter

from simcord.http.router import RequestContext, route


@route("GET", "guilds/{guild_id}/roles/member-counts")
def member_counts(context: RequestContext) -> dict[str, int]:
    """Return the number of members by the id of each role, without that of everybody."""
    guild = context.backend.get_guild(context.int_arg("guild_id"))
    held = Counter(role for member in guild.members.values() for role in member.role_ids)
    return {str(role): held[role] for role in guild.roles if role != guild.id}
