# SPDX-License-Identifier: MIT
"""Folders of pytest for processes of other users."""

import tempfile
from pathlib import Path


def let_others_in(path):
    """Others may enter the folder and those above it that pytest has made; never the system's own, whose modes a test must not change."""
    for folder in [path, *path.parents]:
        if folder in (Path(tempfile.gettempdir()), Path("/")):
            return
        folder.chmod(0o755)
