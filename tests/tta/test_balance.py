"""`tta balance`: statistics on made-up data, the experiment, the report, results that cannot be read."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.dom import minidom

import pytest
import yaml

from engine import Edition, Game, default_edition
from mcts.agents import parse_agent
from mcts.branch import after_moves, first_take, play_on, without_card
from tta import cli
from tta.balance.analysis import analyse, benjamini_hochberg, standing_out
from tta.balance.charts import Bar, Curve, Dot, curves, forest, strips, ticks
from tta.balance.data import Data, Offer, Seat, Take, load
from tta.balance.experiment import Trial, play_pair, share_interval, summarise
from tta.balance.study import Experiment, civil_cards

CONFIGS = Path(__file__).parents[2] / "configs"


# -- the analysis


def made_up(games: int, strong: str, by_standing: str) -> Data:
    """Two players take one card each; `strong` helps to win, `by_standing` is taken by those who lead."""
    rng = random.Random(1)
    seats: dict[tuple[int, int], Seat] = {}
    takes = []
    for game in range(games):
        lead = rng.randint(-40, 40)
        cards = [rng.choice([strong, "homer", "moses"]), rng.choice([strong, "homer", "moses"])]
        if lead > 15:
            cards[0] = by_standing
        chance = 0.5 + lead / 100 + 0.2 * ((cards[0] == strong) - (cards[1] == strong))
        won = rng.random() < chance
        for seat in (0, 1):
            own = lead if seat == 0 else -lead
            win = float(won == (seat == 0))
            seats[game, seat] = Seat(2, game, seat, "quick", win, 20 * win - 10)
            takes.append(Take(game, seat, cards[seat], 10, "II", 1 + seat, (own, 0, 0, 0)))
    offers = [
        Offer(2, "quick", card, "any", 3 * games, 2 * games, games) for card in ("homer", "moses", strong)
    ]
    settings = {"players": [2], "agents": {"quick": "quick"}, "record": ["cards"]}
    return Data(settings, {"games": games, "rounds": 19.0, "signature": "x"}, seats, takes, {}, offers)


def test_a_strong_card_is_found_and_a_card_of_leaders_is_not() -> None:
    data = made_up(1500, strong="hammurabi", by_standing="aristotle")
    rows = {row.card: row for row in analyse(data, default_edition(), civil_cards(default_edition()), 40)}
    strong, standing = rows["hammurabi"], rows["aristotle"]
    assert strong.stands_out
    assert strong.effect_low > 0.03
    assert standing.win > 0.65  # its takers win a lot ...
    assert not standing.stands_out  # ... but no more than their lead explains
    assert abs(standing.effect) < 0.07
    assert standing_out(list(rows.values()), 2, 1) == ["hammurabi"]


def test_few_takes_are_marked_and_not_tested() -> None:
    data = made_up(300, strong="hammurabi", by_standing="aristotle")
    rows = analyse(data, default_edition(), ["hammurabi", "aristotle", "homer"], least=10_000)
    assert rows
    assert all(row.few and row.q != row.q and not row.stands_out for row in rows)


def test_numbers_of_a_row() -> None:
    data = made_up(400, strong="hammurabi", by_standing="aristotle")
    row = next(row for row in analyse(data, default_edition(), ["homer"], 10) if row.card == "homer")
    own = [take for take in data.takes if take.card == "homer"]
    assert row.taken == len(own)
    assert row.offered == 800
    assert row.price == pytest.approx(sum(take.price for take in own) / len(own))
    assert row.win == pytest.approx(sum(data.seats[take.game, take.seat].win for take in own) / len(own))


def test_benjamini_hochberg() -> None:
    assert benjamini_hochberg([0.01, 0.04, 0.03, 0.9]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.9])
    assert benjamini_hochberg([]) == []


# -- the experiment


def trial(cards: tuple[str, ...], changed: Edition | None = None, **values: Any) -> Trial:
    experiment = Experiment(**{"agent": "quick", "pairs": 4, **values})
    return Trial(experiment, cards, 2, 7, default_edition(), changed)


def test_a_forbidden_card_is_not_taken_and_nothing_else_changes_before() -> None:
    edition = default_edition()
    native = parse_agent("quick").native(2, edition)
    card = edition.number("napoleon_bonaparte")
    for seed in range(20):
        game = Game.new(2, seed)
        whole = play_on(game, [native, native], seed)
        moment = first_take(game, whole, card, True)
        if moment is None:
            continue
        before, player, _ = moment
        start = after_moves(game, whole[:before])
        rest = play_on(start, [native, native], seed, before, card, player)
        other = first_take(start, rest, card, True)
        assert other is None or other[1] != player
        assert play_on(start, [native, native], seed, before) == whole[before:]
        return
    pytest.fail("nobody took the card in 20 games")


def test_agents_without_a_native_form_do_not_see_a_forbidden_card() -> None:
    edition = default_edition()
    game = Game.new(2, 3)
    card = next(number for number in game.snapshot()["row"] if number)
    seen = without_card(game, card)
    assert not any(str(move).startswith(f"take {edition.ids[card]}") for move in seen.legal_moves())
    assert any(str(move).startswith(f"take {edition.ids[card]}") for move in game.legal_moves())


@pytest.mark.parametrize("moment", ["chosen", "offered"])
def test_pairs_are_the_same_every_time(moment: str) -> None:
    setting = trial(("eiffel_tower",), moment=moment)
    first = [play_pair(setting, number) for number in range(4)]
    assert first == [play_pair(setting, number) for number in range(4)]
    result = summarise([line["result"] for line in first], setting.cards)[0]
    assert result.pairs == 4
    assert result.win == pytest.approx(result.with_card - result.without_card)
    assert result.win_low <= result.win <= result.win_high


def test_better_numbers_help() -> None:
    """A wonder that costs nearly nothing gives its owner a lead."""
    overlay = {"cards": {"eiffel_tower": {"stages": [1], "culture": 20}}}
    setting = trial(("eiffel_tower",), Edition("base2015", overlay), pairs=12, overlay=overlay)
    result = summarise([play_pair(setting, number)["result"] for number in range(12)], setting.cards)[0]
    assert result.culture_low > 0


def test_equal_pairs_are_not_certain() -> None:
    mean, low, high = share_interval([0.0] * 10)
    assert mean == 0
    assert low < -0.1
    assert high > 0.1


# -- pictures


def test_pictures_are_well_formed() -> None:
    bars = [
        Bar("<Homer & co>", 0.1, 0.05, 0.15, "n", True),
        Bar("few", -0.4, float("nan"), float("nan"), pale=True),
    ]
    for text in (
        forest(bars, "a < b", "points", 100),
        forest([], "empty", "points"),
        curves([Curve("wonder", [(1, 0.3, 20), (2, 0.1, 5)])], "t", "x", "y"),
        curves([], "t", "x", "y"),
        strips(
            [Dot("wonder", "A", 0.1, "Pyramids", True), Dot("leader", "I", -0.1, "Moses", False)],
            "t",
            "y",
            100,
        ),
        strips([], "t", "y"),
    ):
        picture = minidom.parseString(text)
        assert picture.documentElement is not None
        assert picture.documentElement.tagName == "svg"


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-37, 12), (0, 0), (-0.003, 0.004), (0, 100)])
def test_ticks_cover_the_range(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert len(marks) <= 12


# -- the command


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run."""
    folder = tmp_path_factory.mktemp("balance")
    (folder / "match.yaml").write_text(yaml.safe_dump({"agents": ["quick"], "games": 30, "seed": 3}))
    assert (
        cli.run(["simulate", str(folder / "match.yaml"), "--jobs", "1", "-q", "--out", str(folder / "run")])
        == 0
    )
    return folder / "run"


