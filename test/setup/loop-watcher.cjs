// The thread that watches the event loop of a process of tests. Every test file starts one, and an ES module would take a
// quarter longer to start.
const { openSync, readSync, writeSync } = require('node:fs');
const { Session } = require('node:inspector');
const { workerData } = require('node:worker_threads');

const LOOK_MILLIS = 1000;
/** For a thread that runs JavaScript to say where, and for the runner to read what it says. */
const LAST_WORDS_SECONDS = 2;

const { beats, limit, note } = workerData;
const schedulerFile = open(`/proc/self/task/${process.pid}/schedstat`);

let seen = -1;
let standing = begin();
let stack;

setInterval(() => {
  const beat = Atomics.load(beats, 0);
  const isLost = stack !== undefined;
  if (beat === seen || isLost) standing.looks++;
  else standing = begin();
  seen = beat;
  const seconds = secondsOf(standing);
  if (isLost) {
    if (seconds >= LAST_WORDS_SECONDS) end();
  } else if (seconds >= Atomics.load(limit, 0)) {
    standing = begin();
    fail(Math.round(seconds));
  }
}, LOOK_MILLIS);

function begin() {
  return { looks: 0, since: performance.now(), waitedBefore: waitedMillis() };
}

/**
 * Looks are counted, not the time between them: a machine that is paused or slow stops this thread too. The time in which the
 * thread of the tests waits for a CPU is not counted either.
 */
function secondsOf({ looks, since, waitedBefore }) {
  if (looks === 0) return 0;
  const waited = (waitedMillis() - waitedBefore) / (performance.now() - since);
  return (looks * LOOK_MILLIS * (1 - waited)) / 1000;
}

/** How long the thread of the tests has waited for a CPU. 0 where the system does not tell. */
function waitedMillis() {
  if (schedulerFile === undefined) return 0;
  const text = Buffer.alloc(128);
  readSync(schedulerFile, text, 0, text.length, 0);
  return Number(text.toString('latin1').split(' ')[1]) / 1e6;
}

function open(file) {
  try {
    return openSync(file);
  } catch {
    return undefined;
  }
}

function fail(seconds) {
  const test = Buffer.from(note.slice(0, note.indexOf(0))).toString();
  const message = `The event loop has not turned for ${seconds} s: ${test}`;
  // Not by `console`, which needs the thread that stands.
  writeSync(2, `\n${message}\n`);
  stack = 'No JavaScript stack: it stands in a native call, such as spawnSync.';
  evaluateThere(`(${String(report)})(${JSON.stringify(message)})\n//# sourceURL=loop-watcher`, (value) => {
    stack = value;
  });
}

/** Runs in the thread that stands, where it stands. @returns the stack */
function report(message) {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const error = new Error(message);
  Error.stackTraceLimit = stackTraceLimit;
  const isOfTest = (frame) => !/node_modules\/@?vitest\/|loop-watcher/.test(frame);
  const [, ...frames] = error.stack.split('\n    at ').filter(isOfTest);
  error.stack = [`Error: ${message}`, ...frames].join('\n    at ');
  // So that the runner's report has it, with the name of the test.
  process.emit('uncaughtException', error);
  return frames.map((frame) => `    at ${frame}`).join('\n');
}

/** Interrupts the thread that stands, and evaluates `expression` there. */
function evaluateThere(expression, onValue) {
  const session = new Session();
  session.connectToMainThread();
  const ofNode = new Set();
  session.on('Debugger.scriptParsed', ({ params }) => {
    if (params.url.startsWith('node:')) ofNode.add(params.scriptId);
  });
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    // Between two microtasks: on into the next one.
    if (callFrames.every(({ location }) => ofNode.has(location.scriptId))) {
      session.post('Debugger.stepInto');
      return;
    }
    session.post('Runtime.evaluate', { expression }, (error, answer) =>
      onValue(error?.message ?? answer.result.value ?? answer.result.description),
    );
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function end() {
  writeSync(2, `${stack}\n`);
  // The runner goes on with the next file.
  process.kill(process.pid, 'SIGKILL');
}
