"""The settings, and the file that explains them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from settings import VERSION, Settings, explain
from store.db.addresses import parse, shown
from store.share import Sharing

EXAMPLE = Path(__file__).parent.parent / ".env.example"

pytestmark = pytest.mark.usefixtures("elsewhere")


def example() -> dict[str, str]:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_example_explains_every_setting_and_no_other() -> None:
    assert set(example()) == {name.upper() for name in Settings.model_fields}


def test_every_setting_has_a_comment_above_it() -> None:
    blocks = EXAMPLE.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    assert all(block.startswith("# ") for block in blocks)


def test_the_example_shows_the_defaults(elsewhere: Path) -> None:
    (elsewhere / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    from_example = Settings()
    (elsewhere / ".env").unlink()

    assert from_example == Settings()


def test_the_environment_wins_over_the_file(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / ".env").write_text("DISCORD_TOKEN=file\nLOG_LEVEL=debug\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN", "environment")

    settings = Settings()

    assert settings.discord_token == SecretStr("environment")
    assert settings.log_level == "DEBUG"


@pytest.mark.parametrize("name", ["two\nlines", "x" * 201])
def test_the_operators_name_is_a_line(name: str) -> None:
    with pytest.raises(ValidationError):
        Settings(operator_name=name)
    assert Settings(operator_name=" Ann ").operator_name == "Ann"


def test_an_empty_token_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")

    assert Settings().discord_token is None


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:/ann:hunter2@localhost/arena",
        "postgresql//ann:hunter2@localhost/arena",
        "postgresql:ann:hunter2@localhost/arena",
        "postgres+asyncpg//ann:hunter2@localhost/arena",
        "ann:hunter2@localhost:5432/arena",
        "sqlite:data/arena.db",
    ],
)
def test_an_address_with_a_slip_is_no_path(address: str) -> None:
    """It would be a folder whose name is the password."""
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate({"database": address})
    told = explain(caught.value)
    assert "DATABASE: not an address" in told
    assert "hunter2" not in told


def test_an_address_is_shown_without_its_secrets_and_with_its_socket() -> None:
    address = "postgresql://ann:hunter2@/arena?host=/run/postgresql&password=hunter2"
    assert shown(address) == "postgresql://ann@/arena?host=/run/postgresql"


@pytest.mark.parametrize("path", ["data/arena.db", "C:\\arena\\arena.db", "postgres/arena.db", "/srv/a@b/c:d.db"])
def test_a_path_is_one(path: str) -> None:
    assert Settings.model_validate({"database": path}).database == Path(path)


@pytest.mark.parametrize(
    ("base", "gateway"),
    [
        ("http://127.0.0.1:8042/api/v10", "ws://127.0.0.1:8042/gateway"),
        ("http://localhost:8042/api/v10/", "ws://localhost:8042/"),
        ("http://[::1]:8042/api/v10", "wss://[::1]:8042/"),
    ],
)
def test_a_double_on_this_machine_is_accepted(base: str, gateway: str) -> None:
    settings = Settings(discord_api_base=base, discord_gateway_url=gateway)

    assert settings.discord_api_base == base.rstrip("/")
    assert settings.discord_gateway_url == gateway


@pytest.mark.parametrize(
    ("base", "gateway"),
    [
        ("https://discord.com/api/v10", "ws://127.0.0.1:1/"),
        ("http://127.0.0.1.evil.example/api", "ws://127.0.0.1:1/"),
        ("http://127.0.0.1@evil.example/api", "ws://127.0.0.1:1/"),
        ("http://192.168.0.7/api", "ws://127.0.0.1:1/"),
        ("ftp://127.0.0.1/api", "ws://127.0.0.1:1/"),
        ("http://127.0.0.1:1/api", "wss://gateway.discord.gg/"),
        ("http://127.0.0.1:1/api", "http://127.0.0.1:1/"),
    ],
)
def test_no_other_address_is(base: str, gateway: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(discord_api_base=base, discord_gateway_url=gateway)

    assert "on this machine" in explain(caught.value)


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:8080", "http://10.0.0.3:8080/", "http://[fd00::1]:80", "http://proxy:8080", "https://a.example"],
)
def test_a_proxy_is_near_or_encrypted(url: str) -> None:
    assert Settings(discord_proxy=url).discord_proxy == url.rstrip("/")


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example:8080",
        "http://8.8.8.8",
        "proxy:8080",
        "ftp://127.0.0.1",
        "http://127.0.0.1:70000",
        "http://",
        "http://ann:hunter2@127.0.0.1",
        "https://a.example?b=c",
    ],
)
def test_the_token_is_sent_to_no_other_proxy(url: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(discord_proxy=url)
    assert explain(caught.value).startswith("DISCORD_PROXY: must be an http address of this machine or a private")


def test_half_a_double_is_refused() -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(discord_api_base="http://127.0.0.1:1/api")

    assert explain(caught.value) == "set DISCORD_API_BASE and DISCORD_GATEWAY_URL together, or neither"


def test_an_explanation_names_the_setting_and_not_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "hunter2")
    monkeypatch.setenv("LOCAL_PORT", "70000")

    with pytest.raises(ValidationError) as caught:
        Settings()

    text = explain(caught.value)
    assert {line.split(":")[0] for line in text.splitlines()} == {"LOG_LEVEL", "LOCAL_PORT"}
    assert "hunter2" not in text


def test_a_token_is_not_shown() -> None:
    assert "hunter2" not in repr(Settings(discord_token=SecretStr("hunter2")))


@pytest.mark.parametrize("address", ["127.0.0.1:8080", "[::1]:8080", "localhost:9", "0.0.0.0:65535"])
def test_health_is_served_at_a_host_and_a_port(address: str) -> None:
    assert Settings(http=address).http == address


@pytest.mark.parametrize(
    "address",
    ["8080", ":8080", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", "http://127.0.0.1:8080", "a@b:80", "a:b"],
)
def test_health_is_served_nowhere_else(address: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(http=address)
    assert explain(caught.value) == "HTTP: must be a host and a port, such as 127.0.0.1:8080"


def test_without_an_address_health_is_served_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP", "")
    assert Settings().http is None


@pytest.mark.parametrize("url", ["https://discord.com/api/webhooks/1/hunter2", "http://127.0.0.1:1/hunter2"])
def test_a_webhook_is_not_shown(url: str) -> None:
    assert "hunter2" not in repr(Settings(operator_webhook=SecretStr(url)))


@pytest.mark.parametrize("url", ["http://example.com/hunter2", "discord.com/hunter2", "https://", "https://[hunter2"])
def test_a_webhook_without_encryption_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("OPERATOR_WEBHOOK", url)
    with pytest.raises(ValidationError) as caught:
        Settings()
    text = explain(caught.value)
    assert text.startswith("OPERATOR_WEBHOOK: must be an https address")
    assert "hunter2" not in text


def test_the_version_is_the_projects() -> None:
    project = tomllib.loads((EXAMPLE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION


def test_several_processes_need_postgresql_and_a_shard_each() -> None:
    address = parse("postgresql://arena@localhost/arena")
    with pytest.raises(ValidationError, match="only one process can use a SQLite file"):
        Settings(database=Path("data/arena.db"), processes=2)
    with pytest.raises(ValidationError, match="each of PROCESSES needs one"):
        Settings(database=address, processes=3, shards=2)
    assert Settings(database=address, processes=3, shards=3).sharing == Sharing(3, 3)
    assert Settings(database=address, processes=3).sharing == Sharing(3)
