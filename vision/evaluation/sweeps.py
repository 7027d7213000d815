"""Where reading breaks: pictures that vary one thing at a time, measured as curves.

    python -m vision.evaluation.sweeps render --art ART --out out/sweeps --each 4
    python -m vision.evaluation.sweeps measure out/sweeps --figures docs/sweeps.json --images docs/images

`render` runs in the environment of `make train-env` and is taken up where it stopped; `measure` needs no
training environment. A curve breaks where the share of tiles that are found and right falls under `BREAKS`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import track

from vision.evaluation.answers import OurBundle
from vision.evaluation.charts import Series, curves
from vision.evaluation.figures import hand_figures, tile_figures
from vision.evaluation.outcomes import PictureOutcome
from vision.evaluation.pictures import load_dataset
from vision.evaluation.run import outcome_of

BREAKS = 0.95

COVERED = 0.97
"""A tile of which less is visible is one of those that were covered on purpose."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How a factor is drawn, and whether `up` or `down` is harder (`around`: neither)."""

    title: str
    unit: str
    worse: str
    log: bool = False


KINDS = {
    "elevation": Kind("Camera elevation", "degrees above the table", "down"),
    "rotation": Kind("Rotation of the photo", "degrees", "around"),
    "size": Kind("Tile size", "pixels of a tile's long side", "down", log=True),
    "blur": Kind("Out of focus", "sigma in pixels, tiles of 60 px", "up"),
    "motion": Kind("Motion blur", "length in pixels, tiles of 60 px", "up"),
    "darkness": Kind("Darkness", "exposure, 1 is well lit", "down", log=True),
    "occlusion": Kind("Tiles partly covered", "part of the face that is covered", "up"),
    "jpeg": Kind("JPEG compression", "quality", "down"),
}
"""The factors by name, as `sweep_scenes.FACTORS` renders them."""

app = typer.Typer(add_completion=False, help=__doc__)


@app.command()
def render(
    art: Annotated[Path, typer.Option(help="Folder with faces.json, fonts/ and backgrounds/.")],
    out: Annotated[Path, typer.Option(help="Where images/ and labels.jsonl go.")] = Path("out/sweeps"),
    each: Annotated[int, typer.Option(help="Hands of each design at each level.", min=1)] = 4,
    factors: Annotated[list[str] | None, typer.Option(help="Only these.")] = None,
    designs: Annotated[int | None, typer.Option(help="Only the first so many designs.", min=1)] = None,
    faces: Annotated[Path, typer.Option(help="Our own faces as SVG.")] = Path("datasets/faces"),
    cache: Annotated[Path, typer.Option(help="Where rasterised SVG is kept.")] = Path("out/render-cache"),
) -> None:
    """Render the pictures of the sweeps."""
    from PIL import Image

    from vision.evaluation.sweep_scenes import FACTORS, base_scene, design_names
    from vision.training.render.designs import Catalogue
    from vision.training.render.labels import picture_json
    from vision.training.render.studio import render_scene

    catalogue = Catalogue(art, faces, cache)
    (out / "images").mkdir(parents=True, exist_ok=True)
    listing = out / "labels.jsonl"
    written = listing.read_text("utf-8").splitlines() if listing.is_file() else []
    done = {json.loads(line)["image"] for line in written}
    todo = [
        (factor, level, design, index)
        for factor in FACTORS
        if not factors or factor.name in factors
        for level in factor.levels
        for design in design_names()[:designs]
        for index in range(each)
    ]
    with listing.open("a", encoding="utf-8") as lines:
        for factor, level, design, index in track(todo, "pictures"):
            name = f"images/{factor.name}-{level:g}-{design.replace('/', '-')}-{index}.jpg"
            if name in done:
                continue
            scene = factor.apply(base_scene(design, index), level)
            picture, labels = render_scene(scene, None, catalogue)
            quality = round(level) if factor.name == "jpeg" else 92
            Image.fromarray(picture).save(out / name, quality=quality)
            line: dict[str, Any] = {**picture_json(scene, labels, name), "factor": {factor.name: level}}
            if factor.name == "occlusion" and level:
                line["notation"] = None
                for tile in line["tiles"]:
                    tile["counts"] = tile["visible"] < COVERED
            lines.write(json.dumps(line, ensure_ascii=False) + "\n")
            lines.flush()


