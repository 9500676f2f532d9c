"""Tables that are frames of Spark: the same queries, folded where the rows are.

Each task folds its part of the rows into a saved state, with the same core as on one machine. The driver merges the states,
pays, and draws noise; no task ever does. Nothing here imports PySpark before a frame of it is given.
"""
