// What the board makes heard, from oscillators: no file is loaded. Silent until somebody switches it on.
const TONES = { // [Hz, from s, for s]
  click: [[1900, 0, 0.012]],
  complete: [[1320, 0, 0.07]],
  warning: [[311, 0, 0.13], [311, 0.21, 0.13]],
  double: [[784, 0, 0.12], [1047, 0.13, 0.18]],
  "game over": [[784, 0, 0.13], [988, 0.14, 0.13], [1319, 0.28, 0.34]],
};

export class Sound {
  constructor(button) {
    this.button = button;
    this.isOn = false;
    button.addEventListener("click", () => this.switch(!this.isOn));
    if (localStorage.getItem("gammond.sound") === "on") { // browsers allow it after the first touch only
      addEventListener("pointerdown", () => this.switch(true), { once: true });
      addEventListener("keydown", () => this.switch(true), { once: true });
    }
  }

  switch(isOn) {
    this.isOn = isOn;
    if (isOn) {
      this.context ||= new AudioContext();
      this.context.resume();
    }
    this.button.setAttribute("aria-pressed", String(isOn));
    localStorage.setItem("gammond.sound", isOn ? "on" : "off");
  }

  play(name) {
    if (!this.isOn || !this.context) return;
    if (name === "roll") return this.dice();
    for (const [hertz, from, length] of TONES[name] || []) this.tone(hertz, this.context.currentTime + from, length);
  }

  tone(hertz, at, length, volume = 0.14) {
    const oscillator = this.context.createOscillator(), gain = this.context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume, at + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length + 0.04);
    oscillator.connect(gain).connect(this.context.destination);
    oscillator.start(at);
    oscillator.stop(at + length + 0.05);
  }

  // Dice in a cup: short knocks, each a little different.
  dice() {
    const now = this.context.currentTime;
    for (let n = 0; n < 9; n++) this.tone(420 + 900 * Math.random(), now + 0.06 * n + 0.03 * Math.random(), 0.012, 0.09);
  }
}
