"""What operators install: the image, compose.yaml, the service, the health check; built and played where a base is."""

from __future__ import annotations

import asyncio
import configparser
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from monitoring import __main__ as probe
from settings import VERSION, Settings
from store.db import migrate
from tests.ports import free_port
from tests.store import releases
from tests.wire.double import Double
from tests.wire.match import Table
from tests.wire.stage import arena_double
from tests.wire.test_bot_health import asked

HERE = Path(__file__).parents[1]
IMAGE, BASE = os.environ.get("ARENA_IMAGE", ""), os.environ.get("ARENA_IMAGE_BASE", "")
MOST_BYTES = 250_000_000
"""What the image may have above its base."""
SETTINGS = {name.upper() for name in Settings.model_fields}
OF_COMPOSE = {"POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_USER"}
NEEDS_IMAGE = pytest.mark.skipif(
    not IMAGE, reason="ARENA_IMAGE names no image: `.ci/image` builds one on a base of its own"
)


def pins(name: str) -> dict[str, str]:
    """Return the versions, with their hashes, in a file of requirements."""
    text = (HERE / "requirements" / name).read_text(encoding="utf-8")
    entries = re.findall(r"^(\S+)==(.+(?:\n +--hash.+)*)", text, re.MULTILINE)
    return {name: re.sub(r"\s*\\\n\s*", " ", rest) for name, rest in entries}


def test_the_image_has_what_a_bot_needs_locked_and_no_simulator() -> None:
    bots, locals_ = pins("bot.txt"), pins("local.txt")
    assert bots.items() <= locals_.items()
    assert {"asyncpg", "discord-py", "prometheus-client"} <= bots.keys()
    assert not {"simcord", "fastapi", "av"} & bots.keys()
    assert all("--hash=sha256:" in each for each in bots.values())


