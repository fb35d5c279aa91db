"""What `/data` tells, in topics to pick from: short answers, of which PRIVACY.md is the long one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.text import Text, say
from settings import Settings


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic.

    Attributes:
        key: Its value in the menu.
        title: What it is about.
        lines: What is told, a sentence or two a line.
        pages: Whether the pages in full go with it.
    """

    key: str
    title: Text
    lines: tuple[Text, ...]
    pages: bool = False


_KEPT: Final = Topic(
    "kept",
    say("What I store, and why"),
    (
        say("• **Your account number, and your name** in servers where you play: to know you and ping you."),
        say(
            "• **Your seats, turns, choices and results:** matches last for weeks, and they make up boards, "
            "records, profiles and ratings."
        ),
        say("• **Your settings, vacations, offers to play, and whom you block:** to do what you asked for."),
        say("• **What you leave with me,** such as loadouts, records and your place in lessons: to use it again."),
        say("I read neither messages nor lists of members, and pass nothing on."),
    ),
)
_READERS: Final = Topic(
    "readers",
    say("Who can read it"),
    (
        say("• **What is posted:** everyone who can see that channel."),
        say("• **Secret choices, planned turns, whom you block, your offers:** you alone, as long as they are secret."),
        say("• **The log of a match:** its players, and the organisers of its server."),
        say("• **All of it:** the operator of this bot, who has the database."),
    ),
)
_APPEARING: Final = (
    say("• `/profile` and `/leaderboard` are made of matches that are over, and tell nothing of one that goes on."),
    say("• Reliability and habits go back 12 months or 50 matches at most: older ones are forgotten."),
    say("• `/settings mine appear:` says who can find you there: everyone in a server, your opponents, or nobody."),
    say("• Records of matches still name their players."),
)
_ALL_SERVERS: Final = say(
    "• `/settings mine all_servers:` says whether your matches count for the ratings of all servers, too. Unless you "
    "agree, they do not."
)
_COPY: Final = Topic(
    "copy",
    say("A copy for you"),
    (
        say("• `/data request:copy` sends you everything that I hold about you, once a day."),
        say("• Of a match that goes on it has what your seat may know, and nothing more."),
        say("• It works in direct messages, too, if you have left every server."),
    ),
)
_DELETION: Final = Topic(
    "deletion",
    say("Deleting it"),
    (
        say("• `/data request:deletion` says first what goes and what stays, and asks once more."),
        say("• The link to your account and your names go. Your matches stay, under “deleted player”."),
        say(
            "• **What I can't delete:** what was posted on Discord. Boards and results stay in their channels "
            "until they're deleted there."
        ),
        say("• If you come back, you're a new player."),
    ),
)
_IN_FULL: Final = Topic(
    "pages",
    say("The full text"),
    (say("The pages attached say all of it, in English: what is kept and why, and on which terms you play."),),
    pages=True,
)


def topics_of(settings: Settings) -> tuple[Topic, ...]:
    """Return the topics, as they are with a bot's settings; the first one is what is asked without naming any."""
    return (
        Topic("overview", say("In short"), (*_SHORT, operator(settings))),
        _KEPT,
        _READERS,
        Topic("time", say("For how long"), kept_for(settings)),
        Topic("profiles", say("Profiles and ratings"), _profiles(settings)),
        _COPY,
        _DELETION,
        _IN_FULL,
    )


_SHORT: Final = (
    say("**I keep what it takes to host your matches, and nothing else.** I pass nothing on."),
    say("• `/data request:copy` sends you a copy of what I hold about you."),
    say("• `/data request:deletion` deletes what names you."),
    say("• `/settings mine appear:` says who can find you in profiles and on leaderboards."),
)


def _profiles(settings: Settings) -> tuple[Text, ...]:
    """Return what is told of profiles and ratings."""
    return (*_APPEARING, _ALL_SERVERS) if settings.ratings_of_all_servers else _APPEARING


def kept_for(settings: Settings) -> tuple[Text, ...]:
    """Return for how many days things are kept by this bot."""
    shared = say("• **Results that count for ratings of all servers:** for good, as numbers that name nobody.")
    return (
        say(
            "• **Everything about a server:** {count} days after I was removed from it, unless I'm invited back.",
            count=settings.keep_removed_servers,
        ),
        say(
            "• **The log of a silent match's channels:** {count} days after its end.", count=settings.keep_silence_logs
        ),
        say("• **Records you import:** {count} days.", count=settings.keep_imports),
        say("• **Cancelled tables:** {count} days.", count=settings.keep_closed_tables),
        say("• **Matches and your settings:** until they're deleted."),
        *((shared,) if settings.ratings_of_all_servers else ()),
    )


def operator(settings: Settings) -> Text:
    """Return who answers for the bot, and how to reach them."""
    name, contact = settings.operator_name, settings.operator_contact
    if name and contact:
        return say("**Who answers for this bot:** {name}, {contact}", name=name, contact=contact)
    if name or contact:
        return say("**Who answers for this bot:** {name}", name=name or contact)
    return say("**Who answers for this bot** is not set. Please ask the people who added me to your server.")
