"""Queries over frames of Spark, beside what Spark does by itself with the same rows."""
