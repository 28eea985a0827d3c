"""Three nodes, real servers, players over real sockets, and faults between them; afterwards a checker reads what everybody saw."""
