from engine import Game
from mcts.evaluation import Evaluation

def features_of(evaluation: Evaluation, game: Game, player: int) -> tuple[float, list[float]]: ...
