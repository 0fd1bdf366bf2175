// The board as a drawing, in millimetres: frame, points, lamps, numbers, checkers. Knows nothing of hands.
import * as g from "./geometry.js";
import { sideName, t } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const SIGNS = { white: "•", landing: "↓", green: "✓", red: "!", blue: "+", violet: "−", amber: "?" };
// What a lamp means: its colour says it, but a steady green is another thing than a pulse (docs/table.md).
const meaningOf = ([colour, rhythm]) => (colour === "green" && rhythm === "steady" ? "landing" : colour);
const MEANINGS = {
  white: "may be moved", landing: "may land here", green: "complete", red: "against the rules", blue: "put one here", violet: "take one away", amber: "hard to see",
};

const counted = (count, one, many) => (count ? t(count === 1 ? one : many, { count }) : "");

export function make(name, attributes = {}, parent = null, text = "") {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  if (parent) parent.append(element);
  return element;
}

export class View {
  // whiteSeat, homeIsRight: how it is played; `isTurned`: seen from the far seat.
  constructor(svg, isLive = false) {
    this.svg = svg;
    this.isLive = isLive;
    this.isTurned = false;
    this.layout = { white_seat: 0, home_is_right: true };
    this.numbers = null;
    this.discs = [];
    this.lamps = [];
    this.checkers = new Map();
    this.onBuild = () => {}; // the places are new elements then
    this.build();
  }

  // Millimetres of the board to the drawing and back: far is on top, or near when the board is turned.
  toDrawing(x, y) {
    return this.isTurned ? [g.WIDTH - x, y] : [x, g.DEPTH - y];
  }

  toBoard(x, y) {
    return this.isTurned ? [g.WIDTH - x, y] : [x, g.DEPTH - y];
  }

  isTrayRight() {
    return this.layout.home_is_right !== this.isTurned;
  }

  setLayout(layout, isTurned = this.isTurned) {
    const old = this.layout;
    if (old.white_seat === layout.white_seat && old.home_is_right === layout.home_is_right && isTurned === this.isTurned) return;
    this.layout = layout;
    this.isTurned = isTurned;
    this.build();
    this.setDiscs(this.discs);
    this.setLamps(this.lamps);
  }

  build() {
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.place : undefined;
    this.svg.replaceChildren();
    this.checkers.clear();
    const side = g.RAIL + g.TRAY + g.FRAME * 0.6, edge = g.FRAME * 0.6;
    const left = this.isTrayRight() ? -edge : -side, right = g.WIDTH + (this.isTrayRight() ? side : edge);
    this.svg.setAttribute("viewBox", `${left - 1} ${-g.FRAME - 1} ${right - left + 2} ${g.DEPTH + 2 * g.FRAME + 2}`);
    this.buildPaints();
    make("rect", { class: "frame", x: left, y: -g.FRAME, width: right - left, height: g.DEPTH + 2 * g.FRAME, rx: 12 }, this.svg);
    make("rect", { class: "frame-light", x: left + 2.5, y: -g.FRAME + 2.5, width: right - left - 5, height: g.DEPTH + 2 * g.FRAME - 5, rx: 10 }, this.svg);
    const half = (g.ROW / 2) * g.PITCH;
    for (const x of [0, half + g.BAR]) make("rect", { class: "felt", x, y: 0, width: half, height: g.DEPTH, rx: 2 }, this.svg);
    make("rect", { class: "bar", x: half, y: -1, width: g.BAR, height: g.DEPTH + 2 }, this.svg);
    make("path", { class: "hinge", d: `M${g.WIDTH / 2} 0V${g.DEPTH}` }, this.svg);
    this.places = [];
    for (let place = 0; place < g.PLACES; place++) this.places.push(this.buildPlace(place));
    this.onBoard = make("g", { class: "checkers", "aria-hidden": "true" }, this.svg);
    this.extras = make("g", { class: "extras", "aria-hidden": "true" }, this.svg);
    this.inHand = make("g", { class: "hand", "aria-hidden": "true" }, this.svg);
    this.nameNumbers();
    this.onBuild();
    if (focused !== undefined) this.places[focused].group.focus();
  }

  // How light falls on a checker; the colours are the style's.
  buildPaints() {
    const paints = make("defs", {}, this.svg);
    for (const colour of ["white", "black"]) {
      const paint = make("radialGradient", { id: `turned-${colour}`, cx: "38%", cy: "32%", r: "78%" }, paints);
      for (const [at, name] of [["0", "lit"], ["1", "shaded"]]) make("stop", { offset: at, class: `${colour}-${name}` }, paint);
    }
  }