def test_the_image_has_every_package_of_the_product_and_nothing_else() -> None:
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    found = project["tool"]["setuptools"]["packages"]["find"]["include"]
    packages = {each.removesuffix("*") for each in found} - {"local"}
    text = (HERE / "Containerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"^COPY (\w+) /app/\w+$", text, re.MULTILINE)) == packages
    lines = (HERE / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "*"
    assert {each[1:] for each in lines if re.fullmatch(r"![a-z]+", each)} == packages


def test_what_says_the_version_says_the_same() -> None:
    """A release is a number, a date, a schema that is kept, and what operators have to know."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    changes = (HERE / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, (latest, date) = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", changes, re.MULTILINE)[:2]
    assert unreleased == ("Unreleased", "")
    assert project["project"]["version"] == VERSION == latest == [*releases.SCHEMAS][-1]
    notes = (HERE / "docs" / "upgrading.md").read_text(encoding="utf-8")
    assert f"### {latest}\n\n{date}, schema {releases.SCHEMAS[latest]}. " in notes
    kept = {releases.file_of(schema, kind) for schema in releases.SCHEMAS.values() for kind in releases.KINDS}
    assert {path for path in kept if not path.is_file()} == set()
    assert set(releases.SCHEMAS.values()) <= migrate.revisions()


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((HERE / "compose.yaml").read_text(encoding="utf-8"))
    return loaded


def test_each_profile_starts_a_bot_that_writes_to_its_volume_alone() -> None:
    services = compose()["services"]
    profiles = {profile for service in services.values() for profile in service["profiles"]}
    assert profiles == {"sqlite", "postgresql", "cluster", "proxy"}
    for profile in profiles - {"proxy"}:
        bots = [each for each in services.values() if each["image"] == "arena" and profile in each["profiles"]]
        (bot,) = bots
        assert (bot["read_only"], bot["cap_drop"], bot["init"]) == (True, ["ALL"], True)
        assert bot["restart"] == "unless-stopped"  # others don't start it when the machine does
        assert bot["volumes"] == ["data:/data"]
        assert bot["healthcheck"]["test"] == ["CMD", "python", "-m", "monitoring"]
        assert ("postgresql" in bot.get("depends_on", {})) == (profile == "postgresql")
        database = bot["environment"].get("DATABASE", "")
        if profile == "cluster":
            assert database == "", "the server is the operator's, and its address stands in .env"
        else:
            assert database.startswith({"sqlite": "/data/arena.db", "postgresql": "postgresql://arena:"}[profile])
        assert bot.get("scale") == (None if profile == "sqlite" else "${COMPOSE_PROCESSES:-${PROCESSES:-1}}")


def test_the_address_of_the_proxy_beside_the_bot_is_one_that_the_bot_takes() -> None:
    services = compose()["services"]
    proxy = services["proxy"]
    assert (proxy["profiles"], proxy["read_only"], proxy["cap_drop"]) == (["proxy"], True, ["ALL"])
    assert "ports" not in proxy, "the token passes it: nobody else may"
    address = f"http://proxy:{proxy['environment']['PORT']}"
    for page in ("compose.yaml", "docs/more-than-one-machine.md"):
        assert f"DISCORD_PROXY={address}" in (HERE / page).read_text(encoding="utf-8")
    assert Settings(discord_proxy=address).discord_proxy == address


def test_every_variable_that_compose_sets_is_a_setting() -> None:
    services = compose()["services"].values()
    named = {name for service in services if service["profiles"] != ["proxy"] for name in service["environment"]}
    assert named <= SETTINGS | OF_COMPOSE
    used = re.findall(r"\$\{(\w+)", (HERE / "compose.yaml").read_text(encoding="utf-8"))
    assert set(used) <= OF_COMPOSE | {"COMPOSE_PROCESSES", "PROCESSES"}


def unit() -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(interpolation=None, strict=True)
    parsed.optionxform = str  # type: ignore[assignment, method-assign] # names have capitals
    parsed.read(HERE / "deploy" / "arena.service", encoding="utf-8")
    return parsed


def test_the_service_is_enabled_starts_again_and_may_write_little() -> None:
    found = unit()
    assert found["Install"]["WantedBy"] == "multi-user.target"
    assert "postgresql.service" in found["Unit"]["After"].split()
    service = found["Service"]
    assert (service["Restart"], service["RestartPreventExitStatus"]) == ("on-failure", "78")
    assert int(service["RestartSec"]) >= 5
    assert found["Unit"]["StartLimitIntervalSec"] == "0"
    assert (service["ProtectSystem"], service["ReadWritePaths"]) == ("strict", "/srv/arena/data")
    assert (service["User"], service["Type"]) == ("arena", "notify")
    assert int(service["WatchdogSec"]) >= 60


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_service(tmp_path: Path) -> None:
    text = (HERE / "deploy" / "arena.service").read_text(encoding="utf-8")
    path = tmp_path / "arena.service"
    path.write_text(text.replace("/srv/arena/.venv/bin/python", "/bin/true"), encoding="utf-8")
    command = ["systemd-analyze", "verify", str(path)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in found.stderr.splitlines() if "arena.service" in line] == []


async def test_the_health_check_asks_the_bot_where_it_is_served(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    monkeypatch.setenv("HTTP", f"0.0.0.0:{port}")
    assert probe.main() == 1
    assert f"the bot doesn't answer at 0.0.0.0:{port}: " in capsys.readouterr().err

    async def answer(status: str) -> int:
        async def serve(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", port):
            return await asyncio.to_thread(probe.main)

    assert await answer("200 OK") == 0
    assert await answer("500 It failed") == 1
    monkeypatch.setenv("HTTP", "")
    assert probe.main() == 0
    assert probe.main(["--help"]) == 0
    assert "python -m monitoring" in capsys.readouterr().err


# The image itself


def buildah(*arguments: str) -> str:
    return subprocess.run(["buildah", *arguments], check=True, capture_output=True, text=True).stdout  # noqa: S607


@pytest.fixture
def container() -> Iterator[str]:
    made = buildah("from", IMAGE).strip()
    yield made
    buildah("rm", made)


def within(container: str, *command: str, **variables: str) -> list[str]:
    """Return the command line that runs something in a container."""
    given = [f"--env={name}={value}" for name, value in variables.items()]
    return [
        *("buildah", "run", "--isolation", "chroot", "--network", "host", "--user", "10001"),
        *(*given, container, "--", *command),
    ]


def said(container: str, *command: str) -> str:
    done = subprocess.run(within(container, *command), capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


@NEEDS_IMAGE
def test_the_image_is_small_and_nobodys_but_the_bots(container: str) -> None:
    sizes = {}
    for name in (BASE, IMAGE):
        root = buildah("mount", made := buildah("from", name).strip()).strip()
        done = subprocess.run(["du", "-sb", root], check=True, capture_output=True, text=True)  # noqa: S607
        sizes[name] = int(done.stdout.split()[0])
        buildah("rm", made)
    assert sizes[IMAGE] - sizes[BASE] <= MOST_BYTES
    config = json.loads(buildah("inspect", "--type", "image", IMAGE))["Docker"]["config"]
    assert (config["User"], config["Volumes"], config["WorkingDir"]) == ("10001", {"/data": {}}, "/")
    assert config["Healthcheck"]["Test"] == ["CMD", "python", "-m", "monitoring"]
    assert said(container, "python", "/app/bot.py", "--version").startswith("arena ")
    for program in ("pg_dump", "pg_restore", "psql"):
        assert "PostgreSQL" in said(container, program, "--version")
    files = set(said(container, "ls", "-A", "/app").split())
    assert not files & {".env", ".git", "local", "tests", "bench", "data"}
    tried = "import importlib.util as u; print([n for n in ('simcord', 'pip', 'pytest', 'local') if u.find_spec(n)])"
    assert said(container, "python", "-c", tried).strip() == "[]"


@NEEDS_IMAGE
async def test_a_turn_is_played_in_the_image_and_it_stops_when_told(container: str, tmp_path: Path) -> None:
    async with arena_double(token="secret") as double:  # noqa: S106 - the double's
        guild = double.add_guild("Arena")
        ann, bob = (double.add_user(name, guild) for name in ("ann", "bob"))
        table = Table(double, guild.add_channel("table"), [ann, bob])
        address = f"127.0.0.1:{free_port()}"
        variables = {"DISCORD_TOKEN": "secret", "HTTP": address, "LOG_FORMAT": "json", **double.environment}
        command = within(container, "python", "/app/bot.py", **variables)
        with (tmp_path / "log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(*command, stdout=log, stderr=log)
        try:
            await _connected(double, process)
            await table.begin()
            await table.type(table.any_turn(random.Random(5)))
            assert await asked(f"http://{address}", "/readyz") == (200, "ready\n")
            there = within(container, "python", "-m", "monitoring", HTTP=address)
            assert await (await asyncio.create_subprocess_exec(*there)).wait() == 0
            os.kill(_child(process.pid), signal.SIGTERM)
            assert await process.wait() == 0
        finally:
            if process.returncode is None:
                os.kill(_child(process.pid), signal.SIGKILL)
                await process.wait()
    entries = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert entries[-1]["message"] == "stopped"
    assert not [each for each in entries if each["level"] in ("ERROR", "CRITICAL")]
    assert not double.violations
    assert "1 match with" in said(container, "python", "-m", "store", "check")


async def _connected(double: Double, process: asyncio.subprocess.Process) -> None:
    await double.until(lambda: double.gateway.links() or process.returncode is not None, 120)
    assert process.returncode is None


def _child(pid: int) -> int:
    """Return the Python that a buildah runs, some processes below it; a signal to buildah would kill it."""
    while "python" not in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")[0]:
        # Any of its threads may have begun the next one.
        found = [each.read_text(encoding="utf-8").split() for each in Path(f"/proc/{pid}/task").glob("*/children")]
        pid = int(next(each for each in found if each)[0])
    return pid
