import { beforeEach, expect, test } from 'vitest';

import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';
import { REQUEST_SLOT_OFFSET, RequestKind } from '../../src/ring/records.js';
import type { AgentHost } from '../../src/shard/agent-host.js';
import { RequestSender } from '../../src/shard/request-sender.js';
import { SlotTable } from '../../src/shard/slot-table.js';
import { callOn } from './support/empty-call.js';

const ignore = (): void => undefined;

let ring: OneToOneRing;
let slots: SlotTable<{ flags: number }>;
let sender: RequestSender;

/** Calls until two of them wait for room. */
function fill(): number[] {
  const calls: number[] = [];
  while (sender.queued < 2) calls.push(callOn(sender, slots));
  return calls;
}

/** What the agent finds in the ring: slots of calls, and other records by their kind. */
function drain(): (number | string)[] {
  const found: (number | string)[] = [];
  ring.consumer().drain({
    onRecord: (kind, offset) => {
      const slot = ring.words[(offset + REQUEST_SLOT_OFFSET) >> 2];
      if (kind === RequestKind.INVOKE) found.push(slot);
      else found.push(kind === RequestKind.CANCEL ? `cancel ${slot}` : `kind ${kind}`);
    },
  });
  return found;
}

beforeEach(() => {
  ring = OneToOneRing.create(1024);
  slots = new SlotTable<{ flags: number }>();
  sender = new RequestSender(ring, slots, { signal: ignore } as unknown as AgentHost, ignore);
});

test('a cancel that finds no room waits behind the calls that do, and for nothing but room', () => {
  const calls = fill();
  sender.cancel(calls[0], 0);
  expect(sender.queued).toBe(3);
  sender.flush();
  expect(drain()).toEqual(calls.slice(0, -2));
  // As when the agent tells of room: nothing else moves it.
  expect(sender.queued).toBe(3);
  sender.flush();
  expect(drain()).toEqual([...calls.slice(-2), `cancel ${calls[0]}`]);
  expect(sender.queued).toBe(0);
});

test('a shutdown that finds no room waits before all that do', () => {
  const calls = fill();
  sender.shutDown();
  expect(sender.queued).toBe(3);
  sender.flush();
  drain();
  sender.flush();
  expect(drain()).toEqual([`kind ${RequestKind.SHUTDOWN}`, ...calls.slice(-2)]);
});
