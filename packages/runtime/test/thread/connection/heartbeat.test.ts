import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Heartbeat } from '../../../src/thread/connection/heartbeat.js';

vi.mock('../../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECONDS = 10;

/** A connection, as its heartbeat sees it. */
class Observed {
  hasSent = false;
  isPaused = false;
  /** `Date.now()` of each beat, from 0. */
  readonly beats: number[] = [];
  timeouts = 0;
  readonly #begun = Date.now();
  readonly heartbeat = new Heartbeat(1000 * SECONDS, {
    checkSent: () => {
      const { hasSent } = this;
      this.hasSent = false;
      return hasSent;
    },
    isPaused: () => this.isPaused,
    onBeat: () => {
      this.beats.push((Date.now() - this.#begun) / 1000);
      this.hasSent = true;
    },
    onTimeout: () => {
      this.timeouts++;
      this.heartbeat.stop();
    },
  });

  /** Lets seconds go by, in which the server is heard or not. */
  pass(seconds: number, isHeard: boolean): void {
    for (let i = 0; i < seconds; i++) {
      vi.advanceTimersByTime(1000);
      if (isHeard) this.heartbeat.heard();
    }
  }
}

test('one beat an interval goes out while there is nothing else to send', () => {
  const observed = new Observed();
  observed.pass(40, true);
  expect(observed.beats).toEqual([5, 15, 25, 35]);
  observed.heartbeat.stop();
});

test('none goes out while there is, and one soon after the last', () => {
  const observed = new Observed();
  for (let i = 0; i < 30; i++) {
    observed.hasSent = true;
    observed.pass(1, true);
  }
  expect(observed.beats).toEqual([]);
  observed.pass(12, true);
  expect(observed.beats).toEqual([35]);
  observed.heartbeat.stop();
});

test('one that is silent for more than two is, before the third has gone by', () => {
  const observed = new Observed();
  observed.pass(7, true);
  observed.pass(20, false);
  expect(observed.timeouts).toBe(0);
  observed.pass(10, false);
  expect(observed.timeouts).toBe(1);
});

test('while nothing is read nobody is given up, and beats go out', () => {
  const observed = new Observed();
  observed.isPaused = true;
  observed.pass(100, false);
  expect(observed.timeouts).toBe(0);
  expect(observed.beats).toHaveLength(10);
  observed.isPaused = false;
  observed.heartbeat.heard();
  observed.pass(20, false);
  expect(observed.timeouts).toBe(0);
  observed.pass(10, false);
  expect(observed.timeouts).toBe(1);
});

test('after the end there is neither', () => {
  const observed = new Observed();
  observed.heartbeat.stop();
  observed.pass(100, false);
  expect([observed.beats, observed.timeouts]).toEqual([[], 0]);
  expect(vi.getTimerCount()).toBe(0);
});
