"""Settings of a search and what they mean."""

from __future__ import annotations

from dataclasses import dataclass

ALGORITHMS = ("so", "mo", "pimc")
POLICIES = ("random", "quiet", "guided")


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How to search.  Values out of range raise ValueError.

    >>> SearchOptions(iterations=500).algorithm
    'so'
    """

    algorithm: str = "so"
    """`so`: one tree of the observer's information sets; `mo`: a tree for each player, who sees his own moves
    and hides them from the others; `pimc`: a tree of its own for each of many worlds, roots added up."""
    iterations: int = 2000
    """Iterations of one decision, shared out among the workers; 0 = no limit but `seconds`."""
    seconds: float = 0.0
    """Time for one decision; 0 = no limit but `iterations`."""
    seed: int = 0
    workers: int = 1
    """Threads with a tree of their own each.  The same number gives the same answer."""

    exploration: float = 1.25
    """The constant c of the selection rule (mcts/search.pyx)."""
    scaled: bool = True
    """Whether c counts in standard deviations of the rewards seen, which differ between playouts and
    evaluations and grow towards the end of a game; otherwise in rewards."""
    prior_weight: float = 1.0
    """Part of the prior that comes from the guide; the rest is the same for all moves."""
    candidates: int = 0
    """Moves of the root, the best by priors, among which sequential halving decides; 0 = the rule of inner
    nodes does.  Not with `pimc`."""
    trust: float = 1.0
    """Weight of a candidate's mean reward beside the logarithm of its prior, for each visit."""
    first_play: float = 0.0
    """An untried move counts as the mean of the node less this, in the unit of c."""
    widening: float = 0.0
    """Factor C of progressive widening: at most C * visits ** widening_power moves are tried; 0 = all."""
    widening_power: float = 0.5
    transpositions: bool = True
    """Orders of the same actions within a turn share a node."""
    reuse: bool = True
    """Keep the tree for the next decision while nothing unforeseen happens."""

    policy: str = "random"
    """Moves of playouts: uniformly `random`; `quiet`: pass, and end the turn at once (pending decisions by
    the guide or at random); or `guided` by the guide."""
    cutoff: int = -1
    """Length of playouts: -1 = to the end of the game; 0 = none, the leaf is evaluated as it stands;
    n = to the first turn boundary at least n turn ends after the root, where it is evaluated."""
    resign: bool = False
    """Whether resigning is considered."""
    world_iterations: int = 100
    """Iterations in each world of `pimc`."""
    memory: int = 256
    """Megabytes for all trees together.  A full tree is searched on without new nodes."""

    @property
    def halves(self) -> bool:
        """Whether sequential halving decides at the root."""
        return self.candidates > 0 and self.algorithm != "pimc"

    def __post_init__(self) -> None:
        self._check(self.algorithm in ALGORITHMS, "algorithm", f"one of {', '.join(ALGORITHMS)}")
        self._check(self.policy in POLICIES, "policy", f"one of {', '.join(POLICIES)}")
        self._check(self.iterations >= 0, "iterations", "0 or more")
        self._check(self.seconds >= 0, "seconds", "0 or more")
        self._check(self.iterations > 0 or self.seconds > 0, "iterations", "limited, or seconds given")
        self._check(0 <= self.seed < 2**64, "seed", "0 to 2**64 - 1")
        self._check(1 <= self.workers <= 256, "workers", "1 to 256")
        self._check(self.exploration >= 0, "exploration", "0 or more")
        self._check(0 <= self.prior_weight <= 1, "prior_weight", "0 to 1")
        self._check(self.widening >= 0, "widening", "0 or more")
        self._check(0 < self.widening_power <= 1, "widening_power", "above 0, up to 1")
        self._check(self.cutoff >= -1, "cutoff", "-1 or more")
        self._check(self.world_iterations >= 1, "world_iterations", "1 or more")
        self._check(self.memory >= 1, "memory", "1 or more")

    def _check(self, holds: bool, name: str, allowed: str) -> None:
        if not holds:
            raise ValueError(f"{name}: {getattr(self, name)!r}, must be {allowed}")
