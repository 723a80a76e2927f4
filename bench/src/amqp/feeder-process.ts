/** Keeps a queue filled, in a process of its own: what is measured pays nothing for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@offloop/amqp';
import { childSettings, tellParent } from '@offloop/tools/measure';
import { makeBodies } from './bodies.js';
import type { FeederReady, FeederSettings } from './feeder.js';

/** Time between two looks at the queue, in ms. */
const PERIOD = 10;

const { url, queue, bytes, fill } = childSettings(() => process.exit()) as FeederSettings;
const bodies = makeBodies(bytes);
const model = await connect(url);
const channel = await model.createChannel();
for (let isFirst = true; ; isFirst = false) {
  // Behind all that was published: the number is exact.
  const { messageCount } = await channel.checkQueue(queue);
  for (let i = messageCount; i < fill; i++) channel.sendToQueue(queue, bodies[i % bodies.length]);
  if (isFirst) {
    await channel.checkQueue(queue);
    tellParent({ type: 'ready' } satisfies FeederReady);
  }
  await sleep(PERIOD);
}
