"""Grouped means of a large table, private and plain: Scrim beside DuckDB's own queries on the same file."""
