"""Rehearsals: match records played by virtual hands through the whole chain, in simulated time."""
