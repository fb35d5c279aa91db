"""Look for texts that are neither read nor refused: `python -m tests.fuzz [SECONDS]` fuzzes each reader for so long.

Atheris (libFuzzer; the extra `fuzz` names it) looks for texts that reach new lines of code, a process for each reader.
What gets the better of a reader is kept in `tests/data/readers/`, where the tests read it from then on: mend the
reader, and commit both. Where Atheris does not install, `ARENA_THOROUGH=1 pytest tests/test_readers.py` changes texts
by chance.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["engine", "hosting", "cogs.play.answers", "cogs.ui"]):
    from tests.readers import FOUND, Reader, readers

LONGEST, SLOWEST = 8192, 10
"""Bytes of a text, and seconds after which one counts as a fault."""
ALIKE = 3
"""Texts kept for a kind of fault."""


def fuzz(reader: Reader, corpus: Path, faults: Path, seconds: str) -> None:
    """Fuzz a reader in this process, which ends with it; write each kind of fault down a few times, and go on."""
    for text in reader.seeds():
        reader.tried(text)  # what is built once takes longer than a text may
    seen: Counter[str] = Counter()

    def one(data: bytes) -> None:
        try:
            text = data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            text = data.decode("utf-8", "replace")
        try:
            reader.tried(text)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            kind = f"{type(error).__name__} {traceback.extract_tb(error.__traceback__)[-1]}"
            if seen[kind] < ALIKE:
                seen[kind] += 1
                (faults / f"{seen.total()}").write_bytes(text.encode("utf-8", "surrogatepass"))

    limits = (f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-timeout={SLOWEST}")
    atheris.Setup([sys.argv[0], str(corpus), f"-artifact_prefix={faults}/", *limits], one)
    atheris.Fuzz()


def keep(reader: Reader, seconds: str) -> int:
    """Fuzz a reader in a process of its own; keep what was found, and return how many texts that is."""
    with tempfile.TemporaryDirectory() as name:
        corpus, faults = Path(name) / "corpus", Path(name) / "faults"
        corpus.mkdir()
        faults.mkdir()
        for index, text in enumerate([*reader.seeds(), *(text for _, text in reader.found())]):
            (corpus / f"{index}").write_bytes(text.encode("utf-8", "surrogatepass"))
        command = [sys.executable, "-m", "tests.fuzz", seconds, reader.name, str(corpus), str(faults)]
        subprocess.run(command, stderr=subprocess.DEVNULL, check=False)  # it ends badly where a text takes too long
        found = [path.read_bytes() for path in sorted(faults.iterdir())]
    folder = FOUND / reader.name
    for data in found:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{hashlib.sha256(data).hexdigest()[:12]}.txt").write_bytes(data)
    return len(found)


if __name__ == "__main__":
    given = sys.argv[1:]
    if len(given) > 1:
        fuzz(next(each for each in readers() if each.name == given[1]), Path(given[2]), Path(given[3]), given[0])
    else:
        for each in readers():
            kept = keep(each, given[0] if given else "60")
            print(f"{each.name}: {kept} texts kept", flush=True)  # noqa: T201 - a command
