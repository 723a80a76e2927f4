import { startMember } from '@offloop/member';
import * as fc from 'fast-check';
import { OverflowPolicy, type Ringbuffer } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { seed } from '../cluster/support/random.js';

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

  readMany(start: number, most: number): { items: string[]; next: number } {
    const from = Math.min(Math.max(start, this.head), this.all.length);
    const items = this.all.slice(from, from + most);
    return { items, next: from + items.length };
  }
}

interface Real {
  readonly ring: Ringbuffer<string>;
}

type Command = fc.AsyncCommand<Model, Real>;

function command(text: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => text };
}

const policy = fc.constantFrom(undefined, ...Object.values(OverflowPolicy));
const sequence = fc.nat(30);

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(fc.string(), policy).map(([item, overflow]) =>
    command(`add(${JSON.stringify(item)}, ${overflow})`, async (model, { ring }) => {
      model.all.push(item);
      expect((await ring.add(item, overflow)).toNumber()).toBe(model.tail);
    }),
  ),
  fc
    .tuple(fc.array(fc.string(), { minLength: 1, maxLength: 2 * CAPACITY }), policy)
    .map(([items, overflow]) =>
      command(`addAll(${JSON.stringify(items)}, ${overflow})`, async (model, { ring }) => {
        const fails = overflow === OverflowPolicy.FAIL && items.length > CAPACITY;
        if (!fails) model.all.push(...items);
        expect((await ring.addAll(items, overflow)).toNumber()).toBe(fails ? -1 : model.tail);
      }),
    ),
  sequence.map((at) =>
    command(`readOne(${at})`, async (model, { ring }) => {
      if (at === model.all.length) {
        // The next to come: it waits for it.
        const waiting = ring.readOne(at);
        model.all.push('awaited');
        await ring.add('awaited');
        expect(await waiting).toBe('awaited');
      } else if (at > model.all.length) {
        await expect(ring.readOne(at)).rejects.toMatchObject({ name: 'IllegalArgumentError' });
      } else if (at < model.head) {
        await expect(ring.readOne(at)).rejects.toMatchObject({ name: 'StaleSequenceError' });
      } else {
        expect(await ring.readOne(at)).toBe(model.all[at]);
      }
    }),
  ),
  fc.tuple(sequence, fc.integer({ min: 1, max: 8 })).map(([start, most]) =>
    command(`readMany(${start}, 0, ${most})`, async (model, { ring }) => {
      const set = await ring.readMany(start, 0, most);
      const { items, next } = model.readMany(start, most);
      expect([...set]).toEqual(items);
      expect(set.getReadCount()).toBe(items.length);
      expect(set.getNextSequenceToReadFrom().toNumber()).toBe(next);
      items.forEach((_item, index) => {
        expect(set.getSequence(index).toNumber()).toBe(next - items.length + index);
      });
    }),
  ),
  fc.constant(
    command('state', async (model, { ring }) => {
      expect((await ring.headSequence()).toNumber()).toBe(model.head);
      expect((await ring.tailSequence()).toNumber()).toBe(model.tail);
      expect((await ring.size()).toNumber()).toBe(model.all.length - model.head);
    }),
  ),
];

test(`a ring buffer does what its model does (seed ${seed})`, async () => {
  const member = await startMember({ ringbuffers: { capacity: CAPACITY } });
  onTestFinished(() => member.stop());
  const { client } = await connect(member.address);
  let rings = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30 }), async (sequenceOfCommands) => {
      const ring = await client.getRingbuffer<string>(`ring-${rings++}`);
      await fc.asyncModelRun(() => ({ model: new Model(), real: { ring } }), sequenceOfCommands);
    }),
    { seed, numRuns: 100 },
  );
});
