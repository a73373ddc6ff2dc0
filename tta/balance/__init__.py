"""Studies of card balance: association with winning, experiments, report."""
