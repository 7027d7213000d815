"""The house stands as it is drawn: layers, the README's promises, what a wheel carries."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_no_layer_reaches_above_itself() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_the_readme_sets_up_with_two_commands(readme: str) -> None:
    first_block = re.search(r"```sh\n(.*?)```", (ROOT / readme).read_text(), re.DOTALL)
    assert first_block is not None
    commands = [line.split("#")[0].strip() for line in first_block[1].strip().splitlines()]
    assert commands == ["make scan", "make test"]


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_what_the_readme_links_to_is_there(readme: str) -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)", (ROOT / readme).read_text())
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_serving_does_not_load_pytorch() -> None:
    loaded = "print(sorted({'torch', 'ultralytics'} & set(sys.modules)))"
    code = f"import sys, api.cli, api.app, vision.read; {loaded}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_mirror_images_are_never_trained_on() -> None:
    """Glyphs are not symmetric: the detector's settings say no to flips, and the reader has its own crops."""
    source = (ROOT / "vision" / "training" / "train_detector.py").read_text()
    assert '"fliplr": 0.0, "flipud": 0.0' in source
