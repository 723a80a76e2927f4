import { encodeResponse, messages } from '@offloop/wire';
import { countTurns } from '@offloop/tools';
import { afterEach, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect, freshMap } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';

const ELEMENTS = 1_000_000;

const member = await embeddedMember();
afterEach(() => member.faults.clear());

const FRAME_HEADER = 6;

/** An answer of a million strings of seven digits: one that was encoded, with its element's frame a million times. */
function answerOfAMillion(): Buffer {
  const data = Buffer.alloc(19);
  data.writeInt32BE(-11, 4);
  data.writeInt32BE(7, 8);
  const one = encodeResponse(messages.map.keySet, { response: [data] }, {});
  const frameLength = FRAME_HEADER + data.length;
  const end = one.length - FRAME_HEADER;
  const frame = one.subarray(end - frameLength, end);
  const frames = Buffer.alloc(ELEMENTS * frameLength, frame);
  for (let i = 0; i < ELEMENTS; i++) {
    frames.write(String(1_000_000 + i), i * frameLength + FRAME_HEADER + 12, 'latin1');
  }
  return Buffer.concat([one.subarray(0, end - frameLength), frames, one.subarray(end)]);
}

test('a list of a million comes in slices, on both threads', { timeout: 120_000 }, async () => {
  const { client } = await connect(member.address);
  const map = await freshMap<string, string>(client);
  const answer = answerOfAMillion();
  for (const message of ['map.keySet', 'map.values', 'map.entrySet'] as const) {
    member.faults.add({
      message,
      times: 1,
      action: {
        kind: 'raw',
        bytes: ({ correlationId }) => {
          answer.writeBigInt64LE(correlationId, 10);
          return answer;
        },
      },
    });
  }
  const shard = (): { dutyCycles: number; epoch: number } => figuresOf(client);

  const cycles = shard().dutyCycles;
  const count = countTurns();
  const keys = await map.keySet();
  const turns = count.stop();
  // The worker walks over 4096 elements a duty cycle.
  expect(shard().dutyCycles - cycles).toBeGreaterThan(ELEMENTS / 4096);
  // A million strings in slices of 2 ms: no machine makes them in a handful.
  expect(turns).toBeGreaterThan(10);
  expect(keys).toHaveLength(ELEMENTS);
  expect([keys[0], keys[ELEMENTS - 1]]).toEqual(['1000000', '1999999']);
  expect(new Set(keys).size).toBe(ELEMENTS);

  const values = await map.values();
  expect(values.size()).toBe(ELEMENTS);
  expect(values.get(765_432)).toBe('1765432');

  // Alternately keys and values.
  const entries = await map.entrySet();
  expect(entries).toHaveLength(ELEMENTS / 2);
  expect(entries[ELEMENTS / 2 - 1]).toEqual(['1999998', '1999999']);
  expect(shard().epoch).toBe(0);
});
