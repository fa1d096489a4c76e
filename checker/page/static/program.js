// Requests to the program in the worker, one at a time; one that takes too long is ended, and the program begun anew.
const PATIENCE = 20_000;

export class Program {
  // `words` are what the program calls the games, by their names; `first` is the one that is laid ready.
  constructor(words, first, onState) {
    this.words = words;
    this.first = first;
    this.onState = onState;
    this.waiting = [];
    this.asked = null;
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
    if (data.loaded || data.doing) {
      this.onState("starting", data.doing ?? "", data.loaded);
      return;
    }
    if (data.ready) {
      this.ready = true;
      this.onState("ready");
    } else if (data.broken) {
      this.onState("broken", data.broken);
    } else if (this.asked && data.number === this.asked.number) {
      this.finish(JSON.parse(data.said));
    }
    this.next();
  }

  // The clock of a request begins when the program begins with it, not while others are before it.
  next() {
    if (!this.ready || this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.asked.clock = setTimeout(() => this.end(), PATIENCE);
    this.worker.postMessage({ number: this.asked.number, request: this.asked.request });
  }

  finish(said) {
    const one = this.asked;
    this.asked = null;
    clearTimeout(one.clock);
    one.done(said);
  }

  end() {
    this.worker.terminate();
    this.finish({ failed: `this was not worked out in ${PATIENCE / 1000} seconds; say less, or ask for one thing` });
    this.begin();
  }

  ask(request) {
    return new Promise((done) => {
      const said = { ...request, game: this.words[request.game] };
      this.waiting.push({ number: ++this.number, request: said, done, clock: 0 });
      this.next();
    });
  }
}
