"""What Scrim and dp-accounting say that composed releases lose, beside the truth."""
