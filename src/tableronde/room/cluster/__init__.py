"""Many nodes as one room: which node keeps a table, and how a request or a socket that came to another one gets there and back."""
