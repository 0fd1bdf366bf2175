"""The controller: the only package that knows both the game and the parts."""