  // The rectangle of a place in the drawing.
  area(place) {
    if (g.isTray(place)) {
      const x = this.isTrayRight() ? g.WIDTH + g.RAIL : -g.RAIL - g.TRAY;
      const isTop = g.isFar(place) !== this.isTurned;
      return { x, y: isTop ? 0 : g.DEPTH / 2 + 8, width: g.TRAY, height: g.DEPTH / 2 - 8, isTop };
    }
    const width = g.isPoint(place) ? g.PITCH : g.BAR;
    const [middle] = this.toDrawing(g.placeX(place), 0);
    const isTop = g.isFar(place) !== this.isTurned;
    const height = g.isPoint(place) ? g.REACH : g.DEPTH / 2;
    return { x: middle - width / 2, y: isTop ? 0 : g.DEPTH - height, width, height, isTop };
  }

  buildPlace(place) {
    const { x, y, width, height, isTop } = this.area(place);
    const group = make("g", { class: "place", "data-place": place }, this.svg);
    if (!this.isLive) {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
    }
    const rim = isTop ? y : y + height, towards = isTop ? 1 : -1, middle = x + width / 2;
    let shape = null, glow = null;
    if (g.isPoint(place)) {
      const tip = rim + towards * 186;
      const d = `M${x + 1} ${rim}L${middle - 1.2} ${tip}Q${middle} ${tip + towards * 2} ${middle + 1.2} ${tip}L${x + width - 1} ${rim}Z`;
      shape = make("path", { class: `point ${this.isLightPoint(place) ? "light" : "dark"}`, d }, group);
      glow = make("path", { class: "glow", d }, group);
    } else {
      if (g.isTray(place)) make("rect", { class: "tray", x, y, width, height, rx: 3 }, group);
      glow = make("rect", { class: "glow", x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 3 }, group);
    }
    const hit = make("rect", { class: "hit", x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 4 }, group);
    const lampY = rim - towards * 11;
    const lamp = make("g", { class: "lamp" }, group);
    make("rect", { class: "pill", x: middle - 13, y: lampY - 4.5, width: 26, height: 9, rx: 4.5 }, lamp);
    const sign = make("text", { class: "sign", x: middle, y: lampY + 3 }, lamp);
    const number = make("text", { class: "number", x: middle, y: rim - towards * 25 + 4.2 }, group);
    return { group, shape, glow, lamp, sign, number, hit };
  }

  isLightPoint(place) {
    return (place % 2 === 0) !== place >= g.ROW;
  }

  // Whose numbers stand on the frame: 0 White's, 1 Black's.
  setNumbers(side) {
    if (this.numbers === side) return;
    this.numbers = side;
    this.nameNumbers();
  }

  nameNumbers() {
    this.places.forEach(({ number }, place) => {
      number.textContent = g.isPoint(place) ? String(g.pointOf(this.layout, this.numbers || 0, place)) : "";
    });
    this.label();
  }

  ownerOf(place) {
    return g.isFar(place) === (this.layout.white_seat === 1) ? 0 : 1;
  }

  nameOf(place) {
    if (g.isTray(place)) return t("{side} tray", { side: sideName(this.ownerOf(place)) });
    if (!g.isPoint(place)) return t("{side} bar", { side: sideName(this.ownerOf(place)) });
    const side = this.numbers || 0;
    return t("{side} point {point}", { side: sideName(side), point: g.pointOf(this.layout, side, place) });
  }

  // The place that a checker in the hand is over; undefined: none.
  markOver(place) {
    this.places.forEach(({ group }, other) => group.classList.toggle("is-over", other === place));
  }

  // Checkers by place, the lowest and nearest to the rim first; what is in a hand is nowhere.
  lyingOn(place) {
    const here = this.discs.filter((disc) => !disc.held && this.placeOf(disc) === place);
    return here.sort((a, b) => a.layer - b.layer || Math.abs(a.y - g.fromRim(place, 0)) - Math.abs(b.y - g.fromRim(place, 0)));
  }

  placeOf(disc) {
    if (disc.x !== null) return g.placeAt(disc.x, disc.y);
    return g.TRAY_NEAR + (disc.colour === 0 ? this.layout.white_seat : 1 - this.layout.white_seat);
  }

