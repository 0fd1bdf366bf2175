// The line to gammond: numbered changes in, what hands do out. Connects again by itself, without haste.
import { learn, t } from "./words.js";

const FIRST_WAIT = 250, LONGEST_WAIT = 4000;
const FULL = 1013, FULL_WAIT = 15000; // told that too many pages are open: there is no hurry
const STILL_OPEN = 1000; // ms; a line that held so long was a good one

export class Link {
  // told(state, changed, sounds): after every message; felt(isConnected, reason, heardAt): the line came or went.
  constructor({ told, felt, refused = () => {}, strip = () => {} }) {
    Object.assign(this, { told, felt, refused, strip });
    this.state = {};
    this.seq = 0;
    this.boot = "";
    this.wait = FIRST_WAIT;
    this.heardAt = null;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    let isIn = false;
    socket.onopen = () => { isIn = true; };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.felt(false, event.reason, this.heardAt);
      if (!isIn) this.ask();
      const wait = event.code === FULL ? FULL_WAIT : this.wait;
      setTimeout(() => this.connect(), wait * (0.8 + 0.4 * Math.random())); // pages that were cut off together do not come back together
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  // Why the line was refused: gammond is away, or it does not know this page's cookie.
  async ask() {
    try {
      const answer = await fetch(location.pathname, { method: "HEAD" });
      if (answer.status === 403) this.felt(false, t("gammond does not know this page: open the address that it printed."), this.heardAt);
    } catch { /* it is away: that is said already */ }
  }

  take(message) {
    this.heardAt = new Date();
    if ("all" in message) {
      this.state = message.all;
      this.boot = message.boot;
      this.seq = message.seq;
      setTimeout((socket) => { if (this.socket === socket) this.wait = FIRST_WAIT; }, STILL_OPEN, this.socket);
      learn(this.state.words, this.state.language);
      this.felt(true, "", this.heardAt);
      this.told(this.state, new Set(Object.keys(this.state)), []);
    } else if ("set" in message) {
      if (message.seq !== this.seq + 1) return this.socket.close(); // something is missing: begin anew
      this.seq = message.seq;
      Object.assign(this.state, message.set);
      const isOtherLanguage = "words" in message.set || "language" in message.set;
      if (isOtherLanguage) learn(this.state.words, this.state.language);
      this.told(this.state, new Set(Object.keys(isOtherLanguage ? this.state : message.set)), message.sounds || []);
    } else if ("refused" in message) this.refused(message.refused);
    else if ("strip" in message) this.strip(message.strip);
  }

  send(request) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }
}
