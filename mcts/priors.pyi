from collections.abc import Mapping

from engine import Edition
from mcts.evaluation import Evaluation
from mcts.native import NativeAgent
from mcts.weights import ForecastWeights

class Expert(Evaluation):
    def __init__(
        self,
        players: int,
        weights: Mapping[str, float] | None = None,
        edition: Edition | None = None,
        careful: bool = True,
        policy: Mapping[str, float] | None = None,
        plan: int = 0,
        forecast: ForecastWeights | None = None,
    ) -> None: ...
    @property
    def policy(self) -> Evaluation: ...

def policy_of(
    players: int, weights: Mapping[str, float] | None = None, edition: Edition | None = None
) -> Evaluation: ...

class QuickPicker(NativeAgent):
    @property
    def evaluation(self) -> Evaluation: ...
    @property
    def noise(self) -> float: ...
    def __init__(self, evaluation: Evaluation, noise: float = 0) -> None: ...
