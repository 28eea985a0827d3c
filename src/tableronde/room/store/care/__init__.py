"""Looking after a store of either kind: reading it whole, checking it, copying it."""
