// What a program does before, while and after its loop is blocked. Each returns what it has seen; with a connection that is lost, what it had seen
// until then.
import { setImmediate } from 'node:timers/promises';

/** Messages that are delivered and not acknowledged, at most. */
const PREFETCH = 50;
/** Milliseconds after the first message at which the second has begun to come, and has not come to its end. */
const HALF_WAY_MILLIS = 300;
/** Messages that a consumer keeps until the end, so that tags of before the block are used after it. */
const KEPT = 10;

/** Answers calls, and is blocked by one before the middle. */
export function server({ queue, count, block, ...settings }) {
  return onChannel(settings, async (channel, seen) => {
    await channel.prefetch(PREFETCH);
    const kept = [];
    let wasBlocked = false;
    let confirmed = 0;
    await until((resolve) =>
      channel.consume(queue, (message) => {
        const { deliveryTag, redelivered } = message.fields;
        const { replyTo, correlationId } = message.properties;
        seen.push([Number(message.content), deliveryTag, redelivered]);
        if (seen.length >= count / 3) wasBlocked ||= block(seen.length < count / 2);
        const answer = Buffer.from(`${2 * Number(message.content)}`);
        channel.sendToQueue(replyTo, answer, { correlationId }, () => {
          if (++confirmed === count) resolve();
        });
        if (kept.length < KEPT) kept.push(message);
        else channel.ack(message);
      }),
    );
    for (const message of kept.toReversed()) channel.ack(message);
  });
}

/** Publishes a third before the tick that is blocked, a third in it, a third afterwards; notes the confirmations, with the error of those that fail. */
export function publisher({ queue, count, block, ...settings }) {
  return onChannel(settings, async (channel, seen) => {
    const publish = (from, to) => {
      for (let id = from; id < to; id++)
        channel.sendToQueue(queue, Buffer.from(`${id}`), { persistent: true }, (error) =>
          seen.push([id, error === null ? null : error.message]),
        );
    };
    const third = count / 3;
    publish(0, third);
    const call = channel.checkQueue(queue);
    // They have left their tick, and amqplib's is two turns long.
    await setImmediate();
    await setImmediate();
    publish(third, 2 * third);
    block();
    publish(2 * third, count);
    await channel.waitForConfirms();
    if ((await call).queue === queue) seen.push('checked');
  });
}

/** Consumes two messages, and is blocked while the second is half-way. */
export function bigConsumer({ queue, block, ...settings }) {
  return onChannel(settings, async (channel, seen) => {
    await until((resolve) =>
      channel.consume(queue, (message) => {
        seen.push([describe(message.content), message.fields.deliveryTag, message.fields.redelivered]);
        channel.ack(message);
        if (seen.length === 2) resolve();
        else setTimeout(() => block(), HALF_WAY_MILLIS);
      }),
    );
  });
}

/** Publishes a message that is longer than what the kernel takes, and another, and is blocked while the first is half-way. */
export function bigPublisher({ queue, bytes, block, ...settings }) {
  return onChannel(settings, async (channel, seen) => {
    for (const content of [Buffer.alloc(bytes, 'b'), Buffer.alloc(1, 's')])
      channel.sendToQueue(queue, content, {}, (error) =>
        seen.push([content.length, error === null ? null : error.message]),
      );
    // They have left their tick, and amqplib's is two turns long.
    await setImmediate();
    await setImmediate();
    block();
    await channel.waitForConfirms();
  });
}

/** Makes calls, and is blocked while half of them have no answer; makes the others afterwards. */
export function caller({ queue, count, block, ...settings }) {
  return onChannel(settings, async (channel, seen) => {
    const { queue: replyTo } = await channel.assertQueue('', { exclusive: true });
    const ask = (id) => channel.sendToQueue(queue, Buffer.from(`${id}`), { replyTo, correlationId: `${id}` });
    const all = until((resolve) =>
      channel.consume(
        replyTo,
        ({ content, properties, fields }) => {
          seen.push([Number(properties.correlationId), Number(content), fields.redelivered]);
          if (seen.length === count) resolve();
        },
        { noAck: true },
      ),
    );
    for (let id = 0; id < count / 2; id++) ask(id);
    await setImmediate();
    await setImmediate();
    block();
    for (let id = count / 2; id < count; id++) ask(id);
    await all;
  });
}

/** Runs `use` with a confirm channel. Returns what it has seen, and the events that tell of errors and ends; ends with the first of them. */
async function onChannel({ connect, url }, use) {
  const [seen, events] = [[], []];
  const model = await connect(url);
  const channel = await model.createConfirmChannel();
  const lost = until((resolve) => {
    for (const [of, emitter] of Object.entries({ model, channel }))
      for (const event of ['error', 'close'])
        emitter.on(event, (error) => {
          events.push(`${of} ${event}: ${error?.message}`);
          if (of === 'model' && event === 'close') resolve();
        });
  });
  const used = use(channel, seen).catch((error) => events.push(error.message));
  await Promise.race([used, lost]);
  const survived = events.length === 0;
  if (survived) await model.close();
  return { survived, events: survived ? [] : events, seen };
}

/** The length of a content, and all characters that are in it. */
function describe(content) {
  return [content.length, String.fromCharCode(...new Set(content))];
}

function until(begin) {
  return new Promise((resolve, reject) => void Promise.resolve(begin(resolve)).catch(reject));
}
