import { rounds, seedOf, startFaultProxy } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { expect, onTestFinished, test } from 'vitest';

import { connect, type RecoveringChannelModel } from '../support/ours/index.js';
import { forceMoves } from '../support/ours/force-moves.js';
import { BROKER_PORT } from '../support/rabbitmq.js';
import { RandomDeclarations } from './support/random-declarations.js';
import { renamed, VirtualHost } from './support/vhost.js';

const seed = seedOf('amqp topologies');
const programs = Array.from({ length: rounds({ short: 2, full: 3, soak: 300 }) }, (_, i) => seed + i);
const STEPS = 60;
const LOSSES = 2;

/** Follows the names of queues. @returns the first name of each, with its name now */
function followNames(model: RecoveringChannelModel): Map<string, string> {
  const names = new Map<string, string>();
  model.on('queue-renamed', ({ from, to }) => {
    const first = [...names].find(([, now]) => now === from)?.[0] ?? from;
    names.set(first, to);
  });
  return names;
}

test.each(programs)(
  'program %i: the broker lists the same after it has forgotten everything',
  { timeout: 240_000 },
  async (program) => {
    const host = await VirtualHost.create();
    onTestFinished(() => host.delete());
    const proxy = await startFaultProxy({ target: `127.0.0.1:${BROKER_PORT}` });
    onTestFinished(() => proxy.close());
    // Of every second program each connection moves, also those after a loss.
    if (program % 2 === 1) onTestFinished(forceMoves().stop);
    const recovery = { topology: true, initialDelay: 10, maxDelay: 200 };
    const model = await connect(host.url(proxy.port), { recovery });
    const failures: string[] = [];
    let consumers: readonly string[] = [];
    model.on('topology-failed', ({ message }) => failures.push(message));
    model.on('error', () => undefined);
    onTestFinished(() => model.close());
    const declarations = new RandomDeclarations(createRandom(program), model);

    for (let loss = 0; loss < LOSSES; loss++) {
      await declarations.run(STEPS);
      const before = await host.list();
      const names = followNames(model);
      // Not `events.once`, which fails at the error of the loss.
      const back = new Promise((resolve) => model.once('topology-recovered', resolve));
      proxy.refuse();
      proxy.cutAll();
      await host.wipe();
      proxy.resume();
      expect(await back).toEqual({ failures: [] });
      const after = await host.list();
      expect(after).toEqual(renamed(before, names));
      ({ consumers } = after);
    }
    expect(failures).toEqual([]);
    expect(declarations.done).toBeGreaterThan(STEPS);

    // Those who consume are really served.
    const consumed = consumers.map((line) => /<<"(.*?)">>/.exec(line)![1]);
    const texts = consumed.map((queue, i) => `${i} to ${queue}`).toSorted();
    const channel = await declarations.channel();
    const all = new Promise<void>((resolve) => {
      declarations.onReceived = () => {
        if (declarations.received.length === texts.length) resolve();
      };
    });
    for (const text of texts) channel.sendToQueue(text.split(' to ')[1], Buffer.from(text));
    if (texts.length > 0) await all;
    expect(declarations.received.toSorted()).toEqual(texts);
  },
);
