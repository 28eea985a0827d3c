"""Many nodes as one room: which node owns a table, and how requests and sockets reach it from any other node."""
