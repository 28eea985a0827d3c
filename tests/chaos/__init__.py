"""Chaos tests: three nodes with real servers, players over real sockets, and injected faults; then a checker reads all histories."""
