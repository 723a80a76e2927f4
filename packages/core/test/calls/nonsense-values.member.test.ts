import { messages, TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import { HazelcastError, msgpackSerializer } from 'offloop';
import { rounds, seedOf } from '@offloop/tools';
import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, TESTED_WORKERS } from '../client/support/client-bench.js';
import { answerWith, responseTo } from '../faults/support/scripted.js';
import { figuresOf } from '../client/support/figures.js';

const seed = seedOf('nonsense values');

const ROUNDS = rounds({ short: 20, full: 60 });
const CALLS_A_ROUND = 10;

const member = await embeddedMember();

const int32 = fc
  .oneof(fc.integer({ min: -2, max: 40 }), fc.constantFrom(0x7fff_ffff, -0x8000_0000, 0x00ff_ffff))
  .map((value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  });

/** What looks like the beginning of something, and then is not. */
const payload: fc.Arbitrary<Buffer> = fc
  .array(
    fc.oneof(
      int32,
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('{"a":[', '[1,', 'null', '"\\ud800"', '-0', '[]]', '\u00ff')
        .map((text) => Buffer.from(text)),
    ),
    { maxLength: 5 },
  )
  .map((pieces) => Buffer.concat(pieces));

/** A serialized value of any type: nonsense, its length field right or wrong, or cut off in its header. */
const nonsense: fc.Arbitrary<Buffer> = fc
  .tuple(fc.constantFrom(...Object.values(TypeId), 28_016, 5, -7777), payload, fc.integer({ min: 0, max: 3 }))
  .map(([type, bytes, how]) => {
    const header = Buffer.alloc(12);
    header.writeInt32BE(type, 4);
    header.writeInt32BE(bytes.length, 8);
    if (how === 0) return Buffer.concat([header.subarray(0, 8), bytes]);
    if (how === 1) return header.subarray(0, bytes.length % 12);
    return Buffer.concat([header, bytes]);
  });

test.each([TESTED_WORKERS, 0])(
  'values that are nonsense fail their own call, with a typed error, with workers: %s',
  async (workers) => {
    const { client, lifecycle, map } = await connectMap<string, unknown>(member.address, {
      runtime: { workers, packJsonFrom: 1 },
      serialization: { globalSerializer: msgpackSerializer() },
    });
    await map.set('good', 'v');
    let next: Buffer[] = [];
    answerWith(member, 'map.get', (request) =>
      responseTo(request, messages.map.get, { response: next.shift()! }),
    );
    answerWith(member, 'map.keySet', (request) =>
      responseTo(request, messages.map.keySet, { response: next }),
    );

    const unexpected: unknown[] = [];
    const settle = async (call: Promise<unknown>): Promise<void> => {
      try {
        await call;
      } catch (error) {
        // As in the official client: JSON that is none, and parts of dates and times out of their ranges.
        const isAsOfficially = error instanceof SyntaxError || error instanceof RangeError;
        if (!(error instanceof HazelcastError) && !isAsOfficially) unexpected.push(error);
      }
    };
    const batches = fc.sample(fc.array(nonsense, { minLength: CALLS_A_ROUND, maxLength: CALLS_A_ROUND }), {
      seed,
      numRuns: ROUNDS,
    });
    for (const batch of batches) {
      next = [...batch];
      await Promise.all(batch.map(() => settle(map.get('bad'))));
      next = [...batch];
      await settle(map.keySet());
    }

    expect(unexpected).toEqual([]);
    member.faults.clear();
    expect(await map.get('good')).toBe('v');
    expect(lifecycle.count('DISCONNECTED')).toBe(0);
    expect(figuresOf(client)).toMatchObject({ epoch: 0, inFlight: 0, rescues: 0 });
  },
);
