"""What every route shares: settings, the photo reader, the queue before it."""

from __future__ import annotations

import base64
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from api.bodies import PhotoForm, flag
from api.limits import ReadingQueue, busy
from api.logs import fields
from api.metrics import Metrics
from api.problem import Problem
from api.settings import Settings
from vision.bundle import BundleError, load_bundle
from vision.photo import PhotoLimits, decode, preview
from vision.read import PhotoReader
from vision.reading import ModelInfo, Reading

log = logging.getLogger("qicheng.api")


class Reader(Protocol):
    """Reads photos; called from several threads at once."""

    model: ModelInfo

    def read(self, data: bytes) -> Reading:
        """What the photo says; raises `PhotoError` for bytes that are no picture."""


@dataclass
class Service:
    """One running service. `reader` is None until a model is loaded, `failure` says why there is none."""

    settings: Settings
    reader: Reader | None = None
    failure: str | None = None
    queue: ReadingQueue = field(init=False)
    metrics: Metrics = field(default_factory=Metrics)
    arriving: int = 0

    def __post_init__(self) -> None:
        self.queue = ReadingQueue(self.settings.workers, self.settings.queue, self.settings.retry_after_s)
        watch = self.metrics.watch
        watch("qicheng_ready", "1 when photos can be read.", lambda: self.reader is not None)
        watch("qicheng_queue_waiting", "Photos that wait to be read.", lambda: self.queue.waiting)
        watch("qicheng_queue_running", "Photos being read.", lambda: self.queue.running)
        watch("qicheng_uploads_arriving", "Photos on their way in.", lambda: self.arriving)

    async def start(self) -> None:
        """Load the model in a worker, whose low priority its own threads inherit.

        Without a model the rules still work, and photos answer 503.
        """
        if self.reader is not None:
            return
        try:
            self.reader = await self.queue.run(lambda: load_reader(self.settings))
        except BundleError as error:
            self.failure = str(error)
            log.error("photos cannot be read: %s", error)
        except Exception as error:
            self.failure = str(error)
            log.exception("photos cannot be read")
        else:
            model = self.reader.model
            self.metrics.saw_model(model)
            log.info("ready", extra=fields(model=model.name, version=model.version, sha256=model.sha256))

    @asynccontextmanager
    async def receiving(self) -> AsyncIterator[None]:
        """Hold a place among the photos that arrive.

        Raises:
            Problem: 503 before anything is read, when too many are arriving or the queue is full.
        """
        self.queue.refuse_when_full()
        if self.arriving >= self.settings.uploads:
            raise busy(self.settings.retry_after_s)
        self.arriving += 1
        try:
            yield
        finally:
            self.arriving -= 1

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

        reading, jpeg = await self.queue.run(work)
        self.metrics.saw_reading(reading)
        return reading, jpeg

    def _preview(self, data: bytes) -> dict[str, Any]:
        side = self.settings.preview_side
        limits = PhotoLimits(data_bytes=self.settings.max_upload_bytes)
        jpeg = preview(decode(data, limits, keep_side=side), side)
        return {"type": "image/jpeg", "base64": base64.b64encode(jpeg).decode("ascii")}


def load_reader(settings: Settings) -> Reader:
    """The reader of the configured bundle, or of the shipped one."""
    return PhotoReader(load_bundle(settings.model))
