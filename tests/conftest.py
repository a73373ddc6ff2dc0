"""Makes `scripts` and `tests` importable, and Ctrl-C effective.

The project's folder goes to the end of the path: with PYTHONPATH=build/debug the tests use that build.
"""

import signal
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

# A shell's background jobs ignore Ctrl-C, and tests that press it would wait for ever.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
