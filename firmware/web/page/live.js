// The live board: what stands, who leads, what was played. It watches; there is nothing here that could move anything.
import * as g from "./geometry.js";
import { drawCube, drawDie } from "./extras.js";
import { Link } from "./link.js";
import { aim, cubeText, lostText, spokenText } from "./words.js";
import { View } from "./view.js";

const $ = (id) => document.getElementById(id);
const view = new View($("board"), true);
const NAMES = ["white", "black"];

const link = new Link({
  told(state, changed) {
    if (changed.has("layout")) view.setLayout(state.layout);
    if (changed.has("match")) view.setNumbers(state.match?.on_turn === "black" ? 1 : 0);
    if (changed.has("position") || changed.has("layout")) view.setDiscs(state.position ? g.straight(state.position, state.layout) : []);
    if (changed.has("lamps")) view.setLamps(state.lamps);
    if (changed.has("match") || changed.has("layout") || changed.has("position")) {
      showPlayers(state);
      showTerms(state);
      drawExtras(state);
    }
    if (changed.has("plays")) showPlays(state.plays);
    showNow(state);
    if (changed.has("position")) showId(state.position);
    Object.assign(document.body.dataset, { seq: link.seq, boot: link.boot, state: state.state });
  },
  felt(isConnected, reason) {
    document.body.dataset.connected = isConnected;
    $("lost").hidden = isConnected;
    $("lost").textContent = isConnected ? "" : lostText(reason);
  },
});

function showPlayers(state) {
  NAMES.forEach((name, side) => {
    const box = $(name), match = state.match;
    box.querySelector(".name").textContent = match ? match.names[side] : side ? "Black" : "White";
    box.querySelector(".points").textContent = match ? match.score[side] : "";
    const pips = state.position?.pips;
    box.querySelector(".pips").textContent = match && pips ? `${pips[side]} pips` : "";
    box.classList.toggle("is-on-turn", match?.on_turn === name);
  });
}

function showTerms(state) {
  const match = state.match;
  $("terms").textContent = match
    ? [match.length ? `Match ${aim(match)}` : "Money", `game ${match.game}`, `cube ${cubeText(match)}`, match.is_crawford ? "Crawford game" : ""].filter(Boolean).join(" · ")
    : "No match yet";
}

function showNow(state) {
  const match = state.match;
  let text = state.text.turn || state.text.lines.filter(Boolean).join(" ");
  if (match?.result && !match.on_turn) text = match.is_over ? `${match.names[match.winner === "white" ? 0 : 1]} wins the match` : match.result;
  else if (state.text.lines[0]) text = [state.text.turn, state.text.lines.join(" ").trim()].filter(Boolean).join(": ");
  if ($("now").textContent !== text) $("now").textContent = text;
  $("now").classList.toggle("is-warning", state.text.is_warning);
  $("described").textContent = `Backgammon board. ${spokenText(state)}`;
}

// A row a turn of both, White's play on the left.
function showPlays(plays) {
  const rows = [];
  for (const play of plays) {
    const row = rows.at(-1);
    const at = play.side === "white" ? 0 : 1;
    if (row && row[1] === undefined && at === 1) row[1] = play;
    else rows.push(at ? [null, play] : [play, undefined]);
  }
  $("plays").replaceChildren(...rows.slice(-7).map((row) => {
    const tr = document.createElement("tr");
    for (const play of [row[0], row[1]]) {
      const td = document.createElement("td");
      if (play) {
        const roll = document.createElement("span");
        roll.className = "roll";
        roll.textContent = play.roll;
        td.append(roll, ` ${play.text}`);
      }
      tr.append(td);
    }
    return tr;
  }));
}

function showId(position) {
  $("position-id").textContent = position ? position.id : "–";
  $("copy").hidden = !position;
}

// Dice on the side of whoever rolled, the cube at its owner's rim or in the middle of the bar.
function drawExtras(state) {
  view.extras.replaceChildren();
  const match = state.match;
  if (!match) return;
  const seat = (name) => (name === "white" ? state.layout.white_seat : 1 - state.layout.white_seat);
  const roller = match.on_turn || "white";
  const [x] = view.toDrawing(seat(roller) === 0 ? g.WIDTH * 0.76 : g.WIDTH * 0.24, 0);
  match.roll.forEach((number, n) => drawDie(view.extras, number, x - 44 + n * 48, g.DEPTH / 2 - 20, 40, match.roll.length === 2 && match.phase === "opening roll" ? NAMES[n] : roller));
  if (!match.cube.exists) return;
  const owner = match.cube.owner;
  const y = owner === null ? g.DEPTH / 2 : view.toDrawing(0, seat(owner) === 0 ? 30 : g.DEPTH - 30)[1];
  const beside = match.cube.is_offered ? view.toDrawing(seat(roller) === 0 ? g.WIDTH * 0.76 : g.WIDTH * 0.24, 0)[0] : g.WIDTH / 2;
  drawCube(view.extras, match.cube.value, beside, match.cube.is_offered ? g.DEPTH / 2 : y, 40, match.cube.is_offered);
}

$("copy").addEventListener("click", async () => {
  const text = $("position-id").textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch { // not every browser allows it on plain http: mark the text instead
    getSelection().selectAllChildren($("position-id"));
    return;
  }
  $("copy").textContent = "Copied";
  setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
});
