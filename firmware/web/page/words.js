// A state in words, for eyes and for ears.
export function aim(match) {
  return match.length ? `to ${match.length}` : "money";
}

export function scoreLine(state) {
  const match = state.match;
  if (!match) return "";
  const crawford = match.is_crawford ? ", Crawford" : "";
  const cube = match.cube.exists && match.cube.value > 1 ? `, cube ${match.cube.value}` : "";
  return `${match.names[0]} ${match.score[0]} – ${match.score[1]} ${match.names[1]}, ${aim(match)}${crawford}${cube}`;
}

export function spokenText(state) {
  const { turn, lines, marks } = state.text;
  const dice = state.match?.roll?.length && !state.match.is_rolling ? `rolled ${state.match.roll.join(" ")}` : "";
  return [turn, dice, lines.join(" ").trim(), marks.join(", ").toLowerCase()].filter(Boolean).join(". ");
}

export function cubeText(match) {
  const { exists, value, owner, is_offered: isOffered } = match.cube;
  if (!exists) return "no cube";
  if (isOffered) return `double to ${value} offered`;
  return owner ? `${value}, ${owner === "white" ? match.names[0] : match.names[1]}'s` : value === 1 ? "in the middle" : `${value}, in the middle`;
}

// What a page says while nobody answers; gammond may have given a reason when it hung up.
export function lostText(reason) {
  return `${reason ? `${reason[0].toUpperCase()}${reason.slice(1)}` : "gammond does not answer"}. Trying again …`;
}
