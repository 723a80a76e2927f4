import { expect, test } from 'vitest';

import { commonProtocol } from '../../src/protocol/common-protocol.js';
import { ControlBlock } from '../../src/ring/control-block.js';
import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';
import { CompletionDrain } from '../../src/shard/completion-drain.js';
import type { Link } from '../../src/shard/link.js';
import { RequestSender } from '../../src/shard/request-sender.js';
import { SlotTable } from '../../src/shard/slot-table.js';
import { CompletionWriter } from '../../src/thread/completion-writer.js';
import { parkAtOnce } from '../../src/waiting/wait-strategy.js';

const OPERATION = { flags: 0 };
const throws = (): never => {
  throw new Error('of the function');
};

/** Where completions are read as soon as they are published. */
function bench(): { writer: CompletionWriter; slots: SlotTable<{ flags: number }> } {
  const control = ControlBlock.create();
  const ring = OneToOneRing.create(65_536);
  const slots = new SlotTable<{ flags: number }>();
  const buffers: ArrayBuffer[] = [];
  const link = { signal: () => undefined, takeSpilled: () => buffers.shift() } as unknown as Link;
  const drain = new CompletionDrain({
    ring,
    control,
    slots,
    protocol: commonProtocol,
    link,
    sender: new RequestSender(OneToOneRing.create(1024), slots, link, () => undefined),
    waitStrategy: parkAtOnce,
    events: { onControl: () => undefined, onEvent: () => undefined },
    name: 'test',
  });
  const toCaller = {
    signal: () => drain.onSignal(),
    spill: (buffer: ArrayBuffer) => void buffers.push(buffer),
  };
  const producer = OneToOneRing.attach(ring.buffer).producer();
  return { writer: new CompletionWriter(producer, toCaller, control, 2 ** 20), slots };
}

test.each([
  { what: 'an error', length: 1 },
  { what: 'an error that is too long for the ring', length: 20_000 },
])('a slot is freed once, though the function that gets $what throws', ({ length }) => {
  const { writer, slots } = bench();
  const slot = slots.take(throws, throws, OPERATION, 1);
  writer.error(slot, slots.generationOf(slot), { code: 'CLOSED', message: 'x'.repeat(length) });
  expect(() => writer.flush()).toThrow('of the function');
  expect([slots.inFlight, slots.inFlightBytes]).toEqual([0, 0]);
  const next = [1, 2].map(() => slots.take(throws, throws, OPERATION, 1));
  expect(new Set(next).size).toBe(2);
});
