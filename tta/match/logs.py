"""Logging of all processes of a run into one file."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
from collections.abc import Iterator
from pathlib import Path

__all__ = ["logging_to"]


@contextlib.contextmanager
def logging_to(path: Path, verbose: bool) -> Iterator[None]:
    """Log into the file while the block runs, also from processes that it forks."""
    from multiprocessing_logging import install_mp_handler

    logger = logging.getLogger("tta")
    logger.setLevel(logging.DEBUG if verbose else logging.INFO)
    logger.propagate = False
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(processName)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    if multiprocessing.get_start_method(allow_none=True) != "fork":
        multiprocessing.set_start_method("fork", force=True)
    install_mp_handler(logger)
    try:
        yield
    finally:
        for installed in list(logger.handlers):
            logger.removeHandler(installed)
            installed.close()
