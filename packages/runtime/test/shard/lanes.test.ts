import { seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Lanes } from '../../src/shard/lanes.js';
import { SlotTable } from '../../src/shard/slot-table.js';

const seed = seedOf('lanes');
const nobody = (): void => undefined;

describe('a lane', () => {
  test('that is far beyond the others has room', () => {
    const lanes = new Lanes();
    lanes.enter(100_000, 50_000);
    expect(lanes.isTaken(100_000)).toBe(true);
    expect(lanes.isTaken(100_001)).toBe(false);
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

test('whoever waits for calls goes on as the last of them settles, as a plain list would say', () => {
  const step = fc.record({
    what: fc.constantFrom('enter', 'enter', 'leave', 'leave', 'wait', 'forget'),
    which: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const lanes = new Lanes();
      const open: number[] = [];
      const waits: { readonly calls: Set<number>; runs: number; isForgotten: boolean; forget(): void }[] = [];
      let calls = 0;
      for (const { what, which } of steps) {
        if (what === 'enter') {
          // A slot a call: none is used again here.
          lanes.enter(which % 3, calls);
          open.push(calls++);
        } else if (what === 'wait') {
          const wait = { calls: new Set(open), runs: 0, isForgotten: false, forget: nobody };
          wait.forget = lanes.whenSettled(() => void wait.runs++);
          waits.push(wait);
        } else if (what === 'forget' && waits.length > 0) {
          const wait = waits[which % waits.length];
          wait.forget();
          wait.isForgotten ||= wait.runs === 0;
        } else if (what === 'leave' && open.length > 0) {
          const [slot] = open.splice(which % open.length, 1);
          lanes.leave(0, slot, true);
          for (const wait of waits) wait.calls.delete(slot);
        }
        for (const wait of waits) expect(wait.runs).toBe(!wait.isForgotten && wait.calls.size === 0 ? 1 : 0);
      }
    }),
    { seed },
  );
});
