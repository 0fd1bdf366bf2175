// For developers: what the cells read and what the referee makes of it.
import * as g from "./geometry.js";
import { make } from "./view.js";

const R1 = { column: [0, 1, 2, 3, 4].map((k) => 19.5 + 37.5 * k), bar: [0, 1, 2, 3].map((k) => 18 + 30 * k) };
const R1_PLUS = { column: [0, 1, 2, 3, 4, 5, 6, 7].map((k) => 18 + 21 * k) };
R1_PLUS.bar = R1_PLUS.column;
const FULL = 280; // the level of a checker right above, in 10 microtesla

export class Strip {
  constructor(element) {
    this.element = element;
    this.svg = element.querySelector("svg");
    this.cells = [];
  }

  show(strip) {
    this.element.querySelector(".verdict").textContent = strip.verdict + (strip.is_hand ? " (hand on the board)" : "");
    this.element.querySelector(".differs").textContent = strip.differs.length
      ? strip.differs.map(([place, is, should]) => `place ${place}: ${is}, not ${should}`).join("; ")
      : "the board stands as the match does";
    if (strip.levels.length !== this.cells.length) this.build(strip.levels.length);
    strip.levels.forEach((level, n) => {
      this.cells[n].style.opacity = Math.min(Math.abs(level) / FULL, 1).toFixed(2);
      this.cells[n].classList.toggle("is-south", level < 0);
    });
  }

  build(count) {
    const grid = count > 128 ? R1_PLUS : R1;
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `-6 -6 ${g.WIDTH + 12} ${g.DEPTH + 12}`);
    make("rect", { class: "ground", x: -6, y: -6, width: g.WIDTH + 12, height: g.DEPTH + 12, rx: 8 }, this.svg);
    this.cells = [];
    for (let place = 0; place < g.TRAY_NEAR; place++) {
      for (const mm of g.isPoint(place) ? grid.column : grid.bar) {
        const at = { cx: g.placeX(place), cy: g.DEPTH - g.fromRim(place, mm), r: count > 128 ? 9 : 14 };
        make("circle", { class: "cell-edge", ...at }, this.svg);
        this.cells.push(make("circle", { class: "cell", ...at }, this.svg));
      }
    }
  }
}
