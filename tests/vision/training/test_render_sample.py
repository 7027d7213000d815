"""Random scenes, their textures and effects: determinism, ranges, and what is kept out of training."""

import json
from pathlib import Path

import numpy as np
import pytest

from scoring.hand import Hand
from vision.training.render import tables
from vision.training.render.backdrops import backdrop
from vision.training.render.batch import finished, image_name
from vision.training.render.clutter import odd_things
from vision.training.render.designs import (
    ART_SETS,
    CODES,
    COMPOSED,
    HELD_OUT_DESIGNS,
    OWN_SET,
    Catalogue,
    MissingArtError,
)
from vision.training.render.effects import motion_kernel, photographed
from vision.training.render.examples import scene_for_hand
from vision.training.render.glyphs import white_dragon
from vision.training.render.grain import SIZE
from vision.training.render.ink import Palette, lift_off, painted, redrawn, thickened
from vision.training.render.mats import PRINTED
from vision.training.render.sample import DESK, KINDS, Sampler
from vision.training.render.scene import Scene, Sensor
from vision.training.render.suits import dots, sparrow, sticks

SAMPLER = Sampler({COMPOSED: 1.0, "ffalt_mah/uni": 1.0})


def fingerprint(scene: Scene) -> str:
    camera, tiles = scene.camera, scene.tiles
    return repr((camera.focal, camera.centre, scene.look, scene.table, scene.light, scene.sensor)) + repr(
        [(t.face, t.role, t.pose.centre.round(9).tolist()) for t in tiles]
    )


@pytest.mark.parametrize("index", [0, 7, 123456])
def test_a_picture_depends_on_seed_and_index_alone(index: int) -> None:
    first = fingerprint(SAMPLER.scene(5, index))
    SAMPLER.scene(5, index + 1)
    assert fingerprint(SAMPLER.scene(5, index)) == first
    assert fingerprint(SAMPLER.scene(6, index)) != first


SCENES = [SAMPLER.scene(11, i) for i in range(150)]


def test_every_kind_of_scene_comes_up() -> None:
    assert sum(KINDS.values()) == pytest.approx(1.0)
    assert {s.kind for s in SCENES} == set(KINDS)


def test_pictures_are_640_to_960_on_their_long_side() -> None:
    assert {640 <= max(s.camera.size) <= 960 for s in SCENES} == {True}


def test_most_hands_are_nearly_upright_and_some_are_not() -> None:
    rolls = np.array([abs(s.camera.roll) for s in SCENES])
    assert 0.5 < (rolls < 20).mean() < 0.8
    assert (rolls > 90).any()


def test_a_hands_notation_is_told_only_when_all_of_it_is_in_the_picture() -> None:
    for scene in SCENES:
        if scene.notation is not None:
            own = [t for t in scene.tiles if t.role not in ("pond", "wall", "other", "loose")]
            seen = scene.camera.project(np.array([t.pose.centre for t in own]))
            assert (seen > 0).all()
            assert (seen < scene.camera.size).all()


def catalogue(folder: Path) -> Catalogue:
    return Catalogue(folder, folder / "none", folder / "cache")


def test_held_out_designs_never_train_and_each_has_its_reason(tmp_path: Path) -> None:
    chosen = catalogue(tmp_path).names("training")
    assert not set(chosen) & set(HELD_OUT_DESIGNS)
    assert COMPOSED in chosen
    assert all(len(reason) > 10 for reason in HELD_OUT_DESIGNS.values())
    assert OWN_SET in HELD_OUT_DESIGNS


def test_a_design_can_be_named_in_full_or_by_its_folder(tmp_path: Path) -> None:
    assert catalogue(tmp_path).names("lietxia/flat2") == {"lietxia/flat2": 1.0}
    assert set(catalogue(tmp_path).names("jimevins_smooth")) == {"jimevins_smooth/faces"}
    with pytest.raises(MissingArtError, match="no design named nothing"):
        catalogue(tmp_path).names("nothing")


def test_training_tables_never_include_those_kept_out() -> None:
    rng = np.random.default_rng(0)
    drawn = {tables.random_name(rng, None) for _ in range(500)}
    assert not drawn & set(tables.HELD_OUT_TABLES)
    assert {tables.random_name(rng, None, held_out=True) for _ in range(50)} <= set(tables.HELD_OUT_TABLES)


def test_printed_surfaces_and_boards_are_for_training_alone() -> None:
    """The pictures that figures are measured on stay what they were."""
    held_out = Sampler(SAMPLER.designs, held_out_tables=True)
    for scenes, expected in ((SCENES, True), ([held_out.scene(11, i) for i in range(60)], False)):
        assert any(s.table.name.split("/")[0] in PRINTED for s in scenes) is expected
        assert any(prop.kind == "keys" for s in scenes for prop in s.props) is expected


def test_boards_and_blocks_keep_clear_of_the_tiles() -> None:
    tiles = [t for s in SCENES[:20] for t in s.tiles]
    props = [odd_things("hand", tiles, np.random.default_rng(seed)) for seed in range(40)]
    spots = np.array([t.pose.centre[:2] for t in tiles])
    near = [
        np.hypot(*(spots - p.pose.centre[:2]).T).min() - np.hypot(*p.half[:2]) for some in props for p in some
    ]
    assert len(near) > 10
    assert min(near) > 0.89


@pytest.mark.parametrize("kind", [*tables.DRAWN, *PRINTED])
def test_a_tables_name_always_gives_the_same_repeating_texture(kind: str) -> None:
    first = tables.texture(f"{kind}/3", None).copy()
    tables.texture.cache_clear()
    assert (tables.texture(f"{kind}/3", None) == first).all()
    assert first.shape == (SIZE, SIZE, 3)
    assert (tables.texture(f"{kind}/4", None) != first).any()


