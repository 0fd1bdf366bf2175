// Hands on the board: pointers, touch and keyboard. They move discs and know no rules.
import * as g from "./geometry.js";
import { t } from "./words.js";

const CLICK_MM = 3, PICK_MM = 24;

export class Hands {
  // `say` speaks to whoever cannot see; `send` asks gammond and returns whether it was sent.
  constructor(view, send, say) {
    Object.assign(this, { view, send, say });
    this.drags = new Map(); // by pointer: {disc, from, start, isMoved}
    this.taken = []; // lifted by a click or a key, waiting to be laid down: {disc, from}
    this.pending = new Map(); // laid down here and not yet heard of
    const svg = view.svg;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.cancel(event));
    svg.addEventListener("lostpointercapture", (event) => this.cancel(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.parentElement.addEventListener("focusin", (event) => this.focused(event)); // on the drawing itself it would be a stop for Tab
    this.rove(0);
    view.onBuild = () => this.rove(this.focus);
  }

  // What lies where, as gammond has heard it from the board; what this page has just laid down lies there already.
  hear(board) {
    const discs = board.discs.map(([number, x, y, layer, colour, held]) => ({ number, x, y, layer, colour, held }));
    for (const disc of discs) {
      const laid = this.pending.get(disc.number);
      if (laid && (laid.until < performance.now() || (!disc.held && (disc.x !== null) === (laid.x !== null)))) this.pending.delete(disc.number);
      else if (laid) Object.assign(disc, { x: laid.x, y: laid.y, held: false });
      if (this.isMine(disc.number)) disc.held = disc.isMine = true;
    }
    this.view.setDiscs(discs);
    this.mark();
  }

  // The line was lost: gammond puts back what was in the hand.
  forget() {
    for (const drag of this.drags.values()) drag.ghost.remove();
    for (const one of this.taken) one.ghost.remove();
    this.drags.clear();
    this.taken = [];
    this.pending.clear();
    this.view.markOver();
    this.mark();
  }

  isMine(number) {
    return this.taken.some((one) => one.disc.number === number) || [...this.drags.values()].some((drag) => drag.disc.number === number);
  }

  // Lifting and laying

  lift(disc) {
    if (!this.send({ op: "hand", on: true }) || !this.send({ op: "lift", disc: disc.number })) return null;
    const from = { x: disc.x, y: disc.y };
    disc.held = disc.isMine = true;
    this.pending.delete(disc.number);
    this.view.setDiscs(this.view.discs);
    const ghost = this.view.buildChecker(disc, true).element;
    ghost.classList.add("is-held");
    this.view.inHand.append(ghost);
    queueMicrotask(() => this.mark());
    return { disc, from, ghost };
  }

  // Lay a checker down at a spot of the board; null: beside it.
  lay({ disc, ghost }, spot) {
    ghost.remove();
    const known = this.view.discs.find((other) => other.number === disc.number) || disc;
    if (spot) {
      this.send({ op: "drop", disc: disc.number, x: Math.round(spot.x * 10) / 10, y: Math.round(spot.y * 10) / 10 });
      const under = this.view.discs.filter((o) => o !== known && o.x !== null && !o.held && Math.hypot(o.x - spot.x, o.y - spot.y) < g.CHECKER / 2);
      Object.assign(known, { x: spot.x, y: spot.y, held: false, isMine: false, layer: under.length });
    } else {
      this.send({ op: "aside", disc: disc.number });
      Object.assign(known, { x: null, y: null, held: false, isMine: false, layer: 0 });
    }
    this.pending.set(disc.number, { x: known.x, y: known.y, until: performance.now() + 2000 });
    this.view.setDiscs(this.view.discs);
    this.withdraw();
  }

  putBack(one) {
    this.lay(one, one.from.x === null ? null : one.from);
  }

  // For whoever waits: how many checkers are in these hands, or laid down and not yet heard of.
  mark() {
    document.body.dataset.busy = this.pending.size + this.drags.size + this.taken.length;
  }

  withdraw() {
    this.mark();
    if (!this.drags.size && !this.taken.length) this.view.markOver();
    if (!this.drags.size && !this.taken.length) this.send({ op: "hand", on: false });
  }

  // Where a checker let go at a spot comes to lie. With `isExact` just there, else as tidy hands lay it.
  restingAt(x, y, isExact, disc) {
    if (!g.isOnBoard(x, y)) return null;
    const place = g.placeAt(x, y);
    const lying = this.view.discs.filter((other) => !other.held && other.number !== disc.number);
    if (!isExact && Math.abs(y - g.fromRim(place, 0)) <= g.REACH) return g.nextSpot(place, lying);
    const edge = g.CHECKER / 2;
    return { x: Math.min(Math.max(x, edge), g.WIDTH - edge), y: Math.min(Math.max(y, edge), g.DEPTH - edge) };
  }

  // Pointers

  spotOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.view.svg.getScreenCTM().inverse());
    return { drawn: [point.x, point.y], board: this.view.toBoard(point.x, point.y) };
  }

  // The checker under a spot: the nearest, the topmost of a stack; in a tray the last one laid there.
  under(x, y) {
    const place = g.placeAt(x, y);
    if (g.isTray(place)) return this.view.lyingOn(place).at(-1);
    const near = this.view.discs.filter((disc) => disc.x !== null && !disc.held && Math.hypot(disc.x - x, disc.y - y) < PICK_MM);
    near.sort((a, b) => Math.round(Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y)) || b.layer - a.layer);
    const nearest = near[0];
    return near.filter((disc) => Math.hypot(disc.x - nearest.x, disc.y - nearest.y) < 4).sort((a, b) => b.layer - a.layer)[0];
  }

  down(event) {
    if (event.button !== 0 || this.drags.has(event.pointerId)) return;
    event.preventDefault();
    const { drawn, board } = this.spotOf(event);
    const isMore = event.shiftKey && this.under(...board); // with Shift another one comes into the hand
    if (this.taken.length && !isMore) { // a checker waits in the hand: lay it here
      this.focusOn(g.placeAt(...board), false);
      return this.layTaken(this.restingAt(...board, event.shiftKey, this.taken.at(-1).disc), g.placeAt(...board));
    }
    const disc = this.under(...board);
    if (!disc) return;
    const held = this.lift(disc);
    if (!held) return;
    this.focusOn(this.view.placeOf(disc), false);
    this.view.svg.setPointerCapture(event.pointerId);
    this.drags.set(event.pointerId, { ...held, start: drawn, isMoved: false });
    this.float(held.ghost, drawn);
  }

  move(event) {
    const { drawn } = this.spotOf(event);
    const drag = this.drags.get(event.pointerId);
    if (drag) {
      if (Math.hypot(drawn[0] - drag.start[0], drawn[1] - drag.start[1]) > CLICK_MM) drag.isMoved = true;
      this.float(drag.ghost, drawn);
    }
    if (drag || this.taken.length) this.view.markOver(g.placeAt(...this.view.toBoard(...drawn)));
    if (!drag && event.pointerType === "mouse") this.taken.forEach((one, n) => this.float(one.ghost, [drawn[0] + 6 * n, drawn[1] - 6 * n]));
  }

  up(event) {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    this.drags.delete(event.pointerId);
    if (!drag.isMoved) { // a click: the checker stays in the hand until the next one
      this.taken.push(drag);
      this.sayLifted(this.view.placeOf({ ...drag.disc, ...drag.from }));
      return;
    }
    const { board } = this.spotOf(event);
    this.lay(drag, this.restingAt(...board, event.shiftKey, drag.disc));
  }

  cancel(event) {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    this.drags.delete(event.pointerId);
    this.putBack(drag);
  }

  float(ghost, [x, y]) {
    ghost.style.transform = `translate(${x}px, ${y - 2}px) scale(1.07)`;
  }

  layTaken(spot, place) {
    const one = this.taken.pop();
    this.lay(one, spot);
    this.say(spot ? t("Laid down: {place}.", { place: this.view.nameOf(place) }) : t("Laid beside the board."));
  }

  // Keyboard: one place has the focus; arrows move it, Enter lifts and lays

  focused(event) {
    const place = event.target.closest("[data-place]");
    if (place) this.rove(Number(place.dataset.place));
  }

  rove(place) {
    this.view.places.forEach(({ group }, other) => group.setAttribute("tabindex", other === place ? "0" : "-1"));
    this.focus = place;
  }

  focusOn(place, isSeen = true) {
    this.rove(place);
    if (isSeen || this.view.svg.contains(document.activeElement)) this.view.places[place].group.focus({ preventScroll: true, focusVisible: isSeen });
    if (this.taken.length) this.hover();
  }

  // What a key holds floats over the place that has the focus.
  hover() {
    const { x, y, width, height, isTop } = this.view.area(this.focus);
    const reach = Math.min(height - 22, 130);
    this.taken.forEach((one, n) => this.float(one.ghost, [x + width / 2 + 6 * n, isTop ? y + reach : y + height - reach]));
  }

  // The rows as they are seen, from left to right: points, bar, points, and the tray at its end.
  rows() {
    const line = (far) => {
      const places = Array.from({ length: g.ROW }, (_, n) => n + (far ? g.ROW : 0));
      places.splice(g.ROW / 2, 0, far ? g.BAR_FAR : g.BAR_NEAR);
      if (this.view.isTurned) places.reverse();
      const tray = far ? g.TRAY_FAR : g.TRAY_NEAR;
      return this.view.isTrayRight() ? [...places, tray] : [tray, ...places];
    };
    return this.view.isTurned ? [line(false), line(true)] : [line(true), line(false)];
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = this.rows();
    const row = rows[0].includes(this.focus) ? 0 : 1, column = rows[row].indexOf(this.focus);
    const go = (place) => { event.preventDefault(); this.focusOn(place); };
    switch (event.key) {
      case "ArrowLeft": return go(rows[row][Math.max(column - 1, 0)]);
      case "ArrowRight": return go(rows[row][Math.min(column + 1, rows[row].length - 1)]);
      case "ArrowUp": return go(rows[0][column]);
      case "ArrowDown": return go(rows[1][column]);
      case "Home": return go(rows[row][0]);
      case "End": return go(rows[row].at(-1));
      case "Escape": return this.escape(event);
      case "Enter": case " ": return this.act(event);
    }
  }

  escape(event) {
    const one = this.taken.pop();
    if (!one) return;
    event.preventDefault();
    this.putBack(one);
    this.say(t("Put back."));
  }

  act(event) {
    event.preventDefault();
    if (event.repeat) return;
    if (this.taken.length && !event.shiftKey) {
      const disc = this.taken.at(-1).disc;
      const lying = this.view.discs.filter((other) => !other.held && other !== disc);
      return this.layTaken(g.isTray(this.focus) ? null : g.nextSpot(this.focus, lying), this.focus);
    }
    const disc = this.view.lyingOn(this.focus).at(-1);
    const one = disc && this.lift(disc);
    if (!one) return this.say(t("{place} is empty.", { place: this.view.nameOf(this.focus) }));
    this.taken.push(one);
    this.hover();
    this.sayLifted(this.focus);
  }

  sayLifted(place) {
    this.say(t("Lifted: {place}. Choose where to lay it.", { place: this.view.nameOf(place) }));
  }
}
