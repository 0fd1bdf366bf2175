// The board in millimetres, as in hardware/geometry.py: places 0-11 the near row from left to right, 12-23 the far row,
// 24 and 25 the near and far half of the bar, 26 and 27 the near and far tray. x grows to the right, y away from near.
export const PITCH = 40, CHECKER = 36, THICK = 9, BAR = 50, WIDTH = 530, DEPTH = 460;
export const ROW = 12, BAR_NEAR = 24, BAR_FAR = 25, TRAY_NEAR = 26, TRAY_FAR = 27, PLACES = 28;
export const REACH = 200; // how far from its rim a point is laid on; beyond lies the middle of the board
export const FRAME = 34, RAIL = 12, TRAY = 46;

export const isFar = (place) => (place >= 24 ? place % 2 === 1 : place >= ROW);
export const isPoint = (place) => place < BAR_NEAR;
export const isTray = (place) => place >= TRAY_NEAR;
export const holds = (place) => (place < BAR_NEAR ? 5 : 3);

export function placeX(place) {
  if (place >= BAR_NEAR) return WIDTH / 2;
  const column = place % ROW;
  return PITCH * (column + 0.5) + (column >= ROW / 2 ? BAR : 0);
}

export const fromRim = (place, mm) => (isFar(place) ? DEPTH - mm : mm);
export const isOnBoard = (x, y) => x >= 0 && x <= WIDTH && y >= 0 && y <= DEPTH;

// The place a spot of the board belongs to, or the tray beside it.
export function placeAt(x, y) {
  const far = y > DEPTH / 2;
  if (x < 0 || x > WIDTH) return far ? TRAY_FAR : TRAY_NEAR;
  const half = (ROW / 2) * PITCH;
  if (x >= half && x < half + BAR) return far ? BAR_FAR : BAR_NEAR;
  const column = Math.floor((x < half ? x : x - BAR) / PITCH);
  return Math.min(Math.max(column, 0), ROW - 1) + (far ? ROW : 0);
}

// The place of a side's point 1-24, bar (25) or tray (0). side: 0 White, 1 Black.
export function placeOf(layout, side, slot) {
  let seat = side === 0 ? layout.white_seat : 1 - layout.white_seat;
  if (slot === 25) return BAR_NEAR + seat;
  if (slot === 0) return TRAY_NEAR + seat;
  if (slot > 12) {
    slot = 25 - slot;
    seat = 1 - seat;
  }
  const column = layout.home_is_right ? 12 - slot : slot - 1;
  return seat === 0 ? column : ROW + column;
}

// The point of a side that a place is: 1-24, or undefined.
export function pointOf(layout, side, place) {
  for (let slot = 1; slot <= 24; slot++) if (placeOf(layout, side, slot) === place) return slot;
  return undefined;
}

// Where a checker comes to lie when it is laid on a place: the first free spot from the rim, or on top of the one
// there that has the fewest on it. `lying`: the other checkers on the board, as {x, y, layer}.
export function nextSpot(place, lying) {
  const x = placeX(place);
  const here = lying.filter((disc) => disc.x !== null && placeAt(disc.x, disc.y) === place);
  for (let row = 0; row < holds(place); row++) {
    const y = fromRim(place, CHECKER * (row + 0.5));
    if (here.every((disc) => Math.hypot(disc.x - x, disc.y - y) > CHECKER - 6)) return { x, y };
  }
  const low = here.filter((disc) => disc.layer === 0);
  const height = (disc) => here.filter((other) => Math.hypot(other.x - disc.x, other.y - disc.y) < CHECKER / 2).length;
  low.sort((a, b) => height(a) - height(b) || Math.abs(a.y - fromRim(place, 0)) - Math.abs(b.y - fromRim(place, 0)));
  return { x: low[0].x, y: low[0].y };
}

// A position's checkers laid straight, for pages that only watch: [{number, x, y, layer, colour, held}].
export function straight(position, layout) {
  const discs = [];
  [position.white, position.black].forEach((counts, colour) => {
    counts.forEach((count, slot) => {
      const place = placeOf(layout, colour, slot);
      for (let row = 0; row < count; row++) {
        const number = discs.length;
        if (isTray(place)) discs.push({ number, x: null, y: null, layer: 0, colour, held: false });
        else {
          const y = fromRim(place, CHECKER * ((row % holds(place)) + 0.5));
          discs.push({ number, x: placeX(place), y, layer: Math.floor(row / holds(place)), colour, held: false });
        }
      }
    });
  });
  return discs;
}
