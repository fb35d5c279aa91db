"""Each limit of Discord, just kept and just passed: what passes it is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.limits.watch import Request, problems

SEND, EDIT = ("POST", "/channels/1/messages"), ("PATCH", "/channels/1/messages/2")
FOLLOW, ORIGINAL = ("POST", "/webhooks/1/token"), ("PATCH", "/webhooks/1/token/messages/@original")
ANSWER, REGISTER = ("POST", "/interactions/1/token/callback"), ("PUT", "/applications/1/commands")
V2 = 1 << 15


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "a", "custom_id": "a", **more}


def row(*inner: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inner)}


def buttons(count: int, first: int = 0) -> dict[str, Any]:
    return row(*(button(custom_id=str(number)) for number in range(first, first + count)))


def option(number: Any = 0, **more: Any) -> dict[str, Any]:
    return {"label": "a", "value": str(number), **more}


def menu(count: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "m", "options": [option(number) for number in range(count)], **more}


def said(**body: Any) -> dict[str, Any]:
    return {"content": "a", **body}


def shown(*components: dict[str, Any]) -> dict[str, Any]:
    return said(components=list(components))


def laid(*components: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)}


def words(length: int) -> dict[str, Any]:
    return {"type": 10, "content": length * "a"}


def embed(**more: Any) -> dict[str, Any]:
    return said(embeds=[{"title": "a", **more}])


def fields(count: int, name: int = 1, value: int = 1) -> dict[str, Any]:
    return embed(fields=[{"name": name * "a", "value": value * "a"} for _ in range(count)])


def dialog(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 9, "data": {"title": "a", "custom_id": "a", "components": list(components), **more}}


def label(inner: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "a", "component": inner or typed(), **more}


def typed(**more: Any) -> dict[str, Any]:
    return {"type": 4, "style": 1, "custom_id": "t", **more}


def inputs(count: int) -> dict[str, Any]:
    return dialog(*(label(typed(custom_id=str(number))) for number in range(count)))


def completed(count: int, **more: Any) -> dict[str, Any]:
    return {"type": 8, "data": {"choices": [{"name": "a", "value": "a", **more} for _ in range(count)]}}


def command(**more: Any) -> list[dict[str, Any]]:
    return [{"name": "a", "description": "a", **more}]


def asked(count: int = 1, **more: Any) -> list[dict[str, Any]]:
    return command(options=[{"type": 3, "name": f"o{n}", "description": "a", **more} for n in range(count)])


def large(letters: int) -> list[dict[str, Any]]:
    """Return a command of so many characters in its longest language."""
    parts: list[dict[str, Any]] = [{"type": 3, "name": f"o{n:02}", "description": "a"} for n in range(25)]
    values = [{"name": "a", "value": str(n).zfill(2)} for n in range(25)]
    whole: list[dict[str, Any]] = [{**part, "choices": [dict(each) for each in values]} for part in parts]
    left = letters - 2 - sum(len(part["name"]) + 1 + 25 * 3 for part in whole)
    for part in whole:
        for each in part["choices"]:
            more = min(99, left)
            each["name_localizations"] = {"de": (1 + more) * "a"}
            left -= more
    return command(options=whole)


def distinct(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return commands whose choices are called differently."""
    for part in commands[0].get("options", ()):
        for number, each in enumerate(part.get("choices", ())):
            each["name"] = chr(97 + number)
    return commands


