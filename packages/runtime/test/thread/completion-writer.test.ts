import { CompletionKind, FIRST_PROTOCOL_KIND, FloorCounter, park } from '@offloop/runtime/ring';
import { expect, test } from 'vitest';

import { CompletionBench } from '../support/completion-bench.js';
import { seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';

/** A kind of the protocol's own. */
const OWN_KIND = FIRST_PROTOCOL_KIND;

const SMALL_RING = 1024;

test('nothing is visible to the caller before the flush', () => {
  const bench = new CompletionBench(SMALL_RING);
  bench.writer.empty(CompletionKind.VOID, 1, 2);
  expect(bench.writer.unpublished).toBe(1);
  expect(bench.read()).toEqual([]);
  bench.writer.flush();
  expect(bench.writer.unpublished).toBe(0);
  expect(bench.read()).toMatchObject([{ kind: CompletionKind.VOID, slot: 1, generation: 2 }]);
});

test('each form of completion carries its kind, its call and its body', () => {
  const { writer, read } = bound(new CompletionBench(SMALL_RING));
  writer.scalar(CompletionKind.FLOAT64, 3, 4, -2, 7);
  writer.body(CompletionKind.BYTES, 5, 6, Buffer.from('xabcx'), 1, 4);
  writer.error(7, 8, { code: 'CANCELLED', message: 'gone' });
  writer.control({ type: 'disconnected', reason: 'why' });
  writer.flush();
  const [scalar, body, error, control] = read();
  expect([scalar.body.readInt32LE(0), scalar.body.readInt32LE(4)]).toEqual([-2, 7]);
  expect(body).toMatchObject({ kind: CompletionKind.BYTES, slot: 5, generation: 6 });
  expect(body.body.toString()).toBe('abc');
  expect(error).toMatchObject({ kind: CompletionKind.ERROR, slot: 7, generation: 8 });
  expect(JSON.parse(error.body.toString())).toEqual({ code: 'CANCELLED', message: 'gone' });
  expect(JSON.parse(control.body.toString())).toEqual({ type: 'disconnected', reason: 'why' });
});

test('a parked caller is signalled once, however many completions and flushes follow', () => {
  const bench = new CompletionBench(SMALL_RING);
  expect(park(bench.consumer)).toBe(true);
  for (let i = 0; i < 3; i++) bench.writer.empty(CompletionKind.VOID, i, 0);
  bench.writer.flush();
  bench.writer.empty(CompletionKind.VOID, 3, 0);
  bench.writer.flush();
  expect(bench.signals).toBe(1);
  expect(bench.counters.get(FloorCounter.WAKEUPS_SENT)).toBe(1);
  expect(bench.counters.get(FloorCounter.WAKEUPS_SUPPRESSED)).toBe(1);
});

test('a flush with nothing to show neither signals nor takes the parked flag', () => {
  const bench = new CompletionBench(SMALL_RING);
  park(bench.consumer);
  bench.writer.flush();
  expect(bench.signals).toBe(0);
  bench.writer.empty(CompletionKind.VOID, 0, 0);
  bench.writer.flush();
  expect(bench.signals).toBe(1);
});

test('a number that is held back is the one that was written', () => {
  const bench = new CompletionBench(SMALL_RING);
  const { writer } = bench;
  while (!writer.isCongested) writer.empty(CompletionKind.VOID, 0, 0);
  const values = [2n ** 31n, 2n ** 32n - 1n, 2n ** 63n - 1n, -1n, -(2n ** 63n)];
  values.forEach((value, slot) => writer.bigint(slot, 1, value));
  writer.flush();
  bench.read();
  writer.flush();
  const met = bench.read().filter(({ generation }) => generation === 1);
  expect(met.map(({ body }) => body.readBigInt64LE())).toEqual(values);
});

test('a full ring asks the caller to say when there is room, and signals when it sleeps', () => {
  const bench = new CompletionBench(SMALL_RING);
  park(bench.consumer);
  while (!bench.writer.isCongested) bench.writer.scalar(CompletionKind.FLOAT64, 1, 1, 0, 0);
  bench.writer.flush();
  expect(bench.signals).toBe(1);
  bench.read();
  expect(bench.consumer.takeStarved()).toBe(true);
  bench.writer.flush();
  expect(bench.writer.isCongested).toBe(false);
});

test('a body too long for the ring spills, in order with the others', () => {
  const bench = new CompletionBench(SMALL_RING);
  const { writer } = bench;
  const bodies = [10, 5000, 3, 121, 112, 113, 7000, 64].map((length, i) => Buffer.alloc(length, i + 1));
  bodies.forEach((body, i) => writer.body(CompletionKind.BYTES, i, 0, body, 0, body.length));
  writer.flush();
  const met = bench.read();
  expect(met.map(({ slot }) => slot)).toEqual(bodies.map((_, i) => i));
  expect(met.map(({ spilled }) => spilled)).toEqual([false, true, false, true, false, true, true, false]);
  expect(met.every(({ body }, i) => body.equals(bodies[i]))).toBe(true);
  expect(bench.counters.get(FloorCounter.SPILLS)).toBe(4);
});

test('whatever is written and however the caller reads, it reads just that, in that order', () => {
  const { below: random } = createRandom(seedOf('completion writer'));
  const bench = new CompletionBench(2 * SMALL_RING);
  const sent: Buffer[] = [];
  const met: Buffer[] = [];
  while (sent.length < 20_000) {
    for (let i = random(40); i > 0; i--) {
      const body = Buffer.alloc(random(20) === 0 ? random(3000) : random(60), sent.length);
      bench.writer.body(CompletionKind.BYTES, sent.length, 1, body, 0, body.length);
      sent.push(body);
    }
    bench.writer.flush();
    for (const { slot, body } of bench.read(random(60) + 1)) {
      expect(slot).toBe(met.length);
      met.push(body);
    }
  }
  while (met.length < sent.length) {
    bench.writer.flush();
    met.push(...bench.read().map(({ body }) => body));
  }
  expect(met.every((body, i) => body.equals(sent[i]))).toBe(true);
  expect(bench.spills).toEqual([]);
});

test('a body handed over goes as a buffer of its own, however short, and is no spill of the statistics', () => {
  const bench = new CompletionBench(SMALL_RING);
  bench.writer.handOver(OWN_KIND, 1, 2, Buffer.from('xabcx'), 1, 4);
  bench.writer.flush();
  const [{ kind, slot, generation, body, spilled }] = bench.read();
  expect([kind, slot, generation, spilled]).toEqual([OWN_KIND, 1, 2, true]);
  expect(body.toString()).toBe('abc');
  expect(bench.counters.get(FloorCounter.SPILLS)).toBe(0);
});

function bound(bench: CompletionBench): { writer: CompletionBench['writer']; read: CompletionBench['read'] } {
  return { writer: bench.writer, read: () => bench.read() };
}
