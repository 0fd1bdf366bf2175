"""The page: the virtual board to play on, the live board to watch. The only place that knows the web server."""
