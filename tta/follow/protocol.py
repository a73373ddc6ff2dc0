"""Following for programs: a line on standard input, an answer in JSON on standard output."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from tta.follow.desk import Desk

__all__ = ["serve"]


def serve(desk: Desk, lines: Iterable[str], out: TextIO) -> None:
    """Answer every line; the first answer tells what is waited for at the start."""
    out.write(json.dumps({"ok": True, "protocol": 1, **desk.where()}, ensure_ascii=False) + "\n")
    out.flush()
    for line in lines:
        if line.strip().lower() in ("quit", "exit"):
            return
        out.write(json.dumps(desk.handle(line), ensure_ascii=False) + "\n")
        out.flush()
