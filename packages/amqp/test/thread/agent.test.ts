import { serialize } from 'node:v8';
import type { AgentPort, CallHeader, CompletionWriter } from '@offloop/runtime/thread';
import { expect, onTestFinished, test } from 'vitest';

import { LinkCall } from '../../../runtime/src/shared/link-messages.js';
import { FrameType } from '../../src/wire/frame-format.js';
import { BasicDeliver } from '../../src/wire/methods.js';
import { AmqpAgent } from '../../src/thread/agent.js';
import { DELIVERY, Serving, type FakeConnection } from '../support/fake-server.js';
import { linkSettings } from '../support/links.js';

const server = new Serving();

/** The floor, as an agent sees it: its caller takes `room` events, then none until there is more room. */
class Floor {
  room = Infinity;
  readonly events: [link: number, length: number][] = [];
  readonly completed: string[] = [];
  readonly news: object[] = [];
  hasEnded = false;
  readonly #waiting: (() => void)[] = [];
  readonly agent: AmqpAgent;

  constructor(heartbeat: number) {
    const completions = {
      event: (link: number, _bytes: Buffer, start: number, end: number) => this.#take(link, end - start),
      handOverWhole: (_kind: number, link: number, _: number, [{ byteLength }]: ArrayBuffer[]) =>
        this.#take(link, byteLength),
      empty: (_kind: number, slot: number) => this.#note(`${slot} done`),
      body: (_kind: number, slot: number) => this.#note(`${slot} open`),
      error: (slot: number, _generation: number, { message }: Error) => this.#note(`${slot} ${message}`),
    };
    Object.defineProperty(completions, 'isCongested', { get: () => this.room <= 0 });
    const port = {
      completions: completions as unknown as CompletionWriter,
      cycle: () => this.#wake(),
      wake: () => this.#wake(),
      sendControl: (message: object) => {
        this.news.push(message);
        this.#wake();
      },
      ended: () => {
        this.hasEnded = true;
      },
    } as unknown as AgentPort;
    this.agent = new AmqpAgent(port, {
      settingsOf: () => linkSettings(server.port, { heartbeat }),
      lockOf: () => undefined,
      onFull: () => false,
      onMuch: () => undefined,
      onCycle: () => undefined,
    });
    onTestFinished(() => this.agent.stop('shutdown', 'the test is over'));
  }

  call(kind: LinkCall, slot: number, target: number, bytes: Buffer = Buffer.alloc(0)): void {
    const header: CallHeader = {
      slot,
      generation: 0,
      flags: kind,
      timeoutMillis: 0,
      target,
      length: bytes.length,
    };
    this.agent.begin(header, bytes, 0);
    this.agent.afterRequests();
  }

  /** Opens a connection. Resolves to the server's side of it. */
  async open(link: number): Promise<FakeConnection> {
    const serving = server.connection();
    this.call(LinkCall.OPEN, 100 + link, link, serialize({}));
    const from = await serving;
    await from.shakeHands({ heartbeat: 1 });
    await this.until(() => this.completed.includes(`${100 + link} open`));
    return from;
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #take(link: number, length: number): void {
    this.room--;
    this.events.push([link, length]);
    this.#wake();
  }

  #note(what: string): void {
    this.completed.push(what);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Sends so many messages of 10 KB. */
function flood(from: FakeConnection, count: number): void {
  const message = from.message(1, BasicDeliver, DELIVERY, Buffer.alloc(10_000));
  for (let i = 0; i < count; i++) from.socket.write(message);
}

test('while the caller takes nothing an agent stops reading, and its connections go on beating', async () => {
  const floor = new Floor(1);
  const from = await floor.open(1);
  floor.room = 5;
  flood(from, 5_000);
  await floor.until(() => floor.agent.isPaused);
  expect(floor.events).toHaveLength(5);
  // Longer than a server may be silent.
  await new Promise((resolve) => setTimeout(resolve, 2_600));
  expect(floor.events).toHaveLength(5);
  expect(floor.news).toEqual([]);
  floor.agent.onControl({ link: 1 });
  floor.agent.onControl({ link: 2 });
  const socket = { sinceRead: expect.any(Number), sinceWritten: expect.any(Number), unsentBytes: 0 };
  expect(floor.news.splice(0)).toEqual([
    { link: 1, type: 'diagnosis', socket: { ...socket, isPaused: true } },
  ]);
  expect(from.received.filter(({ type }) => type === FrameType.HEARTBEAT).length).toBeGreaterThanOrEqual(2);
  // The rest waits with the server, but for what sockets hold.
  expect(from.socket.writableLength).toBeGreaterThan(10_000_000);
  floor.room = Infinity;
  floor.agent.resume();
  await floor.until(() => floor.events.length === 5_000);
  expect(floor.agent.isPaused).toBe(false);
});

test('connections that wait for room get their turns', async () => {
  const floor = new Floor(0);
  const sides = [await floor.open(1), await floor.open(2), await floor.open(3)];
  floor.room = 0;
  for (const from of sides) flood(from, 500);
  // Each has met that there is no room, with its first message.
  await floor.until(() => floor.events.length === 3);
  for (let i = 0; i < 12; i++) {
    floor.room = 1;
    floor.agent.resume();
  }
  const counts = [1, 2, 3].map((link) => floor.events.filter(([of]) => of === link).length);
  expect(counts).toEqual([5, 5, 5]);
});

test('a stalled caller finds its connections lost, and knows why', async () => {
  const floor = new Floor(0);
  const from = await floor.open(1);
  const serving = server.connection();
  floor.call(LinkCall.OPEN, 7, 2, serialize({}));
  await serving;
  const message = "the caller's loop gave no sign of life for 1800000 ms";
  floor.agent.stop('caller-stalled', message);
  expect(floor.news).toEqual([
    { link: 1, type: 'end', end: { kind: 'lost', failure: { name: 'Error', message } } },
  ]);
  expect(floor.completed).toContain(`7 ${message}`);
  expect(floor.hasEnded).toBe(true);
  await from.over();
});

test('each call completes once, also of a connection that there is not', async () => {
  const floor = new Floor(0);
  const from = await floor.open(1);
  floor.call(LinkCall.WRITE, 1, 1, from.message(1, BasicDeliver, DELIVERY, Buffer.alloc(100_000)));
  await floor.until(() => floor.completed.includes('1 done'));
  floor.call(LinkCall.WRITE, 2, 99, Buffer.from('lost'));
  floor.call(LinkCall.DESTROY, 3, 99);
  expect(floor.completed.slice(1)).toEqual(['1 done', '2 done', '3 done']);
  floor.call(LinkCall.DESTROY, 4, 1);
  floor.call(LinkCall.WRITE, 5, 1, Buffer.from('late'));
  expect(floor.completed.slice(4)).toEqual(['4 done', '5 done']);
  expect(floor.news).toEqual([{ link: 1, type: 'end', end: { kind: 'closed' } }]);
  expect(floor.agent.inFlight).toBe(0);
});
