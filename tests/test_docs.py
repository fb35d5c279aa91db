"""The pages of the documentation: every file and folder that they name is there, every command that they show runs."""

from __future__ import annotations

import importlib
import re
import shlex
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench.__main__ import LONG, PARTS
from engine import record, registry
from engine.__main__ import selfplay
from engine.game import Setup
from locales import languages
from locales.checks import typeset
from tests.engine.honest import papers

HERE = Path(__file__).parents[1]
PAGES = [*sorted(HERE.glob("*.md")), *sorted((HERE / "docs").rglob("*.md"))]
OF_TESTS = sorted((HERE / "tests").rglob("README.md"))
_FILE = re.compile(r"`([\w./-]+/[\w./-]*\.(?:py|md|toml|txt|json|pot))`")
_FOLDER = re.compile(r"`([\w.-]+/(?:[\w.-]+/)+)`")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_ANCHOR = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_TREE = re.compile(r"^```\n(bot\.py .*?)^```", re.MULTILINE | re.DOTALL)


def named(page: Path) -> Iterator[Path]:
    """Give every file and folder that a page names in its text or links to."""
    text = page.read_text(encoding="utf-8")
    yield from (HERE / found for found in _FILE.findall(text) + _FOLDER.findall(text))
    yield from (page.parent / found for found in _LINK.findall(text))


@pytest.mark.parametrize("page", PAGES + OF_TESTS, ids=lambda page: page.relative_to(HERE).as_posix())
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    assert [str(path) for path in named(page) if not path.exists()] == []


@pytest.mark.parametrize("page", PAGES + OF_TESTS, ids=lambda page: page.relative_to(HERE).as_posix())
def test_every_heading_that_a_page_links_to_is_there(page: Path) -> None:
    missing = []
    for target, anchor in _ANCHOR.findall(page.read_text(encoding="utf-8")):
        there = (page.parent / target if target else page).read_text(encoding="utf-8")
        headings = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(there)]
        missing += [f"{target}#{anchor}"] if anchor not in headings else []
    assert missing == []


