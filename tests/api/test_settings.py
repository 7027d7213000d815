"""Settings from the environment, and their page in the docs."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from api.settings import Settings


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QICHENG_CORS_ORIGINS", "https://a.example/, https://b.example")
    monkeypatch.setenv("QICHENG_MAX_UPLOAD_MB", "12.5")
    monkeypatch.setenv("QICHENG_WORKERS", "3")
    settings = Settings()
    assert settings.cors_origins == ("https://a.example", "https://b.example")
    assert settings.max_upload_bytes == 12_500_000
    assert settings.workers == 3


def test_the_defaults_are_those_of_the_interfaces() -> None:
    settings = Settings()
    assert settings.max_upload_bytes == 30_000_000
    assert settings.preview_side == 2048
    assert settings.cors_origins == ()


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("QICHENG_WORKERS", "0", "nobody would read"),
        ("QICHENG_WORKERS", "many", "no number"),
        ("QICHENG_MAX_UPLOAD_MB", "-1", "nothing would fit"),
        ("QICHENG_QUEUE", "-1", "no such queue"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_at_start(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError):
        Settings()


def test_every_setting_says_what_it_is_for() -> None:
    assert all(field.description for field in Settings.model_fields.values())
