"""Attacks on the whole path from the bytes of a file to what is read, with the old inference as the control."""
