import { afterAll, describe, expect, it } from 'vitest';

import { TAIL_INDEX } from '../../src/ring/layout.js';
import * as steps from './support/doorbell-steps.js';
import { everyOrder, sideOf, type Finished } from './support/every-order.js';
import { GatedThread, type RaceName } from './support/gated-thread.js';
import { fill, offer, ringAt } from './support/rings.js';

// The shipped functions, in two real threads, each stopped before every atomic operation: the same orders as in
// `doorbell.interleaving.test.ts`, but nothing here has been taken apart by hand.
const { ring, producer } = ringAt(0);
fill(producer, 1024);
const atStart = Buffer.from(ring.bytes);
const sleeper = new GatedThread(ring.buffer);
const waker = new GatedThread(ring.buffer);

afterAll(async () => {
  await sleeper[Symbol.asyncDispose]();
  await waker[Symbol.asyncDispose]();
});

/** @param published bytes of records that are in the ring when the race starts. */
function race(published: number, sleep: RaceName, wake: RaceName): Finished<boolean, boolean>[] {
  return everyOrder(() => {
    ring.bytes.set(atStart);
    ring.words[TAIL_INDEX] = published;
    return { left: sleeper.start(sleep), right: waker.start(wake) };
  });
}

function sleptUntold(runs: readonly Finished<boolean, boolean>[]): Finished<boolean, boolean>[] {
  return runs.filter(({ left, right }) => left === true && right !== true);
}

describe('two threads, stopped before each atomic operation', () => {
  it('never leave a parked consumer without a bell, and take the steps the enumeration takes', () => {
    const runs = race(0, 'parkThenLook', 'publishThenLook');
    expect(sleptUntold(runs)).toEqual([]);
    expect(runs).toEqual(
      everyOrder(() => {
        const ends = ringAt(0);
        offer(ends.producer, 1, 'a record');
        return { left: sideOf(steps.parkThenLook(ends)), right: sideOf(steps.publishThenLook(ends)) };
      }),
    );
  });

  it('never leave a starved producer untold, and take the steps the enumeration takes', () => {
    const runs = race(1024, 'starveThenLook', 'drainThenLook');
    expect(sleptUntold(runs)).toEqual([]);
    expect(runs).toEqual(
      everyOrder(() => {
        const ends = ringAt(0);
        fill(ends.producer, 1024);
        return { left: sideOf(steps.starveThenLook(ends)), right: sideOf(steps.drainThenLook(ends)) };
      }),
    );
  });

  it('would leave a consumer asleep that looked before it raised its flag', () => {
    const lost = sleptUntold(race(0, 'lookThenPark', 'publishThenLook'));
    expect(lost.map(({ order }) => order)).toContainEqual([
      'L load tail',
      'R load head',
      'R store tail',
      'R load parked',
      'L store parked',
    ]);
  });

  it('would leave a producer asleep that looked before it raised its flag', () => {
    const lost = sleptUntold(race(1024, 'lookThenStarve', 'drainThenLook'));
    expect(lost.map(({ order }) => order)).toContainEqual([
      'L load head',
      'R load tail',
      'R store head',
      'R load starved',
      'L store starved',
    ]);
  });
});
