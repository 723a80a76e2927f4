import { seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Lanes } from '../../src/shard/lanes.js';
import { SlotTable } from '../../src/shard/slot-table.js';

const seed = seedOf('lanes');
const nobody = (): void => undefined;

describe('a lane', () => {
  test('is taken while calls of it are in flight, and others are not', () => {
    const lanes = new Lanes();
    lanes.enter(3, 0);
    lanes.enter(3, 1);
    expect([lanes.isTaken(3), lanes.isTaken(2), lanes.total]).toEqual([true, false, 2]);
    lanes.leave(3, 1, true);
    expect(lanes.isTaken(3)).toBe(true);
    lanes.leave(3, 0, true);
    expect([lanes.isTaken(3), lanes.total]).toEqual([false, 0]);
  });

  test('tells which calls were made before one, and whether they have settled', () => {
    const lanes = new Lanes();
    expect([lanes.last, lanes.haveSettled(lanes.last)]).toEqual([0, true]);
    lanes.enter(3, 0);
    lanes.enter(5, 1);
    const { last } = lanes;
    lanes.enter(3, 2);
    expect(lanes.haveSettled(last)).toBe(false);
    lanes.leave(5, 1, true);
    expect(lanes.haveSettled(last)).toBe(false);
    lanes.leave(3, 0, false);
    // The one that was made later is in flight still, and so is one in a slot that was used before.
    lanes.enter(3, 0);
    expect([lanes.haveSettled(last), lanes.haveSettled(lanes.last)]).toEqual([true, false]);
  });

  test('that is far beyond the others has room', () => {
    const lanes = new Lanes();
    lanes.enter(100_000, 50_000);
    expect(lanes.isTaken(100_000)).toBe(true);
    expect(lanes.isTaken(100_001)).toBe(false);
  });

  test('stays taken after a call was given up, until a later one has an answer', () => {
    const lanes = new Lanes();
    lanes.enter(1, 0);
    lanes.enter(1, 1);
    lanes.giveUp(1);
    lanes.leave(1, 1, false);
    // Made before the one that was given up: it says nothing of it.
    lanes.leave(1, 0, true);
    expect(lanes.isTaken(1)).toBe(true);
    lanes.enter(1, 0);
    lanes.leave(1, 0, false);
    expect(lanes.isTaken(1)).toBe(true);
    lanes.enter(1, 0);
    lanes.leave(1, 0, true);
    expect(lanes.isTaken(1)).toBe(false);
  });

  test('is free when the agent is gone', () => {
    const lanes = new Lanes();
    lanes.enter(1, 0);
    lanes.giveUp(1);
    lanes.leave(1, 0, false);
    lanes.clear();
    expect(lanes.isTaken(1)).toBe(false);
  });
});

test('a table of slots counts the calls of each lane as a plain list would', () => {
  const step = fc.record({
    what: fc.constantFrom('take', 'resolve', 'reject', 'abandon'),
    lane: fc.integer({ min: -1, max: 5 }),
    which: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const slots = new SlotTable<object>();
      const calls: { slot: number; lane: number; number: number; isAbandoned: boolean }[] = [];
      const givenUp = new Map<number, number>();
      let last = 0;
      for (const { what, lane, which } of steps) {
        if (what === 'take' || calls.length === 0) {
          const slot = slots.take(nobody, nobody, {}, 1, lane);
          calls.push({ slot, lane, number: lane < 0 ? last : ++last, isAbandoned: false });
          continue;
        }
        const call = calls[which % calls.length];
        if (what === 'abandon') {
          if (call.isAbandoned) continue;
          slots.abandon(call.slot, new Error('given up'));
          call.isAbandoned = true;
          if (call.lane >= 0) givenUp.set(call.lane, last);
          continue;
        }
        if (what === 'resolve') slots.resolve(call.slot, 1);
        else slots.reject(call.slot, new Error('failed'));
        calls.splice(calls.indexOf(call), 1);
        const until = givenUp.get(call.lane);
        if (what === 'resolve' && !call.isAbandoned && until !== undefined && call.number > until)
          givenUp.delete(call.lane);
      }
      for (let lane = 0; lane <= 5; lane++) {
        expect(slots.lanes.isTaken(lane)).toBe(calls.some((each) => each.lane === lane) || givenUp.has(lane));
      }
      expect(slots.lanes.total).toBe(calls.filter(({ lane }) => lane >= 0).length);
    }),
    { seed },
  );
});
