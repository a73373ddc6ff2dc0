"""Configs: what is read, and one clear message for everything that cannot be."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tta import cli
from tta.errors import ConfigError
from tta.match.config import read_config

GOOD: dict[str, Any] = {"agents": ["quick", "random"], "players": 2, "games": 4, "seed": 1}

# Values that are wrong for the key, by key.
WRONG: dict[str, list[Any]] = {
    "agents": [
        None,
        [],
        {},
        7,
        "greedy",
        ["nobody"],
        ["greedi", "random"],
        ["quick:nois=1"],
        ["quick:noise=loud"],
        ["quick:noise=1,noise=2"],
        ["beam:width=0"],
        ["beam:width"],
        [["quick"]],
        [None],
        [3.5],
        [""],
        ["missing_file.py:Agent"],
        {"a": 1},
        {"a": "nobody"},
        ["random"] * 65,
        {1: "random"},
    ],
    "players": [0, 1, 5, -2, 2.5, "two", True, [], [2, 2], [2, 5], [[2]], {"n": 2}],
    "games": [0, -1, 1.5, "many", True, None, [3], 10**9, float("nan"), float("inf")],
    "seed": [-1, 1.5, "x", True, None, 2**64, [1]],
    "edition": ["base2016", "", 2015, None, ["base2015"], "../data"],
    "overlay": [
        5,
        True,
        ["x"],
        "no_such_overlay.yaml",
        {"kards": {}},
        {"cards": {"pyramidz": {"stages": [1]}}},
        {"cards": {"pyramids": {"stages": "cheap"}}},
        {"cards": {"pyramids": {"stagez": [1]}}},
        {"cards": {"pyramids": {"stages": [-1, 2]}}},
        {"cards": {"pyramids": 3}},
        {"cards": []},
        {"rules": {"max_draw": "all"}},
        {"rules": {"max_drawn": 3}},
        {"rules": 1},
    ],
    "switches": [1, "yes", [True], {"reshuffle_when_needed": 1}, {"reshuffle_whenever": True}, {3: True}],
    "rotate": [1, "sometimes", None, []],
    "sprt": [
        0.5,
        "yes",
        [],
        [0.5],
        [0.6, 0.5],
        [0.5, 0.5],
        [0, 1],
        [0.5, "x"],
        {"low": 0.5, "hi": 0.6},
        {"low": 0.5, "high": 0.6, "alpha": 0},
        {"low": 0.5, "high": 0.6, "beta": 1},
    ],
    "record": ["cards", 1, None, ["card"], [1], [["cards"]], {"cards": True}],
    "format": ["xml", 1, None, ["csv"], "CSV"],
    "out": [1, "", " ", [], {}, "a\0b"],
    "text": [1, [], {"a": 1}],
    "study": [1, "x", [], ["a"], {1: 2}],
}

# Texts that are no config at all.
BROKEN = [
    "",
    "agents",
    "- a\n- b\n",
    "agents: [greedy, random\n",
    "agents: {greedy\n",
    "agents: greedy: random\n",
    "agents: [quick]\nagents: [random]\n",
    "agents: [quick]\n\tgames: 3\n",
    "agents: &a [*a]\nplayers: *b\n",
    "agents: !!python/object/apply:os.system [ls]\n",
    "---\nagents: [quick]\n---\nagents: [quick]\n",
    "42\n",
    "null\n",
    "agents: [quick]\n? [a, b]\n: 3\n",
    "agents: [quick]\n1: 2\n",
    "a: " + "[" * 2000 + "\n",
    "\x00\x01",
]

ARGUMENTS = [
    ["--games", "0"],
    ["--games", "-3"],
    ["--games", "many"],
    ["--games", "1.5"],
    ["--games", str(10**9)],
    ["--jobs", "0"],
    ["--jobs", "x"],
    ["--jobs", "100000"],
    ["--seed", "-1"],
    ["--seed", "x"],
    ["--seed", str(2**64)],
    ["--resume"],
    ["--gamse", "3"],
    ["--games"],
    ["more"],
]


def malformed_configs() -> list[tuple[str, dict[str, Any]]]:
    cases = [
        (f"{key}={value!r}"[:60], {**GOOD, key: value}) for key, values in WRONG.items() for value in values
    ]
    cases += [
        (f"unknown key {key}", {**GOOD, key: 1}) for key in ("agent", "game", "sed", "players_", "", "OUT")
    ]
    cases.append(
        ("sprt with three agents", {**GOOD, "agents": ["quick", "random", "greedy"], "sprt": [0.5, 0.6]})
    )
    cases.append(("sprt with three players", {**GOOD, "players": 3, "sprt": [0.5, 0.6]}))
    cases.append(("agents missing", {key: value for key, value in GOOD.items() if key != "agents"}))
    return cases


def check(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The command fails with one message and leaves nothing behind; returns the message."""
    before = sorted(folder.rglob("*"))
    capsys.readouterr()
    code = cli.run(arguments)
    said = capsys.readouterr()
    assert code == 2, said
    assert said.out == ""
    assert said.err.strip()
    assert "Traceback" not in said.err
    assert said.err.lower().count("error:") == 1
    assert sorted(folder.rglob("*")) == before
    return said.err


