"""The double can be taken along: it imports nothing of the repository but itself."""

import ast
import sys
from pathlib import Path

import tests.wire.double

FOLDER = Path(tests.wire.double.__file__).parent
OWN = "tests.wire.double"
LIBRARIES = {"aiohttp", "discord", "jsonschema", "multidict", "pytest", "pytest_asyncio", "yarl"}


def test_it_imports_nothing_of_the_repository_but_itself() -> None:
    files = sorted(FOLDER.rglob("*.py"))
    assert len(files) > 40
    foreign = {
        f"{path.relative_to(FOLDER)}: {module}"
        for path in files
        for module in _imported(ast.parse(path.read_text(encoding="utf-8")))
        if not (module == OWN or module.startswith(f"{OWN}."))
        and module.split(".")[0] not in LIBRARIES | sys.stdlib_module_names
    }
    assert foreign == set()


def _imported(tree: ast.Module) -> set[str]:
    modules = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules.add(node.module)
    return modules
