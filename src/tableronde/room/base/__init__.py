"""Shared modules of the room: limits, refusals, faults, logs, metrics."""