def test_malformed_configs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = malformed_configs()
    assert len(cases) >= 100
    path = tmp_path / "match.yaml"
    for name, values in cases:
        path.write_text(yaml.safe_dump(values))
        key = name.split("=")[0]
        out = [] if key == "out" else ["--out", str(tmp_path / "out")]
        said = check(["simulate", str(path), "--jobs", "1", *out], tmp_path, capsys)
        assert str(path) in said, name
        if key in WRONG:
            assert key in said or "cards" in said, (name, said)


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_files_that_are_no_config(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.yaml"
    path.write_text(text)
    assert str(path) in check(["simulate", str(path), "--out", str(tmp_path / "out")], tmp_path, capsys)


def test_damaged_configs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A good config with a piece replaced by noise is read or refused, never half read."""
    path = tmp_path / "match.yaml"
    good = yaml.safe_dump({**GOOD, "overlay": {"cards": {"pyramids": {"stages": [3, 2, 1]}}}})
    rng = random.Random(1)
    refusals = []
    for _ in range(60):
        at = rng.randrange(len(good))
        noise = "".join(rng.choice("{}[]:,'\"&*!|>%@`\t# x0-") for _ in range(rng.randint(1, 4)))
        path.write_text(good[:at] + noise + good[at + rng.randint(0, 3) :])
        try:
            read_config(path)
        except ConfigError as error:
            refusals.append(str(error))
    assert len(refusals) > 20
    assert all(str(path) in said for said in refusals)


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=" ".join)
def test_wrong_arguments(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.yaml"
    path.write_text(yaml.safe_dump(GOOD))
    check(["simulate", str(path), *arguments], tmp_path, capsys)


def test_places_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "match.yaml"
    config.write_text(yaml.safe_dump(GOOD))
    full = tmp_path / "full"
    full.mkdir()
    (full / "letter.txt").write_text("mine")
    run = tmp_path / "run"
    run.mkdir()
    (run / "run.json").write_text("{}")
    torn = tmp_path / "torn"
    torn.mkdir()
    (torn / "run.json").write_text("{")
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"agents: [\xe9]")
    for arguments in (
        [tmp_path / "missing.yaml"],
        [tmp_path],
        [latin],
        [config, "--out", full],
        [config, "--out", full / "letter.txt"],
        [config, "--out", full / "letter.txt" / "deeper"],
        [config, "--out", run],
        [config, "--out", run, "--resume"],
        [config, "--out", torn, "--resume"],
        [config, "--out", "/proc/version/x"],
    ):
        check(["simulate", *map(str, arguments)], tmp_path, capsys)


def test_the_message_names_everything_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.write_text(yaml.safe_dump({"agents": ["greedi"], "playres": 3, "games": 0}))
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    said = str(caught.value)
    for part in ("did you mean 'greedy'", "did you mean 'players'", "games: 0"):
        assert part in said


def test_an_unknown_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["simulat"]) == 2
    assert "did you mean 'simulate'" in capsys.readouterr().err


def test_the_smallest_config(tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.write_text('agents: [greedy, "ismcts:iterations=500"]\nplayers: 2\ngames: 200\nseed: 1\n')
    config = read_config(path)
    assert config.agents == ("greedy", "ismcts:iterations=500")
    assert len(config.schedule) == 200
    assert config.reproducible


def test_an_agent_limited_by_time_cannot_be_reproduced(tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.write_text('agents: [random, "ismcts:time=5ms"]\n')
    assert not read_config(path).reproducible


def test_start_up_does_not_load_the_engine() -> None:
    code = (
        "import sys, tta.cli; print(sorted({'engine', 'mcts', 'numpy', 'yaml', 'tqdm'} & set(sys.modules)))"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_named_agents_and_doubles(tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.write_text("agents: {strong: greedy, weak: random}\n")
    assert read_config(path).names == ("strong", "weak")
    path.write_text("agents: [greedy, greedy]\n")
    assert read_config(path).names == ("greedy", "greedy #2")


def test_an_overlay_file_lies_beside_the_config(tmp_path: Path) -> None:
    (tmp_path / "cheap.yaml").write_text("cards: {pyramids: {stages: [1, 1, 1]}}\n")
    path = tmp_path / "match.yaml"
    path.write_text("agents: [random]\noverlay: cheap.yaml\n")
    config = read_config(path)
    assert config.cards().card("pyramids")["stages"] == [1, 1, 1]
    assert config.cards().hash != copy.copy(config).with_changes(overlay=None).cards().hash


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[2] / "configs").glob("*.yaml")), ids=lambda p: p.name
)
def test_the_configs_of_the_project_can_be_read(path: Path) -> None:
    assert read_config(path).text
