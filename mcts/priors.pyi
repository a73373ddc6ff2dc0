from collections.abc import Mapping

from engine import Edition
from mcts.evaluation import Evaluation
from mcts.native import NativeAgent
from mcts.weights import ForecastWeights, PreferenceWeights

class Expert(Evaluation):
    def __init__(
        self,
        players: int,
        weights: Mapping[str, float] | None = None,
        edition: Edition | None = None,
        careful: bool = True,
        policy: Evaluation | None = None,
        plan: int = 0,
        forecast: ForecastWeights | None = None,
    ) -> None: ...
    @property
    def policy(self) -> Evaluation: ...

class Policy(Evaluation):
    def __init__(
        self,
        players: int,
        weights: Mapping[str, float],
        edition: Edition | None = None,
        preferences: PreferenceWeights | None = None,
    ) -> None: ...

def policy_of(
    players: int,
    weights: Mapping[str, float] | None = None,
    edition: Edition | None = None,
    preferences: PreferenceWeights | None = None,
) -> Policy: ...

class QuickPicker(NativeAgent):
    @property
    def evaluation(self) -> Evaluation: ...
    @property
    def noise(self) -> float: ...
    def __init__(self, evaluation: Evaluation, noise: float = 0) -> None: ...