LIMITS: list[tuple[str, tuple[str, str], Any, Any, str]] = [
    ("content", SEND, said(content=2000 * "\U0001f600"), said(content=2001 * "a"), "content: 2001"),
    ("content of a follow-up", FOLLOW, said(), said(content=2001 * "a"), "content: 2001"),
    ("content of an edit", EDIT, {"content": ""}, {"content": 2001 * "a"}, "content: 2001"),
    ("content of an edited answer", ORIGINAL, {"content": ""}, {"content": 2001 * "a"}, "content: 2001"),
    ("content of an answer", ANSWER, {"type": 4, "data": said()}, {"type": 4, "data": {}}, "empty"),
    ("content of a press", ANSWER, {"type": 7, "data": {}}, {"type": 7, "data": said(content=2001 * "a")}, "2001"),
    ("nothing", SEND, said(), {"content": " \n"}, "empty"),
    ("nonce", SEND, said(nonce=25 * "1"), said(nonce=26 * "1"), "nonce"),
    ("embeds", SEND, said(embeds=10 * [{"title": "a"}]), said(embeds=11 * [{"title": "a"}]), "embeds: 11"),
    ("title", SEND, embed(title=256 * "a"), embed(title=257 * "a"), "title: 257"),
    ("description", SEND, embed(description=4096 * "a"), embed(description=4097 * "a"), "description: 4097"),
    ("fields", SEND, fields(25), fields(26), "fields: 26"),
    ("name of a field", SEND, fields(1, 256), fields(1, 257), "name: 257"),
    ("empty name of a field", SEND, fields(1), fields(1, 0), "name: ''"),
    ("field", SEND, fields(1, 1, 1024), fields(1, 1, 1025), "value: 1025"),
    ("empty field", SEND, fields(1), fields(1, 1, 0), "value: ''"),
    ("footer", SEND, embed(footer={"text": 2048 * "a"}), embed(footer={"text": 2049 * "a"}), "footer: 2049"),
    ("author", SEND, embed(author={"name": 256 * "a"}), embed(author={"name": 257 * "a"}), "author: 257"),
    (
        "all embeds",
        SEND,
        said(embeds=2 * [{"description": 3000 * "a"}]),
        said(embeds=2 * [{"description": 3001 * "a"}]),
        "6002 characters of 6000",
    ),
    (
        "attachments",
        EDIT,
        {"attachments": [{"id": n} for n in range(10)]},
        {"attachments": [{"id": n} for n in range(11)]},
        "attachments: 11",
    ),
    (
        "alt text",
        SEND,
        said(attachments=[{"id": 0, "description": 1024 * "a"}]),
        said(attachments=[{"id": 0, "description": 1025 * "a"}]),
        "attachments[0].description: 1025",
    ),
    ("rows", SEND, shown(*(buttons(5, 5 * n) for n in range(5))), shown(*(buttons(1, n) for n in range(6))), "6 ent"),
    ("buttons in a row", SEND, shown(buttons(5)), shown(buttons(6)), "6 entries"),
    ("an empty row", SEND, shown(buttons(1)), shown(row()), "0 entries"),
    ("a menu beside a button", SEND, shown(row(menu())), shown(row(menu(), button())), "row of its own"),
    ("label", SEND, shown(row(button(label=80 * "a"))), shown(row(button(label=81 * "a"))), "label: 81"),
    ("no label", SEND, shown(row(button(label="", emoji={"name": "x"}))), shown(row(button(label=" "))), "neither"),
    ("custom id", SEND, shown(row(button(custom_id=100 * "a"))), shown(row(button(custom_id=101 * "a"))), "id: 101"),
    ("custom ids", SEND, shown(buttons(2)), shown(row(button(), button())), "more than once"),
    ("url", SEND, shown(row({"type": 2, "style": 5, "label": "a", "url": "u"})), shown(row(button(url="u"))), "target"),
    ("options", SEND, shown(row(menu(25))), shown(row(menu(26))), "options: 26"),
    ("no options", SEND, shown(row(menu())), shown(row(menu(0))), "options: 0"),
    ("placeholder", SEND, shown(row(menu(placeholder=150 * "a"))), shown(row(menu(placeholder=151 * "a"))), "der: 151"),
    ("values", SEND, shown(row(menu(2, max_values=2))), shown(row(menu(2, max_values=3))), "3 values of 2"),
    (
        "defaults",
        SEND,
        shown(row(menu(options=[option(0, default=True), option(1)]))),
        shown(row(menu(options=[option(0, default=True), option(1, default=True)]))),
        "chosen at first",
    ),
    *(
        (
            f"{key} of an option",
            SEND,
            shown(row(menu(options=[option(**{key: 100 * "a"})]))),
            shown(row(menu(options=[option(**{key: 101 * "a"})]))),
            f"{key}: 101",
        )
        for key in ("label", "value", "description")
    ),
    ("same values", SEND, shown(row(menu(2))), shown(row(menu(options=[option(), option()]))), "more than once"),
    ("texts in all", SEND, laid(words(2000), words(2000)), laid(words(2000), words(2001)), "4001 characters"),
    ("an empty text", SEND, laid(words(1)), laid(words(0)), "content: ''"),
    ("components in all", SEND, laid(*40 * [words(1)]), laid(*41 * [words(1)]), "41 entries"),
    ("a text beside components", SEND, laid(words(1)), {**laid(words(1)), "content": "a"}, "do not go"),
    ("the flag", SEND, laid(words(1)), {"components": [words(1)]}, "flags"),
    (
        "alt text in a gallery",
        SEND,
        laid({"type": 12, "items": [{"media": {"url": "u"}, "description": 1024 * "a"}]}),
        laid({"type": 12, "items": [{"media": {"url": "u"}, "description": 1025 * "a"}]}),
        "items[0].description: 1025",
    ),
    ("gallery", SEND, laid({"type": 12, "items": 10 * [{}]}), laid({"type": 12, "items": 11 * [{}]}), "items: 11"),
    (
        "section",
        SEND,
        laid({"type": 9, "components": [words(1)], "accessory": button()}),
        laid({"type": 9, "components": [words(1)]}),
        "something beside",
    ),
    (
        "an id in a box",
        SEND,
        laid({"type": 17, "components": [buttons(1)]}, buttons(1, 1)),
        laid({"type": 17, "components": [buttons(1)]}, buttons(1)),
        "more than once",
    ),
    ("title of a dialog", ANSWER, dialog(label(), title=45 * "a"), dialog(label(), title=46 * "a"), "title: 46"),
    ("id of a dialog", ANSWER, dialog(label()), dialog(label(), custom_id=101 * "a"), "custom_id: 101"),
    ("inputs of a dialog", ANSWER, inputs(5), inputs(6), "components: 6"),
    ("an empty dialog", ANSWER, inputs(1), inputs(0), "components: 0"),
    ("label in a dialog", ANSWER, dialog(label(label=45 * "a")), dialog(label(label=46 * "a")), "label: 46"),
    (
        "description in a dialog",
        ANSWER,
        dialog(label(description=100 * "a")),
        dialog(label(description=101 * "a")),
        "description: 101",
    ),
    (
        "placeholder in a dialog",
        ANSWER,
        dialog(label(typed(placeholder=100 * "a"))),
        dialog(label(typed(placeholder=101 * "a"))),
        "placeholder: 101",
    ),
    ("most characters", ANSWER, dialog(label(typed(max_length=4000))), dialog(label(typed(max_length=4001))), "4001"),
    ("what is typed", ANSWER, dialog(label(typed(value="a"))), dialog(label(typed(value="ab", max_length=1))), "value"),
    ("a menu that may stay empty", ANSWER, dialog(label(menu())), dialog(label(menu(min_values=0))), "required"),
    ("a bare input", ANSWER, dialog(label()), dialog(typed()), "by itself"),
    ("options in a dialog", ANSWER, dialog(label(menu(25))), dialog(label(menu(26))), "options: 26"),
    ("circles", ANSWER, dialog(label(menu(10, type=21))), dialog(label(menu(11, type=21))), "options: 11"),
    ("completion", ANSWER, completed(25), completed(26), "choices: 26"),
    ("name in completion", ANSWER, completed(1, name=100 * "a"), completed(1, name=101 * "a"), "name: 101"),
    ("no name in completion", ANSWER, completed(1), completed(1, name=" "), "name: ' '"),
    ("value in completion", ANSWER, completed(1, value=100 * "a"), completed(1, value=101 * "a"), "value: 101"),
    ("number in completion", ANSWER, completed(1, value=2**53), completed(1, value=2**53 + 1), "value: 9"),
    (
        "commands",
        REGISTER,
        [{"name": f"a{n}", "description": "a"} for n in range(100)],
        [{"name": f"a{n}", "description": "a"} for n in range(101)],
        "101 commands",
    ),
    ("two of a name", REGISTER, command(), 2 * command(), "more than once"),
    ("name of a command", REGISTER, command(name=32 * "a"), command(name=33 * "a"), "no name"),
    ("capitals", REGISTER, command(name="é-1"), command(name="É"), "no name"),
    ("name of a menu", REGISTER, [{"type": 2, "name": 32 * "A"}], [{"type": 2, "name": 33 * "A"}], "33 characters"),
    ("what a command is for", REGISTER, command(description=100 * "a"), command(description=101 * "a"), "101"),
    (
        "translated",
        REGISTER,
        command(description_localizations={"de": 100 * "a"}),
        command(description_localizations={"de": 101 * "a"}),
        "description in de: 101",
    ),
    ("language", REGISTER, command(), command(description_localizations={"xx": "a"}), "no language 'xx'"),
    ("options of a command", REGISTER, asked(25), asked(26), "options: 26"),
    (
        "choices",
        REGISTER,
        asked(choices=[{"name": f"a{n}", "value": n} for n in range(25)]),
        asked(choices=[{"name": f"a{n}", "value": n} for n in range(26)]),
        "choices: 26",
    ),
    (
        "name of a choice",
        REGISTER,
        asked(choices=[{"name": 100 * "a", "value": 1}]),
        asked(choices=[{"name": 101 * "a", "value": 1}]),
        "name: 101",
    ),
    (
        "translated choice",
        REGISTER,
        asked(choices=[{"name": "a", "value": 1, "name_localizations": {"de": 100 * "a"}}]),
        asked(choices=[{"name": "a", "value": 1, "name_localizations": {"de": 101 * "a"}}]),
        "name in de: 101",
    ),
    (
        "required last",
        REGISTER,
        asked(2),
        command(options=[*asked()[0]["options"], *asked(2, required=True)[0]["options"][1:]]),
        "first",
    ),
    ("a command in all", REGISTER, distinct(large(8000)), distinct(large(8001)), "8001 characters"),
    ("thread", ("POST", "/channels/1/messages/2/threads"), {"name": 100 * "a"}, {"name": 101 * "a"}, "name: 101"),
    ("thread of its own", ("POST", "/channels/1/threads"), {"name": "a"}, {"name": ""}, "name: ''"),
    ("channel", ("POST", "/guilds/1/channels"), {"name": 100 * "a"}, {"name": 101 * "a"}, "name: 101"),
    ("topic", ("PATCH", "/channels/1"), {"topic": 1024 * "a"}, {"topic": 1025 * "a"}, "topic: 1025"),
    ("event", ("POST", "/guilds/1/scheduled-events"), {"name": 100 * "a"}, {"name": 101 * "a"}, "name: 101"),
    (
        "what an event is",
        ("PATCH", "/guilds/1/scheduled-events/2"),
        {"description": 1000 * "a"},
        {"description": 1001 * "a"},
        "description: 1001",
    ),
    (
        "where an event is",
        ("POST", "/guilds/1/scheduled-events"),
        {"entity_metadata": {"location": 100 * "a"}},
        {"entity_metadata": {"location": 101 * "a"}},
        "location: 101",
    ),
    ("a mention cut in two", SEND, said(content="of <@123>…"), said(content="of <@12…"), "middle of"),
    ("a time cut in two", SEND, said(content="<t:1:R>…"), said(content="<t:1…"), "middle of"),
    ("a link cut in two", SEND, said(content="[a](https://b)…"), said(content="[a](https://b…"), "middle of"),
    ("code cut in two", SEND, said(content="`a…`"), said(content="`a…"), "not closed"),
    ("bold cut in two", SEND, said(content="**a…**"), said(content="**a…"), "not closed"),
]


