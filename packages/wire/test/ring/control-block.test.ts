import { describe, expect, it } from 'vitest';

import {
  CONTROL_MAGIC,
  ControlBlock,
  COUNTERS_FLOAT64_INDEX,
  HEAP_FLOAT64_INDEX,
  LIVENESS_INDEX,
  WorkerCounter,
} from '../../src/ring/control-block.js';
import { LAYOUT_VERSION, LINE_LENGTH } from '../../src/ring/layout.js';
import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';

const EVERY_COUNTER = Object.entries(WorkerCounter);

describe('a control block', () => {
  it('starts with its magic and layout version, and with everything at zero', () => {
    const block = ControlBlock.create();
    const words = new Int32Array(block.buffer);
    expect([words[0], words[1]]).toEqual([CONTROL_MAGIC, LAYOUT_VERSION]);
    expect(block.liveness).toBe(0);
    expect(EVERY_COUNTER.map(([, counter]) => block.counter(counter))).toEqual(EVERY_COUNTER.map(() => 0));
  });

  it('lets both threads see the same liveness', () => {
    const core = ControlBlock.create();
    const worker = ControlBlock.attach(core.buffer);
    for (let i = 1; i <= 3; i++) {
      core.bumpLiveness();
      expect(worker.liveness).toBe(i);
    }
  });

  it('wraps liveness past 2³¹ instead of sticking: only a change means anything', () => {
    const block = ControlBlock.create();
    new Int32Array(block.buffer)[LIVENESS_INDEX] = 0x7fffffff;
    block.bumpLiveness();
    expect(block.liveness).toBe(-0x80000000);
  });

  it.each(EVERY_COUNTER)('keeps %s apart from all the others', (_name, counter) => {
    const worker = ControlBlock.create();
    const core = ControlBlock.attach(worker.buffer);
    worker.count(counter);
    worker.count(counter, 41);
    expect(EVERY_COUNTER.map(([, each]) => core.counter(each))).toEqual(
      EVERY_COUNTER.map(([, each]) => (each === counter ? 42 : 0)),
    );
    worker.set(counter, 7);
    expect(core.counter(counter)).toBe(7);
    expect(core.liveness).toBe(0);
    expect(() => ControlBlock.attach(worker.buffer)).not.toThrow();
  });

  it('counts bytes exactly far beyond 2³²', () => {
    const block = ControlBlock.create();
    block.set(WorkerCounter.BYTES_IN, 2 ** 52);
    block.count(WorkerCounter.BYTES_IN);
    expect(block.counter(WorkerCounter.BYTES_IN)).toBe(2 ** 52 + 1);
  });

  it('lets the worker see the heap of core, apart from liveness and counters', () => {
    const core = ControlBlock.create();
    const worker = ControlBlock.attach(core.buffer);
    core.bumpLiveness();
    core.setHeap(2 ** 40 + 1, 2 ** 39 + 1);
    expect([worker.heapTotal, worker.heapUsed, worker.liveness]).toEqual([2 ** 40 + 1, 2 ** 39 + 1, 1]);
    expect(EVERY_COUNTER.map(([, counter]) => worker.counter(counter))).toEqual(EVERY_COUNTER.map(() => 0));
    // Behind liveness, on the line that is core's anyway.
    expect(Math.floor((HEAP_FLOAT64_INDEX * 8) / LINE_LENGTH)).toBe((LIVENESS_INDEX * 4) / LINE_LENGTH);
  });

  it('keeps liveness and counters on lines that different threads write', () => {
    const lines = [0, LIVENESS_INDEX * 4, COUNTERS_FLOAT64_INDEX * 8].map((offset) =>
      Math.floor(offset / LINE_LENGTH),
    );
    expect(new Set(lines).size).toBe(3);
  });
});

describe('attaching to a control block', () => {
  it.each([0, 8, 255, 256, 383, 392])('refuses a buffer of %i bytes and says so', (length) => {
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
