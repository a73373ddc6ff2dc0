"""Ctrl-C as a wish: the first one asks for the answer so far, the second one ends the program."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Protocol

__all__ = ["Interrupt"]


class Stoppable(Protocol):
    def stop(self) -> None: ...


class Interrupt:
    """While it is entered, Ctrl-C sets `requested` and stops the target."""

    def __init__(self) -> None:
        self.requested = False
        self.target: Stoppable | None = None
        self._former: Any = None

    def __enter__(self) -> Interrupt:
        # Only the main thread may set handlers; elsewhere nobody can press Ctrl-C either.
        if threading.current_thread() is threading.main_thread():
            self._former = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._former is not None:
            signal.signal(signal.SIGINT, self._former)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
        if self.target is not None:
            self.target.stop()
