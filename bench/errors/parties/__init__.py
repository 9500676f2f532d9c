"""The libraries that are asked, each imported only where it is installed."""
