// The line to gammond: numbered changes in, what hands do out. Connects again by itself.
const FIRST_WAIT = 250, LONGEST_WAIT = 4000;

export class Link {
  // told(state, changed, sounds): after every message; state: "connected" | "lost" with a reason goes to `felt`.
  constructor({ told, felt, refused = () => {}, strip = () => {} }) {
    Object.assign(this, { told, felt, refused, strip });
    this.state = {};
    this.seq = 0;
    this.boot = "";
    this.wait = FIRST_WAIT;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    this.socket = socket;
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.felt(false, event.reason);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  take(message) {
    if ("all" in message) {
      const changed = Object.keys(message.all);
      this.state = message.all;
      this.boot = message.boot;
      this.seq = message.seq;
      this.wait = FIRST_WAIT;
      this.felt(true, "");
      this.told(this.state, new Set(changed), []);
    } else if ("set" in message) {
      if (message.seq !== this.seq + 1) return this.socket.close(); // something is missing: begin anew
      this.seq = message.seq;
      Object.assign(this.state, message.set);
      this.told(this.state, new Set(Object.keys(message.set)), message.sounds || []);
    } else if ("refused" in message) this.refused(message.refused);
    else if ("strip" in message) this.strip(message.strip);
  }

  send(request) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }
}