def test_effects_are_deterministic_and_keep_the_size() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (48, 64, 3)).astype(np.uint8)
    sensor = Sensor(noise=4, chroma_noise=2, defocus=1, motion=5, vignette=0.2, shrink=0.6, jpeg=70, seed=3)
    once = photographed(picture, sensor)
    assert once.shape == picture.shape
    assert (photographed(picture, sensor) == once).all()
    assert (
        photographed(picture, Sensor(noise=4, seed=4)) != photographed(picture, Sensor(noise=4, seed=5))
    ).any()


@pytest.mark.parametrize(("length", "angle"), [(2.0, 0.0), (7.5, 45.0), (12.0, 170.0)])
def test_motion_blur_keeps_the_brightness(length: float, angle: float) -> None:
    assert motion_kernel(length, angle).sum() == pytest.approx(1.0)


PALETTE = Palette.random(np.random.default_rng(4))


@pytest.mark.parametrize("number", range(1, 10))
def test_drawn_dots_and_sticks_of_every_number_have_paint(number: int) -> None:
    for face in (dots(number, PALETTE, 1), sticks(number, PALETTE, 1)):
        assert face.shape == (256, 192, 4)
        assert 0.04 < float((face[..., 3] > 0.5).mean()) < 0.75


def test_a_blank_white_dragon_has_no_paint_and_the_others_do() -> None:
    assert white_dragon("blank", PALETTE.blue)[..., 3].max() == 0
    assert all(white_dragon(s, PALETTE.blue)[..., 3].max() > 0.9 for s in ("framed", "double", "meander"))


def test_paint_is_lifted_off_an_opaque_face() -> None:
    picture = np.full((40, 30, 3), 230, np.uint8)
    picture[10:20, 10:20] = (200, 20, 20)
    ink = lift_off(picture)
    assert ink[15, 15, 3] == pytest.approx(1.0)
    assert ink[15, 15, 0] > 0.7
    assert ink[2, 2, 3] == 0


def test_repainting_and_thickening_add_no_veil_to_the_bare_body() -> None:
    ink = np.zeros((64, 48, 4), np.float32)
    ink[30:34, 20:28] = 1.0
    for code in CODES:
        assert painted(ink, code, PALETTE)[..., 3].sum() == ink[..., 3].sum()
    assert thickened(ink, 1.5)[2, 2, 3] == 0
    assert thickened(ink, 1.5)[..., 3].sum() > ink[..., 3].sum() > thickened(ink, -1.8)[..., 3].sum()


def test_resuming_keeps_whole_lines_and_drops_a_torn_one(tmp_path: Path) -> None:
    listing = tmp_path / "labels.jsonl"
    lines = [json.dumps({"image": image_name(3, i)}) for i in (0, 2)]
    listing.write_text("\n".join([*lines, '{"image": "images/3-0000']))
    assert finished(tmp_path) == {0, 2}
    assert listing.read_text().splitlines() == lines


def test_a_given_hand_becomes_a_scene_with_its_notation_in_view() -> None:
    notation = "[p777z][a1111m] 12p456p11z + 3p"
    scene = scene_for_hand(notation, 900_000_001, pitch=50, roll=4)
    assert scene.notation == str(Hand.parse(notation))
    seen = scene.camera.project(np.array([t.pose.centre for t in scene.tiles]))
    assert (seen > 0).all()
    assert (seen < scene.camera.size).all()


def test_every_art_set_is_either_trained_on_or_kept_out() -> None:
    assert all(how.weight > 0 for how in ART_SETS.values())


def test_only_some_faces_lie_where_others_would() -> None:
    """What looks like a part of another can be drawn more often; everything else stays as it was."""
    for index in range(12):
        dealt = SAMPLER.scene(3, index)
        only = Sampler(SAMPLER.designs, only=("4p", "2p")).scene(3, index)
        assert {tile.face for tile in only.tiles} <= {"4p", "2p"}
        assert only.notation is None
        assert [t.pose.centre.tolist() for t in only.tiles] == [t.pose.centre.tolist() for t in dealt.tiles]
        assert repr(only.camera.focal) == repr(dealt.camera.focal)


def test_desks_are_drawn_where_asked_for_with_a_room_behind_them() -> None:
    desks = [Sampler({COMPOSED: 1.0}, kinds=(DESK,)).scene(3, i) for i in range(20)]
    assert {s.kind for s in desks} == {DESK}
    assert all(s.room is not None and s.room % 2 == 0 for s in desks)
    assert max(s.camera.pitch for s in desks) <= 42
    assert any(t.standing for s in desks for t in s.tiles)


def test_rooms_are_the_same_for_the_same_seed_and_full_of_edges() -> None:
    rooms = [backdrop(np.random.default_rng(seed), (160, 120), None) for seed in (*range(12), 0)]
    assert (rooms[0] == rooms[-1]).all()
    assert {room.shape for room in rooms} == {(120, 160, 3)}
    edges = [np.abs(np.diff(room.astype(float), axis=1)).max() for room in rooms]
    assert np.median(edges) > 30


def test_a_redrawn_bird_has_other_lines_and_about_as_much_paint() -> None:
    bird = sparrow(Palette.random(np.random.default_rng(1)), 1, 128)
    others = [redrawn(bird, np.random.default_rng(seed)) for seed in range(12)]
    assert all(np.abs(other - bird).max() > 0.2 for other in others)
    paint = [other[..., 3].sum() / bird[..., 3].sum() for other in others]
    assert 0.5 < np.median(paint) < 1.1
