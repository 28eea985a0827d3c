"""HTTP and WebSocket connections, their limits, and the running server."""