@app.command()
def measure(
    pictures: Annotated[Path, typer.Argument(help="Folder that `render` made.")] = Path("out/sweeps"),
    bundle: Annotated[Path | None, typer.Option(help="Model bundle; the shipped one when unset.")] = None,
    figures: Annotated[Path, typer.Option(help="Where the figures go, as JSON.")] = Path("out/sweeps.json"),
    images: Annotated[Path, typer.Option(help="Where the curves go, as SVG.")] = Path("out/sweeps-images"),
    threads: Annotated[int, typer.Option(min=0)] = 0,
) -> None:
    """Read the pictures and draw the curves."""
    model = OurBundle(bundle, threads)
    outcomes = [outcome_of(model, picture) for picture in track(load_dataset(pictures), model.name)]
    factors = figures_of(outcomes)
    result = {"model": model.name, "breaks_below": BREAKS, "factors": factors}
    figures.parent.mkdir(parents=True, exist_ok=True)
    figures.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    images.mkdir(parents=True, exist_ok=True)
    for name, factor in factors.items():
        (images / f"sweep-{name}.svg").write_text(curve_of(name, factor) + "\n", "utf-8")


def figures_of(outcomes: Sequence[PictureOutcome]) -> dict[str, Any]:
    """For each factor its levels with their figures, and where it breaks."""
    by_level: dict[str, dict[float, list[PictureOutcome]]] = {}
    for outcome in outcomes:
        for name, level in outcome.facts:
            by_level.setdefault(name, {}).setdefault(level, []).append(outcome)
    return {name: _factor(name, levels) for name, levels in by_level.items() if name in KINDS}


def _factor(name: str, levels: dict[float, list[PictureOutcome]]) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    for level, shown in sorted(levels.items()):
        tiles, hands = tile_figures(shown), hand_figures(shown, 0.0)
        rows.append({
            "level": level, "tiles": tiles.tiles, "found": tiles.found, "right": tiles.right,
            "hands": hands.hands, "exact": hands.exact,
        })  # fmt: skip
    kind = KINDS[name]
    points = [(row["level"], row["right"]) for row in rows if row["right"] is not None]
    return {"unit": kind.unit, "levels": rows, "breaks_at": breaks_at(points, kind.worse)}


def breaks_at(points: Sequence[tuple[float, float]], worse: str) -> float | None:
    """The level at which a curve falls under `BREAKS`, between its points; None where it never does.

    Args:
        points: (level, share right), by level.
        worse: `up` where higher levels are harder, `down` where lower ones are, `around` for neither.
    """
    ordered = list(points) if worse == "up" else list(points)[::-1]
    if worse == "around" or not ordered:
        return None
    if ordered[0][1] < BREAKS:
        return ordered[0][0]
    for (good, high), (bad, low) in pairwise(ordered):
        if low < BREAKS:
            return round(good + (bad - good) * (high - BREAKS) / (high - low), 3)
    return None


def curve_of(name: str, factor: dict[str, Any]) -> str:
    """The SVG of one factor."""
    rows, kind = factor["levels"], KINDS[name]
    series = [
        Series(label, tuple((row["level"], row[key]) for row in rows if row[key] is not None))
        for label, key in (("tiles found and right", "right"), ("hands exact", "exact"))
    ]
    at = factor["breaks_at"]
    return curves(
        kind.title,
        kind.unit,
        [each for each in series if each.points],
        breaks_at=at,
        breaks_label="" if at is None else f"under {BREAKS:.0%} from {at:.3g}".replace("%", " %"),
        log=kind.log,
    )


if __name__ == "__main__":
    app()
