"""Everything a deployment may decide, read once from the environment (prefix `QICHENG_`)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

MEGABYTE = 1_000_000


class Settings(BaseSettings):
    """Typed settings of the service; each field is `QICHENG_` and its name in capitals.

    >>> Settings(cors_origins="https://club.example, http://localhost:5173").cors_origins
    ('https://club.example', 'http://localhost:5173')
    """

    model_config = SettingsConfigDict(env_prefix="QICHENG_", frozen=True, extra="forbid")

    model: Path | None = Field(
        default=None, description="Model bundle (a folder); the shipped one when unset."
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="Origins whose pages may call the service, comma separated; `*` for all."
    )
    max_upload_mb: float = Field(default=30, gt=0, le=500, description="Largest upload in MB (10^6 bytes).")
    max_json_mb: float = Field(default=1, gt=0, le=50, description="Largest JSON body in MB.")
    workers: int = Field(default=1, ge=1, le=64, description="Photos read at the same time.")
    queue: int = Field(default=8, ge=0, le=1000, description="Photos that may wait; beyond, 503.")
    retry_after_s: int = Field(default=2, ge=1, le=600, description="`Retry-After` of a 503, in seconds.")
    preview_side: int = Field(
        default=2048, ge=64, le=8192, description="Longest side of a preview in pixels."
    )

    @field_validator("cors_origins", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        """Read a comma separated list, as the environment carries it."""
        if not isinstance(value, str):
            return value
        return tuple(origin.strip().rstrip("/") for origin in value.split(",") if origin.strip())

    @property
    def max_upload_bytes(self) -> int:
        """Largest upload in bytes."""
        return int(self.max_upload_mb * MEGABYTE)

    @property
    def max_json_bytes(self) -> int:
        """Largest JSON body in bytes."""
        return int(self.max_json_mb * MEGABYTE)
