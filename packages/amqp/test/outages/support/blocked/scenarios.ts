import { connect, type Channel, type ConfirmChannel } from '../../../support/ours/index.js';
import { startFaultProxy } from '@offloop/tools';

import { BROKER_PORT, BROKER_URL, freshName } from '../../../support/rabbitmq.js';
import { startBlocked, type BlockedProgram, type BlockedSettings } from './start.js';

export type Library = BlockedSettings['library'];
/** What a role has seen. */
export interface Report {
  /** True if its connection and its channel have told of no error, and have not ended. */
  readonly survived: boolean;
  readonly events: readonly string[];
  readonly seen: readonly unknown[];
}

/** What became of a program: its own report, and what was seen from outside. */
export interface Outcome {
  readonly report: Report;
  readonly outside: unknown;
}

/** How long programs are blocked, and at which heartbeat. */
export interface Block {
  readonly millis: number;
  readonly heartbeatSeconds: number;
  /** Messages or calls, in all. */
  readonly count: number;
  /** Bytes of a message that is under way when the block begins. */
  readonly bytes: number;
  /** See `BlockedSettings.move`. */
  readonly move?: BlockedSettings['move'];
}

/** Runs a program in one role, with what it needs around it. */
export type Scenario = (library: Library, block: Block) => Promise<Outcome>;

/** Half of the calls come before the block, half while it lasts. `outside`: the answers, and the calls that are left in the queue. */
export const server: Scenario = around(async (channel, queue, library, block) => {
  const { queue: replyTo } = await channel.assertQueue('', { exclusive: true });
  await call(channel, queue, replyTo, 0, block.count / 2);
  const program = start(library, 'server', queue, block);
  await program.blocked;
  await call(channel, queue, replyTo, block.count / 2, block.count);
  const report = await program.report;
  const answers = await drain(channel, replyTo);
  return { report, outside: { answers, left: (await channel.checkQueue(queue)).messageCount } };
});

/** `outside`: the messages in the queue, and whether those of earlier ticks were there while the loop was still blocked. */
export const publisher: Scenario = around(async (channel, queue, library, block) => {
  const program = start(library, 'publisher', queue, block);
  await program.blocked;
  const early = await Promise.race([
    untilCount(channel, queue, block.count / 3).then(() => true),
    program.report.then(() => false),
  ]);
  const report = await program.report;
  return { report, outside: { early, messages: await drain(channel, queue) } };
});

/** A small message, and a large one that comes slowly. `outside`: messages that are left in the queue. */
export const bigConsumer: Scenario = around(async (channel, queue, library, block) => {
  const proxy = await startFaultProxy({ target: `127.0.0.1:${BROKER_PORT}` });
  proxy.throttle(block.bytes);
  try {
    for (const content of [Buffer.alloc(1, 's'), Buffer.alloc(block.bytes, 'b')])
      channel.sendToQueue(queue, content);
    await channel.waitForConfirms();
    const report = await start(library, 'bigConsumer', queue, block, proxy.address).report;
    return { report, outside: (await channel.checkQueue(queue)).messageCount };
  } finally {
    await proxy.close();
  }
});

/** `outside`: the lengths of the messages, and whether all were there while the loop was still blocked. */
export const bigPublisher: Scenario = around(async (channel, queue, library, block) => {
  const program = start(library, 'bigPublisher', queue, block);
  const early = await Promise.race([
    untilCount(channel, queue, 2).then(() => true),
    program.report.then(() => false),
  ]);
  const report = await program.report;
  const lengths = [await channel.get(queue), await channel.get(queue), await channel.get(queue)].map(
    (message) => message && [message.content.length, new Set(message.content).size],
  );
  return { report, outside: { early, lengths } };
});

/** Calls are answered at once. `outside`: the calls. */
export const caller: Scenario = around(async (channel, queue, library, block) => {
  const calls: unknown[] = [];
  await channel.consume(queue, (message) => {
    // The queue is deleted behind the last call.
    if (message === null) return;
    const { content, fields, properties } = message;
    calls.push([Number(content), fields.redelivered]);
    const answer = Buffer.from(`${2 * Number(content)}`);
    const { correlationId } = properties;
    channel.sendToQueue(properties.replyTo, answer, { correlationId });
    channel.ack(message);
  });
  const program = start(library, 'caller', queue, block);
  return { report: await program.report, outside: calls };
});

/** Runs a scenario with a queue of its own, and a channel of a loop that is not blocked. */
function around(
  run: (channel: ConfirmChannel, queue: string, library: Library, block: Block) => Promise<Outcome>,
): Scenario {
  return async (library, block) => {
    const model = await connect(BROKER_URL);
    const channel = await model.createConfirmChannel();
    const { queue } = await channel.assertQueue(freshName());
    try {
      return await run(channel, queue, library, block);
    } finally {
      await channel.deleteQueue(queue);
      await model.close();
    }
  };
}

function start(
  library: Library,
  role: BlockedSettings['role'],
  queue: string,
  { millis, heartbeatSeconds, count, bytes, move }: Block,
  address = `127.0.0.1:${BROKER_PORT}`,
): BlockedProgram<Report> {
  const url = `amqp://guest:guest@${address}?heartbeat=${heartbeatSeconds}`;
  const given = move === undefined ? {} : { move };
  return startBlocked({ library, role, url, queue, count, bytes, blockMillis: millis, ...given });
}

/** Makes calls: numbers, which are their ids, too. Resolves when the broker has them. */
async function call(
  channel: ConfirmChannel,
  queue: string,
  replyTo: string,
  from: number,
  to: number,
): Promise<void> {
  for (let id = from; id < to; id++)
    channel.sendToQueue(queue, Buffer.from(`${id}`), { persistent: true, correlationId: `${id}`, replyTo });
  await channel.waitForConfirms();
}

/** Takes all messages out of a queue: their numbers, the ids of the calls that they answer, and whether they came before. */
async function drain(channel: Channel, queue: string): Promise<unknown[]> {
  const message = await channel.get(queue, { noAck: true });
  if (message === false) return [];
  const { content, fields, properties } = message;
  const { correlationId } = properties as { correlationId?: string };
  return [[Number(content), correlationId, fields.redelivered], ...(await drain(channel, queue))];
}

async function untilCount(channel: Channel, queue: string, count: number): Promise<void> {
  while ((await channel.checkQueue(queue)).messageCount !== count);
}
