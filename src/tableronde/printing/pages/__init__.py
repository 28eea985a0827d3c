"""The pages of a document: front pages, rules, sheets to write on, puzzles, records."""
