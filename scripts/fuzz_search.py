"""Search from random positions with random options, on a build that checks itself.

    make fuzz-search ARGS="--searches 500"       under AddressSanitizer and UBSan
    PYTHONPATH=build/debug python scripts/fuzz_search.py

Small and large memory caps, all algorithms, one to three workers, kept and dropped trees.  What must hold
after every search: the visits add up, the chances of winning add up to one, the tree is within its cap.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

# Behind the directories of PYTHONPATH, which choose the build.
sys.path.append(str(Path(__file__).resolve().parent.parent))

from engine import Game
from mcts.agents import expert
from mcts.options import ALGORITHMS, SearchOptions
from mcts.search import Search
from mcts.tta_game import TtaGame


def random_options(chance: random.Random) -> SearchOptions:
    return SearchOptions(
        algorithm=chance.choice(ALGORITHMS),
        iterations=chance.choice((1, 20, 150, 600)),
        workers=chance.choice((1, 1, 2, 3)),
        candidates=chance.choice((0, 1, 4, 16)),
        exploration=chance.choice((0.3, 2.0)),
        widening=chance.choice((0.0, 1.5)),
        transpositions=chance.random() < 0.8,
        reuse=chance.random() < 0.8,
        policy=chance.choice(("random", "guided", "quiet")),
        cutoff=chance.choice((-1, 0, 2, 8)),
        world_iterations=chance.choice((1, 30)),
        memory=chance.choice((1, 64)),
        resign=chance.random() < 0.1,
    )


def check(search: Search, options: SearchOptions, game: Game) -> int:
    result = search.run()
    legal = {move.code for move in game.legal_moves()}
    assert result.best in legal, f"{result.best:#x} is not legal"
    if options.halves:
        assert sum(move.visits for move in result.moves) == result.iterations
    for move in result.moves:
        assert abs(sum(move.win) - 1) < 1e-6, move
    cap = max(options.memory * 1_000_000, 1_000_000 * options.workers)
    assert result.bytes <= 2 * cap, f"{result.bytes} bytes"
    return result.best


def play_some(seed: int) -> int:
    """A few searches in a row from one position; returns their number."""
    chance = random.Random(seed)
    players = chance.choice((2, 3, 4))
    game = Game.new(players=players, seed=seed)
    for _ in range(chance.randrange(60 * players)):
        if not game.is_over:
            game.apply(chance.choice([m for m in game.legal_moves() if str(m) != "resign"]))
    if game.is_over:
        return 0
    options = random_options(chance)
    guide = expert(
        players,
        game.edition,
        priors=chance.choice(("quick", "careful")),
        plan=chance.choice((0, 1, 8)),
        leaf=chance.choice(("forecast", "evaluation")),
    )
    observer = game.player_to_move
    search = Search(TtaGame(game, guide), observer, options)
    count = 0
    while count < 4 and not game.is_over and game.player_to_move == observer:
        best = check(search, options, game)
        count += 1
        game.apply_code(best)
        search.set_root(game) if chance.random() < 0.3 else search.play(best)
    return count


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(argv)
    done = 0
    seed = arguments.seed
    while done < arguments.searches:
        done += play_some(seed)
        seed += 1
    print(f"{done} searches from {seed - arguments.seed} positions, nothing wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
