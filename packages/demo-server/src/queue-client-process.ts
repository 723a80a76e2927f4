// Opens one RabbitMQ client and takes a job. When it is told to, it publishes a result, holds its thread, and acknowledges the job.
import type * as ours from '@offloop/amqp';
import { childSettings, tellParent } from '@offloop/tools/measure';

import type { ToBlocked } from './block/block.js';
import { HEARTBEAT_SECONDS, type FromQueueClient, type QueueClientSettings } from './block/queue-client.js';

const { client, url, jobs, results } = childSettings(() => process.exit()) as QueueClientSettings;
const say: (message: FromQueueClient) => void = tellParent;
const QUEUE = { durable: false, expires: 600_000 };
const ignore = (): void => undefined;

let connected = true;
let channel: ours.ConfirmChannel;
let job: ours.ConsumeMessage;
process.on('message', ({ millis }: ToBlocked) => void hold(millis));
try {
  // Both have the same methods.
  const { connect } = (await import(client)) as typeof ours;
  const model = await connect(`${url}?heartbeat=${HEARTBEAT_SECONDS}`);
  model.on('error', ignore).on('close', () => (connected = false));
  channel = await model.createConfirmChannel();
  channel.on('error', ignore);
  for (const queue of [jobs, results]) await channel.assertQueue(queue, QUEUE);
  channel.sendToQueue(jobs, Buffer.from('a job'));
  await channel.waitForConfirms();
  await channel.consume(jobs, (message) => {
    if (message === null) return;
    job = message;
    say({ type: 'ready' });
  });
} catch (error) {
  say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}

async function hold(millis: number): Promise<void> {
  channel.sendToQueue(results, Buffer.from('a result'), {}, ignore);
  // The thread sleeps instead of spinning, so that the other processes keep their CPUs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
  try {
    channel.ack(job);
    // Its answer comes behind all that was sent before.
    await channel.checkQueue(results);
  } catch {
    // The connection is lost, as its events say.
  }
  say({ type: 'held', connected });
}
