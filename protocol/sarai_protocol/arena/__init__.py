"""Matches: schedule, referee, records, statistics, report. Nothing here reads a command line."""
