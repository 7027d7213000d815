"""The drawing itself: moderngl off screen (EGL, a software rasteriser will do)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from vision.training.render.camera import Camera
from vision.training.render.mesh import rounded_box
from vision.training.render.scene import Light, Table
from vision.training.render.shaders import (
    COVER_FRAGMENT,
    DEPTH_FRAGMENT,
    ID_FRAGMENT,
    SURFACE_FRAGMENT,
    VERTEX,
)

Pixels = NDArray[np.uint8]
INSTANCE = "3f 3f 3f 3f 3f 2f 3f 3f 4f 2f/i"
INSTANCE_FIELDS = (
    "axis_x", "axis_y", "axis_z", "place", "half_size",
    "rounding", "colour", "back", "surface", "prints",
)  # fmt: skip
INSTANCE_FLOATS = 29
SHADOW_SIZE = 1024
COVER_SIZE = 512
SAMPLES = 4


class Painter:
    """One GL context with its programs and buffers, reused for every picture of the same process."""

    def __init__(self) -> None:
        self.context: Any = moderngl.create_standalone_context(backend="egl")
        self.context.enable(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        vertices, triangles = rounded_box()
        self._mesh = self.context.buffer(vertices.tobytes())
        self._index = self.context.buffer(triangles.tobytes())
        self._instances = self.context.buffer(reserve=INSTANCE_FLOATS * 4 * 1024, dynamic=True)
        self._passes = {
            name: self._program(fragment)
            for name, fragment in {
                "surface": SURFACE_FRAGMENT, "depth": DEPTH_FRAGMENT,
                "cover": COVER_FRAGMENT, "ids": ID_FRAGMENT,
            }.items()
        }  # fmt: skip
        self._shadow = self.context.depth_texture((SHADOW_SIZE, SHADOW_SIZE))
        self._shadow.compare_func = "<="
        self._shadow.repeat_x = self._shadow.repeat_y = False
        self._shadow_target = self.context.framebuffer(depth_attachment=self._shadow)
        self._cover = self.context.texture((COVER_SIZE, COVER_SIZE), 1)
        self._cover.repeat_x = self._cover.repeat_y = False
        self._cover_target = self.context.framebuffer(
            [self._cover], self.context.depth_renderbuffer((COVER_SIZE, COVER_SIZE))
        )
        self._targets: dict[tuple[int, int], tuple[Any, ...]] = {}

    def _program(self, fragment: str) -> tuple[Any, Any]:
        program = self.context.program(vertex_shader=VERTEX, fragment_shader=fragment)
        names = [n for n in INSTANCE_FIELDS if n in program]
        layout = " ".join(
            size if name in names else f"{4 * int(size[0])}x"
            for size, name in zip(INSTANCE.removesuffix("/i").split(), INSTANCE_FIELDS, strict=True)
        )
        array = self.context.vertex_array(
            program,
            [(self._mesh, "4f 3f", "in_corner", "in_edge"), (self._instances, layout + "/i", *names)],
            index_buffer=self._index,
        )
        return program, array

    def _target(self, size: tuple[int, int]) -> tuple[Any, ...]:
        if size not in self._targets:
            if len(self._targets) > 24:
                for target in self._targets.values():
                    for buffer in target:
                        buffer.release()
                self._targets.clear()
            smooth = self.context.framebuffer(
                [self.context.renderbuffer(size, 3, samples=SAMPLES)],
                self.context.depth_renderbuffer(size, samples=SAMPLES),
            )
            plain = self.context.simple_framebuffer(size, components=3)
            ids = self.context.simple_framebuffer(size, components=4)
            mirrored = self.context.framebuffer(
                [self.context.texture(size, 4)], self.context.depth_renderbuffer(size)
            )
            self._targets[size] = (smooth, plain, ids, mirrored)
        return self._targets[size]

    def stack(self, layers: list[Pixels]) -> Any:
        """An array texture from pictures (h, w, c) of one size, mip-mapped."""
        height, width, channels = layers[0].shape
        texture = self.context.texture_array(
            (width, height, len(layers)), channels, np.stack(layers).tobytes()
        )
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        texture.repeat_x = texture.repeat_y = False
        return texture

    def sheet(self, picture: Pixels) -> Any:
        """A repeating, mip-mapped texture from a picture (h, w, 3)."""
        height, width, channels = picture.shape
        texture = self.context.texture((width, height), channels, np.ascontiguousarray(picture).tobytes())
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        return texture

    def draw(
        self,
        camera: Camera,
        light: Light,
        table: Table,
        casting: NDArray[np.float32],
        ground: NDArray[np.float32],
        textures: dict[str, Any],
        *,
        reach: float,
        relief: float,
        backdrop: Pixels,
    ) -> tuple[Pixels, NDArray[np.int32]]:
        """Picture (h, w, 3) and id picture (h, w).

        `casting` (n, 29) are the instances that throw shadows, `ground` those that only receive them;
        `reach` is half the side of the square, in units around the origin, that shadows are computed for.
        """
        smooth, plain, ids, mirrored = self._target(camera.size)
        clip = camera.clip_matrix(0.5, 400.0)
        sun = np.array(light.direction) / np.linalg.norm(light.direction)
        sun_clip = _ortho(sun, reach)
        self._write(casting)
        self._pass("depth", self._shadow_target, sun_clip, len(casting))
        self._pass("cover", self._cover_target, _ortho(np.array([0.0, 0.0, 1.0]), reach), len(casting))
        self._cover.build_mipmaps()
        self._cover.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        self._write(np.concatenate([casting, ground]))
        everything = len(casting) + len(ground)
        program, array = self._passes["surface"]
        view = mirrored.color_attachments[0]
        samplers = {**textures, "shadow": self._shadow, "cover": self._cover, "mirrored_view": view}
        for unit, (name, texture) in enumerate(samplers.items()):
            texture.use(unit)
            program[name] = unit
        window = np.array(light.window) / np.linalg.norm(light.window)
        _set(program, [
            ("clip", clip.T), ("light_clip", sun_clip.T), ("eye", camera.eye), ("sun", sun),
            ("key", light.key),
            ("ambient", light.ambient), ("window", window), ("tint", table.tint), ("room", (0.75, 0.72, 0.7)),
            ("softness", light.softness / (2 * reach)), ("window_size", light.window_size),
            ("glare", light.glare),
            ("occlusion", light.occlusion), ("table_scale", table.scale), ("relief", relief),
            ("cover_reach", reach), ("mirror", 0.0), ("mirror_blur", table.mirror_blur),
        ])  # fmt: skip
        if table.mirror > 0:
            self._reflect(mirrored, clip, camera.eye, len(casting))
            _set(program, [("mirror", table.mirror), ("clip", clip.T), ("eye", camera.eye)])
        smooth.use()
        smooth.clear(*(backdrop.mean(axis=(0, 1)) / 255.0))
        array.render(instances=everything)
        self.context.copy_framebuffer(plain, smooth)
        picture = _read(plain, camera.size, 3)
        self._pass("ids", ids, clip, everything)
        marks = _read(ids, camera.size, 4).astype(np.int32)
        return _over(picture, marks, backdrop), np.asarray(
            marks[..., 0] + 256 * marks[..., 1], dtype=np.int32
        )

    def _reflect(
        self, target: Any, clip: NDArray[np.float32], eye: NDArray[np.float64], instances: int
    ) -> None:
        """What stands on the table, upside down below it, as a polished table shows it at the same pixels."""
        program, array = self._passes["surface"]
        below = np.diag([1.0, 1.0, -1.0, 1.0]).astype(np.float32)
        _set(program, [("clip", (clip @ below).T), ("eye", eye * [1.0, 1.0, -1.0])])
        target.use()
        target.clear(0.0, 0.0, 0.0, 0.0)
        self.context.front_face = "cw"
        array.render(instances=instances)
        self.context.front_face = "ccw"
        target.color_attachments[0].build_mipmaps()
        target.color_attachments[0].filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)

    def _write(self, instances: NDArray[np.float32]) -> None:
        data = np.ascontiguousarray(instances, dtype=np.float32).tobytes()
        if len(data) > self._instances.size:
            raise ValueError(f"{len(instances)} things are more than one picture holds")
        self._instances.write(data)

    def _pass(self, name: str, target: Any, clip: NDArray[np.float32], instances: int) -> None:
        program, array = self._passes[name]
        _set(program, [("clip", clip.T)])
        target.use()
        target.clear(0.0, 0.0, 0.0, 0.0)
        array.render(instances=instances)


def _ortho(towards: NDArray[np.float64], reach: float) -> NDArray[np.float32]:
    """Parallel projection along `towards` of the cube of half side `reach` about the origin."""
    side = np.array([0.0, 1.0, 0.0]) if abs(towards[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
    right = np.cross(side, towards)
    right /= np.linalg.norm(right)
    up = np.cross(towards, right)
    matrix = np.eye(4)
    matrix[:3, :3] = np.stack([right, up, -towards]) / reach
    return matrix.astype(np.float32)


def _set(program: Any, values: Iterable[tuple[str, Any]]) -> None:
    for name, value in values:
        if name in program:
            array = np.ascontiguousarray(value, dtype=np.float32)
            program[name].write(array.tobytes())


def _read(target: Any, size: tuple[int, int], components: int) -> Pixels:
    raw = np.frombuffer(target.read(components=components, alignment=1), dtype=np.uint8)
    return np.ascontiguousarray(raw.reshape(size[1], size[0], components)[::-1])


def _over(picture: Pixels, marks: NDArray[np.int32], backdrop: Pixels) -> Pixels:
    """Put the backdrop where nothing was drawn."""
    empty = marks[..., 3] == 0
    if empty.any():
        picture[empty] = backdrop[empty]
    return picture
