"""Any text is read or refused: every reader of `tests/readers.py`, fuzzed for minutes under the eyes of coverage.

`python -m bench fuzz` gives each reader some seconds with Atheris (libFuzzer), which looks for texts that reach new
lines of code; where Atheris is not installed (it has wheels for some platforms and versions of Python only; the extra
`fuzz` names it), Hypothesis changes the texts of the corpus instead. What gets the better of a reader is kept in
`tests/data/readers/`, where the tests read it from then on: mend the reader, and commit both.
"""

from __future__ import annotations

import hashlib
import importlib.util
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from bench.report import Row
from tests.readers import FOUND, Reader, changed, readers

SECONDS = 60
"""For each reader."""
LONGEST = 8192
"""Bytes of a text: what grows faster than its length is for `bench/hostile.py` to see."""
SLOWEST = 10
"""Seconds after which a text counts as one that gets the better of a reader."""

ALIKE = 3
"""Texts kept for a kind of fault."""


def run(*, quick: bool) -> list[Row]:
    """Return a row for each reader: what was found."""
    rows = []
    for reader in readers():
        texts, kept = fuzz(reader.name, 2 if quick else SECONDS)
        rows.append(
            Row(
                f"{reader.name}: texts that are neither read nor refused, of {texts:,}",
                kept,
                "",
                target="0",
                kept=not kept,
            )
        )
    return rows


def fuzz(name: str, seconds: int) -> tuple[int, int]:
    """Fuzz a reader in a process of its own; return how many texts were tried and how many finds were kept."""
    if importlib.util.find_spec("atheris") is None:
        return _changed(_reader(name), seconds)
    with tempfile.TemporaryDirectory() as folder:
        corpus, faults = Path(folder) / "corpus", Path(folder) / "faults"
        corpus.mkdir()
        faults.mkdir()
        for index, text in enumerate(_corpus(_reader(name))):
            (corpus / f"{index}").write_bytes(text.encode("utf-8", "surrogatepass"))
        command = (sys.executable, "-m", "bench.fuzzed", name, str(corpus), str(faults), *_flags(faults, seconds))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        tried = next(
            (
                int(line.split()[1])
                for line in done.stderr.splitlines()
                if line.startswith("stat::number_of_executed_units")
            ),
            0,
        )
        tried = tried or max(
            (int(line[1:].split()[0]) for line in done.stderr.splitlines() if line.startswith("#")), default=0
        )
        found = sorted(faults.iterdir())
        for path in found:
            _keep(name, path.read_bytes())
        if not tried:
            raise RuntimeError(done.stderr[-2_000:])
        return tried, len(found)


def _flags(faults: Path, seconds: int) -> tuple[str, ...]:
    return (
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-timeout={SLOWEST}",
        f"-artifact_prefix={faults}/",
        "-print_final_stats=1",
    )


def _reader(name: str) -> Reader:
    return next(reader for reader in readers() if reader.name == name)


def _corpus(reader: Reader) -> list[str]:
    return [*reader.seeds(), *(text for _, text in reader.found())]


def _changed(reader: Reader, seconds: int) -> tuple[int, int]:
    """Let Hypothesis change the texts of the corpus for some seconds."""
    until, tried, faults = time.monotonic() + seconds, 0, dict[str, int]()

    @settings(
        max_examples=200, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(changed(_corpus(reader)))
    def one(text: str) -> None:
        nonlocal tried
        tried += 1
        if (fault := fault_of(reader, text)) is not None and faults.get(fault, 0) < ALIKE:
            faults[fault] = faults.get(fault, 0) + 1
            _keep(reader.name, text.encode("utf-8", "surrogatepass"))

    while time.monotonic() < until:
        seed(random.getrandbits(64))(one)()
    return tried, sum(faults.values())


def fault_of(reader: Reader, text: str) -> str | None:
    """Return what kind of fault a text brings to light, or None."""
    try:
        reader.tried(text)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        return f"{type(error).__name__} {place}"
    return None


def _keep(name: str, data: bytes) -> None:
    folder = FOUND / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{hashlib.sha256(data).hexdigest()[:12]}.txt").write_bytes(data)
