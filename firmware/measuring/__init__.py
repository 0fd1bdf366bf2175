"""How fast the parts are on this machine: what `gammond bench` asks, and of whom.

Owns the questions, the stopwatch and the other engines that can be asked the same. Decides nothing: figures say more of
a machine than of code, so each is also given as a ratio to something measured in the same run.
"""
