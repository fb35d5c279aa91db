"""The process in which Atheris fuzzes one reader: `bench/fuzz.py` starts it.

    python -m bench.fuzzed NAME CORPUS FAULTS [FLAG ...]

Each kind of fault is written down a few times, and the search goes on.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["engine", "hosting", "cogs.play.answers", "cogs.ui"]):
    from bench.fuzz import ALIKE, fault_of
    from tests.readers import readers


def main(name: str, corpus: str, faults: Path, flags: list[str]) -> None:
    """Fuzz a reader for as long as the flags of libFuzzer say."""
    reader = next(reader for reader in readers() if reader.name == name)
    for text in reader.seeds():
        reader.tried(text)  # what is built once takes longer than a text may
    seen: dict[str, int] = {}

    def one(data: bytes) -> None:
        try:
            text = data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            text = data.decode("utf-8", "replace")
        fault = fault_of(reader, text)
        if fault is not None and seen.get(fault, 0) < ALIKE:
            seen[fault] = seen.get(fault, 0) + 1
            (faults / f"{sum(seen.values())}").write_bytes(text.encode("utf-8", "surrogatepass"))

    atheris.Setup([sys.argv[0], corpus, *flags], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
