"""REST: answers to interactions, and the messages that follow them."""

from __future__ import annotations

from tests.wire.double.calls import Call
from tests.wire.double.errors import fail, form_error
from tests.wire.double.interactions import Interaction
from tests.wire.double.model import Message
from tests.wire.double.posting import post, remove, revise
from tests.wire.double.rest import Answer, Rest, Routes
from tests.wire.double.router import HOOK
from tests.wire.double.shapes import CHOICES, TOKEN_S, Json, Problem
from tests.wire.double.validate import component_problems

routes = Routes()
_ANSWER = (HOOK + "/messages/@original", HOOK + "/messages/{message_id}")

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICE, MODAL = 4, 5, 6, 7, 8, 9


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def callback(rest: Rest, call: Call) -> Answer:
    """Take the first response: within 3 s, once, of a kind that fits."""
    it = _asked(rest, call)
    kind: int = call.body["type"]
    data: Json = call.body.get("data") or {}
    if kind not in _fitting(it):
        text = "This response does not fit the interaction"
        raise form_error([(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", text)])
    problems = _choice_problems(data.get("choices") or []) if kind == CHOICE else []
    if kind == MODAL:
        found = component_problems(data["components"], modal=True)
        problems += [(("data", *place), code, text) for place, code, text in found]
    if problems:
        raise form_error(problems)
    if kind in (MESSAGE, DEFER):
        it.original = post(it.channel, rest.world.bot, data, call.files, it, loading=kind == DEFER)
    elif kind == UPDATE and it.source:
        revise(it.source, data, call.files, ("data",))
    it.original = it.source if kind in (DEFER_UPDATE, UPDATE) else it.original
    it.choices = data.get("choices") or [] if kind == CHOICE else []
    it.modal, it.pending = data if kind == MODAL else None, kind == DEFER
    if it.original and kind in (MESSAGE, UPDATE):
        it.note(it.original)
    it.ack(kind)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    state: Json = {"id": str(it.id), "type": it.type, "response_message_loading": kind == DEFER}
    resource: Json = {"type": kind}
    if it.original:
        state |= {
            "response_message_id": str(it.original.id),
            "response_message_ephemeral": it.original.ephemeral,
        }
        resource |= {"message": it.original.json()} if kind in (MESSAGE, UPDATE) else {}
    return {"interaction": state, "resource": resource}


def _asked(rest: Rest, call: Call) -> Interaction:
    """Return the interaction of a first response: 10062 unknown or late, 40060 answered."""
    it = rest.world.interactions.get(call.params["interaction_token"])
    if it is None or it.id != call.id("interaction_id") or it.expired:
        raise fail(10062)
    if it.acked is not None:
        raise fail(40060)
    if rest.world.clock() - it.created > rest.world.first_response:
        it.expired = True
        it.note()
        raise fail(10062)
    return it


def _fitting(it: Interaction) -> tuple[int, ...]:
    """Return the kinds of response that an interaction takes."""
    if it.type == 2:
        return (MESSAGE, DEFER, MODAL)
    if it.type == 3:
        return (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL)
    if it.type == 4:
        return (CHOICE,)
    return (MESSAGE, DEFER, DEFER_UPDATE, UPDATE) if it.source else (MESSAGE, DEFER)


def _choice_problems(choices: list[Json]) -> list[Problem]:
    out: list[Problem] = []
    if len(choices) > CHOICES:
        out.append((("data", "choices"), "BASE_TYPE_MAX_LENGTH", f"Must be {CHOICES} or fewer in length."))
    for i, choice in enumerate(choices):
        if not 1 <= len(str(choice["name"])) <= 100 or not 1 <= len(str(choice["value"])) <= 100:
            text = "Must be between 1 and 100 in length."
            out.append((("data", "choices", i), "BASE_TYPE_BAD_LENGTH", text))
    return out


def _followed(rest: Rest, call: Call) -> Interaction:
    """Return the interaction of a webhook: 10015 unknown or unanswered, 50027 older than 15 minutes."""
    it = rest.world.interactions.get(call.params["webhook_token"])
    if it is None or it.acked is None or call.id("webhook_id") != rest.world.bot.id:
        raise fail(10015)
    if rest.world.clock() - it.created > TOKEN_S:
        raise fail(50027)
    return it


def _answer(rest: Rest, call: Call) -> tuple[Interaction, Message]:
    it = _followed(rest, call)
    if call.route.endswith("@original"):
        message = it.original
    else:
        message = next((m for m in [*it.messages, it.original] if m and m.id == call.id("message_id")), None)
    if message is None or message.deleted:
        raise fail(10008)
    return it, message


@routes("POST", HOOK)
def follow_up(rest: Rest, call: Call) -> Answer:
    """Post a follow-up; after a defer the first becomes the deferred answer, as public or ephemeral as that was."""
    it = _followed(rest, call)
    if it.pending and it.original and not it.original.deleted:
        revise(it.original, call.body, call.files)
        message = it.original
    else:
        message = post(it.channel, rest.world.bot, call.body, call.files, it)
    it.pending = False
    it.note(message, final=True)
    return message.json()


@routes("GET", *_ANSWER)
def get_answer(rest: Rest, call: Call) -> Answer:
    """Return a message of an interaction."""
    return _answer(rest, call)[1].json()


@routes("PATCH", *_ANSWER)
def edit_answer(rest: Rest, call: Call) -> Answer:
    """Edit a message of an interaction; this also answers a defer."""
    it, message = _answer(rest, call)
    revise(message, call.body, call.files)
    it.pending = it.pending and message is not it.original
    it.note(message, final=not it.pending)
    return message.json()


@routes("DELETE", *_ANSWER)
def delete_answer(rest: Rest, call: Call) -> Answer:
    """Delete a message of an interaction."""
    it, message = _answer(rest, call)
    remove(message)
    it.pending = it.pending and message is not it.original
    it.note()
    return None
