"""The search: information-set Monte Carlo tree search and the agents that play with it."""