def test_every_file_of_the_tree_is_in_its_folder() -> None:
    found = _TREE.search((HERE / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert found is not None
    folder, missing = HERE, []
    for line in found[1].splitlines():
        if (top := re.match(r"(\w+)/", line)) is not None:
            folder = HERE / top[1]
        elif not line.startswith(" "):
            folder = HERE
        missing += [name for name in re.findall(r"[\w/]+\.py\b", line) if not any(folder.rglob(Path(name).name))]
    assert missing == []


# Pages in other languages beside the English.

TRANSLATED = [page for page in PAGES if re.fullmatch(r"\w+\.[a-z]{2}\.md", page.name)]
_NUMBER = re.compile(r"\d+")
_SPAN = re.compile(r"`[^`\n]+`")


def english_of(page: Path) -> Path:
    return page.with_name(f"{page.name.split('.')[0]}.md")


def test_each_language_has_its_pages() -> None:
    wanted = {f"{name}.{language}.md" for name in ("README", "PRIVACY", "TERMS") for language in languages()[1:]}
    assert {page.name for page in TRANSLATED} == wanted
    for page in TRANSLATED:
        assert f"]({page.name})" in english_of(page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [each for each in TRANSLATED if "README" not in each.name], ids=lambda page: page.name)
def test_a_translated_page_has_what_the_english_has(page: Path) -> None:
    """Headings, rows and points, code spans and numbers: what changes in the English is missing here."""
    ours, english = (each.read_text(encoding="utf-8") for each in (page, english_of(page)))
    assert len(_HEADING.findall(ours)) == len(_HEADING.findall(english))
    for found in (re.compile(r"^(?:\| |- |\d+\. )", re.MULTILINE), _SPAN, _NUMBER):
        assert sorted(found.findall(ours)) == sorted(found.findall(english))


@pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: page.name)
def test_a_translated_page_has_the_spaces_and_quotation_marks_of_its_language(page: Path) -> None:
    language, lines = page.name.split(".")[1], page.read_text(encoding="utf-8").splitlines()
    assert lines == [typeset(language, line) for line in lines]


@pytest.mark.parametrize("page", [each for each in TRANSLATED if "README" in each.name], ids=lambda page: page.name)
def test_a_short_readme_shows_commands_of_the_english_one(page: Path) -> None:
    ours, english = (each.read_text(encoding="utf-8") for each in (page, english_of(page)))

    def commands(text: str) -> set[str]:
        blocks = "\n".join(_FENCED.findall(text)).replace("```", "")
        return {line.partition("#")[0].strip() for line in blocks.splitlines()} | {*_SPAN.findall(text)}

    assert commands(ours) - commands(english) == set()
    assert "make play" in commands(ours)


# ---------------------------------------------------------------------------------------------------------------------
# Commands

_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(r"^(?:\$ )?python -m (.+?)(?:\s+#.*)?$", re.MULTILINE)
"""A line of a block of code."""
_MENTIONED = re.compile(r"`(?:\.venv/bin/)?python -m ([^`]+)`")
"""A command named in a sentence, often without what it is given."""
_OPTIONAL = re.compile(r"\[[^\]]*\]")

NOT_RUN = {
    "bench": "measures for minutes; the part that is named must exist",
    "locales add it": "would begin a translation of this checkout (tests/test_locales.py runs it elsewhere)",
    "tests.engine.playthrough": "would write the reviewed games anew",
    "tests.store.releases": "would write a release anew (tests/store/test_migrations.py runs it elsewhere)",
    "tests.fuzz": "fuzzes for minutes, with a package that is no part of `dev`",
}
"""Commands of the pages that no test runs, and why."""


def shown() -> list[tuple[str, str]]:
    """List the commands in blocks of code: page and what follows `python -m`."""
    blocks = [(page, block) for page in PAGES for block in _FENCED.findall(page.read_text(encoding="utf-8"))]
    return [(page.name, command) for page, block in blocks for command in _SHOWN.findall(block)]


def mentioned() -> list[str]:
    """List the commands that sentences name, each once."""
    texts = [_FENCED.sub("", page.read_text(encoding="utf-8")) for page in PAGES]
    return sorted({" ".join(command.split()) for text in texts for command in _MENTIONED.findall(text)})


BRIEF = "m"
"""The seed of a game of Replicants that ends soon."""
_GAMES = re.compile(r"--(games|match) \d+")
FEW = r"--\1 12"
"""How many games a command of a page plays here: of fewer nothing can be computed."""


def run(command: str) -> int:
    """Run what follows `python -m` in this process, and return its exit code."""
    module, *arguments = shlex.split(command)
    try:
        code: int = importlib.import_module(f"{module}.__main__").main(arguments)
    except SystemExit as ended:  # `--help`, or a call that argparse refuses
        code = int(ended.code or 0)
    return code


@pytest.fixture
def prepared(tmp_path: Path, new_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with the files that the pages speak of: records, copied messages, a database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", "arena.db")
    match = papers()
    Path("apex-12.txt").write_text(match.record, encoding="utf-8")
    Path("messages.txt").write_text(match.messages, encoding="utf-8")
    Path("backups").mkdir()
    for name in ("arena.db", "FILE", "FROM"):  # the second one is a backup of it
        shutil.copy(new_store, name)
    return tmp_path


@pytest.mark.parametrize(("page", "command"), shown())
def test_a_command_in_a_block_of_code_runs(page: str, command: str, prepared: Path) -> None:
    key = {"apex.md": "apex", "mutants.md": "mutants"}.get(page, "replicants")
    game = registry.get(key)
    (prepared / "game.txt").write_text(
        record.write(selfplay(game, Setup(game.info.modes[0].key), BRIEF), ["Ann", "Bob"]), encoding="utf-8"
    )
    if key == "mutants":
        (prepared / "messages.txt").write_text("Ann: Good luck!\n", encoding="utf-8")
    command = _GAMES.sub(FEW, command.replace("$(date +%F)", f"{datetime.now(UTC):%F}"))
    code = run(_OPTIONAL.sub("", command))
    # The copied messages are of the match of APEX alone: `verify` leaves a part of any other unchecked.
    assert code == 0 or (code, "verify" in command) == (3, True)


@pytest.mark.parametrize("command", [each for each in mentioned() if each not in NOT_RUN])
def test_a_command_in_a_sentence_exists(command: str) -> None:
    module, *arguments = command.split()
    if module == "bench":
        assert {argument for argument in arguments if not argument.startswith("-")} <= {*PARTS, *LONG}
    else:
        assert run(" ".join([module, *arguments[:1], "--help"])) == 0


def test_every_command_left_out_is_in_a_page() -> None:
    assert {each for each in NOT_RUN if each != "bench"} <= set(mentioned())
