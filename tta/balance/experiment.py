"""The effect of a card as cause: the same deal from the same moment, with it and without it.

In one game of a pair a player takes the card, in the other one the card is forbidden to that player for the
rest of the game (the rivals may take it); or the card is taken in both, but with other numbers from then on.
"""

from __future__ import annotations

import json
import logging
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engine import Edition, Game
from mcts.agents import parse_agent
from mcts.branch import after_moves, first_take, play_on, without_card
from mcts.native import seed_of_decision
from tta.balance.study import Experiment
from tta.errors import RunError
from tta.match.logs import logging_to
from tta.match.play import json_line, shares
from tta.match.run import Options
from tta.match.schedule import seed_for
from tta.match.statistics import Z95, mean_interval
from tta.match.store import Store, write_whole
from tta.match.workers import Pool

__all__ = ["Trial", "TrialResult", "run_experiment", "summarise"]

log = logging.getLogger("tta.experiment")

ATTEMPTS = 40
"""Deals that are tried for a pair before it is given up: a card may not come up, or nobody may want it."""


@dataclass(frozen=True)
class Trial:
    """An experiment with everything that its pairs depend on."""

    experiment: Experiment
    cards: tuple[str, ...]
    players: int
    seed: int
    edition: Edition
    changed: Edition | None

    def settings(self) -> dict[str, Any]:
        return {
            "agent": self.experiment.agent,
            "cards": list(self.cards),
            "pairs": self.experiment.pairs,
            "moment": self.experiment.moment,
            "price": self.experiment.price,
            "overlay": self.experiment.overlay,
            "players": self.players,
            "seed": self.seed,
            "edition": self.edition.hash,
        }

    def __len__(self) -> int:
        return len(self.cards) * self.experiment.pairs

    def __getitem__(self, number: int) -> tuple[str, int]:
        """Card and number of a pair."""
        card, pair = divmod(number, self.experiment.pairs)
        return self.cards[card], pair


@dataclass(frozen=True)
class TrialResult:
    """What all pairs of a card say; the differences are with the card (or the new numbers) less without."""

    card: str
    pairs: int
    deals: int
    """Deals that were tried to find the pairs."""
    round: float
    with_card: float
    without_card: float
    win: float
    win_low: float
    win_high: float
    culture: float
    culture_low: float
    culture_high: float

    def values(self) -> dict[str, Any]:
        return {
            key: (round(value, 5) if isinstance(value, float) else value)
            for key, value in self.__dict__.items()
        }


# -- one pair


class Table:
    """Agents around a table, in any position and edition."""

    def __init__(self, text: str, players: int) -> None:
        self.text = text
        self.players = players
        self.agent = parse_agent(text)

    def finish(
        self, game: Game, agent_seed: int, decision: int, forbidden: int = 0, player: int = -1
    ) -> list[int]:
        """The codes of the moves to the end of the game, which is left as it is."""
        native = self.agent.native(self.players, game.edition)
        if native is not None:
            return play_on(game, [native] * self.players, agent_seed, decision, forbidden, player)
        agents = [parse_agent(self.text) for _ in range(self.players)]
        game = game.clone()
        codes: list[int] = []
        while not game.is_over:
            seat = game.player_to_move
            seen = without_card(game, forbidden) if forbidden and seat == player else game
            seed = seed_of_decision(agent_seed, decision + len(codes))
            codes.append(agents[seat].choose(seen, seed).code)
            game.apply_code(codes[-1])
        return codes


def play_pair(trial: Trial, number: int) -> dict[str, Any]:
    """One pair of a card, from the first deal in which its moment comes."""
    card, pair = trial[number]
    found = None
    deals = 0
    while found is None and deals < ATTEMPTS:
        found = try_deal(trial, card, pair, deals)
        deals += 1
    return {"game": number, "result": {"card": card, "pair": pair, "deals": deals, **(found or {})}}


def try_deal(trial: Trial, card: str, pair: int, attempt: int) -> dict[str, Any] | None:
    """Both games of a pair on one deal, or None if the moment does not come."""
    experiment = trial.experiment
    code = trial.edition.number(card)
    deal = seed_for("experiment", trial.seed, trial.players, card, pair, attempt)
    table = Table(experiment.agent, trial.players)
    game = Game.new(players=trial.players, seed=deal, edition=trial.edition)
    chosen = experiment.moment == "chosen"
    focus = pair % trial.players
    banned = {} if chosen else {"forbidden": code, "player": focus}
    whole = table.finish(game, deal, 0, **banned)
    moment = first_take(game, whole, code, chosen, focus, experiment.price)
    if moment is None:
        return None
    before, player, take = moment
    start = after_moves(game, whole[:before])
    taken = after_moves(start, [take])
    if trial.changed is not None:
        plain = taken
        better = after_moves(start, [take], trial.changed)
        ends = [finish_scores(table, better, deal, before + 1), finish_scores(table, plain, deal, before + 1)]
    elif chosen:
        without = table.finish(start, deal, before, code, player)
        ends = [after_moves(game, whole).scores, after_moves(start, without).scores]
    else:
        ends = [finish_scores(table, taken, deal, before + 1), after_moves(game, whole).scores]
    with_card, without_card_ = (outcome(scores, player) for scores in ends)
    return {
        "seed": deal,
        "player": player,
        "round": start.round,
        "win": [with_card[0], without_card_[0]],
        "lead": [with_card[1], without_card_[1]],
    }


