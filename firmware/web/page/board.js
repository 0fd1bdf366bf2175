// The page to play on: puts the drawing, the hands, the keys, the screen and the sounds together.
import { Hands } from "./hands.js";
import { Keys } from "./keys.js";
import { Link } from "./link.js";
import { drawPicture } from "./oled.js";
import { lostText, scoreLine, sideName, spokenText, t } from "./words.js";
import { Sound } from "./sound.js";
import { Strip } from "./strip.js";
import { View } from "./view.js";

const $ = (id) => document.getElementById(id);
const view = new View($("board"));
const send = (request) => link.send(request);
const hands = new Hands(view, send, (text) => { $("said").textContent = text; });
const keys = new Keys(document.querySelectorAll(".key"), send);
const sound = new Sound($("sound"));
const strip = new Strip($("strip"));
const HINT_MS = 4000;
let isTurned = false, speaking = 0, hinting = 0;

const link = new Link({
  told(state, changed, sounds) {
    if (changed.has("layout")) {
      view.setLayout(state.layout, isTurned);
      nameSeats(state);
    }
    if (changed.has("match")) {
      view.setNumbers(state.match?.on_turn === "black" ? 1 : 0);
      $("score").textContent = scoreLine(state);
      $("as-match").disabled = !state.match;
      nameSeats(state);
    }
    if (changed.has("board") && state.board) hands.hear(state.board);
    if (changed.has("board")) showHand(Boolean(state.board?.is_hand));
    if (changed.has("lamps")) view.setLamps(state.lamps);
    if (changed.has("picture")) for (const id of ["oled", "second-oled"]) drawPicture($(id), state.picture);
    if (changed.has("panels")) $("second-oled").hidden = state.panels < 2;
    if (changed.has("text") || changed.has("match")) speak(state);
    sounds.forEach((name) => sound.play(name));
    mark(state);
  },
  felt(isConnected, reason, heardAt) {
    document.body.dataset.connected = isConnected;
    $("lost").hidden = isConnected;
    $("lost").textContent = isConnected ? "" : lostText(reason, heardAt);
    if (!isConnected) {
      hands.forget();
      keys.release();
    } else if (!$("strip").hidden) send({ op: "strip", on: true });
  },
  refused(reason) {
    $("said").textContent = $("hint").textContent = reason;
    $("hint").hidden = false;
    clearTimeout(hinting);
    hinting = setTimeout(() => { $("hint").hidden = true; }, HINT_MS);
    hands.pending.clear();
    if (link.state.board) hands.hear(link.state.board);
  },
  strip: (told) => strip.show(told),
});

// What a test, or whoever looks, can wait for.
function mark(state) {
  const data = document.body.dataset;
  data.seq = link.seq;
  data.boot = link.boot;
  data.state = state.state;
  data.rolling = Boolean(state.match?.is_rolling);
  data.onTurn = state.match?.on_turn || "";
  data.line1 = state.text.lines[0];
  data.line2 = state.text.lines[1];
}

function nameSeats(state) {
  const names = state.match?.names || [sideName(0), sideName(1)];
  const white = state.layout.white_seat;
  const label = (seat) => {
    const side = seat === white ? 0 : 1;
    return names[side] === sideName(side) ? names[side] : `${names[side]}, ${sideName(side)}`;
  };
  [["near-name", 0], ["far-name", 1]].forEach(([id, seat]) => {
    $(id).textContent = $(id).title = label(seat);
    $(id).classList.toggle("is-black", seat !== white);
    const side = seat === white ? "white" : "black";
    $(id).classList.toggle("is-on-turn", state.match?.on_turn === side);
  });
}

function showHand(isHand) {
  document.body.classList.toggle("has-hand", isHand);
  $("hand").hidden = !isHand;
  $("hand").textContent = ` · ${t("hand on the board")}`;
}

// The two lines, for those who cannot see the screen; said once they stand still.
function speak(state) {
  $("oled").setAttribute("aria-label", `${t("Screen:")} ${spokenText(state)}`);
  const facing = state.text.facing ? t("turned to the far player") : t("turned to the near player");
  $("facing").textContent = state.text.is_asleep ? t("asleep: any key wakes it") : state.panels > 1 ? t("one panel for each player") : facing;
  document.body.classList.toggle("warns", state.text.is_warning);
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    const text = spokenText(state);
    if ($("spoken").textContent !== text) $("spoken").textContent = text;
  }, 250);
}

// The buttons above the board

for (const button of document.querySelectorAll("#set-up button")) {
  button.addEventListener("click", () => {
    hands.forget();
    send({ op: "set_up", what: button.dataset.what, home_is_right: button.dataset.right !== "false" });
    if (button.dataset.right && !link.state.match) view.setLayout({ ...view.layout, home_is_right: button.dataset.right === "true" });
    $("set-up").open = false;
    $("set-up").querySelector("summary").focus();
  });
}
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#set-up")) $("set-up").open = false;
});
$("set-up").addEventListener("keydown", (event) => {
  if (event.key === "Escape") $("set-up").open = false;
});
$("turn").addEventListener("click", () => {
  isTurned = !isTurned;
  document.body.classList.toggle("is-turned", isTurned);
  view.setLayout(view.layout, isTurned);
  hands.rove(hands.focus);
});
$("developers").addEventListener("click", () => {
  const isOn = $("strip").hidden;
  $("strip").hidden = !isOn;
  $("developers").setAttribute("aria-pressed", String(isOn));
  send({ op: "strip", on: isOn });
});
$("help").addEventListener("click", () => $("helping").showModal());
$("letters").checked = localStorage.getItem("gammond.letters") !== "off";
$("letters").addEventListener("change", () => localStorage.setItem("gammond.letters", $("letters").checked ? "on" : "off"));

// Letters press the keys, as long as they are down.
const LETTERS = { a: 0, s: 1, k: 2, l: 3 };
const keyOf = (event) => ($("letters").checked && !event.ctrlKey && !event.metaKey && !event.altKey ? LETTERS[event.key.toLowerCase()] : undefined);
document.addEventListener("keydown", (event) => {
  const key = keyOf(event);
  if (key !== undefined && !event.repeat && !$("helping").open) keys.down(key);
});
document.addEventListener("keyup", (event) => {
  const key = LETTERS[event.key.toLowerCase()];
  if (key !== undefined) keys.up(key);
});
document.body.dataset.ready = "yes";
