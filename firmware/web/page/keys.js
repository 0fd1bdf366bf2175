// The four keys of the board: down and up are told as they happen; how long is a hold is for gammond to say.
const SHORTEST = 70; // ms; a real finger is slower, and the board samples its keys no faster

export class Keys {
  constructor(buttons, send) {
    this.send = send;
    this.isDown = new Map();
    this.since = new Map();
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
    if (this.isDown.has(key) || !this.send({ op: "press", key })) return;
    this.isDown.set(key, button);
    this.since.set(key, performance.now());
    button.classList.add("is-down");
  }

  up(key) {
    const button = this.isDown.get(key);
    if (!button) return;
    this.isDown.delete(key);
    this.lastUp = performance.now();
    button.classList.remove("is-down");
    const early = SHORTEST - (performance.now() - this.since.get(key));
    if (early > 0) setTimeout(() => this.send({ op: "release", key }), early);
    else this.send({ op: "release", key });
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
