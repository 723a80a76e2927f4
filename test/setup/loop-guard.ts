import { url } from 'node:inspector';
import { setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { beforeEach, expect } from 'vitest';

import { beat, loopBoard, noteTest } from '../support/event-loop.js';

const BEAT_MILLIS = 250;

// The time limit of a test is a timer, and cannot end a test that keeps the event loop from turning. So another thread watches, but
// not where a debugger may stop this one.
if (url() === undefined) {
  noteTest(`${expect.getState().testPath}, before its first test`);
  beforeEach(({ task }) => {
    noteTest(task.fullName);
    // Between two tests that wait for nothing the loop does not turn.
    beat();
  });
  if (!loopBoard.isWatched) watch();
}

function watch(): void {
  loopBoard.isWatched = true;
  // From `node:timers`, before a test puts fake timers in the place of the globals.
  setInterval(beat, BEAT_MILLIS).unref();
  const watcher = new Worker(new URL('loop-watcher.cjs', import.meta.url), {
    workerData: loopBoard,
    // It prints past these streams. Without them, those of this process would be opened for it.
    stdout: true,
    stderr: true,
  });
  watcher.unref();
}
