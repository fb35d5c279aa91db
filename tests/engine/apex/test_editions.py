"""Data that was corrected: games go on, and records replay, under the values with which they were begun."""

from __future__ import annotations

import pytest

from engine import record
from engine.__main__ import selfplay
from engine.apex.components import components, editions
from engine.apex.game import APEX
from engine.chance import Chance
from engine.errors import RecordError, SetupError
from engine.game import Setup
from engine.session import Session
from tests.engine.apex.kit import BEFORE, correct


@pytest.fixture
def _corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    correct(monkeypatch)


def test_new_games_are_played_under_the_current_data() -> None:
    assert next(iter(editions())) == components().version == APEX.info.data_version
    assert APEX.initial(Setup("3"), Chance.from_text("x")).rules.data == APEX.info.data_version


@pytest.mark.usefixtures("_corrected")
def test_a_record_replays_under_its_own_data() -> None:
    session = selfplay(APEX, Setup("3", data=BEFORE), "before")
    text = record.write(session, ["a", "b", "c"])
    assert f'[Data "{BEFORE}"]' in text
    again = record.replay(record.read(text))
    assert APEX.write_position(again.state) == APEX.write_position(session.state)
    assert again.view(None).data == BEFORE
    with pytest.raises(RecordError):  # its expansions are not those of the cards as they are now
        record.replay(record.read(text.replace(f'[Data "{BEFORE}"]', '[Data "1"]')))
    assert APEX.load(APEX.dump(session.state)) == session.state


@pytest.mark.usefixtures("_corrected")
def test_cards_are_told_as_they_were() -> None:
    for data, told in ((BEFORE, True), ("", False)):
        here = Session.start(APEX, Setup("3", data=data), Chance.from_text("x"))
        (pile, *_) = APEX.cards(here.state, 1).piles
        assert all(str(text).endswith("expansion ambush, ambush, ambush") for text in pile.texts) is told


@pytest.mark.usefixtures("_corrected")
def test_data_that_never_were_are_refused() -> None:
    with pytest.raises(SetupError) as caught:
        APEX.initial(Setup("3", data="9"), Chance.from_text("x"))
    assert (caught.value.code, caught.value.suggestions) == ("unknown-data", (APEX.info.data_version, BEFORE))
