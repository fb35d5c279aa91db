"""The operator's settings: read once, from the environment and from `.env`; `.env.example` explains each."""

from __future__ import annotations

import difflib
import ipaddress
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import (
    Field,
    PlainValidator,
    SecretStr,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import URL

from locales import languages
from store.db.addresses import parse
from store.db.backups import Backups, default_folder
from store.privacy.deletion import deletion_list_path
from store.share import Sharing

Port = Annotated[int, Field(ge=0, le=65535)]
Days = Annotated[int, Field(ge=1, le=36_500)]
LogFormat = Literal["text", "json"]
LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
"""Words on one line."""
VERSION: Final = "1.2.0"
FILE: Final = Path(".env")
"""Where settings are besides the environment."""
_OF_OTHERS: Final = ("POSTGRES_", "COMPOSE_")
"""Prefixes of names in the file for other programs, such as Docker Compose."""
_EVERY: Final = {"hourly": timedelta(hours=1), "daily": timedelta(days=1), "weekly": timedelta(days=7)}
_NEAR: Final = 0.84
"""Least similarity (`difflib`) of a misspelt setting: `DATABSE` has it, `DATABASE_URL` doesn't."""


def is_loopback(url: str, schemes: tuple[str, ...]) -> bool:
    """Tell whether a URL has one of the schemes and stays on this machine."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme not in schemes:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_near(url: str) -> bool:
    """Tell whether a URL is of a machine that a token can be sent to: encrypted, or over a private network."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    if not host or parts.username is not None or parts.query or parts.fragment:
        return False
    if parts.scheme != "http":
        return parts.scheme == "https"
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".internal", ".local"))  # a name that no public server has