def test_results_become_a_report(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "study"
    assert cli.run(["balance", str(results), "--cards", "leader,wonder", "--out", str(out), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((out / "balance.json").read_text())
    assert len(printed["cards"]) == 40
    taken = sum(1 for take in load(results).takes if take.card == "eiffel_tower")
    assert next(row for row in printed["cards"] if row["card"] == "eiffel_tower")["taken"] == taken
    bought = [row for row in printed["prices"] if row["card"] == "eiffel_tower"]
    assert sum(row["taken"] for row in bought) == taken
    assert all(row["turns"] >= 0 and (row["effect"] is None) <= row["few"] for row in bought)
    report = (out / "report.html").read_text()
    minidom.parseString(report.removeprefix("<!DOCTYPE html>"))
    assert report.count("<svg") >= 4
    assert "http" not in report.replace("http://www.w3.org/2000/svg", "")  # needs nothing from elsewhere


def study_config(folder: Path, **study: Any) -> Path:
    path = folder / "study.yaml"
    values = {"agents": ["quick"], "games": 10, "seed": 3, "study": {"cards": ["leader", "wonder"], **study}}
    path.write_text(yaml.safe_dump(values))
    return path


def test_a_study_is_the_same_with_other_jobs(tmp_path: Path) -> None:
    config = study_config(tmp_path, least=3, experiment={"agent": "quick", "pairs": 3, "standing_out": 2})
    for jobs in ("1", "2"):
        assert cli.run(["balance", str(config), "--jobs", jobs, "--out", str(tmp_path / jobs), "-q"]) == 0
    for name in (
        "balance.json",
        "report.html",
        "balance.csv",
        "experiments.csv",
        "experiments/2/pairs.jsonl",
    ):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    assert json.loads((tmp_path / "1" / "balance.json").read_text())["experiments"]
    assert cli.run(["balance", str(config), "--out", str(tmp_path / "1"), "-q"]) == 2
    assert cli.run(["balance", str(config), "--out", str(tmp_path / "1"), "-q", "--resume"]) == 0


@pytest.mark.parametrize("name", ["balance_leaders_wonders", "overlay_study"])
def test_the_studies_of_the_project(name: str, tmp_path: Path) -> None:
    config = yaml.safe_load((CONFIGS / f"{name}.yaml").read_text())
    config["agents"] = ["quick"]
    config["study"]["least"] = 2
    config["study"]["experiment"] |= {"agent": "quick", "pairs": 2}
    path = tmp_path / "small.yaml"
    path.write_text(yaml.safe_dump(config))
    out = tmp_path / "out"
    assert cli.run(["balance", str(path), "--games", "6", "--jobs", "1", "--out", str(out), "-q"]) == 0
    assert json.loads((out / "balance.json").read_text())["experiments"]


@pytest.mark.parametrize("name", ["quick_match", "ladder"])
def test_the_matches_of_the_project(name: str, tmp_path: Path) -> None:
    config = yaml.safe_load((CONFIGS / f"{name}.yaml").read_text())
    texts = config["agents"].values() if isinstance(config["agents"], dict) else config["agents"]
    config["agents"] = [
        text.replace("iterations=500", "iterations=2").replace("beam", "quick") for text in texts
    ]
    path = tmp_path / "small.yaml"
    path.write_text(yaml.safe_dump(config))
    assert (
        cli.run(["simulate", str(path), "--games", "6", "--jobs", "1", "--out", str(tmp_path / "out"), "-q"])
        == 0
    )


# -- results and studies that cannot be used


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 3])


def replaced(old: str, new: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return change


DAMAGE: list[tuple[str, Callable[[Path], Any]]] = [
    *((name, Path.unlink) for name in ("run.json", "summary.json", "players.csv", "cards.csv", "offers.csv")),
    *(
        (name, lambda path: path.write_text(""))
        for name in ("run.json", "summary.json", "players.csv", "cards.csv")
    ),
    *(
        (name, lambda path: path.write_bytes(b"\xff\xfe\x00"))
        for name in ("run.json", "players.csv", "cards.csv")
    ),
    *((name, cut) for name in ("run.json", "summary.json", "players.csv")),
    ("run.json", replaced('"cards",', '"card",')),
    ("run.json", replaced('"quick"', '"nobody"')),
    ("run.json", replaced('"base2015"', '"base1815"')),
    ("run.json", lambda path: path.write_text("[]")),
    ("summary.json", lambda path: path.write_text("{}")),
    ("players.csv", replaced("culture", "kultur")),
    ("players.csv", replaced(",1,quick", ",x,quick")),
    ("cards.csv", replaced("taken", "found")),
    ("cards.csv", replaced("price", "cost")),
    ("cards.csv", replaced("\n7,", "\n7777,")),
    ("offers.csv", replaced(",any,", ",any,many")),
]

STUDIES: list[Any] = [
    {"card": ["leader"]},
    {"cards": "leader"},
    {"cards": []},
    {"cards": ["leaders"]},
    {"cards": ["raid_i"]},
    {"cards": ["homr"]},
    {"cards": [7]},
    {"least": 0},
    {"least": "few"},
    {"experiment": 5},
    {"experiment": {"agents": "quick"}},
    {"experiment": {"agent": "nobody"}},
    {"experiment": {"agent": ["quick"]}},
    {"experiment": {"pairs": 1}},
    {"experiment": {"pairs": "many"}},
    {"experiment": {"moment": "later"}},
    {"experiment": {"price": -1}},
    {"experiment": {"cards": ["pyramidz"]}},
    {"experiment": {"standing_out": 0}},
    {"experiment": {"overlay": 3}},
    {"experiment": {"overlay": {"cards": {"pyramids": {"stagez": 3}}}}},
    {"experiment": {"overlay": {"cards": {"pyramids": {"age": "II"}}}}},
]


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert cli.run(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.lower().count("error:") == 1
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    "number", range(len(DAMAGE)), ids=[f"{i}-{case[0]}" for i, case in enumerate(DAMAGE)]
)
def test_damaged_results(
    number: int, results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, change = DAMAGE[number]
    copy = tmp_path / "run"
    shutil.copytree(results, copy)
    change(copy / name)
    refused(["balance", str(copy), "--out", str(tmp_path / "study")], capsys)
    assert not (tmp_path / "study").exists()


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: json.dumps(study)[:50])
def test_malformed_studies(study: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(yaml.safe_dump({"agents": ["quick"], "games": 4, "study": study}))
    refused(["balance", str(path), "--out", str(tmp_path / "out")], capsys)
    assert not (tmp_path / "out").exists()


def test_wrong_arguments(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("mine")
    for arguments in (
        [str(tmp_path / "missing")],
        [str(other)],
        [str(results), "--games", "3"],
        [str(results), "--cards", "nothing"],
        [str(results), "--cards", ""],
        [str(results), "--agent", "nobody"],
        [str(results), "--pairs", "1"],
        [str(results), "--pairs", "-1"],
        [str(results), "--jobs", "0"],
        [str(results), "--resume"],
        [str(results), "--out", str(other)],
        [str(results), "--out", str(results)],
        [str(results), "--out", str(results), "--resume"],
        [str(results), "--out", str(other / "letter.txt")],
    ):
        refused(["balance", *arguments], capsys)
    assert [path.name for path in other.iterdir()] == ["letter.txt"]
