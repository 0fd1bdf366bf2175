// The live board: what stands, who leads, what was played. It watches; there is nothing here that could move anything.
import * as g from "./geometry.js";
import { drawCube, drawDie } from "./extras.js";
import { Link } from "./link.js";
import { clockText, lostText, nowText, positionText, sideName, spokenText, t, termsText } from "./words.js";
import { Strip } from "./strip.js";
import { View } from "./view.js";

const $ = (id) => document.getElementById(id);
const view = new View($("board"), true);
const strip = new Strip($("strip"));
const NAMES = ["white", "black"];
const ROWS = 7; // turns of both that are shown
let copied = 0;

const link = new Link({
  told(state, changed) {
    if (changed.has("layout")) view.setLayout(state.layout);
    if (changed.has("match")) view.setNumbers(state.match?.on_turn === "black" ? 1 : 0);
    if (changed.has("position") || changed.has("layout")) view.setDiscs(state.position ? g.straight(state.position, state.layout) : []);
    if (changed.has("lamps")) view.setLamps(state.lamps);
    if (changed.has("match") || changed.has("layout") || changed.has("position")) {
      showPlayers(state);
      $("terms").textContent = state.match ? termsText(state.match) : t("No match yet");
      drawExtras(state);
    }
    if (changed.has("plays")) showPlays(state.plays);
    showNow(state);
    if (changed.has("position")) showId(state.position);
    Object.assign(document.body.dataset, { seq: link.seq, boot: link.boot, state: state.state });
  },
  felt(isConnected, reason, heardAt) {
    document.body.dataset.connected = isConnected;
    $("lost").hidden = isConnected;
    $("lost").textContent = isConnected ? "" : lostText(reason, heardAt);
    if (isConnected && !$("strip").hidden) link.send({ op: "strip", on: true });
  },
  strip: (told) => strip.show(told),
});

function showPlayers(state) {
  const { match, position } = state;
  NAMES.forEach((name, side) => {
    const box = $(name), pips = position?.pips;
    box.querySelector(".name").textContent = match ? match.names[side] : sideName(side);
    box.querySelector(".points").textContent = match ? match.score[side] : "";
    box.querySelector(".pips").textContent = match && pips ? t("{count} pips", { count: pips[side] }) : "";
    box.querySelector(".clock").textContent = match?.clock ? clockText(match.clock.left_s[side]) : "";
    box.classList.toggle("is-running", match?.clock?.running === name);
    box.classList.toggle("is-on-turn", match?.on_turn === name);
  });
}

function showNow(state) {
  const text = nowText(state);
  if ($("now").textContent !== text) $("now").textContent = text;
  $("now").classList.toggle("is-warning", state.text.is_warning);
  $("described").textContent = `${t("Backgammon board.")} ${spokenText(state)}. ${positionText(state)}`;
  document.title = state.match ? `${state.match.score.join(" – ")} · ${text}` : t("gammond: live board");
}

// A row a turn of both, White's play on the left.
function showPlays(plays) {
  const rows = [];
  for (const play of plays) {
    const row = rows.at(-1), at = play.side === "white" ? 0 : 1;
    if (row && row[1] === undefined && at === 1) row[1] = play;
    else rows.push(at ? [null, play] : [play, undefined]);
  }
  $("plays").replaceChildren(...rows.slice(-ROWS).map((row) => {
    const tr = document.createElement("tr");
    for (const play of row) tr.append(cell(play, play === plays.at(-1)));
    return tr;
  }));
}

function cell(play, isLast) {
  const td = document.createElement("td");
  if (!play) return td;
  td.classList.toggle("is-last", isLast);
  for (const [name, text] of [["roll", play.roll], ["play", play.text]]) {
    const part = document.createElement("span");
    part.className = name;
    part.textContent = text;
    td.append(part, " ");
  }
  return td;
}

function showId(position) {
  $("position-id").textContent = position ? position.id : "";
  $("take-away").hidden = !position;
}

// Dice on the side of whoever rolled, the cube at its owner's rim or in the middle of the bar.
function drawExtras(state) {
  view.extras.replaceChildren();
  const match = state.match;
  if (!match) return;
  const seat = (name) => (name === "white" ? state.layout.white_seat : 1 - state.layout.white_seat);
  const roller = match.on_turn || "white";
  const [x] = view.toDrawing(seat(roller) === 0 ? g.WIDTH * 0.76 : g.WIDTH * 0.24, 0);
  const dice = match.roll.length === 2 && match.roll[0] === match.roll[1] && match.phase !== "opening roll" ? [...match.roll, ...match.roll] : match.roll;
  dice.forEach((number, n) => {
    drawDie(view.extras, number, x + (n - dice.length / 2) * 48 + 4, g.DEPTH / 2 - 20, 40, match.phase === "opening roll" ? NAMES[n] : roller);
  });
  if (!match.cube.exists) return;
  const { owner, value, is_offered: isOffered } = match.cube;
  const y = owner === null ? g.DEPTH / 2 : view.toDrawing(0, seat(owner) === 0 ? 30 : g.DEPTH - 30)[1];
  drawCube(view.extras, value, isOffered ? x : g.WIDTH / 2, isOffered ? g.DEPTH / 2 : y, 40, isOffered);
}

$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("position-id").textContent);
  } catch { // not every browser allows it on plain http: mark the text instead
    getSelection().selectAllChildren($("position-id"));
    return;
  }
  $("copy").textContent = t("Copied");
  clearTimeout(copied);
  copied = setTimeout(() => { $("copy").textContent = t("Copy"); }, 1500);
});
$("developers").addEventListener("click", () => {
  const isOn = $("strip").hidden;
  $("strip").hidden = !isOn;
  $("developers").setAttribute("aria-pressed", String(isOn));
  link.send({ op: "strip", on: isOn });
});