@pytest.mark.parametrize(("route", "kept", "passed", "told"), [pytest.param(*case, id=name) for name, *case in LIMITS])
def test_a_limit_is_kept_or_told(route: tuple[str, str], kept: object, passed: object, told: str) -> None:
    assert problems(Request(*route, kept)) == []
    found = problems(Request(*route, passed))
    assert len(found) == 1, found
    assert told in found[0]
    assert route[1] in found[0]


def test_files_and_reasons_have_their_limits() -> None:
    at_most = Request(*SEND, said(), sizes=2 * [10 * 2**20], reason=512 * "a")
    assert problems(at_most) == []
    for sizes in (11 * [1], [10 * 2**20 + 1], 3 * [10 * 2**20]):
        (found,) = problems(Request(*SEND, said(), sizes=sizes))
        assert "files" in found
    (found,) = problems(Request("DELETE", "/channels/1", reason=513 * "a"))
    assert "reason: 513" in found


@pytest.mark.parametrize(
    "body", [said(embeds=[1]), shown(row({"type": 2, "style": 1, "url": 3})), {"flags": "x", **said()}]
)
def test_what_is_no_message_at_all_is_told(body: object) -> None:
    assert problems(Request(*SEND, body))


def test_a_route_that_no_check_knows_is_told() -> None:
    (found,) = problems(Request("POST", "/guilds/1/stickers", {"name": "a"}))
    assert "no test knows the limits" in found
    assert problems(Request("GET", "/guilds/1/stickers")) == []
