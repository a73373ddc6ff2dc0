"""Matches and tournaments: config, schedule, processes, results on disk, statistics."""
