"""The game room: tables in the browser for people, programs and bots. It knows no particular game."""
