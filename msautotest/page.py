# SPDX-License-Identifier: MIT
"""An HTML page that shows two answers of every case side by side, with their difference."""

import html
import os
from pathlib import Path

HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>
body{{font:15px/1.4 system-ui,sans-serif;margin:2rem;color:#222}} h2{{font-size:1.05rem;margin:2rem 0 .3rem}}
figure{{display:inline-block;margin:0 1rem 0 0;vertical-align:top}} figcaption{{color:#666;font-size:.85rem}}
img{{max-width:30vw;border:1px solid #ccc;background:#fff}} pre{{background:#f5f5f5;padding:.6rem;max-width:44vw;
overflow:auto;max-height:24rem;display:inline-block;margin:0}} .bad{{color:#b00020}} .good{{color:#1b6e33}}
</style><h1>{title}</h1><p>{summary}</p>
"""


def show(caption, path, folder):
    if path is None or not Path(path).exists():
        return f"<figure><figcaption>{caption}: none</figcaption></figure>"
    if Path(path).suffix.lower() in (".png", ".jpg", ".jpeg"):
        body = f'<img src="{html.escape(os.path.relpath(path, folder))}" alt="{caption}">'
    else:
        body = f"<pre>{html.escape(Path(path).read_text(errors='replace')[:20000])}</pre>"
    return f"<figure>{body}<figcaption>{caption}</figcaption></figure>"


def write_page(page, title, summary, rows, captions=("expected", "ours", "difference")):
    """Writes `page`; a row is (id, good, text, [path or None for each caption])."""
    folder = Path(page).parent
    parts = [HEAD.format(title=html.escape(title), summary=html.escape(summary))]
    for name, good, text, paths in rows:
        parts.append(f'<h2 id="{html.escape(name)}">{html.escape(name)}</h2>'
                     f'<p class="{"good" if good else "bad"}">{html.escape(text)}</p>')
        parts += [show(caption, path, folder) for caption, path in zip(captions, paths) if path is not None]
    Path(page).write_text("\n".join(parts), encoding="utf-8")
