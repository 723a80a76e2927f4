import { setImmediate } from 'node:timers/promises';

/**
 * A program that publishes and consumes on a connection that recovers, and is blocked with messages and a call under way. It goes on when it is
 * connected again: publishes what was lost, and takes all messages out of the queue.
 */
export async function recovering({ connect, url, queue, count, block }) {
  const events = [];
  const model = await connect(url, { recovery: { initialDelay: 50, maxDelay: 500 } });
  model.on('error', (error) => events.push(['error', error.message]));
  model.on('disconnect', () => events.push(['disconnect']));
  const channel = await model.createConfirmChannel();
  channel.on('close', () => events.push(['channel close']));
  await channel.assertQueue(queue);
  await channel.prefetch(10);
  await channel.consume(queue, () => undefined);

  /** Messages that were told of: null where confirmed. */
  const told = new Map();
  const publish = (from, to) => {
    for (let id = from; id < to; id++)
      channel.sendToQueue(queue, Buffer.from(`${id}`), { persistent: true }, (error) => told.set(id, error));
  };
  publish(0, count / 2);
  await setImmediate();
  const pending = [channel.checkQueue(queue), channel.waitForConfirms()];
  publish(count / 2, count);
  pending.push(channel.waitForConfirms());
  const connected = new Promise((resolve) => void model.once('connect', resolve));
  block();
  const refused = (await Promise.allSettled(pending)).map(({ reason }) => reason?.message ?? null);
  await connected;

  const lost = [...told].filter(([, error]) => error !== null);
  const wasSent = lost.filter(([id]) => id >= count / 2).map(([, error]) => error.wasSent);
  const next = await model.createConfirmChannel();
  for (const [id] of lost) next.sendToQueue(queue, Buffer.from(`${id}`), { persistent: true });
  await next.waitForConfirms();
  const arrived = new Set();
  for (let message; (message = await next.get(queue, { noAck: true }));) arrived.add(Number(message.content));
  await model.close();
  const codes = [...new Set(lost.map(([, error]) => error.code))];
  return {
    events,
    refused,
    told: told.size,
    arrived: arrived.size,
    codes,
    unsent: wasSent.filter((each) => !each).length,
  };
}
