// The overlay for streaming: score, cube, clock, dice and what goes on, on a transparent ground. Nothing before a match.
import { drawDie } from "./extras.js";
import { Link } from "./link.js";
import { clockText, nameOf, nowText, termsText } from "./words.js";

const $ = (id) => document.getElementById(id);
const DIE = 40, GAP = 6;

const link = new Link({
  told(state) {
    const match = state.match;
    $("ribbon").hidden = !match;
    if (match) show(state, match);
    Object.assign(document.body.dataset, { seq: link.seq, state: state.state });
  },
  felt(isConnected) {
    document.body.dataset.connected = isConnected;
  },
});

function show(state, match) {
  ["white", "black"].forEach((name, side) => {
    const box = $(name);
    box.querySelector(".name").textContent = match.names[side];
    box.querySelector(".points").textContent = match.score[side];
    box.querySelector(".clock").textContent = match.clock ? clockText(match.clock.left_s[side]) : "";
    box.classList.toggle("is-running", match.clock?.running === name);
    box.classList.toggle("is-on-turn", match.on_turn === name);
  });
  $("terms").textContent = termsText(match);
  showDice(match);
  const last = state.plays.at(-1);
  const isBetween = match.on_turn && !match.roll.length && !match.cube.is_offered && last;
  $("now").textContent = isBetween ? `${nameOf(match, last.side)}: ${last.roll} ${last.text}` : nowText(state);
}

function showDice(match) {
  $("dice").replaceChildren();
  const count = match.roll.length;
  $("dice").toggleAttribute("hidden", !count);
  $("dice").setAttribute("viewBox", `0 0 ${count * (DIE + GAP) + 2} ${DIE + 4}`);
  match.roll.forEach((number, n) => drawDie($("dice"), number, 2 + n * (DIE + GAP), 2, DIE, match.phase === "opening roll" ? ["white", "black"][n] : match.on_turn || "white"));
}
