#error "a user of Scrim needs no headers of GMP"
