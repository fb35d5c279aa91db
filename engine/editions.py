"""Data files of a game by their version: one that is corrected stays beside the new one, for the games before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from typing import Protocol, TypeVar


class Versioned(Protocol):
    """What is read from a data file."""

    @property
    def version(self) -> str:
        """As records name it."""
        ...


V = TypeVar("V", bound=Versioned)


def read_editions(package: str, current: str, read: Callable[[str], V]) -> Mapping[str, V]:
    """Return every data file of a game by its version, the current one first.

    Args:
        package: The game's, e.g. `"engine.apex"`; its files are `data/*.toml`.
        current: The name of the file that new games are played by.
        read: Reads the text of a file.
    """
    folder = resources.files(package).joinpath("data")
    files = [each for each in folder.iterdir() if each.name.endswith(".toml")]
    files.sort(key=lambda each: (each.name != current, each.name))
    return {each.version: each for each in (read(file.read_text(encoding="utf-8")) for file in files)}
