import { performance } from 'node:perf_hooks';
import { evenArrivals, Latencies, OpenLoop, type Load } from '@offloop/tools/measure';
import type { CellResult, RunContext, Timing } from '../experiment.js';
import { measureCallLoad } from '../load/call-load.js';
import { openPacedWindow } from '../load/paced-load.js';
import { measureSteady } from '../load/steady.js';
import { openWindow } from '../load/window.js';
import type { AmqpCell } from './amqp-cells.js';
import type { AmqpClient } from './amqp-client.js';
import { checkBody, makeBodies } from './bodies.js';
import { startFeeder } from './feeder.js';

/** Number of messages that the queue of a publisher keeps: it drops the oldest, so that the broker's memory is bounded. */
const MOST_KEPT = 1000;
/** Bytes of the messages that a feeder keeps ready, and their number at most. */
const FILL_BYTES = 64 * 1024 * 1024;
const MOST_FILLED = 20_000;

/** Measures one cell, on a queue of its own. */
export async function measureAmqp(
  client: AmqpClient,
  cell: AmqpCell,
  timing: Timing,
  url: string,
): Promise<CellResult> {
  const queue = `offloop-bench-${process.pid}-${cell.id}`;
  await client.declare(queue, cell.work === 'publish' ? MOST_KEPT : undefined);
  globalThis.gc?.();
  try {
    switch (cell.work) {
      case 'publish':
        return await measurePublishing(client, cell, timing, queue);
      case 'consume':
        return await measureConsuming(client, cell, timing, queue, url);
      default:
        return await measureBoth(client, cell, timing, queue);
    }
  } finally {
    await client.remove(queue);
  }
}

/**
 * Warms a process up before its first cell, whichever that is: with as few messages in flight as the cells have at least, since a connection that has
 * moved into the thread stays there.
 */
export async function warmUpAmqp(
  client: AmqpClient,
  { timing }: RunContext,
  cells: readonly AmqpCell[],
): Promise<void> {
  const seconds = timing.processWarmup;
  if (seconds === 0) return;
  const count = Math.min(64, ...cells.map((cell) => (cell.work === 'paced' ? 1 : cell.count)));
  const queue = `offloop-bench-${process.pid}-warm-up`;
  await client.declare(queue, MOST_KEPT);
  const stop = await client.consume(queue, count, () => undefined);
  const warmUp = {
    id: 'warm-up',
    title: 'warm-up',
    tier: 'quick',
    work: 'publish',
    bytes: 1024,
    count,
  } as const;
  await measurePublishing(client, warmUp, { processWarmup: 0, cellWarmup: 0, window: seconds }, queue);
  await stop();
  await client.remove(queue);
}

async function measurePublishing(
  client: AmqpClient,
  { id, bytes, count }: AmqpCell,
  timing: Timing,
  queue: string,
): Promise<CellResult> {
  const publish = await client.publisher(queue);
  const bodies = makeBodies(bytes);
  const call = (turn: number): Promise<unknown> => publish(bodies[turn % bodies.length]);
  return measureCallLoad(client, { id, concurrency: count, timed: true }, { call }, timing);
}

async function measureConsuming(
  client: AmqpClient,
  { id, bytes, count }: AmqpCell,
  timing: Timing,
  queue: string,
  url: string,
): Promise<CellResult> {
  const fill = Math.min(MOST_FILLED, Math.floor(FILL_BYTES / bytes));
  const feeder = await startFeeder({ url, queue, bytes, fill });
  try {
    const load = new Consuming(bytes);
    const stop = await client.consume(queue, count, (body) => load.onBody(body));
    const open = (): ReturnType<typeof openWindow> => openWindow(() => client.counters());
    const result = await measureSteady({ cell: id, load, open }, timing);
    await stop();
    return result;
  } finally {
    await feeder.stop();
  }
}

/** The load that a broker makes: messages that come. */
class Consuming implements Load {
  readonly ended: Promise<void>;
  readonly #bytes: number;
  #end!: () => void;
  #answered = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get answered(): number {
    return this.#answered;
  }

  onBody(body: Buffer): void {
    checkBody(body, this.#bytes);
    this.#answered++;
  }

  stop(): void {
    this.#end();
  }
}

/** Measures messages by the clock, from when each was due until this process has it back. */
async function measureBoth(
  client: AmqpClient,
  { id, bytes, count }: AmqpCell,
  timing: Timing,
  queue: string,
): Promise<CellResult> {
  const latencies = new Latencies();
  const waiting: { readonly due: number; readonly resolve: () => void }[] = [];
  const publish = await client.publisher(queue);
  // One publisher, one queue, one consumer: messages come in the order in which they were published.
  const stop = await client.consume(queue, count, (body) => {
    checkBody(body, bytes);
    const { due, resolve } = waiting.shift()!;
    latencies.record(performance.now() - due);
    resolve();
  });
  const bodies = makeBodies(bytes);
  const loop = new OpenLoop(evenArrivals(count), async (turn, due) => {
    const delivered = new Promise<void>((resolve) => waiting.push({ due, resolve }));
    await Promise.all([publish(bodies[turn % bodies.length]), delivered]);
  });
  const open = (): ReturnType<typeof openPacedWindow> => openPacedWindow(loop, latencies, client);
  const result = await measureSteady({ cell: id, load: loop, open }, timing);
  await stop();
  return result;
}