def host_and_port(address: str) -> tuple[str, int]:
    """Return the host and the port of an address such as `127.0.0.1:8080` or `[::1]:8080`.

    Raises:
        ValueError: It is none.
    """
    parts = urlsplit(f"//{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.netloc != address or "@" in address:
        raise ValueError("must be a host and a port, such as 127.0.0.1:8080")
    return host, port


class Settings(BaseSettings):
    """The settings of one bot; a field's name in upper case is the variable's name.

    Attributes:
        discord_token: The bot's token; without one the bot runs in local mode.
        database: Path of a SQLite file, or address of a PostgreSQL database.
        shards: How many connections to Discord share the servers; None for as many as Discord recommends.
        processes: How many processes share the servers, with PostgreSQL; further ones are spares.
        requests_per_second: How many requests go to Discord in a second at most, answers to interactions aside.
        discord_proxy: The address of a proxy that all requests to Discord pass, and that keeps its limits.
        arena_language: The language of public posts where a server has not chosen one.
        pace: Multiple of the usual number of requests people and servers may make (`cogs/core/rates.py`); 0 for no
            limit.
        operator_name: The person responsible for the bot, as `/data` names them; empty for none.
        operator_contact: Such as a mail address.
        deletions: The list of deletions of people; None for the usual place (`store.privacy.deletion`).
        backup: How often the bot copies its database; "off" for never, not even before a migration.
        backup_keep: How many of these copies stay.
        backup_folder: Their folder; None for the usual one (`store.db.backups`).
        operator_webhook: The address that is sent what the operator has to see to; a secret.
        http: Host and port at which health and metrics are served; None for nowhere.
        keep_removed_servers: Days for a server's data after the bot was removed from it.
        keep_silence_logs: Days for the log of a match's silence after its end.
        keep_imports: Days for an imported record.
        keep_closed_tables: Days for a cancelled table after it was opened.
        keep_exports: Days for the note that a person asked for a copy of their data.
        ratings_of_all_servers: Also rate matches of all servers together, for people who agree to that.
        computer_workers: How many processes decide for computer players; 0 for no such players.
        local_port: The port of the local page; None for the usual one, or any free one where that is taken.
        discord_api_base: A test double's REST address instead of Discord's.
        discord_gateway_url: That double's gateway.
    """

    model_config = SettingsConfigDict(
        env_file=FILE,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        arbitrary_types_allowed=True,
    )

    discord_token: SecretStr | None = None
    database: Annotated[Path | URL, PlainValidator(parse)] = Path("data/arena.db")
    shards: Annotated[int, Field(ge=1, le=10_000)] | None = None
    processes: Annotated[int, Field(ge=1, le=1_000)] = 1
    requests_per_second: Annotated[int, Field(ge=1, le=10_000)] = 45
    discord_proxy: str | None = None
    arena_language: str = "en"
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "text"
    pace: Annotated[float, Field(ge=0, le=1000)] = 1.0
    operator_name: Line = ""
    operator_contact: Line = ""
    deletions: Path | None = None
    backup: Literal["off", "hourly", "daily", "weekly"] = "daily"
    backup_keep: Annotated[int, Field(ge=1, le=10_000)] = 7
    backup_folder: Path | None = None
    operator_webhook: SecretStr | None = None
    http: str | None = None
    keep_removed_servers: Days = 30
    keep_silence_logs: Days = 365
    keep_imports: Days = 90
    keep_closed_tables: Days = 90
    keep_exports: Days = 1
    ratings_of_all_servers: bool = False
    computer_workers: Annotated[int, Field(ge=0, le=64)] = 1
    local_port: Port | None = None
    discord_api_base: str | None = None
    discord_gateway_url: str | None = None

    @field_validator("database")
    @classmethod
    def _no_folder(cls, value: Path | URL) -> Path | URL:
        try:
            folder = isinstance(value, Path) and value.is_dir()
        except OSError as error:
            raise ValueError(f"no file can have this path: {error.strerror}") from error
        if folder:
            raise ValueError("it's a folder; name a file in it, such as data/arena.db")
        return value

    @field_validator("arena_language")
    @classmethod
    def _there_is_one(cls, value: str) -> str:
        if value not in languages():
            raise ValueError(f"there's no such language; choose from {', '.join(languages())}")
        return value

    @field_validator("deletions")
    @classmethod
    def _a_file(cls, value: Path | None) -> Path | None:
        if value is not None and value.is_dir():
            raise ValueError("it's a folder; name a file in it, such as data/arena.db.deletions")
        return value

    @field_validator("backup", "log_format", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("backup_folder")
    @classmethod
    def _a_folder(cls, value: Path | None) -> Path | None:
        if value is not None and value.exists() and not value.is_dir():
            raise ValueError("it's a file; name a folder, such as data/backups")
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("http")
    @classmethod
    def _an_address(cls, value: str | None) -> str | None:
        if value is not None:
            host_and_port(value)
        return value

    @field_validator("operator_webhook")
    @classmethod
    def _encrypted(cls, value: SecretStr | None) -> SecretStr | None:
        if value is None:
            return None
        url = value.get_secret_value()
        try:
            safe = is_loopback(url, ("http",)) or (urlsplit(url).scheme == "https" and urlsplit(url).hostname)
        except ValueError:
            safe = False
        if not safe:
            raise ValueError("must be an https address, such as a channel's Integrations → Webhooks gives")
        return value

    @field_validator("discord_proxy")
    @classmethod
    def _no_stranger(cls, value: str | None) -> str | None:
        if value is not None and not _is_near(value):
            raise ValueError(
                "must be an http address of this machine or a private network, such as http://127.0.0.1:8080, or an "
                "https address"
            )
        return value.rstrip("/") if value is not None else None

    @field_validator("discord_api_base")
    @classmethod
    def _loopback_rest(cls, value: str | None) -> str | None:
        if value is not None and not is_loopback(value, ("http", "https")):
            raise ValueError("must be an http address on this machine, such as http://127.0.0.1:8042/api/v10")
        return value.rstrip("/") if value is not None else None

    @field_validator("discord_gateway_url")
    @classmethod
    def _loopback_gateway(cls, value: str | None) -> str | None:
        if value is not None and not is_loopback(value, ("ws", "wss")):
            raise ValueError("must be a ws address on this machine, such as ws://127.0.0.1:8042/gateway")
        return value

    @model_validator(mode="after")
    def _both_or_neither(self) -> Self:
        if (self.discord_api_base is None) != (self.discord_gateway_url is None):
            raise ValueError("set DISCORD_API_BASE and DISCORD_GATEWAY_URL together, or neither")
        return self

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if self.processes > 1 and isinstance(self.database, Path):
            raise ValueError("PROCESSES: only one process can use a SQLite file; set 1, or use PostgreSQL")
        if self.shards is not None and self.shards < self.processes:
            raise ValueError("SHARDS: each of PROCESSES needs one; set a higher number, or leave it empty")
        return self

    @property
    def sharing(self) -> Sharing:
        """How many processes share the servers; `Sharing.recommended` is Discord's to say."""
        return Sharing(self.processes, self.shards)

    def deletion_list(self, database: Path | URL) -> Path:
        """Return the path of a database's list of deletions."""
        return deletion_list_path(database) if self.deletions is None else self.deletions

    def backups(self, database: Path | URL) -> Backups | None:
        """Return what copies of a database the bot makes; None for none."""
        if self.backup == "off":
            return None
        return Backups(self.folder_of_backups(database), self.backup_keep, _EVERY[self.backup])

    def folder_of_backups(self, database: Path | URL) -> Path:
        return self.backup_folder or default_folder(database)


def unknown_names() -> tuple[dict[str, str], list[str]]:
    """Return names in `FILE` that are no settings: misspelt ones, each with the right name, and unknown ones.

    The environment isn't read: it's full of other programs' names.
    """
    ours = [name.upper() for name in Settings.model_fields]
    slips, others = {}, []
    for name in dotenv_values(FILE, encoding="utf-8") if FILE.is_file() else ():
        if name.upper() in ours or name.upper().startswith(_OF_OTHERS):
            continue
        if near := difflib.get_close_matches(name.upper(), ours, n=1, cutoff=_NEAR):
            slips[name] = near[0]
        else:
            others.append(name)
    return slips, others


def explain(error: ValidationError) -> str:
    """Return the errors of the settings, a line each, without the values: one of them is a secret."""
    lines = []
    for problem in error.errors(include_input=False, include_url=False):
        name = ".".join(str(part) for part in problem["loc"]).upper()
        reason = problem["msg"].removeprefix("Value error, ")
        lines.append(f"{name}: {reason}" if name else reason)
    return "\n".join(lines)


def unreadable(error: UnicodeDecodeError | OSError) -> str:
    """Return why the file of settings can't be read, without its contents."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    line = error.object.count(b"\n", 0, error.start) + 1
    return f"line {line} isn't UTF-8"
