import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { Destination, type Binding } from '../../../src/client/recovery/topology/binding.js';
import { TopologyRecord } from '../../../src/client/recovery/topology/topology-record.js';
import { NaiveBroker, type NaiveBinding } from './support/naive-broker.js';

const seed = seedOf('amqp topology record');
const numRuns = rounds({ short: 500, full: 5000 });

const exchange = fc.constantFrom('x0', 'x1', 'x2');
const queue = fc.constantFrom('q0', 'q1', 'q2');
const channel = fc.nat({ max: 1 });
const tag = fc.constantFrom('a', 'b');
const rest = {
  source: exchange,
  routingKey: fc.constantFrom('', 'k'),
  argument: fc.constantFrom('none', 'one'),
};
const binding: fc.Arbitrary<NaiveBinding> = fc.oneof(
  fc.record({ to: fc.constant('queue' as const), destination: queue, ...rest }),
  fc.record({ to: fc.constant('exchange' as const), destination: exchange, ...rest }),
);
const autoDelete = fc.boolean();
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('exchange' as const), name: exchange, autoDelete }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('queue' as const), name: queue, autoDelete }) },
  { weight: 12, arbitrary: fc.record({ type: fc.constant('bind' as const), binding }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('unbind' as const), binding }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('consume' as const), channel, tag, queue }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('cancel' as const), channel, tag }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('close' as const), channel }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete exchange' as const), name: exchange }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete queue' as const), name: queue }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rename' as const), name: queue }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The same arguments in another order, every other time. */
function recorded({ argument, ...fields }: NaiveBinding, count: number): Binding {
  const table = count % 2 === 0 ? { a: 1, b: 2 } : { b: 2, a: 1 };
  return { ...fields, arguments: argument === 'none' ? [undefined, {}, null][count % 3] : table };
}

/** Has the server and the record take steps. What the server would refuse is not recorded, as it is not answered. */
class Both {
  readonly broker = new NaiveBroker();
  readonly record = new TopologyRecord();
  #steps = 0;

  take(next: Step): void {
    const { broker, record } = this;
    this.#steps++;
    switch (next.type) {
      case 'exchange':
        // What is there already keeps what it was declared with: the server refuses all else.
        if (broker.exchanges.has(next.name)) return;
        broker.declareExchange(next.name, next.autoDelete);
        return record.exchangeDeclared({ name: next.name, fields: { autoDelete: next.autoDelete } });
      case 'queue':
        if (broker.queues.has(next.name)) return;
        broker.declareQueue(next.name, next.autoDelete);
        return record.queueDeclared({
          name: next.name,
          fields: { autoDelete: next.autoDelete },
          isServerNamed: false,
        });
      case 'bind':
        if (broker.bind(next.binding)) record.bound(recorded(next.binding, this.#steps));
        return;
      case 'unbind':
        broker.unbind(next.binding);
        return record.unbound(recorded(next.binding, this.#steps));
      case 'consume':
        if (broker.consume(next.channel, next.tag, next.queue))
          record.consumed({
            channel: next.channel,
            consumerTag: next.tag,
            queue: next.queue,
            fields: {},
            prefetch: undefined,
          });
        return;
      case 'cancel':
        broker.cancel(next.channel, next.tag);
        return record.cancelled(next.channel, next.tag);
      case 'close':
        broker.cancel(next.channel, undefined);
        return record.channelClosed(next.channel);
      case 'delete exchange':
        broker.deleteExchange(next.name);
        return record.exchangeDeleted(next.name);
      case 'delete queue':
        broker.deleteQueue(next.name);
        return record.queueDeleted(next.name);
      case 'rename':
        return this.#renameThereAndBack(next.name);
    }
  }

  /** Another name, and the first again, is no change. */
  #renameThereAndBack(name: string): void {
    if (!this.record.queues.some((each) => each.name === name)) return;
    this.record.queueRenamed(name, 'other');
    const all = JSON.stringify([this.record.queues, this.record.bindings, this.record.consumers]);
    if (all.includes(`"${name}"`)) throw new Error(`${name} is still there: ${all}`);
    this.record.queueRenamed('other', name);
  }
}

function listed({ record }: Both): object {
  return {
    exchanges: record.exchanges.map(({ name }) => name).toSorted(),
    queues: record.queues.map(({ name }) => name).toSorted(),
    bindings: record.bindings
      .map(({ arguments: table, ...fields }) =>
        JSON.stringify({ ...fields, argument: Object.keys(table ?? {}).length === 0 ? 'none' : 'one' }),
      )
      .toSorted(),
    consumers: record.consumers
      .map(({ channel: number, consumerTag, queue: name }) => `${number} ${consumerTag} ${name}`)
      .toSorted(),
  };
}

function expected({ broker }: Both): object {
  return {
    exchanges: [...broker.exchanges.keys()].toSorted(),
    queues: [...broker.queues.keys()].toSorted(),
    bindings: broker.bindings
      .map(({ argument, ...fields }) => JSON.stringify({ ...fields, argument }))
      .toSorted(),
    consumers: broker.consumers
      .map((consumer) => `${consumer.channel} ${consumer.tag} ${consumer.queue}`)
      .toSorted(),
  };
}

describe('the record of a topology', () => {
  test('has after each step what the server has', async () => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        await turn();
        const both = new Both();
        for (const next of steps) {
          both.take(next);
          expect(listed(both)).toEqual(expected(both));
          most = Math.max(most, both.record.bindings.length);
        }
      }),
      { seed, numRuns },
    );
    // The steps do get somewhere.
    expect(most).toBeGreaterThan(4);
  });

  test('takes bindings for the same only if their arguments are', () => {
    const record = new TopologyRecord();
    const first = { to: Destination.QUEUE, destination: 'q', source: 'x', routingKey: 'k' };
    const tables = [undefined, { a: 1 }, { a: '1' }, { a: 1, b: 2 }, Object.create({ a: 2 }), { a: [1] }];
    for (const table of tables) record.bound({ ...first, arguments: table });
    record.bound({ ...first, to: Destination.EXCHANGE, arguments: undefined });
    expect(record.bindings).toHaveLength(tables.length + 1);
    record.unbound({ ...first, arguments: { b: 2, a: 1 } });
    record.unbound({ ...first, arguments: { a: 2 } });
    expect(record.bindings.map((each) => each.arguments)).toEqual([
      undefined,
      { a: 1 },
      { a: '1' },
      { a: [1] },
      undefined,
    ]);
  });

  test('keeps that the server has made a name', () => {
    const record = new TopologyRecord();
    record.queueDeclared({ name: 'amq.gen-1', fields: {}, isServerNamed: true });
    record.queueDeclared({ name: 'amq.gen-1', fields: {}, isServerNamed: false });
    record.queueRenamed('amq.gen-1', 'amq.gen-2');
    expect(record.queues).toEqual([{ name: 'amq.gen-2', fields: {}, isServerNamed: true }]);
  });
});
