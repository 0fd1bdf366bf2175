// The overlay for streaming: score, cube, dice and what goes on, on a transparent ground.
import { drawDie } from "./extras.js";
import { Link } from "./link.js";
import { aim, cubeText } from "./words.js";

const $ = (id) => document.getElementById(id);

const link = new Link({
  told(state) {
    const match = state.match;
    ["white", "black"].forEach((name, side) => {
      $(name).querySelector(".name").textContent = match ? match.names[side] : side ? "Black" : "White";
      $(name).querySelector(".points").textContent = match ? match.score[side] : "";
      $(name).classList.toggle("is-on-turn", match?.on_turn === name);
    });
    $("terms").textContent = match ? [aim(match), match.is_crawford ? "Crawford" : `cube ${cubeText(match)}`].join(" · ") : "";
    $("dice").replaceChildren();
    (match?.roll || []).forEach((number, n) => drawDie($("dice"), number, 2 + n * 48, 2, 40, match.on_turn || "white"));
    const last = state.plays.at(-1);
    $("now").textContent = match?.result && !match.on_turn ? match.result : last && !match?.roll.length ? `${last.roll} ${last.text}`.trim() : state.text.turn;
    Object.assign(document.body.dataset, { seq: link.seq, state: state.state });
  },
  felt(isConnected) {
    document.body.dataset.connected = isConnected;
  },
});
