"""The audit as a folder: `index.html`, its pictures beside it, and `audit.json` for programs.

Photographs stand in it: it belongs into `out/`, not into a repository.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from vision.classes import FACE_NAMES
from vision.labelling.audit.audit import Audit
from vision.labelling.audit.drawing import draw
from vision.labelling.audit.fault import TITLES, Fault, Kind, counts
from vision.labelling.picture import LabelledPicture
from vision.photo import PhotoError, decode

PICTURES = "pictures"
SHOWN = 40
"""Faults of a kind that get pictures; all are listed in `audit.json`."""

WITHOUT_PICTURES = {Kind.BROKEN, Kind.RARE_CLASS}

STYLE = """
body{font:15px/1.5 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;margin:2rem auto;
max-width:1200px;padding:0 1rem;color:#1f2937;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.5rem;border-bottom:1px solid #d1d5db}
table{border-collapse:collapse;margin:1rem 0}
td,th{padding:.2rem .7rem;border-bottom:1px solid #e5e7eb;text-align:left}
td.n{text-align:right;font-variant-numeric:tabular-nums}
.faults{display:flex;flex-wrap:wrap;gap:1rem}.fault{max-width:440px;margin:0}
.fault img{max-width:100%;border-radius:4px;display:block;margin-bottom:.2rem}
.fault .strip{display:flex;flex-wrap:wrap;gap:4px}.fault .strip img{width:210px}
figcaption{font-size:.85rem}code{color:#6b7280;word-break:break-all}
.bar{background:#3b82f6;height:.7rem;display:inline-block;border-radius:2px}
.key b{padding:0 .4rem;border-radius:3px;color:#fff}
@media (prefers-color-scheme:dark){body{background:#111827;color:#e5e7eb}td,th,h2{border-color:#374151}}
"""


def write_report(audit: Audit, out: Path) -> Path:
    """Write the report; returns `index.html`. An earlier report in the folder is written over."""
    (out / PICTURES).mkdir(parents=True, exist_ok=True)
    for old in (out / PICTURES).glob("*.jpg"):
        old.unlink()
    text = json.dumps(audit.to_dict(), ensure_ascii=False, indent=1) + "\n"
    (out / "audit.json").write_text(text, "utf-8")
    page = out / "index.html"
    page.write_text("".join(_page(audit, out)), "utf-8")
    return page


def _page(audit: Audit, out: Path) -> Iterator[str]:
    data = audit.data
    yield f'<!doctype html><html lang="zh"><meta charset="utf-8"><title>{escape(data.root.name)}</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    yield f"<h1>{escape(data.root.name)} · 数据检查 · Audit</h1>"
    model = escape(audit.model or "没有用 · none asked")
    yield f"<p>{len(data.pictures)} 张图片 pictures · {data.tiles} 张牌 tiles · 模型 model: {model}</p>"
    yield '<p class="key"><b style="background:#e11d48">标注 label</b> '
    yield '<b style="background:#2563eb">模型 model</b></p>'
    yield from _summary(audit)
    pictures = {picture.file: picture for picture in data.pictures}
    for kind in counts(audit.faults):
        yield from _section(kind, [each for each in audit.faults if each.kind is kind], audit, pictures, out)
    yield from _classes(audit)
    yield "</html>\n"


def _summary(audit: Audit) -> Iterator[str]:
    yield "<table><tr><th>问题 Fault<th>数 Count</tr>"
    for kind, count in counts(audit.faults).items():
        title = TITLES[kind]
        yield f'<tr><td><a href="#{kind}">{title.zh} · {title.en}</a><td class="n">{count}</tr>'
    yield "</table><table><tr><th>部分 Split<th>图片 Pictures<th>牌 Tiles</tr>"
    for split, (pictures, tiles) in audit.per_split().items():
        yield f'<tr><td>{escape(split)}<td class="n">{pictures}<td class="n">{tiles}</tr>'
    yield "</table>"


def _section(
    kind: Kind, faults: Sequence[Fault], audit: Audit, pictures: Mapping[str, LabelledPicture], out: Path
) -> Iterator[str]:
    title = TITLES[kind]
    yield f'<h2 id="{kind}">{title.zh} · {title.en} ({len(faults)})</h2><div class="faults">'
    for number, fault in enumerate(faults[:SHOWN]):
        yield f'<figure class="fault">{_images(fault, f"{kind}-{number}", audit, pictures, out)}'
        yield f"<figcaption>{escape(fault.text.zh)} · {escape(fault.text.en)}<br>"
        yield f"<code>{escape(', '.join(fault.files))}</code></figcaption></figure>"
    yield "</div>"
    if len(faults) > SHOWN:
        yield f"<p>… {len(faults) - SHOWN} more / 更多: audit.json</p>"


def _images(fault: Fault, name: str, audit: Audit, pictures: Mapping[str, LabelledPicture], out: Path) -> str:
    if fault.kind in WITHOUT_PICTURES:
        return ""
    tags = []
    for number, file in enumerate(fault.files):
        try:
            photo = decode(audit.data.path(pictures[file]).read_bytes(), keep_side=1000)
        except (PhotoError, OSError):
            continue
        image = f"{PICTURES}/{name}-{number}.jpg"
        draw(photo, pictures[file], fault).save(out / image, quality=82)
        tags.append(f'<img src="{image}" alt="{escape(file)}" loading="lazy">')
    return f'<div class="strip">{"".join(tags)}</div>' if len(tags) > 1 else "".join(tags)


def _classes(audit: Audit) -> Iterator[str]:
    per_class = audit.data.per_class()
    most = max(per_class.values(), default=1)
    yield "<h2>每种牌 · Tiles of each class</h2><table>"
    for name in FACE_NAMES:
        count = per_class.get(name, 0)
        bar = f'<span class="bar" style="width:{400 * count / most:.0f}px"></span>'
        yield f'<tr><td>{name}<td class="n">{count}<td>{bar}</tr>'
    yield "</table>"
