"""The shape of the tree: its size, no small module that only one other needs, and what must be described."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUDGET, WIDEST = 449, 31
"""How many modules the product has at most, and a package."""
TEST_FILES = 440
"""How many files of Python the tests have at most."""
SMALL = 80
"""Lines below which a module that only one other imports belongs into that one."""

OF_EVERY_GAME = "every game has this module, and in others it is longer"
REASONS = {
    "engine/replica/choices.py": OF_EVERY_GAME,
    "hosting/handover.py": "what processes hand to each other, apart from the cogs that give and take it",
    "local/quiet.py": "imported before anything of SimCord's, so that its warnings stay silent",
    "locales/pseudo.py": "the language of tests, which the program reads like any other",
    "render/apex/renderer.py": OF_EVERY_GAME,
    "render/branding.py": "drawn like a board, for a page that knows nothing of drawing",
    "render/replica/renderer.py": OF_EVERY_GAME,
    "render/replicants/renderer.py": OF_EVERY_GAME,
    "store/migrations/env.py": "Alembic runs it by its name",
    "store/migrations/versions/v0100_baseline.py": "one file a step, as Alembic wants it",
    "store/migrations/versions/v0110_computer_players.py": "one file a step, as Alembic wants it",
    "store/tables/handed.py": "the statements of a table, as every other has them in a module",
}


def modules() -> dict[str, Path]:
    """Return the modules of the product by their dotted names."""
    folders = ("admin", "cogs", "computer", "engine", "hosting", "local", "locales", "monitoring", "render", "store")
    paths = (path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


@cache
def trees() -> dict[str, ast.Module]:
    """Return the modules of the product as they are parsed, by their dotted names; read once, as that takes seconds."""
    return {name: ast.parse((ROOT / path).read_text(encoding="utf-8")) for name, path in modules().items()}


def importers(known: dict[str, Path]) -> dict[str, set[str]]:
    """Return by which others each module is imported."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for each in node.names:
                    whole = f"{node.module}.{each.name}"
                    found[whole if whole in known else node.module].add(name)
            elif isinstance(node, ast.Import):
                for each in node.names:
                    found[each.name].add(name)
    return found


def test_a_small_module_that_one_other_needs_has_a_reason() -> None:
    known = modules()
    imported = importers(known)
    small = {
        path.as_posix()
        for name, path in known.items()
        if path.name not in ("__init__.py", "__main__.py")
        and len(imported[name]) <= 1
        and (ROOT / path).read_text(encoding="utf-8").count("\n") < SMALL
    }
    assert small == set(REASONS)


def test_every_dialog_is_known_before_discord_can_answer_it() -> None:
    opened = [str(path) for path in modules().values() if ".send_modal(" in (ROOT / path).read_text(encoding="utf-8")]
    assert opened == ["cogs/core/components.py"], "`ArenaModal.open` opens a dialog"


def test_the_tree_keeps_its_budget() -> None:
    known = modules()
    assert len(known) + 2 <= BUDGET, "with bot.py and settings.py"
    assert len(list((ROOT / "tests").rglob("*.py"))) <= TEST_FILES
    folders: dict[Path, list[str]] = defaultdict(list)
    for path in known.values():
        folders[path.parent].append(path.name)
    assert {folder.as_posix(): len(names) for folder, names in folders.items() if len(names) > WIDEST} == {}


def test_what_other_packages_import_has_a_docstring() -> None:
    known = modules()
    wanted: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees().items():
        for node in ast.walk(tree):
            where = known.get(node.module or "") if isinstance(node, ast.ImportFrom) else None
            if isinstance(node, ast.ImportFrom) and where and where.parent != known[name].parent:
                wanted[str(node.module)] |= {each.name for each in node.names}
    missing = set()
    for name, tree in trees().items():
        # An overloaded function has several definitions, and a docstring in one of them.
        described: dict[str, bool] = {}
        for each in tree.body:
            if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                described[each.name] = described.get(each.name, False) or ast.get_docstring(each) is not None
        missing |= {f"{name}.{each}" for each in wanted[name] if not described.get(each, True)}
    assert missing == set()
