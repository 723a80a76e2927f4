import { describe, expect, it } from 'vitest';

import {
  CONTROL_MAGIC,
  ControlBlock,
  FloorCounter,
  HEAP_FLOAT64_INDEX,
  LIVENESS_INDEX,
  PROTOCOL_COUNTERS,
} from '../../src/ring/control-block.js';
import { LAYOUT_VERSION, LINE_LENGTH } from '../../src/ring/layout.js';
import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';

/** The name of each counter, and how a control block gives it. */
const EVERY_COUNTER: readonly (readonly [string, 'floor' | 'protocol', number])[] = [
  ...Object.entries(FloorCounter).map(([name, counter]) => [name, 'floor', counter] as const),
  ...Array.from(
    { length: PROTOCOL_COUNTERS },
    (_, counter) => [`counter ${counter} of the protocol`, 'protocol', counter] as const,
  ),
];

function allOf(block: ControlBlock): number[] {
  return EVERY_COUNTER.map(([, owner, counter]) => block[owner].get(counter));
}

const ZEROS = EVERY_COUNTER.map(() => 0);

describe('a control block', () => {
  it('starts with its magic and layout version, and with everything at zero', () => {
    const block = ControlBlock.create();
    const words = new Int32Array(block.buffer);
    expect([words[0], words[1]]).toEqual([CONTROL_MAGIC, LAYOUT_VERSION]);
    expect(block.liveness).toBe(0);
    expect(allOf(block)).toEqual(ZEROS);
  });

  it('wraps liveness past 2³¹ instead of sticking: only a change means anything', () => {
    const block = ControlBlock.create();
    new Int32Array(block.buffer)[LIVENESS_INDEX] = 0x7fffffff;
    block.bumpLiveness();
    expect(block.liveness).toBe(-0x80000000);
  });

  it.each(EVERY_COUNTER)('keeps %s apart from all the others', (name, owner, counter) => {
    const worker = ControlBlock.create();
    const caller = ControlBlock.attach(worker.buffer);
    worker[owner].count(counter);
    worker[owner].count(counter, 41);
    expect(allOf(caller)).toEqual(EVERY_COUNTER.map(([each]) => (each === name ? 42 : 0)));
    worker[owner].set(counter, 7);
    expect(caller[owner].get(counter)).toBe(7);
    expect(caller.liveness).toBe(0);
    expect(() => ControlBlock.attach(worker.buffer)).not.toThrow();
  });

  it('counts bytes exactly far beyond 2³²', () => {
    const block = ControlBlock.create();
    block.protocol.set(0, 2 ** 52);
    block.protocol.count(0);
    expect(block.protocol.get(0)).toBe(2 ** 52 + 1);
  });

  it('lets the worker see the heap of core, apart from liveness and counters', () => {
    const core = ControlBlock.create();
    const worker = ControlBlock.attach(core.buffer);
    core.bumpLiveness();
    core.setHeap(2 ** 40 + 1, 2 ** 39 + 1);
    expect([worker.heapTotal, worker.heapUsed, worker.liveness]).toEqual([2 ** 40 + 1, 2 ** 39 + 1, 1]);
    expect(allOf(worker)).toEqual(ZEROS);
    // Behind liveness, on the line that is core's anyway.
    expect(Math.floor((HEAP_FLOAT64_INDEX * 8) / LINE_LENGTH)).toBe((LIVENESS_INDEX * 4) / LINE_LENGTH);
  });

  it('keeps what different threads write on different lines', () => {
    const block = ControlBlock.create();
    const written = new Float64Array(block.buffer);
    block.floor.set(0, 1);
    block.protocol.set(PROTOCOL_COUNTERS - 1, 1);
    const lines = [0, LIVENESS_INDEX * 4, written.indexOf(1) * 8].map((offset) =>
      Math.floor(offset / LINE_LENGTH),
    );
    expect(new Set(lines).size).toBe(3);
    expect(written.lastIndexOf(1)).toBe(written.length - 1);
  });
});

describe('attaching to a control block', () => {
  it.each([0, 8, 255, 256, 384, 639, 648])('refuses a buffer of %i bytes and says so', (length) => {
    expect(() => ControlBlock.attach(new SharedArrayBuffer(length))).toThrow(
      `not a control block of layout ${LAYOUT_VERSION}: ${length} bytes`,
    );
  });

  it('refuses a ring', () => {
    expect(() => ControlBlock.attach(OneToOneRing.create(1024).buffer)).toThrow('not a control block');
  });

  it.each([
    ['magic', 0, 0xbad],
    ['version', 1, LAYOUT_VERSION + 1],
  ])('refuses another %s', (_name, index, value) => {
    const block = ControlBlock.create();
    new Int32Array(block.buffer)[index] = value;
    expect(() => ControlBlock.attach(block.buffer)).toThrow('not a control block');
  });
});
