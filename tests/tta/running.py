"""Running the command line inside the test process."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tta.cli import run

ROOT = Path(__file__).resolve().parent.parent.parent
POSITIONS = ROOT / "configs" / "positions"
AGE_I = POSITIONS / "age_i_two_players.yaml"
AGE_II = POSITIONS / "age_ii_three_players.yaml"
AGE_IV = POSITIONS / "age_iv_four_players.yaml"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


@contextlib.contextmanager
def standard_input(data: bytes) -> Iterator[None]:
    real = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = real


def tta(*arguments: object, stdin: str | bytes = b"") -> Outcome:
    """What `tta ARGUMENTS` prints and returns, errors included."""
    out, err = io.StringIO(), io.StringIO()
    data = stdin.encode() if isinstance(stdin, str) else stdin
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), standard_input(data):
        code = run([str(argument) for argument in arguments])
    return Outcome(code, out.getvalue(), err.getvalue())


def ok(*arguments: object, stdin: str | bytes = b"") -> str:
    """The output of a command that must succeed."""
    outcome = tta(*arguments, stdin=stdin)
    assert outcome.code == 0, outcome.err
    return outcome.out
