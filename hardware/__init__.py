"""The parts of the board, and what stands in for them. Imports nothing of the game."""
