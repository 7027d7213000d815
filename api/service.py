"""What every route shares: settings, the photo reader, the queue before it."""

from __future__ import annotations

import asyncio
import base64
import logging
from dataclasses import dataclass, field
from typing import Any, Protocol

from api.bodies import PhotoForm, flag
from api.limits import ReadingQueue
from api.problem import Problem
from api.settings import Settings
from vision.bundle import BundleError, load_bundle
from vision.photo import PhotoLimits, decode, preview
from vision.read import PhotoReader
from vision.reading import Reading

log = logging.getLogger("qicheng.api")


class Reader(Protocol):
    """Reads photos; called from several threads at once."""

    def read(self, data: bytes) -> Reading:
        """What the photo says; raises `PhotoError` for bytes that are no picture."""


@dataclass
class Service:
    """One running service. `reader` is None until a model is loaded, `failure` says why there is none."""

    settings: Settings
    reader: Reader | None = None
    failure: str | None = None
    queue: ReadingQueue = field(init=False)

    def __post_init__(self) -> None:
        self.queue = ReadingQueue(self.settings.workers, self.settings.queue, self.settings.retry_after_s)

    async def start(self) -> None:
        """Load the model in a thread; without one the rules still work, photos answer 503."""
        if self.reader is not None:
            return
        try:
            self.reader = await asyncio.to_thread(load_reader, self.settings)
        except BundleError as error:
            self.failure = str(error)
            log.error("photos cannot be read: %s", error)
        except Exception as error:
            self.failure = str(error)
            log.exception("photos cannot be read")

    def refuse_early(self) -> None:
        """Raise the 503 before a body is read: no model, or the queue is full."""
        self.ready_reader()
        self.queue.refuse_when_full()

    def ready_reader(self) -> Reader:
        """The reader; a 503 problem while there is none."""
        if self.reader is not None:
            return self.reader
        loading = self.failure is None
        raise Problem(
            503,
            "not_ready" if loading else "no_model",
            zh="模型还在加载，请稍候。" if loading else "没有可用的识别模型，暂时只能手工输入。",
            en="The model is still loading."
            if loading
            else "No model could be loaded: photos cannot be read.",
            headers={"Retry-After": str(self.settings.retry_after_s)},
        )

    async def read(self, form: PhotoForm) -> tuple[Reading, dict[str, Any] | None]:
        """The reading of an uploaded photo, and its preview where the form asks for one."""
        wants_preview = flag(form.fields, "preview")
        reader = self.ready_reader()

        def work() -> tuple[Reading, dict[str, Any] | None]:
            reading = reader.read(form.photo)
            return reading, self._preview(form.photo) if wants_preview else None

        return await self.queue.run(work)

    def _preview(self, data: bytes) -> dict[str, Any]:
        side = self.settings.preview_side
        limits = PhotoLimits(data_bytes=self.settings.max_upload_bytes)
        jpeg = preview(decode(data, limits, keep_side=side), side)
        return {"type": "image/jpeg", "base64": base64.b64encode(jpeg).decode("ascii")}


def load_reader(settings: Settings) -> Reader:
    """The reader of the configured bundle, or of the shipped one."""
    return PhotoReader(load_bundle(settings.model))