def finish_scores(table: Table, game: Game, seed: int, decision: int) -> list[int | None]:
    return after_moves(game, table.finish(game, seed, decision)).scores


def outcome(scores: Sequence[int | None], player: int) -> tuple[float, int]:
    """Share of the win and lead in culture of a player."""
    known = [score or 0 for score in scores]
    rival = max(score for seat, score in enumerate(known) if seat != player)
    return shares(scores)[player], known[player] - rival


# -- all pairs


def run_experiment(trial: Trial, folder: Path, options: Options) -> list[TrialResult]:
    """Play all pairs that are missing; the results are in `pairs.jsonl`."""
    with Store(folder) as store:
        known = store.open(trial.settings(), options.resume)
        if known and (folder / "pairs.jsonl").is_file():
            return summarise(read_pairs(folder / "pairs.jsonl"), trial.cards)
        with logging_to(folder / "run.log", options.verbose):
            results = {number: result for number, (_, result) in store.scan().items()}
            missing = [number for number in range(len(trial)) if number not in results]
            log.info("%d pairs, %d of them finished before", len(trial), len(results))
            if missing:
                pool = Pool(partial(play_pair, trial), min(options.jobs, len(missing)), store.parts)
                try:
                    for done in show_progress(pool.run(missing), len(missing), options.progress):
                        results[done.game] = done.result
                except KeyboardInterrupt:
                    print(going_on(len(results), len(trial), options, folder), file=sys.stderr)
                    raise
                except RunError as error:
                    said = f"experiment, {error}\n{going_on(len(results), len(trial), options, folder)}"
                    raise RunError(said) from None
        ordered = [results[number] for number in range(len(trial))]
        write_whole(folder / "pairs.jsonl", "".join(map(json_line, ordered)))
        store.drop_parts()
    return summarise(ordered, trial.cards)


def going_on(finished: int, total: int, options: Options, folder: Path) -> str:
    return f"{finished} of {total} pairs are finished; --out {options.folder or folder} --resume continues"


def show_progress(pairs: Any, total: int, progress: bool) -> Any:
    if not progress:
        return pairs
    from tqdm import tqdm

    tqdm.monitor_interval = 0
    return tqdm(pairs, total=total, unit="pair", dynamic_ncols=True)


def read_pairs(path: Path) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except ValueError as error:
        raise RunError(f"{path}: {error}") from None


def share_interval(differences: Sequence[float]) -> tuple[float, float, float]:
    """Mean of differences of win shares with its 95 % interval.

    Half a pair more in either direction goes into the scatter, so that a few equal pairs do not look certain.
    """
    n = len(differences)
    mean = math.fsum(differences) / n
    scatter = math.fsum((value - mean) ** 2 for value in differences) + 1
    half = Z95 * math.sqrt(scatter) / n
    return mean, max(-1.0, mean - half), min(1.0, mean + half)


def summarise(pairs: Sequence[dict[str, Any]], cards: Sequence[str]) -> list[TrialResult]:
    """One result per card; pairs whose moment never came do not count."""
    results = []
    for card in cards:
        own = [pair for pair in pairs if pair["card"] == card]
        found = [pair for pair in own if "win" in pair]
        if len(found) < 2:
            continue
        wins = share_interval([pair["win"][0] - pair["win"][1] for pair in found])
        leads = mean_interval([pair["lead"][0] - pair["lead"][1] for pair in found])
        results.append(
            TrialResult(
                card=card,
                pairs=len(found),
                deals=sum(pair["deals"] for pair in own),
                round=sum(pair["round"] for pair in found) / len(found),
                with_card=sum(pair["win"][0] for pair in found) / len(found),
                without_card=sum(pair["win"][1] for pair in found) / len(found),
                win=wins[0],
                win_low=wins[1],
                win_high=wins[2],
                culture=leads[0],
                culture_low=leads[1],
                culture_high=leads[2],
            )
        )
    return results
