import { expect, test } from 'vitest';

import { commonProtocol } from '../../src/protocol/common-protocol.js';
import { SlicedResult } from '../../src/protocol/sliced-result.js';
import { CompletionKind } from '../../src/ring/records.js';
import { spillUnits } from '../../src/ring/spilled-bytes.js';
import { drainedWriter } from './support/drained-writer.js';

const LENGTH = 50_000;
/** Of the protocol's own: its results come in slices. */
const IN_SLICES = 32;
/** One in which somebody can stand still: released by the test. */
class Gated extends SlicedResult {
  isOpen = false;
  readonly value = 'finished';
  advance(): boolean {
    return this.isOpen;
  }
}

function bench(maxSpilledBytes: number) {
  const gated = new Gated();
  const { control, writer, slots, signals } = drainedWriter({
    maxSpilledBytes,
    protocol: {
      ...commonProtocol,
      readSpilled: (kind, bodies, operation) =>
        kind === IN_SLICES ? gated : commonProtocol.readSpilled(kind, bodies, operation),
    },
  });
  const call = (kind: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const slot = slots.take(resolve, reject, { flags: 0 }, 0);
      writer.handOverWhole(kind, slot, slots.generationOf(slot), [new ArrayBuffer(LENGTH)]);
    });
  return { control, writer, call, gated, slots, signals };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}

test('what the caller has taken is told, and a thread that waits for it is signalled', async () => {
  const { control, writer, call, signals } = bench(LENGTH);
  const results = [call(CompletionKind.BYTES), call(CompletionKind.BYTES)];
  expect(writer.isCongested).toBe(true);
  writer.flush();
  await Promise.all(results);
  await turns();
  expect(control.spillsTaken).toBe(2 * spillUnits(LENGTH));
  expect(writer.isCongested).toBe(false);
  expect(signals()).toBeGreaterThan(0);
});

test('buffers of a result in slices count until it is finished', async () => {
  const { control, writer, call, gated, signals } = bench(0);
  const result = call(IN_SLICES);
  writer.flush();
  await turns();
  expect([control.spillsTaken, writer.isCongested]).toEqual([0, true]);
  // The thread looks, and waits again.
  writer.flush();
  const before = signals();
  gated.isOpen = true;
  expect(await result).toBe('finished');
  expect([writer.isCongested, signals()]).toEqual([false, before + 1]);
});

test('buffers count as taken when nobody waits for them, or nobody can read them', async () => {
  const { writer, call, slots } = bench(0);
  const unread = call(CompletionKind.INT32);
  const abandoned = call(CompletionKind.BYTES);
  slots.reject(1, new Error('its agent is gone'));
  writer.flush();
  await expect(unread).rejects.toThrow('unknown completion kind');
  await expect(abandoned).rejects.toThrow('its agent is gone');
  await turns();
  expect(writer.isCongested).toBe(false);
});
