"""Clients at a table: connections, commands, perspectives and sending."""
