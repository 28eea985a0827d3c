"""The siege: attacks on a real room, each a module with a function `attack`, with a ping beside them. `make siege` runs them all."""
