import { expect, test } from 'vitest';

import { CompletionKind } from '../../src/ring/records.js';
import { drainedWriter } from './support/drained-writer.js';

const OPERATION = { flags: 0 };
const nobody = (): void => undefined;

async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}

test('spilled buffers count as taken when nobody waits for them, or nobody can read them', async () => {
  const { writer, slots } = drainedWriter({ maxSpilledBytes: 0 });
  const call = (kind: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const slot = slots.take(resolve, reject, OPERATION, 0);
      writer.handOverWhole(kind, slot, slots.generationOf(slot), [new ArrayBuffer(50_000)]);
    });
  const unread = call(CompletionKind.INT32);
  const abandoned = call(CompletionKind.BYTES);
  slots.reject(1, new Error('its agent is gone'));
  writer.flush();
  expect(writer.isCongested).toBe(true);
  await expect(unread).rejects.toThrow('unknown completion kind');
  await expect(abandoned).rejects.toThrow('its agent is gone');
  await turns();
  expect(writer.isCongested).toBe(false);
});

/** How often the loop has to turn for the caller after an answer. @param calls in flight. */
function turnsAfterAnswer(calls: number, hasTurned: boolean): number {
  let asked = 0;
  const { slots, writer } = drainedWriter({
    hasTurned,
    turns: { ended: Infinity, areWaitedFor: false, next: () => void asked++ },
  });
  const [slot] = Array.from({ length: calls }, () => slots.take(nobody, nobody, OPERATION, 0));
  writer.empty(CompletionKind.VOID, slot, slots.generationOf(slot));
  writer.flush();
  expect(slots.inFlight).toBe(calls - 1);
  return asked;
}

test('an answer is followed by a turn of the loop, but that of a single call if the loop has turned for it', () => {
  expect(turnsAfterAnswer(1, true)).toBe(0);
  expect(turnsAfterAnswer(2, true)).toBe(1);
  expect(turnsAfterAnswer(1, false)).toBe(1);
});

const throws = (): never => {
  throw new Error('of the function');
};

test.each([
  { what: 'an error', length: 1 },
  { what: 'an error that is too long for the ring', length: 20_000 },
])('a slot is freed once, though the function that gets $what throws', ({ length }) => {
  const { writer, slots } = drainedWriter();
  const slot = slots.take(throws, throws, OPERATION, 1);
  writer.error(slot, slots.generationOf(slot), { code: 'CLOSED', message: 'x'.repeat(length) });
  expect(() => writer.flush()).toThrow('of the function');
  expect([slots.inFlight, slots.inFlightBytes]).toEqual([0, 0]);
  const next = [1, 2].map(() => slots.take(throws, throws, OPERATION, 1));
  expect(new Set(next).size).toBe(2);
});
