// The four keys of the board: down and up are told as they happen; how long is a hold is for gammond to say.
const SHORTEST = 70; // ms that a key stays down or up; a real finger is slower, and the board samples its keys no faster

export class Keys {
  constructor(buttons, send) {
    this.send = send;
    this.isDown = new Map();
    this.free = new Map(); // from when on the next may be told of a key
    for (const button of buttons) {
      const key = Number(button.dataset.key);
      const on = (name, act) => button.addEventListener(name, act);
      on("pointerdown", (event) => {
        if (event.button !== 0) return;
        button.setPointerCapture(event.pointerId);
        this.down(key, button);
      });
      for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) on(name, () => this.up(key));
      on("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (!event.repeat) this.down(key, button);
      });
      on("keyup", (event) => {
        if (event.key === "Enter" || event.key === " ") this.up(key);
      });
      on("click", (event) => { // a screen reader's press has no down and up of its own
        if (event.detail === 0 && event.pointerType === "" && !this.isDown.has(key) && performance.now() - (this.lastUp || -1e9) > 400) this.tap(key, button);
      });
      on("contextmenu", (event) => event.preventDefault());
      on("blur", () => this.up(key));
    }
    this.buttons = new Map([...buttons].map((button) => [Number(button.dataset.key), button]));
    window.addEventListener("blur", () => this.release());
  }

  down(key, button = this.buttons.get(key)) {
    if (this.isDown.has(key) || !this.tell("press", key)) return;
    this.isDown.set(key, button);
    button.classList.add("is-down");
  }

  up(key) {
    const button = this.isDown.get(key);
    if (!button) return;
    this.isDown.delete(key);
    this.lastUp = performance.now();
    button.classList.remove("is-down");
    this.tell("release", key);
  }

  // Tell of a key, but not sooner than the board can see that it is another press.
  tell(op, key) {
    const now = performance.now(), at = Math.max(now, this.free.get(key) || 0);
    this.free.set(key, at + SHORTEST);
    if (at === now) return this.send({ op, key });
    setTimeout(() => this.send({ op, key }), at - now);
    return true;
  }

  tap(key, button) {
    this.down(key, button);
    setTimeout(() => this.up(key), 120);
  }

  // The line was lost, or the window: every key comes up.
  release() {
    for (const key of [...this.isDown.keys()]) this.up(key);
  }
}
