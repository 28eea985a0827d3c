"""The stored state of a table beside its events: stores, tables and lists of tables all use this definition."""
