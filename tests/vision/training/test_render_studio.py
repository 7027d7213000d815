"""Drawing for real: needs moderngl with EGL, and the art folder beside the checkout for the faces."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("moderngl", reason="moderngl is only in the training environment (make train-env)")

from vision.training.render.camera import Camera
from vision.training.render.designs import Catalogue
from vision.training.render.examples import scene_for_hand
from vision.training.render.poses import leaning, place
from vision.training.render.scene import PlacedTile
from vision.training.render.studio import Studio

ROOT = Path(__file__).resolve().parents[3]
ART = ROOT.parent / "shared" / "art"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Studio:
    if not (ART / "faces.json").is_file():
        pytest.skip("the art folder ../shared/art is not here")
    try:
        return Studio(Catalogue(ART, ROOT / "datasets" / "faces", tmp_path_factory.mktemp("cache")))
    except Exception as error:  # moderngl raises its own plain Exception
        pytest.skip(f"no EGL context: {error}")


def test_a_hand_is_drawn_with_every_face_labelled(studio: Studio) -> None:
    scene = scene_for_hand(
        "[p777z][a1111m] 12p456p11z + 3p", 900_000_002, design="ffalt_mah/uni", size=(640, 360)
    )
    picture, labels = studio.render_scene(scene)
    assert picture.shape == (360, 640, 3)
    assert picture.std() > 20
    assert len(labels) == len(scene.tiles)
    assert sum(label.face is None for label in labels) == 2
    assert min(label.visible for label in labels) > 0.9


def test_the_same_scene_gives_the_same_picture(studio: Studio) -> None:
    scene = scene_for_hand("123m456p789s1122z + 2z", 900_000_003, design="ffalt_mah/uni", size=(640, 360))
    first, _ = studio.render_scene(scene)
    again, _ = studio.render_scene(scene)
    assert (first == again).all()


def test_quads_lie_on_the_tiles_bright_bodies(studio: Studio) -> None:
    scene = scene_for_hand("123m456p789s1122z + 2z", 900_000_004, design="ffalt_mah/uni", size=(960, 540))
    picture, labels = studio.render_scene(scene)
    grey = picture.mean(axis=2)
    inside = [
        grey[int(y), int(x)] for x, y in (lb.quad.mean(axis=0) * 0.2 + lb.quad[0] * 0.8 for lb in labels)
    ]
    assert np.median(inside) > np.median(grey) + 40


def test_a_polished_table_shows_the_tiles_upside_down(studio: Studio) -> None:
    plain = scene_for_hand("123m456p789s1122z + 2z", 900_000_005, design="ffalt_mah/uni", size=(640, 360))
    low = Camera.looking_at(
        np.array([0.0, 0.0, 0.3]),
        distance=12.0,
        pitch=12.0,
        azimuth=0.0,
        roll=0.0,
        focal=700.0,
        size=(640, 360),
    )
    tile = PlacedTile("1p", place(plain.look.shape, leaning(0.0), 0.0, 0.0), "loose", 0, True)
    alone = replace(plain, camera=low, tiles=(tile,), props=())
    dull, _ = studio.render_scene(alone)
    polished, labels = studio.render_scene(replace(alone, table=replace(alone.table, mirror=0.9)))
    foot = labels[0].quad[2:].mean(axis=0)
    below = np.s_[int(foot[1]) + 3 : int(foot[1]) + 20, int(foot[0]) - 8 : int(foot[0]) + 8]
    assert polished[below].astype(float).mean() > dull[below].astype(float).mean() + 20
    assert len(labels) == 1


def test_pictures_without_tiles_lie_below_some_tiles_and_move_none(studio: Studio, tmp_path: Path) -> None:
    Image.fromarray(np.full((300, 300, 3), (220, 0, 220), dtype=np.uint8)).save(tmp_path / "magenta.jpg")
    scene = scene_for_hand("123m456p789s1122z + 2z", 900_000_006, design="ffalt_mah/uni", size=(320, 180))
    pictured = Studio(replace(studio.catalogue, no_tiles=tmp_path))
    magenta = 0
    for seed in range(36, 52):
        taken = replace(scene, sensor=replace(scene.sensor, seed=seed))
        picture, labels = pictured.render_scene(taken)
        magenta += bool(picture[..., 0].mean() > picture[..., 1].mean() + 60)
        _, without = studio.render_scene(taken)
        assert [label.quad.tolist() for label in labels] == [label.quad.tolist() for label in without]
    assert 1 <= magenta <= 8
