"""The signature of the rules: one hash over a fixed set of random games.

It changes with every rule.  When that is meant, say why in the commit message and write it anew:

    python scripts/bench.py --signature > tests/engine/signature.txt
"""

from pathlib import Path

from engine import default_edition
from engine.bench import game_digest
from scripts.bench import signature

HELD = Path(__file__).with_name("signature.txt")


def test_the_rules_have_the_signature_that_is_held() -> None:
    assert signature() == HELD.read_text(encoding="utf-8").strip()


def test_a_digest_tells_games_apart() -> None:
    edition = default_edition()
    digests = {game_digest(edition, players, seed) for players in (2, 3, 4) for seed in range(50)}
    assert len(digests) == 150


def test_a_digest_depends_on_the_rules() -> None:
    edition = default_edition()
    other = edition.with_switch(reshuffle_when_needed=True)
    seeds = range(60)
    assert [game_digest(edition, 4, s) for s in seeds] != [game_digest(other, 4, s) for s in seeds]
    assert [game_digest(edition, 4, s) for s in seeds] == [game_digest(edition, 4, s) for s in seeds]
