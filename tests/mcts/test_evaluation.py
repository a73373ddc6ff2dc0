"""The evaluation: its weights, its clock, and which of two positions it prefers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import Game, Move, default_edition
from engine.vocabulary import MoveKind
from mcts.evaluation import Evaluation, weight_names
from mcts.forecast import in_play
from mcts.imitation import Lessons
from mcts.native import play_native
from mcts.options import SearchOptions
from mcts.priors import Expert, QuickPicker, policy_of
from mcts.search import Search
from mcts.tta_game import TtaGame
from mcts.weights import (
    FEATURE_NAMES,
    FOLDER,
    MOMENTS,
    CardWorths,
    ForecastWeights,
    PreferenceWeights,
    WeightsError,
    check_forecast,
    check_preferences,
    check_weights,
    load_forecast,
    load_preferences,
    load_weights,
    read_forecast,
    read_preferences,
    read_weights,
    write_forecast,
    write_preferences,
    write_weights,
)

PLAIN = read_weights(Path(__file__).with_name("weights.yaml"))
HISTORY = {"age": "II", "round": 11, "stage": "action"}


def position(own: dict[str, Any] | None = None, rival: dict[str, Any] | None = None, **keys: Any) -> Game:
    """Two players in the middle of the game, player 0 to act."""
    return Game.from_position({**HISTORY, **keys, "players": [own or {}, rival or {}]})


def evaluation() -> Evaluation:
    return Evaluation(2, PLAIN)


def worth(own: dict[str, Any] | None = None, rival: dict[str, Any] | None = None, **keys: Any) -> float:
    return evaluation().worth(position(own, rival, **keys))[0]


# ---------------------------------------------------------------- weights


@pytest.mark.parametrize("players", [2, 3, 4])
def test_weight_files_hold_exactly_the_weights_of_the_code(players: int) -> None:
    with (FOLDER / f"{players}.yaml").open(encoding="utf-8") as file:
        assert list(yaml.safe_load(file)) == weight_names()
    assert Evaluation(players).weights == load_weights(players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_policy_and_forecast_files_are_whole(players: int) -> None:
    assert list(load_weights(players, kind="policy")) == weight_names()
    assert policy_of(players).weights == load_weights(players, kind="policy")
    forecast = load_forecast(players)
    assert [m["turns"] for m in forecast.moments] == sorted({m["turns"] for m in forecast.moments})
    policy = policy_of(players, preferences=load_preferences(players))
    Expert(players, policy=policy, forecast=forecast)  # all cards that are named exist


def test_a_written_forecast_is_read_back(tmp_path: Path) -> None:
    moments = [
        {"turns": float(k), "base": 1.5, "spread": 2.0, **dict.fromkeys(FEATURE_NAMES, 0.25 * k)}
        for k in range(MOMENTS)
    ]
    forecast = ForecastWeights(moments, {"homer": (1.0, -0.25)}, {"bronze": (0.5, 2.0)})
    write_forecast(forecast, tmp_path / "f.yaml", "two\nlines")
    assert read_forecast(tmp_path / "f.yaml") == forecast


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data["moments"].pop(), "a list of 6 mappings"),
        (lambda data: data["moments"][1].update(turns=0), "have to ascend"),
        (lambda data: data["moments"][2].update(spread=0), "above 0"),
        (
            lambda data: data["moments"][3].update(cultur=1),
            "moment 4: unknown weight 'cultur'; did you mean 'culture'",
        ),
        (lambda data: data["moments"][4].pop("wars"), "moment 5: missing: wars"),
        (lambda data: data.update(card={}), "unknown key 'card'; did you mean 'cards'"),
        (lambda data: data.update(cards=[]), "cards: a mapping of cards"),
        (lambda data: data["cards"].update(homer=[1]), "cards: homer: a list of two numbers"),
        (lambda data: data["workers"].update(iron=[1, "x"]), "workers: iron: a list of two numbers"),
    ],
)
def test_a_wrong_forecast_is_refused(change: Callable[[Any], Any], message: str) -> None:
    moments = [dict(moment) for moment in load_forecast(2).moments]
    data: dict[str, Any] = {"moments": moments, "cards": {}, "workers": {}}
    change(data)
    with pytest.raises(WeightsError, match=message):
        check_forecast(data, "f.yaml")


@pytest.mark.parametrize(
    ("cards", "workers", "message"),
    [
        ({"hommer": (1.0, 0.0)}, {}, "cards of a forecast: no card is called 'hommer'; did you mean 'homer'"),
        ({}, {"irn": (1.0, 0.0)}, "workers of a forecast: no card is called 'irn'; did you mean 'iron'"),
        ({}, {"homer": (1.0, 0.0)}, "there are no workers on 'homer'"),
    ],
)
def test_a_forecast_of_unknown_cards_is_refused(cards: CardWorths, workers: CardWorths, message: str) -> None:
    with pytest.raises(WeightsError, match=message):
        Expert(2, forecast=ForecastWeights(load_forecast(2).moments, cards, workers))


def test_wrong_weights_are_named_in_one_error() -> None:
    weights: dict[str, object] = dict(load_weights(2))
    del weights["famine"]
    weights["scienc_early"] = 1
    weights["blue"] = "many"
    with pytest.raises(WeightsError) as caught:
        check_weights(weights, "my.yaml")
    text = str(caught.value)
    assert text.startswith("my.yaml: ")
    assert "unknown weight 'scienc_early'; did you mean 'science_early'?" in text
    assert "blue: 'many' is not a number" in text
    assert "missing: famine" in text


@pytest.mark.parametrize(("content", "message"), [("- 1", "a mapping"), ("a: [", "not YAML")])
def test_unreadable_weights(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "w.yaml"
    path.write_text(content)
    with pytest.raises(WeightsError, match=message):
        read_weights(path)


def test_missing_weights_file(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="No such file"):
        read_weights(tmp_path / "none.yaml")


def test_written_weights_are_read_back(tmp_path: Path) -> None:
    weights = {name: 1 + i / 8 for i, name in enumerate(load_weights(2))}
    write_weights(weights, tmp_path / "w.yaml", "two\nlines")
    assert read_weights(tmp_path / "w.yaml") == weights
    assert (tmp_path / "w.yaml").read_text().startswith("# two\n# lines\n")


# ---------------------------------------------------------------- the clock


@pytest.mark.parametrize(("players", "least", "most"), [(2, 17, 23), (3, 16, 22), (4, 16, 22)])
def test_turns_left_at_the_start(players: int, least: float, most: float) -> None:
    assert least < Evaluation(players).turns_left(Game.new(players=players, seed=1), 0) < most


def test_turns_left_are_exact_in_the_last_age() -> None:
    evaluation = Evaluation(2)
    game = position(age="IV", round=18, last_round=19, current_player=1)
    assert evaluation.turns_left(game, 0) == 1  # has had the turn of this round
    assert evaluation.turns_left(game, 1) == 2


def test_turns_left_fall_in_the_course_of_a_game() -> None:
    evaluation = Evaluation(2)
    left = [evaluation.turns_left(position(age=age, round=8), 0) for age in ("I", "II", "III")]
    assert left[0] > left[1] + 3 > left[2] + 6


# ---------------------------------------------------------------- worth


def test_parts_add_up() -> None:
    judge = evaluation()
    game = position({"civil_hand": ["iron"], "military_hand": ["legion"], "leader": "aristotle"}, age="I")
    for player in (0, 1):
        assert sum(judge.parts(game, player).values()) == pytest.approx(judge.worth(game)[player])


def test_a_finished_game_is_worth_its_culture() -> None:
    game = Game.new(players=2, seed=3)
    game.random_playout(seed=4)
    assert evaluation().worth(game) == game.scores


@pytest.mark.parametrize("stock", ["culture", "science"])
def test_points_are_worth_having(stock: str) -> None:
    assert worth({stock: 9}) > worth({stock: 5})


def test_a_temple_is_worth_more_early_than_late() -> None:
    def gain(age: str) -> float:
        return worth({"technologies": {"religion": 1}}, age=age) - worth({}, age=age)

    assert gain("I") > gain("II") > gain("III") > 0


def test_an_uprising_costs_more_than_its_unused_worker_saves() -> None:
    content = {"yellow_bank": 10, "unused_workers": 3}
    assert worth(content) > worth({**content, "unused_workers": 1}) + 2


def test_food_that_will_be_missing_costs() -> None:
    def gain(first: int) -> float:
        """Worth of one more food in stock, with that much already there."""
        stocks = [
            {"technologies": {"agriculture": {"workers": 1, "blue": blue}}} for blue in (first, first + 1)
        ]
        one, more = ({"yellow_bank": 6, "wonders": ["hanging_gardens"], **stock} for stock in stocks)
        return worth(more) - worth(one)

    assert gain(0) > gain(8) + 1


def test_strength_counts_relative_to_the_rival() -> None:
    army = {"technologies": {"warriors": 5}}
    alone, matched = worth(army, {}), worth(army, army)
    behind, level = worth({}, army), worth({}, {})
    assert alone > matched
    assert level > behind


def test_a_war_counts_for_the_stronger_side() -> None:
    def parts(own: int, rival: int) -> float:
        game = position(
            {
                "technologies": {"warriors": own},
                "war": {"card": "war_over_culture", "target": 1},
                "culture": 30,
            },
            {"technologies": {"warriors": rival}, "culture": 30},
            age="III",
        )
        return evaluation().parts(game, 0)["wars"]

    assert parts(6, 1) > 0 > parts(1, 6)


def hand_value(cards: list[str], own: dict[str, Any] | None = None, **keys: Any) -> float:
    return evaluation().parts(position({**(own or {}), "civil_hand": cards}, **keys), 0)["civil_hand"]


def test_a_technology_in_hand_counts_by_the_workers_it_would_improve() -> None:
    few, many = ({"technologies": {"bronze": n}, "science": 5} for n in (1, 4))
    assert hand_value(["iron"], many, age="I") > hand_value(["iron"], few, age="I")


def test_an_outdated_technology_in_hand_is_worth_nothing() -> None:
    own = {"technologies": {"philosophy": 1, "scientific_method": 1}}
    assert hand_value(["alchemy"], own) == 0


def test_only_the_best_of_two_governments_in_hand_counts() -> None:
    single = [hand_value([card], age="I", civil_deck=30) for card in ("monarchy", "theocracy")]
    assert min(single) > 0
    assert hand_value(["monarchy", "theocracy"], age="I", civil_deck=30) == max(single)


def test_a_wonder_that_cannot_be_finished_in_time_is_worth_nothing() -> None:
    def wonders(undealt: int) -> float:
        game = position({"unfinished": {"wonder": "taj_mahal"}}, round=13, civil_deck=undealt)
        return evaluation().parts(game, 0)["wonders"]

    assert wonders(40) > 0
    assert wonders(2) == 0


# ---------------------------------------------------------------- chances


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_add_up_to_one(players: int) -> None:
    chances = Evaluation(players).win_chances(Game.new(players=players, seed=2))
    assert sum(chances) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in chances)


def test_the_same_lead_says_more_late_than_early() -> None:
    judge = evaluation()
    early = judge.win_chances(position({"culture": 20}, age="I"))[0]
    late = judge.win_chances(position({"culture": 20}, age="IV", round=18, last_round=18))[0]
    assert 0.5 < early < late


# ---------------------------------------------------------------- the forecast


def forecast(game: Game, weights: ForecastWeights | None = None) -> list[float]:
    """Chances of winning that a leaf gets in a search without playouts."""
    expert = Expert(2, PLAIN, forecast=weights or load_forecast(2))
    search = Search(TtaGame(game, expert), game.player_to_move, SearchOptions(iterations=1, cutoff=0))
    return list(search.run().win)


def test_the_forecast_sees_culture_and_its_rating() -> None:
    even = forecast(position())
    assert sum(even) == pytest.approx(1)
    ahead = forecast(position({"culture": 40}))
    assert ahead[0] > even[0] + 0.1
    assert forecast(position(rival={"culture": 40}))[0] < even[0] - 0.1


def test_the_forecast_is_surer_when_fewer_turns_are_left() -> None:
    early = forecast(position({"culture": 30}, age="I", round=6))
    late = forecast(position({"culture": 30}, age="IV", round=19, last_round=19))
    assert 0.5 < early[0] < 0.9
    assert late[0] > 0.97


@pytest.mark.parametrize(
    ("cards", "workers"),
    [
        ({"despotism": (5.0, 0.0)}, {}),
        ({"monarchy": (0.0, 1.0)}, {}),
        ({}, {"bronze": (3.0, 0.0)}),
        ({}, {"warriors": (0.0, 2.0)}),
    ],
)
def test_the_forecast_counts_cards_in_play_and_workers(cards: CardWorths, workers: CardWorths) -> None:
    """What only one player has (three workers on bronze, another government) moves the chances."""
    game = position({"technologies": {"bronze": 4, "warriors": 2}}, rival={"government": "monarchy"})
    moments = load_forecast(2).moments
    plain = forecast(game, ForecastWeights(moments))
    assert forecast(game, ForecastWeights(moments, cards, workers)) != plain


def test_cards_in_play_are_all_that_lie_there() -> None:
    game = position({"leader": "homer", "wonders": ["pyramids"], "colonies": ["vast_territory_i"]})
    cards, workers = in_play(game, 0)
    assert {"homer", "pyramids", "vast_territory_i", "despotism", "bronze", "warriors"} <= set(cards)
    assert "homer" not in in_play(game, 1)[0]
    assert workers["bronze"] == 2


# ---------------------------------------------------------------- preferences


def test_a_preference_changes_the_choice() -> None:
    """Quick judgement alone, then with a card that is loved, then with a kind of move that is despised."""
    game = Game.new(players=2, seed=7)

    def choice(moves: dict[str, CardWorths], factors: dict[str, float] | None = None) -> Move:
        preferences = PreferenceWeights(factors or {}, moves)
        code = QuickPicker(policy_of(2, PLAIN, preferences=preferences)).choose_code(game, 1)
        return next(move for move in game.legal_moves() if move.code == code)

    taken = [move for move in game.legal_moves() if move.kind == MoveKind.TAKE]
    ids = game.edition.ids
    plain = choice({})
    assert plain == choice({}, {"take": 1.0})
    for move in taken:
        assert choice({"take": {ids[move.card]: (100.0, 0.0)}}).card == move.card
        assert choice({"take": {ids[move.card]: (0.0, 100.0)}}).card == move.card
    assert choice({"end_turn": {"none": (100.0, 0.0)}}).kind == MoveKind.END_TURN
    assert plain.kind == MoveKind.TAKE
    assert choice({}, {"take": -1.0}) != plain


def test_written_preferences_are_read_back(tmp_path: Path) -> None:
    preferences = PreferenceWeights(
        {"take": 0.5}, {"take": {"homer": (1.0, -0.25)}, "end_turn": {"none": (2.0, 0.0)}, "war": {}}
    )
    write_preferences(preferences, tmp_path / "p.yaml", "a comment")
    assert read_preferences(tmp_path / "p.yaml") == preferences


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a mapping with factors, moves"),
        ({"factor": {}}, "unknown key 'factor'; did you mean 'factors'"),
        ({"factors": {"taek": 1}}, "factors: unknown key 'taek'; did you mean 'take'"),
        ({"factors": {"take": "x"}}, "factors: take: 'x' is not a number"),
        ({"moves": {"take": {"homer": 1}}}, "take: homer: a list of two numbers"),
    ],
)
def test_wrong_preferences_are_refused(data: object, message: str) -> None:
    with pytest.raises(WeightsError, match=message):
        check_preferences(data, "p.yaml")


def test_preferences_for_unknown_cards_are_refused() -> None:
    preferences = PreferenceWeights({}, {"take": {"hommer": (1.0, 0.0)}})
    with pytest.raises(WeightsError, match="take: no card is called 'hommer'; did you mean 'homer'"):
        policy_of(2, preferences=preferences)


# ---------------------------------------------------------------- imitation


def test_likelihood_tells_how_well_choices_are_foretold() -> None:
    """The policy foretells its own choices better than another one does."""
    own, other = policy_of(2), policy_of(2, {**PLAIN, "civil_action_early": 9.0})
    lessons = Lessons(default_edition())
    codes = play_native([QuickPicker(own)] * 2, seed=4, keep_moves=True)["moves"]
    lessons.add_game(2, 4, codes)
    assert lessons.count > 100
    value, hits = lessons.likelihood(own)
    assert hits == 1
    assert 0 > value > lessons.likelihood(other)[0]
    first, rest = lessons.likelihood(own, 0, 50)[0], lessons.likelihood(own, 50)[0]
    assert value == pytest.approx((50 * first + (lessons.count - 50) * rest) / lessons.count)
    with pytest.raises(ValueError, match="no lessons"):
        lessons.likelihood(own, 5, 5)
