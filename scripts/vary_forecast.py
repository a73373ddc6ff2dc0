"""A forecast with some weights multiplied, for a player of another style.

    python scripts/vary_forecast.py --players 2 science_rate=1.8 resource_rate=1.8 --out economy_2.yaml
    python scripts/match.py ismcts:iterations=100,forecast_weights=economy_2.yaml ismcts:iterations=100

Weights of the last turns stay as they are: there nothing is a matter of taste.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.spelling import did_you_mean
from mcts.weights import FEATURE_NAMES, ForecastWeights, Moment, load_forecast, write_forecast


def factor(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    if name not in FEATURE_NAMES:
        near = did_you_mean(name, list(FEATURE_NAMES))
        raise argparse.ArgumentTypeError(f"there is no weight '{name}'{near}")
    try:
        return name, float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: a number is expected, such as {name}=1.5") from None


def varied(forecast: ForecastWeights, factors: dict[str, float], turns: float) -> ForecastWeights:
    """The same forecast with other weights where that many turns or more are left."""

    def change(moment: Moment) -> Moment:
        if moment["turns"] < turns:
            return moment
        return {name: value * factors.get(name, 1) for name, value in moment.items()}

    return replace(forecast, moments=[change(moment) for moment in forecast.moments])


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("factors", nargs="+", type=factor, help="such as science_rate=1.8")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--turns", type=float, default=5, help="left at least where a weight is changed")
    parser.add_argument("--out", type=Path, required=True, help="YAML file for the forecast")
    arguments = parser.parse_args(argv)
    factors = dict(arguments.factors)
    forecast = varied(load_forecast(arguments.players), factors, arguments.turns)
    changes = ", ".join(f"{name} times {value:g}" for name, value in factors.items())
    comment = (
        f"The forecast for {arguments.players} players, from {arguments.turns:g} turns left on {changes}."
    )
    write_forecast(forecast, arguments.out, comment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
