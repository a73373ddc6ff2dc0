"""A study from config or results to the report."""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine import Edition
from tta.balance.analysis import CardRow, analyse, price_rows, standing_out
from tta.balance.data import Data, load
from tta.balance.experiment import Trial, TrialResult, run_experiment
from tta.balance.report import Findings, csv_text, html_report
from tta.balance.study import Experiment, Study, read_study
from tta.errors import ConfigError, RunError
from tta.match.config import MatchConfig, Reader, read_config
from tta.match.run import Options, run_match
from tta.match.store import write_whole

__all__ = ["Wishes", "conduct"]

STUDY_FILES = ("games", "experiments", "balance.csv", "balance.json", "report.html")
"""Any of them shows that a directory holds a study."""


@dataclass(frozen=True)
class Wishes:
    """What the command line says instead of the config."""

    games: int | None = None
    seed: int | None = None
    out: Path | None = None
    pairs: int | None = None
    agent: str | None = None
    cards: str | None = None


def conduct(source: Path, wishes: Wishes, options: Options) -> Findings:
    """Play what has to be played, analyse it, and write the study if there is a directory for it."""
    if options.resume and wishes.out is None:
        raise RunError("--resume needs the directory of the study: --out DIR")
    if source.is_dir():
        config = config_of_results(source, wishes)
    else:
        config = read_config(source, games=wishes.games, seed=wishes.seed)
        if "cards" not in config.record:
            raise ConfigError(config.source, "record: a study of balance needs cards to be recorded")
    study = adjusted(read_study(config, config.cards()), config, wishes)
    if wishes.out is not None:
        check_folder(wishes.out, options.resume)
        findings = carry_out(source, config, study, wishes.out, options)
        write_study(findings, wishes.out)
        return findings
    folder = Path(tempfile.mkdtemp(prefix="tta-"))
    try:
        findings = carry_out(source, config, study, folder, options)
    except KeyboardInterrupt:
        raise  # what is finished stays; the message says where
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
    return findings


def carry_out(source: Path, config: MatchConfig, study: Study, folder: Path, options: Options) -> Findings:
    """Play, or take what was played, and look at it."""
    options = replace(options, folder=folder)
    if source.is_dir():
        return look(load(source), config, study, folder, options)
    run_match(config.with_changes(out=str(folder / "games")), options)
    return look(load(folder / "games"), config, study, folder, options)


def check_folder(folder: Path, may_exist: bool) -> None:
    if folder.exists() and not folder.is_dir():
        raise RunError(f"{folder} is no directory")
    if folder.is_dir() and any(folder.iterdir()):
        ours = any((folder / name).exists() for name in STUDY_FILES)
        if not ours or (folder / "run.json").exists():
            raise RunError(f"{folder} is not empty and holds no study; choose another --out")
        if not may_exist:
            raise RunError(f"{folder} holds a study already; --resume continues it, or choose another --out")


def config_of_results(folder: Path, wishes: Wishes) -> MatchConfig:
    """The config with which results were made."""
    data = load(folder)
    if wishes.games is not None:
        raise RunError("--games has no meaning for finished results")
    settings = data.settings
    values: dict[str, Any] = {
        "agents": settings.get("agents"),
        "players": settings.get("players"),
        "games": settings.get("games"),
        "seed": settings.get("seed") if wishes.seed is None else wishes.seed,
        "edition": settings.get("edition"),
        "overlay": settings.get("overlay"),
        "switches": settings.get("switches"),
        "record": settings.get("record"),
    }
    config = Reader(str(folder / "run.json"), values).config()
    if config.cards().hash != settings.get("cards"):
        raise RunError(f"{folder}: the cards of these results differ from those of this program")
    return config


def adjusted(study: Study, config: MatchConfig, wishes: Wishes) -> Study:
    """The study with what the command line changes."""
    values: dict[str, Any] = {}
    if wishes.cards is not None:
        values["cards"] = [part.strip() for part in wishes.cards.split(",")]
    if wishes.agent is not None or wishes.pairs:
        known = study.experiment or Experiment()
        known = replace(known, agent=wishes.agent or known.agent, pairs=wishes.pairs or known.pairs)
        study = replace(study, experiment=known)
    if wishes.pairs == 0:
        study = replace(study, experiment=None)
    if values:
        chosen = read_study(replace(config, source="--cards", study=values), config.cards())
        study = replace(study, cards=chosen.cards)
    if wishes.agent is not None:
        reader = Reader("--agent", {})
        reader.agent(wishes.agent, "agent")
        reader.check()
    if study.experiment is not None and study.experiment.pairs < 2:
        raise RunError("an experiment needs at least 2 pairs")
    return study


def look(data: Data, config: MatchConfig, study: Study, folder: Path, options: Options) -> Findings:
    """The analysis, and the experiments that follow from it."""
    edition = config.cards()
    rows = analyse(data, edition, study.cards, study.least)
    trials: dict[int, list[TrialResult]] = {}
    if study.experiment is not None:
        for players in config.players:
            trial = trial_of(study.experiment, rows, players, config, edition)
            if trial.cards:
                trials[players] = run_experiment(trial, folder / "experiments" / str(players), options)
    title = config.text[:1].upper() + config.text[1:] if config.text else "Card balance"
    prices = price_rows(data, edition, study.cards, study.least)
    return Findings(title, data, edition, rows, prices, study.experiment, trials, study.least)


def trial_of(
    experiment: Experiment, rows: list[CardRow], players: int, config: MatchConfig, edition: Edition
) -> Trial:
    cards = experiment.cards
    changed = None
    if experiment.overlay is not None:
        changed = Edition(config.edition, experiment.overlay, switches=config.switches or None)
        known = {row.card for row in rows}
        cards = cards or tuple(card for card in experiment.overlay.get("cards") or {} if card in known)
    if not cards:
        cards = tuple(standing_out(rows, players, experiment.standing_out))
    return Trial(experiment, cards, players, config.seed, edition, changed)


def write_study(findings: Findings, folder: Path) -> None:
    values = findings.values()
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "balance.csv", csv_text(values["cards"]))
    write_whole(folder / "prices.csv", csv_text(values["prices"]))
    if values["experiments"]:
        write_whole(folder / "experiments.csv", csv_text(values["experiments"]))
    write_whole(folder / "report.html", html_report(findings))
    write_whole(folder / "balance.json", json.dumps(values, indent=1, ensure_ascii=False) + "\n")
