"""How an agent plays against itself, beside the habits of people.

    python scripts/habits.py beam --games 100
    python scripts/habits.py ismcts:iterations=2000 --players 3 --games 30 --jobs 2 --markdown

People: 1,011 finished online games of the 2015 base game (692 with two players, 133 with three, 186 with
four).  A dash stands where nothing is known.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import Edition, Game, Move
from engine.vocabulary import MoveKind
from mcts.agents import AgentError, parse_agent
from mcts.native import seed_of_decision

CURVE_ROUNDS = (4, 8, 12, 16)


@dataclass(frozen=True)
class Row:
    """A habit: its name, the human figure by number of players, and whether it counts per game."""

    name: str
    key: str
    people: tuple[float | None, float | None, float | None]
    per_game: bool = False


ROWS = (
    Row("final culture", "culture", (159.5, 176.5, 195.1)),
    Row("winner's margin (mean)", "margin", (43.2, None, None), per_game=True),
    Row("rounds", "rounds", (19.43, 18.59, 19.17), per_game=True),
    Row("civil cards taken", "take", (34.3, 29.6, 30.2)),
    Row("... for 1 civil action", "tier 1", (24, 20, 20)),
    Row("... for 2", "tier 2", (8, 7, 8)),
    Row("... for 3", "tier 3", (2, 2, 2)),
    Row("... farms and mines", "take farm mine", (2.52, 2.47, 2.72)),
    Row("... urban", "take urban", (3.71, 3.86, 4.00)),
    Row("... units", "take unit", (3.84, 2.79, 3.43)),
    Row("... special", "take special", (3.08, 2.45, 2.58)),
    Row("... action cards", "take action", (12.8, 10.1, 9.5)),
    Row("... governments", "take government", (1.37, 1.41, 1.43)),
    Row("... leaders", "take leader", (3.0, 2.9, 2.9)),
    Row("... wonders", "take wonder", (2.74, 2.45, 2.53)),
    Row("share of taken cards played", "played share", (0.773, 0.783, 0.780)),
    Row("technologies developed", "develop", (11.8, 10.4, 11.1)),
    Row("action cards played", "play action", (6.7, 5.1, 4.9)),
    Row("leaders elected", "play leader", (3.69, 3.61, 3.56)),
    Row("wonders completed", "wonders", (2.74, 2.45, 2.48)),
    Row("wonder stages", "stages", (8.77, 8.01, 8.01)),
    Row("government changes", "government", (1.14, 1.16, 1.18)),
    Row("round of the first new government", "first government", (11.8, 11.0, 12.0)),
    Row("population increases", "population", (8.9, 8.75, 9.6)),
    Row("buildings built", "build building", (6.5, 7.2, 7.2)),
    Row("units built", "build unit", (6.1, 5.0, 6.1)),
    Row("buildings upgraded", "upgrade building", (7.7, 7.1, 7.6)),
    Row("units upgraded", "upgrade unit", (1.5, 1.3, 1.8)),
    Row("buildings destroyed, units disbanded", "destroy", (1.6, 1.6, 1.6)),
    Row("tactics played", "tactic", (2.1, 2.0, 2.3)),
    Row("colonies held", "colonies", (1.51, 1.15, 1.39)),
    Row("events prepared", "prepare", (7.4, 6.4, 6.9)),
    Row("aggressions per game", "aggression", (1.39, 1.63, 3.01), per_game=True),
    Row("wars per game", "war", (0.507, 0.481, 0.613), per_game=True),
    Row("pacts made per game", "pact", (0.0, 0.865, 2.64), per_game=True),
    Row("turns with famine", "famine", (0.3, None, None)),
    Row("turns with corruption", "corruption", (None, None, None)),
    Row("turns with an uprising", "uprising", (None, None, None)),
    Row("civil actions unused per turn", "unused actions", (None, None, None)),
    Row("science left at the end", "science left", (15.5, None, None)),
    Row("strength at the end", "strength", (None, None, None)),
)


def kind_group(kind: str) -> str:
    if kind in ("farm", "mine"):
        return "farm mine"
    if kind in ("lab", "temple", "library", "theater", "arena"):
        return "urban"
    if kind in ("infantry", "cavalry", "artillery", "airforce"):
        return "unit"
    return kind


# ---------------------------------------------------------------- watching a game


class Watch:
    """Counts of one game by player."""

    def __init__(self, players: int, edition: Edition) -> None:
        self.edition = edition
        self.rules = edition.data.rules
        self.counts: list[Counter[str]] = [Counter() for _ in range(players)]
        self.curves: dict[tuple[int, str], list[float]] = {}

    def see(self, game: Game, move: Move) -> None:
        """A move about to be made."""
        seat = game.player_to_move
        count = self.counts[seat]
        kind = MoveKind(move.kind)
        phase = game.phase
        if kind is MoveKind.TAKE:
            self.see_take(count, move)
        elif kind in (MoveKind.BUILD, MoveKind.ACTION_BUILD):
            card = move.a if kind is MoveKind.ACTION_BUILD else move.card
            count["build unit" if self.edition.kind(card) in UNITS else "build building"] += 1
        elif kind in (MoveKind.UPGRADE, MoveKind.ACTION_UPGRADE):
            card = move.a if kind is MoveKind.ACTION_UPGRADE else move.card
            count["upgrade unit" if self.edition.kind(card) in UNITS else "upgrade building"] += 1
        elif kind in (
            MoveKind.DEVELOP,
            MoveKind.REVOLUTION,
            MoveKind.ACTION_DEVELOP,
            MoveKind.ACTION_REVOLUTION,
        ):
            card = move.a if kind in (MoveKind.ACTION_DEVELOP, MoveKind.ACTION_REVOLUTION) else move.card
            self.see_development(count, card, game.round)
        elif kind is MoveKind.WONDER:
            count["stages"] += move.b
        elif kind is MoveKind.ACTION and "engineering" in self.edition.ids[move.card]:
            count["stages"] += 1
        elif kind is MoveKind.USE and phase == "action" and move.a:
            count["population"] += 1
            count["build unit"] += 1
        elif kind is MoveKind.END_TURN:
            self.see_end_of_turn(game, seat)
        elif kind is MoveKind.ACCEPT:
            count["pact"] += 1
        if kind is MoveKind.ACTION and "frugality" in self.edition.ids[move.card]:
            count["population"] += 1
        if kind.name.startswith("ACTION"):
            count["play action"] += 1
        simple = SIMPLE.get(kind)
        if simple:
            count[simple] += 1

    def see_take(self, count: Counter[str], move: Move) -> None:
        count["take"] += 1
        count[f"tier {self.rules['space_cost'][move.a - 1]}"] += 1
        count[f"take {kind_group(self.edition.kind(move.card))}"] += 1

    def see_development(self, count: Counter[str], card: int, game_round: int) -> None:
        count["develop"] += 1
        if self.edition.kind(card) == "government":
            count["government"] += 1
            if count["government"] == 1:
                count["first government"] = game_round

    def see_end_of_turn(self, game: Game, seat: int) -> None:
        count = self.counts[seat]
        player = game.snapshot()["player"][seat]
        bank = min(player["yellow_bank"], 18)
        count["turns"] += 1
        count["ca"] += player["ca_total"] - player["ca_spent"] if game.round > 1 else 0
        food = sum(player["blue"][slot] * worth for slot, worth in enumerate((1, 2, 3, 5)))
        if player["discontent"] > player["unused"]:
            count["uprising"] += 1
        else:
            count["famine"] += food + player["food_rate"] < self.rules["consumption"][bank]
            count["corruption"] += self.rules["corruption"][min(player["blue_bank"], 11)] > 0
        if game.round in CURVE_ROUNDS:
            for key in (
                "culture",
                "culture_rating",
                "science_rating",
                "strength",
                "food_rate",
                "resource_rate",
                "ca_total",
                "happiness",
            ):
                self.curves.setdefault((game.round, key), []).append(player[key])
            workers = sum(player["workers"]) + player["unused"]
            self.curves.setdefault((game.round, "workers"), []).append(workers)

    def finish(self, game: Game) -> None:
        scores = sorted(score or 0 for score in game.scores)
        for seat, player in enumerate(game.snapshot()["player"]):
            count = self.counts[seat]
            count["culture"] = player["culture"]
            count["wonders"] = player["wonders"].bit_count()
            count["colonies"] = player["colonies"].bit_count()
            count["strength"] = player["strength"]
            count["science left"] = player["science"]
            count["rounds"] = game.round
            count["margin"] = scores[-1] - scores[-2]


UNITS = ("infantry", "cavalry", "artillery", "airforce")
SIMPLE = {
    MoveKind.POPULATION: "population",
    MoveKind.DESTROY: "destroy",
    MoveKind.LEADER: "play leader",
    MoveKind.TACTIC: "tactic",
    MoveKind.COPY: "tactic",
    MoveKind.PREPARE: "prepare",
    MoveKind.AGGRESSION: "aggression",
    MoveKind.WAR: "war",
}


def watch_game(seed: int, agent_text: str, players: int) -> Watch:
    agent = parse_agent(agent_text)
    game = Game.new(players=players, seed=seed)
    watch = Watch(players, game.edition)
    decision = 0
    while not game.is_over:
        move = agent.choose(game, seed_of_decision(seed, decision))
        watch.see(game, move)
        game.apply(move)
        decision += 1
    watch.finish(game)
    return watch


# ---------------------------------------------------------------- the table


def habits(watches: list[Watch]) -> dict[str, float]:
    """Means per player, and per game where a row says so."""
    seats = [count for watch in watches for count in watch.counts]
    games = len(watches)
    result = {}
    for row in ROWS:
        if row.key == "played share":
            played = sum(c["develop"] + c["play action"] + c["play leader"] + c["wonders"] for c in seats)
            result[row.key] = played / max(1, sum(c["take"] for c in seats))
        elif row.key == "first government":
            rounds = [c[row.key] for c in seats if c[row.key]]
            result[row.key] = mean(rounds) if rounds else float("nan")
        elif row.key == "unused actions":
            result[row.key] = sum(c["ca"] for c in seats) / max(1, sum(c["turns"] for c in seats))
        elif row.key in ("rounds", "margin"):
            result[row.key] = mean(watch.counts[0][row.key] for watch in watches)
        else:
            result[row.key] = sum(c[row.key] for c in seats) / (games if row.per_game else len(seats))
    return result


def print_table(found: dict[str, float], players: int, markdown: bool) -> None:
    if markdown:
        print("| habit | agent | people |\n|---|---|---|")
    for row in ROWS:
        people = row.people[players - 2]
        known = "–" if people is None else f"{people:g}"
        if markdown:
            print(f"| {row.name} | {found[row.key]:.2f} | {known} |")
        else:
            print(f"{row.name:40s} {found[row.key]:8.2f} {known:>8s}")


def print_curves(watches: list[Watch]) -> None:
    keys = sorted({key for watch in watches for _, key in watch.curves})
    print("at the end of the turn, round " + ", ".join(map(str, CURVE_ROUNDS)))
    for key in keys:
        values: list[Any] = []
        for game_round in CURVE_ROUNDS:
            all_values = [x for watch in watches for x in watch.curves.get((game_round, key), [])]
            values.append(mean(all_values) if all_values else float("nan"))
        print(f"  {key:20s}" + "".join(f"{value:8.2f}" for value in values))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args(argv)
    try:
        parse_agent(arguments.agent)
    except AgentError as error:
        parser.error(str(error))
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    work = partial(watch_game, agent_text=arguments.agent, players=arguments.players)
    if arguments.jobs == 1:
        watches = [work(seed) for seed in seeds]
    else:
        with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
            watches = list(pool.imap(work, seeds))
    print(f"{arguments.agent}, {arguments.players} players, {arguments.games} games, seed {arguments.seed}")
    print_table(habits(watches), arguments.players, arguments.markdown)
    print_curves(watches)
    return 0


if __name__ == "__main__":
    sys.exit(main())
