import { expect, test } from 'vitest';
import { TapeShare } from '../../../src/completions/tape/tape-share.js';

/** A load that changes as the test says, by the time 320 documents take. */
class Load {
  readonly share: TapeShare = new TapeShare({
    waiting: () => this.calls,
    wakeupsSent: () => this.#sent,
    wakeupsSuppressed: () => this.#suppressed,
    times: () => ({ active: this.#active, idle: this.#idle }),
  });
  calls = 64;
  #sent = 0;
  #suppressed = 0;
  #active = 0;
  #idle = 0;

  /** @param busy part of the time the worker works. @param slept part of the wake-ups the caller slept for. @returns tapes of 320. */
  run(busy: number, slept: number): number {
    let taped = 0;
    for (let i = 0; i < 320; i++) {
      this.#active += busy;
      this.#idle += 1 - busy;
      this.#sent += slept;
      this.#suppressed += 1 - slept;
      if (this.share.take()) taped++;
    }
    return taped;
  }
}

test('a worker with time to spare makes tapes of all documents, however often the caller sleeps', () => {
  expect(new Load().run(0.7, 1)).toBe(320);
});

test('a worker that its sleeping caller waits for makes fewer, and in the end none', () => {
  const load = new Load();
  expect(load.run(1, 0.9)).toBeLessThan(250);
  expect(load.run(1, 0.9)).toBe(0);
});

test('the share stays what it is while both are at work most of the time', () => {
  const load = new Load();
  load.run(1, 0.9);
  load.run(1, 0.05);
  for (let i = 0; i < 3; i++) expect(load.run(1, 0.3)).toBe(320);
});

test('the share rises again when the worker has time, and when the caller has none', () => {
  for (const [busy, slept] of [
    [0.8, 0.9],
    [1, 0],
  ]) {
    const load = new Load();
    load.run(1, 1);
    load.run(busy, slept);
    expect(load.run(busy, slept)).toBe(320);
  }
});

test('among few calls in flight a worker that polls is not one that is waited for', () => {
  const load = new Load();
  load.calls = 8;
  expect(load.run(1, 1)).toBe(320);
});
