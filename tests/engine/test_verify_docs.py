"""The page for suspicious players: every command in it is run, and does what the page says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.honest import papers

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "secret-choices.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of the page with what they are said to print."""
    for block in _BLOCK.findall(PAGE):
        for part in block.split("$ ")[1:]:
            command, *printed = part.splitlines()
            yield command, printed


COMMANDS = list(commands())


def test_there_are_commands_for_seed_choice_and_whole_matches() -> None:
    text = "\n".join(command for command, _ in COMMANDS)
    assert len(COMMANDS) == 5
    for needed in ("engine verify", "sha256sum", "xxd -r -p", "bytes.fromhex"):
        assert needed in text


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command[:60] for command, _ in COMMANDS])
def test_a_command_of_the_page_prints_what_the_page_says(tmp_path: Path, command: str, printed: list[str]) -> None:
    for tool in ("sha256sum", "xxd"):
        if tool in command and shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} here")
    match = papers()
    (tmp_path / "apex-12.txt").write_text(match.record, encoding="utf-8")
    (tmp_path / "messages.txt").write_text(match.messages, encoding="utf-8")
    (tmp_path / "engine").symlink_to(ROOT / "engine")
    command = re.sub(r"\bpython\b", sys.executable, command)
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)  # noqa: S607 - our own page
    shown = [line for line in done.stdout.splitlines() if line]
    if "..." in printed:
        gap = printed.index("...")
        assert shown[:gap] == printed[:gap]
        assert shown[gap - len(printed) + 1 :] == printed[gap + 1 :]
    else:
        assert shown == printed


def test_the_page_says_what_the_bot_says() -> None:
    match = papers()
    hashes = [line for line in PAGE.splitlines() if re.fullmatch("[0-9a-f]{64}", line)]
    assert set(hashes) <= set(re.findall("[0-9a-f]{64}", match.messages))
    assert match.session.chance.seed.hex() in PAGE
