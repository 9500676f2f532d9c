"""The libraries and programs Scrim is compared with, each behind the same three methods."""
