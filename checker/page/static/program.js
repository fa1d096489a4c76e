// Requests to the program in the worker; one that takes too long is ended, and the program begun anew.
const PATIENCE = 20_000;

export class Program {
  // `words` are what the program calls the games, by their names; `first` is the one that is laid ready.
  constructor(words, first, onState) {
    this.words = words;
    this.first = first;
    this.onState = onState;
    this.waiting = new Map();
    this.number = 0;
    this.begin();
  }

  begin() {
    this.onState("starting");
    this.ready = false;
    this.worker = new Worker("worker.js", { type: "module", name: this.words[this.first] });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.onState("broken", event.message);
  }

  heard(data) {
    if (data.ready) {
      this.ready = true;
      this.onState("ready");
      for (const one of this.waiting.values()) this.watch(one);
    } else if (data.broken) {
      this.onState("broken", data.broken);
    } else {
      const one = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (one) {
        clearTimeout(one.clock);
        one.done(JSON.parse(data.said));
      }
    }
  }

  watch(one) {
    one.clock = setTimeout(() => this.end(), PATIENCE);
  }

  end() {
    this.worker.terminate();
    for (const one of this.waiting.values()) {
      clearTimeout(one.clock);
      one.done({ failed: `this was not worked out in ${PATIENCE / 1000} seconds; say less, or ask for one thing` });
    }
    this.waiting.clear();
    this.begin();
  }

  ask(request) {
    return new Promise((done) => {
      const one = { done, clock: 0 };
      this.waiting.set(++this.number, one);
      if (this.ready) this.watch(one);
      this.worker.postMessage({ number: this.number, request: { ...request, game: this.words[request.game] } });
    });
  }
}
