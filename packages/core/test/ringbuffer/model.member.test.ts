import { startMember } from '@offloop/member';
import { rounds, seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { OverflowPolicy, type Ringbuffer } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { outcome } from '../cluster/support/comparable.js';

const CAPACITY = 5;

/** What a ring buffer without a time to live is, said as simply as can be: all items there ever were. */
class Model {
  readonly all: string[] = [];

  get tail(): number {
    return this.all.length - 1;
  }

  get head(): number {
    return Math.max(0, this.all.length - CAPACITY);
  }
}

/** Does the same to both. @returns what is expected, and what came of it. */
type Act = (model: Model, ring: Ringbuffer<string>) => Promise<readonly [expected: unknown, actual: unknown]>;

interface Step {
  readonly act: Act;
  toString(): string;
}

function step(text: string, act: Act): Step {
  return { act, toString: () => text };
}

async function rejection(call: Promise<unknown>): Promise<unknown> {
  const { rejected } = (await outcome(call)) as { rejected?: { error: string } };
  return rejected?.error;
}

const policy = fc.constantFrom(undefined, ...Object.values(OverflowPolicy));
const sequence = fc.nat(30);

const add = fc.tuple(fc.string(), policy).map(([item, overflow]) =>
  step(`add(${JSON.stringify(item)}, ${overflow})`, async (model, ring) => {
    model.all.push(item);
    return [model.tail, (await ring.add(item, overflow)).toNumber()];
  }),
);

const items = fc.array(fc.string(), { minLength: 1, maxLength: 2 * CAPACITY });
const addAll = fc.tuple(items, policy).map(([added, overflow]) =>
  step(`addAll(${JSON.stringify(added)}, ${overflow})`, async (model, ring) => {
    const fails = overflow === OverflowPolicy.FAIL && added.length > CAPACITY;
    if (!fails) model.all.push(...added);
    return [fails ? -1 : model.tail, (await ring.addAll(added, overflow)).toNumber()];
  }),
);

const readOne = sequence.map((at) =>
  step(`readOne(${at})`, async (model, ring) => {
    if (at > model.all.length) return ['IllegalArgumentError', await rejection(ring.readOne(at))];
    if (at < model.head) return ['StaleSequenceError', await rejection(ring.readOne(at))];
    if (at <= model.tail) return [model.all[at], await ring.readOne(at)];
    // The next to come: it waits for it.
    const waiting = ring.readOne(at);
    model.all.push('awaited');
    await ring.add('awaited');
    return ['awaited', await waiting];
  }),
);

const readMany = fc.tuple(sequence, fc.integer({ min: 1, max: 8 })).map(([start, most]) =>
  step(`readMany(${start}, 0, ${most})`, async (model, ring) => {
    const from = Math.min(Math.max(start, model.head), model.all.length);
    const expected = model.all.slice(from, from + most);
    const set = await ring.readMany(start, 0, most);
    return [
      {
        items: expected,
        sequences: expected.map((_item, index) => from + index),
        count: expected.length,
        // As real members have it: see the steps that both clients take on them.
        next: expected.length === 0 ? 0 : from + expected.length,
      },
      {
        items: [...set],
        sequences: [...set].map((_item, index) => set.getSequence(index).toNumber()),
        count: set.getReadCount(),
        next: set.getNextSequenceToReadFrom().toNumber(),
      },
    ];
  }),
);

const state = fc.constant(
  step('state', async (model, ring) => [
    [model.head, model.tail, model.all.length - model.head],
    (await Promise.all([ring.headSequence(), ring.tailSequence(), ring.size()])).map(Number),
  ]),
);

test('a ring buffer does what its model does', async () => {
  const member = await startMember({ ringbuffers: { capacity: CAPACITY } });
  onTestFinished(() => member.stop());
  const { client } = await connect(member.address);
  let rings = 0;
  const steps = fc.array(fc.oneof(add, addAll, readOne, readMany, state), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(steps, async (sequenceOfSteps) => {
      const ring = await client.getRingbuffer<string>(`ring-${rings++}`);
      const model = new Model();
      for (const { act } of sequenceOfSteps) {
        const [expected, actual] = await act(model, ring);
        expect(actual).toEqual(expected);
      }
    }),
    { seed: seedOf('ring buffer against its model'), numRuns: rounds({ short: 33, full: 100 }) },
  );
});
