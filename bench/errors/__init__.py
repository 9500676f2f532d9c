"""How far off Scrim, OpenDP and diffprivlib are, on the same made-up rows at the same epsilon."""
