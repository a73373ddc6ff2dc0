"""Games recorded on another implementation, replayed decision by decision.

`TTA_TRACES` names the folder of the recorded games; without it these tests are skipped.
"""

import os
from pathlib import Path

import pytest

from scripts.replay_traces import replay_file
from scripts.traces.records import game_name, trace_files

FOLDER = os.environ.get("TTA_TRACES")
SAMPLE = 6
"""Every so many games are replayed; scripts/replay_traces.py replays them all."""


def sample() -> list[Path]:
    if not FOLDER:
        return []
    return trace_files(Path(FOLDER))[::SAMPLE]


@pytest.mark.skipif(not FOLDER, reason="TTA_TRACES does not name a folder of recorded games")
@pytest.mark.parametrize("path", sample(), ids=game_name)
def test_a_recorded_game_replays(path: Path) -> None:
    result = replay_file(path)
    assert result.status != "different", "\n".join(result.first_difference)