  setDiscs(discs) {
    this.discs = discs;
    const off = [0, 0], seen = new Set();
    const counts = new Array(g.PLACES).fill(0);
    for (const disc of discs) if (!disc.held) counts[this.placeOf(disc)]++;
    for (const disc of [...discs].sort((a, b) => a.layer - b.layer)) {
      seen.add(disc.number);
      let checker = this.checkers.get(disc.number);
      const isFlat = disc.x !== null || disc.held;
      if (!checker || checker.colour !== disc.colour || checker.isFlat !== isFlat) {
        checker?.element.remove();
        checker = this.buildChecker(disc, isFlat);
        this.checkers.set(disc.number, checker);
      }
      this.onBoard.append(checker.element);
      checker.element.classList.toggle("is-away", disc.held);
      checker.element.classList.toggle("is-hidden", disc.held && (Boolean(disc.isMine) || disc.x === null));
      if (disc.held && disc.x === null) continue;
      if (!isFlat) this.layInTray(checker.element, this.placeOf(disc), off[this.placeOf(disc) - g.TRAY_NEAR]++);
      else {
        const [x, y] = this.toDrawing(disc.x, disc.y);
        checker.element.style.transform = `translate(${x}px, ${y - 3.6 * disc.layer}px)`;
      }
    }
    for (const [number, checker] of this.checkers) if (!seen.has(number)) {
      checker.element.remove();
      this.checkers.delete(number);
    }
    this.countStacks(discs, counts);
    this.label();
  }

  buildChecker(disc, isFlat) {
    const element = make("g", { class: `checker ${disc.colour ? "black" : "white"}`, "data-disc": disc.number }, this.onBoard);
    if (isFlat) {
      make("ellipse", { class: "shade", cx: 0.6, cy: 1.6, rx: 17.6, ry: 17.6 }, element);
      make("circle", { class: "face", r: 17.5, fill: `url(#turned-${disc.colour ? "black" : "white"})` }, element);
      make("circle", { class: "ring", r: 11.6 }, element);
    } else {
      make("rect", { class: "face", x: -18, y: -4.1, width: 36, height: 8.2, rx: 1.6 }, element);
      make("path", { class: "ring", d: "M-14 0H14" }, element);
    }
    return { element, colour: disc.colour, isFlat };
  }

  layInTray(element, place, index) {
    const { x, y, width, height, isTop } = this.area(place);
    const step = g.THICK + 0.4;
    const at = isTop ? y + 3 + step * (index + 0.5) : y + height - 3 - step * (index + 0.5);
    element.style.transform = `translate(${x + width / 2}px, ${at}px)`;
  }

  // A number on the topmost checker of a column that holds more than lie side by side, and in the trays.
  countStacks(discs, counts) {
    this.counts?.remove();
    this.counts = make("g", { class: "counts" }, this.onBoard);
    for (let place = 0; place < g.PLACES; place++) {
      const here = this.lyingOn(place);
      if (g.isTray(place)) {
        const { x, y, width, height, isTop } = this.area(place);
        if (counts[place]) make("text", { class: "off", x: x + width / 2, y: isTop ? y + height - 8 : y + 18 }, this.counts, String(counts[place]));
      } else if (here.some((disc) => disc.layer > 0)) {
        const outermost = (disc) => Math.abs(disc.y - g.fromRim(place, 0));
        const top = here.reduce((a, b) => (outermost(b) > outermost(a) + 1 || (outermost(b) > outermost(a) - 1 && b.layer > a.layer) ? b : a));
        const [x, y] = this.toDrawing(top.x, top.y);
        make("text", { class: top.colour ? "on-black" : "on-white", x, y: y - 3.6 * top.layer + 4.6 }, this.counts, String(here.length));
      }
    }
  }

  label() {
    this.places.forEach(({ group }, place) => {
      const here = this.lyingOn(place);
      const white = here.filter((disc) => disc.colour === 0).length, black = here.length - white;
      const parts = [counted(white, "1 white checker", "{count} white checkers"), counted(black, "1 black checker", "{count} black checkers")];
      const meaning = MEANINGS[meaningOf(this.lamps[place] || [])];
      const lit = meaning ? `, ${t("lamp: {meaning}", { meaning: t(meaning) })}` : "";
      const text = `${this.nameOf(place)}: ${parts.filter(Boolean).join(", ") || t("empty")}${lit}`;
      if (!this.isLive) group.setAttribute("aria-label", text);
      group.dataset.white = white;
      group.dataset.black = black;
    });
  }

  setLamps(lamps) {
    lamps.forEach(([colour, rhythm], place) => {
      const { lamp, glow, sign, group } = this.places[place];
      const before = this.lamps[place];
      const isSame = before && before[0] === colour && before[1] === rhythm && group.dataset.lamp === colour;
      if (isSame) return;
      group.dataset.lamp = colour;
      group.dataset.rhythm = rhythm;
      for (const element of [lamp, glow]) {
        element.setAttribute("class", `${element === lamp ? "lamp" : "glow"} is-${colour}`);
        void element.getBBox(); // so that a pulse begins anew
        if (colour !== "off") element.classList.add(`beat-${rhythm}`);
      }
      sign.textContent = SIGNS[meaningOf([colour, rhythm])] || "";
    });
    this.lamps = lamps;
    this.label();
  }
}
