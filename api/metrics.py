"""What the service counts, for Prometheus. Numbers only: no address, no hand, no picture."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from vision.reading import ModelInfo, Reading

REQUEST_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
STAGE_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The counters of one service, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.requests = Counter(
            "qicheng_requests",
            "Answers, by route and status.",
            ("method", "route", "status"),
            registry=registry,
        )
        self.request_seconds = Histogram(
            "qicheng_request_seconds", "Time to the end of the answer.", ("route",),
            buckets=REQUEST_BUCKETS, registry=registry,
        )  # fmt: skip
        self.stage_seconds = Histogram(
            "qicheng_stage_seconds", "Time of a photo in each stage of reading it.", ("stage",),
            buckets=STAGE_BUCKETS, registry=registry,
        )  # fmt: skip
        self.refused = Counter(
            "qicheng_refused", "Requests turned away, by reason.", ("code",), registry=registry
        )
        self.doubts = Counter("qicheng_doubts", "Doubts of readings, by code.", ("code",), registry=registry)
        self.corrections = Counter(
            "qicheng_corrections", "Corrections stored, repeated, deleted.", ("what",), registry=registry
        )
        self.model = Gauge(
            "qicheng_model_info", "1 for the bundle in use.", ("name", "version", "sha256"), registry=registry
        )

    def watch(self, name: str, help_: str, value: Callable[[], float]) -> None:
        """A gauge that asks `value` whenever it is read."""
        Gauge(name, help_, registry=self.registry).set_function(value)

    def saw_model(self, model: ModelInfo) -> None:
        """Note the bundle in use."""
        self.model.labels(model.name, model.version, model.sha256).set(1)

    def saw_reading(self, reading: Reading) -> None:
        """Count a reading: how long each stage took, and what was doubtful."""
        self.saw_model(reading.model)
        for stage, milliseconds in reading.milliseconds.to_dict().items():
            self.stage_seconds.labels(stage).observe(milliseconds / 1000)
        for doubt in reading.doubts:
            self.doubts.labels(str(doubt.code)).inc()

    def page(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self.registry)
