"""The game: rules, plays, match, records. Pure, standard library only, imports nothing of ours."""
