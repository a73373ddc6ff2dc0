"""Hints at the word that was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LEAST_LIKENESS = 0.5


def did_you_mean(word: object, known: Iterable[str], most: int = 1) -> str:
    """The end of a message about an unknown word; empty if no known one is near."""
    return hint(difflib.get_close_matches(str(word), list(known), n=most, cutoff=LEAST_LIKENESS))


def hint(meant: list[str]) -> str:
    """The end of a message, with the words that may have been meant."""
    return f"; did you mean {' or '.join(repr(word) for word in meant)}?" if meant else ""
