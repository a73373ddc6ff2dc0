"""Knowledge of Through the Ages that a search may use."""


cdef class Guide:
    """A guide without any knowledge: the base class of evaluators."""

    def __cinit__(self):
        self.hooks.context = NULL
        self.hooks.evaluate = NULL
        self.hooks.priors = NULL
        self.hooks.root_priors = NULL
        self.hooks.choose = NULL

    @property
    def can_evaluate(self):
        """Whether positions can be evaluated before the end of the game."""
        return self.hooks.evaluate != NULL

    @property
    def has_priors(self):
        """Whether it weighs the moves of a position."""
        return self.hooks.priors != NULL

    @property
    def can_choose(self):
        """Whether it can choose the moves of a playout."""
        return self.hooks.choose != NULL
