"""Makes `scripts` and `tests` importable.

The project's folder goes to the end of the path: with PYTHONPATH=build/debug the tests use that build.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))
