// Dice and cube as drawings, for pages that only watch.
import { make } from "./view.js";

const PIPS = { 1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679" };

export function drawDie(parent, number, x, y, size, colour) {
  const die = make("g", { class: `die ${colour}` }, parent);
  make("rect", { x, y, width: size, height: size, rx: size * 0.18 }, die);
  for (const spot of PIPS[number] || "") {
    const at = Number(spot) - 1;
    make("circle", { cx: x + size * (0.25 + 0.25 * (at % 3)), cy: y + size * (0.25 + 0.25 * Math.floor(at / 3)), r: size * 0.095 }, die);
  }
}

export function drawCube(parent, value, x, y, size, isOffered) {
  const cube = make("g", { class: `cube-face ${isOffered ? "is-offered" : ""}` }, parent);
  make("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.16 }, cube);
  const text = String(value === 1 ? 64 : value);
  make("text", { x, y: y + size * 0.17, "font-size": size * (text.length > 2 ? 0.36 : 0.46) }, cube, text);
}
