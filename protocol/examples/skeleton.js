// The skeleton of an HGI engine: begin with the player, and leave the rules to a referee.
//
//     node skeleton.js [COMMAND...]     COMMAND starts the referee, an HGI engine; default: sarai
//
// The referee runs beside this program. It checks every line and knows what is legal; this program
// announces itself, keeps track of its search and chooses the move. Put your player into `rank`. It
// answers at once, which HGI allows; a player that thinks for long does so in a worker, so that
// `stop` and `isready` are heard. `sarai check -- node skeleton.js` tests the result.
"use strict";
const { spawn } = require("node:child_process");
const { createHash } = require("node:crypto");

const NAME = "Skeleton", AUTHOR = "you";
const FEATURES = ["view", "legal", "belief", "result", "d"]; // all of them answered by the referee
const OPTIONS = ["Seed", "Trusted"];
const NOT_DURING_A_SEARCH = ["setoption", "newgame", "position", "go"];
const NOTHING = "depth 0 maxdepth 0 nodes 0 memory 0 determinizations 0 full 0";

// Your player: the legal moves, the best first. This one shuffles them.
function rank(legal, seed) {
  const key = (move) => createHash("md5").update(`${seed} ${move} ${legal.length}`).digest("hex");
  return [...legal].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

// Calls `take` with each line of a stream, as bytes, without its end.
function eachLine(stream, take, end) {
  let pieces = [];
  stream.on("data", (chunk) => {
    let at;
    while ((at = chunk.indexOf(10)) >= 0) {
      take(Buffer.concat([...pieces, chunk.subarray(0, at)]));
      pieces = [];
      chunk = chunk.subarray(at + 1);
    }
    if (chunk.length) pieces.push(chunk);
  });
  stream.on("end", () => {
    if (pieces.length) take(Buffer.concat(pieces));
    end();
  });
}

// Another HGI engine in a process of its own.
class Referee {
  constructor([program, ...words]) {
    this.process = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
    this.asked = 0;
    this.found = [];
    this.process.on("error", (fault) => leave(2, `${program}: ${fault.message}`));
    this.process.stdin.on("error", () => {});
    eachLine(this.process.stdout, (raw) => this.take(raw.toString()), () => {
      if (!leaving) leave(2, "the referee has gone");
    });
  }

  take(line) {
    if (line !== `readyok ask${this.asked}`) return this.found.push(line);
    const found = this.found;
    this.found = [];
    this.done(found);
  }

  // All that is answered to these lines; an `isready` behind them ends the answer.
  ask(...lines) {
    return new Promise((done) => {
      this.done = done;
      this.asked += 1;
      for (const line of lines) this.process.stdin.write(Buffer.concat([Buffer.from(line), LF]));
      this.process.stdin.write(`isready ask${this.asked}\n`);
    });
  }

  async start() {
    await this.ask("setoption name Memory value 1");
    const hello = await this.ask("hgi");
    this.games = hello.filter((line) => line.startsWith("game "));
    this.options = hello.filter((line) => line.startsWith("option "));
    const features = hello.find((line) => line.startsWith("feature")).split(" ").slice(1);
    this.unannounced = features.filter((name) => !FEATURES.includes(name));
  }
}

class Engine {
  constructor(referee) {
    this.referee = referee;
    this.seed = "0";
    this.search = null; // an infinite one: its id, its answer
  }

  // One line of the client.
  async handle(raw) {
    const words = raw.toString().split(/[ \t\r]+/).filter((word) => word);
    const name = words[0] ?? "";
    if (name === "quit" && words.length === 1) return leave(0);
    if (this.search && NOT_DURING_A_SEARCH.includes(name))
      return say(`error busy ${name} has to wait for the end of the search`);
    if (this.referee.unannounced.includes(name))
      return say(`error unknown-command ${name} is not announced`);
    if (name === "go") return this.go(raw, words);
    if (name === "setoption" && words[1] === "name" && words[2] && !OPTIONS.includes(words[2])) {
      const field = words[2].slice(0, 64);
      return say(`error bad-option field ${field} the options are ${OPTIONS.join(" ")}`);
    }
    if (name === "hgi" && words.length === 1) return this.hello();
    const answer = await this.referee.ask(raw);
    say(...answer);
    if (!answer.length) this.obey(name, words);
  }

  // What the referee was silent about, so that it is right and concerns us too.
  obey(name, words) {
    if (name === "setoption" && words[2] === "Seed") this.seed = words[4];
    if (name === "stop" && this.search && (words.length < 3 || words[2] === this.search.id))
      this.finish();
  }

  hello() {
    const options = this.referee.options.filter((line) => OPTIONS.includes(line.split(" ")[2]));
    say(`id name ${NAME}`, `id author ${AUTHOR}`, "protocol 1", `feature ${FEATURES.join(" ")}`);
    say(...this.referee.games, ...options, "hgiok");
  }

  // The referee reads the line, too: it says what is wrong with it, or that nobody moves.
  async go(raw, words) {
    const [first] = await this.referee.ask(raw, "stop", "wait");
    if (/^(error|bestmove none)/.test(first)) return say(first);
    const keys = {};
    for (let at = 1; at < words.length; at += 1) {
      const key = words[at];
      keys[key] = key === "infinite" ? "" : words[(at += 1)];
    }
    const legal = (await this.referee.ask("legal"))[0].split(" ").slice(1);
    const only = keys.only?.split(",") ?? legal;
    const also = keys.also?.split(",") ?? [];
    const tag = "id" in keys ? ` id ${keys.id}` : "";
    const ranking = rank(only, this.seed);
    const lines = [`info${tag} time 0 iterations 0 ips 0 ${NOTHING}`];
    [...ranking, ...also.filter((move) => !only.includes(move))].forEach((move, at) => {
      if (at >= Number(keys.multipv ?? 1) && !also.includes(move)) return;
      const prior = (only.includes(move) ? 1 / only.length : 0).toFixed(4);
      const zero = `visits 0 available 0 prior ${prior} pv ${move}`;
      lines.push(`info${tag} multipv ${at + 1} move ${move} ${zero}`);
    });
    this.search = { id: keys.id, answer: [...lines, `bestmove ${ranking[0]}${tag}`] };
    if (!("infinite" in keys)) this.finish();
  }

  finish() {
    if (!this.search) return;
    const { answer } = this.search;
    this.search = null;
    say(...answer);
  }
}

function say(...lines) {
  if (lines.length) process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function leave(code, why) {
  leaving = true;
  if (why) process.stderr.write(`skeleton: ${why}\n`);
  process.exit(code);
}

const LF = Buffer.from("\n");
let leaving = false;
process.stdout.on("error", () => leave(0)); // the client has gone
const command = process.argv.slice(2);
const engine = new Engine(new Referee(command.length ? command : ["sarai"]));
let turn = engine.referee.start();
const inTurn = (act) => {
  turn = turn.then(act);
};
eachLine(process.stdin, (raw) => inTurn(() => engine.handle(raw)), () =>
  inTurn(() => {
    engine.finish();
    process.stdout.write("", () => leave(0)); // behind all that is still to be written
  }),
);
