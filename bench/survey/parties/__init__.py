"""Scrim and its peers, each as its documentation asks such questions; the person is protected with all of their rows."""
