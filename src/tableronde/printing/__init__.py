"""Printed games: kits to cut out, rulebooks to fold, sheets to write on. Typst sets the pages; it is imported when used."""
