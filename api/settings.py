"""Everything a deployment may decide, read once from the environment (prefix `QICHENG_`)."""

from __future__ import annotations

import os
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

MEGABYTE = 1_000_000


def data_folder() -> Path:
    """Where a user's programs keep their data (XDG Base Directory Specification)."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "qicheng"


class Settings(BaseSettings):
    """Typed settings of the service; each field is `QICHENG_` and its name in capitals.

    >>> Settings(cors_origins="https://club.example, http://localhost:5173").cors_origins
    ('https://club.example', 'http://localhost:5173')
    """

    model_config = SettingsConfigDict(
        env_prefix="QICHENG_", frozen=True, extra="forbid", hide_input_in_errors=True
    )

    model: Path | None = Field(
        default=None, description="Model bundle (a folder); the shipped one when unset."
    )
    rules: Path | None = Field(
        default=None,
        description="Folder of a house's rule files (`*.toml`, read at start); none of its own when unset.",
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="Origins whose pages may call the service, comma separated; `*` for all."
    )
    max_upload_mb: float = Field(default=30, gt=0, le=500, description="Largest upload in MB (10^6 bytes).")
    max_json_mb: float = Field(default=1, gt=0, le=50, description="Largest JSON body in MB.")
    body_timeout_s: float = Field(
        default=120, gt=0, le=3600, description="Seconds in which a whole body must arrive; then 408."
    )
    uploads: int = Field(
        default=16, ge=1, le=1000, description="Photos that may be arriving at the same time; beyond, 503."
    )
    workers: int = Field(default=1, ge=1, le=64, description="Photos read at the same time.")
    queue: int = Field(default=8, ge=0, le=1000, description="Photos that may wait; beyond, 503.")
    retry_after_s: int = Field(default=2, ge=1, le=600, description="`Retry-After` of a 503, in seconds.")
    preview_side: int = Field(
        default=2048, ge=64, le=8192, description="Longest side of a preview in pixels."
    )
    photos_per_minute: int = Field(
        default=60, ge=0, description="Photos that one client may send a minute; then 429. 0: any number."
    )
    requests_per_minute: int = Field(
        default=1200, ge=0, description="Other requests of one client a minute; then 429. 0: any number."
    )
    limit_localhost: bool = Field(
        default=False, description="Whether these two limits hold for clients on this machine too."
    )
    trusted_proxies: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        default=(),
        description="Proxies (addresses or networks, comma separated) whose `X-Forwarded-For` is believed.",
    )
    data: Path = Field(
        default_factory=data_folder,
        description="Folder of the corrections where the two settings below name nothing else. "
        "Unset: `qicheng` in `$XDG_DATA_HOME` or `~/.local/share`.",
    )
    database: str | None = Field(
        default=None,
        description="Database of the corrections: `postgresql://USER@HOST/NAME` (extra `store`) or "
        "`sqlite:///FILE`. Unset: `corrections.sqlite` in `QICHENG_DATA`.",
    )
    pictures: str | None = Field(
        default=None,
        description="Their pictures: a folder, or an fsspec URL as `s3://BUCKET/FOLDER` (extra `store`). "
        "Unset: `pictures` in `QICHENG_DATA`.",
    )
    max_corrections: int = Field(
        default=10_000, ge=0, description="Corrections kept at most; beyond, 503. 0 takes none."
    )
    corrections_token: SecretStr | None = Field(
        default=None, min_length=16, description="Token that exports corrections; unset, export is off."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="warning", description="`info` has a line for each request."
    )
    log_format: Literal["plain", "json"] = Field(
        default="plain", description="`json`: one object a line, for a log collector."
    )
    shutdown_s: int = Field(
        default=30, ge=1, le=3600, description="Seconds that accepted work may take after SIGTERM."
    )

    @field_validator("cors_origins", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        """Read a comma separated list, as the environment carries it."""
        return tuple(origin.rstrip("/") for origin in _listed(value)) if isinstance(value, str) else value

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _networks(cls, value: object) -> object:
        """Read a comma separated list of addresses and networks."""
        return tuple(ip_network(each) for each in _listed(value)) if isinstance(value, str) else value

    @property
    def max_upload_bytes(self) -> int:
        """Largest upload in bytes."""
        return int(self.max_upload_mb * MEGABYTE)

    @property
    def max_json_bytes(self) -> int:
        """Largest JSON body in bytes."""
        return int(self.max_json_mb * MEGABYTE)

    @property
    def database_url(self) -> str:
        """Where the corrections are."""
        return self.database or f"sqlite:///{self.data / 'corrections.sqlite'}"

    @property
    def pictures_place(self) -> str:
        """Where their pictures are."""
        return self.pictures or str(self.data / "pictures")


def _listed(value: str) -> list[str]:
    return [each.strip() for each in value.split(",") if each.strip()]


PAGE_HEAD = """# Settings

Generated from `api/settings.py` by `python -m api.settings > docs/settings.md`. The service reads them from
its environment when it starts, and refuses one that makes no sense.

"""


def settings_page() -> str:
    """`docs/settings.md`."""
    rows = ["| variable | default | what it decides |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = "" if field.default_factory or field.default in (None, ()) else f"`{field.default}`"
        rows.append(f"| `QICHENG_{name.upper()}` | {default} | {field.description} |")
    return PAGE_HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(settings_page(), end="")
