// The page's words: English, or what gammond says instead in the language of its table; and a state in words.
const ATTRIBUTES = ["aria-label", "title"];
const written = collect(); // what stands in the page's own HTML: [node or element, attribute or "", English]
let words = {};

function collect() {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (/[a-z]/i.test(walker.currentNode.data)) found.push([walker.currentNode, "", walker.currentNode.data.trim()]);
  for (const name of ATTRIBUTES) document.querySelectorAll(`[${name}]`).forEach((element) => found.push([element, name, element.getAttribute(name)]));
  return found;
}

// A text in the language in use; {names} stand for values.
export function t(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// From now on this language is spoken; `told` has its words by the English ones.
export function learn(told, language) {
  words = told;
  document.documentElement.lang = language;
  for (const [node, name, english] of written) {
    if (name) node.setAttribute(name, t(english));
    else node.data = node.data.replace(node.data.trim(), t(english));
  }
}

export const sideName = (side) => (side ? t("Black") : t("White"));
export const nameOf = (match, side) => match.names[side === "black" || side === 1 ? 1 : 0];

export function aim(match) {
  return match.length ? t("to {length}", { length: match.length }) : t("money");
}

export function scoreLine(state) {
  const match = state.match;
  if (!match) return "";
  const score = `${match.names[0]} ${match.score[0]} – ${match.score[1]} ${match.names[1]}`;
  const cube = match.cube.exists && match.cube.value > 1 ? t("cube {value}", { value: match.cube.value }) : "";
  return [score, aim(match), match.is_crawford ? t("Crawford") : "", cube].filter(Boolean).join(", ");
}

export function spokenText(state) {
  const { turn, lines, marks } = state.text;
  const dice = state.match?.roll?.length && !state.match.is_rolling ? t("rolled {roll}", { roll: state.match.roll.join(" ") }) : "";
  return [turn, dice, lines.join(" ").trim(), marks.join(", ").toLowerCase()].filter(Boolean).join(". ");
}

export function cubeText(match) {
  const { exists, value, owner, is_offered: isOffered } = match.cube;
  if (!exists) return t("no cube");
  if (isOffered) return t("double to {value}", { value });
  if (owner) return t("cube {value}: {name}", { value, name: nameOf(match, owner) });
  return value === 1 ? t("cube in the middle") : t("cube {value} in the middle", { value });
}

// Match length, game, cube and what else holds, in a line.
export function termsText(match) {
  const length = match.length ? t("Match to {length}", { length: match.length }) : t("Money game");
  return [length, t("game {number}", { number: match.game }), cubeText(match), match.is_crawford ? t("Crawford game") : ""].filter(Boolean).join(" · ");
}

// In these states the panel tells what happens; in all others it asks whoever sits at the table to press a key.
const TELLING = new Set(["Moving", "No legal play", "Correcting", "Part missing", "Illegal play passed"]);

// What goes on, for those who watch.
export function nowText(state) {
  const { match } = state, { turn, lines, is_warning: isWarning } = state.text;
  const both = lines.join(" ").trim();
  if (!match) return lines[0] || both;
  if (match.is_over) return t("{name} wins the match", { name: nameOf(match, match.winner) });
  if (match.result && !match.on_turn) return match.result;
  if (match.cube.is_offered) return `${turn}: ${cubeText(match)}`;
  if (TELLING.has(state.state) || isWarning) return [turn, both].filter(Boolean).join(": ");
  return turn || both;
}

// Where the checkers stand, for those who cannot see.
export function positionText(state) {
  const { position } = state;
  if (!position) return "";
  const told = (counts, side) => {
    const parts = [];
    for (let slot = 25; slot >= 0; slot--) {
      if (!counts[slot]) continue;
      parts.push(t(slot === 25 ? "{count} on the bar" : slot === 0 ? "{count} off" : "{count} on {point}", { count: counts[slot], point: slot }));
    }
    return `${sideName(side)}: ${parts.join(", ")}.`;
  };
  return `${told(position.white, 0)} ${told(position.black, 1)}`;
}

export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// What a page says while nobody answers; gammond may have given a reason when it hung up.
export function lostText(reason, heardAt) {
  const why = reason ? `${reason[0].toUpperCase()}${reason.slice(1)}`.replace(/\.?$/, ".") : t("gammond does not answer.");
  const since = heardAt ? t("What you see is from {time}.", { time: heardAt.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) }) : "";
  return [why, since, t("Trying again …")].filter(Boolean).join(" ");
}
