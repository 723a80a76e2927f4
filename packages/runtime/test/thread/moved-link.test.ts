import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { serialize } from 'node:v8';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { unguarded } from '../../src/guard/write-lock.js';
import { nextTurn } from '../../src/shared/clock.js';
import { LinkCall, type ThreadSide } from '../../src/shared/link-messages.js';
import type { AgentPort } from '../../src/thread/agent.js';
import {
  LinkAgent,
  type LinkHandler,
  type LinkPort,
  type LinkSide,
  type TakenLink,
} from '../../src/thread/link-agent.js';
import { listenAt } from '../support/sockets.js';

// The agent of the loop and that of the thread, on one loop, without the floor between them.

const PATIENCE = { timeout: 20_000 };
const LINK = 7;
const LIFE = 3;
const MOVE = 5;
const MUCH = 32 * 2 ** 20;

interface Settings {
  readonly port: number;
  readonly moves: boolean;
}

/** Links whose messages are lines. */
class LineAgent extends LinkAgent<Settings, null, never> {
  readonly told: string[] = [];

  protected override open({ port, moves }: Settings, link: LinkPort<null, never, never>): void {
    const state = moves ? { stateToGoOn: () => ({ is: 'state' }) } : {};
    link.connect(
      (onread) => {
        const socket = connect({ port, onread });
        socket.once('connect', () => link.opened(null));
        return socket;
      },
      { ...handlerOf(link), ...state },
      0,
      () => new Error('late'),
    );
  }

  protected override goOn(state: object, link: LinkPort<null, never, never>): void {
    this.told.push(`state: ${(state as { is: string }).is}`);
    link.goOn(handlerOf(link));
  }
}

function handlerOf(link: LinkPort<null, never, never>): LinkHandler {
  return {
    take(bytes, start, end) {
      const at = bytes.subarray(start, end).indexOf(10);
      if (at < 0) return -1;
      link.frames(bytes, start, start + at);
      return start + at + 1;
    },
  };
}

class Host {
  readonly told: string[] = [];
  readonly agent: LineAgent;
  #slot = 0;

  constructor(side: LinkSide<Settings>) {
    const { told } = this;
    const port = {
      completions: {
        isCongested: false,
        event: (_: number, bytes: Buffer, start: number, end: number) =>
          told.push(`line: ${bytes.toString('latin1', start, end)}`),
        empty: (_: number, slot: number) => told.push(`done: ${slot}`),
        body: (_: number, slot: number) => told.push(`opened: ${slot}`),
        error: (slot: number, __: number, { message }: { message: string }) =>
          told.push(`failed: ${slot}, ${message}`),
      },
      wake: () => undefined,
      cycle: () => undefined,
      ended: () => undefined,
      sendControl: (message: { type: string; end?: { kind: string } }) =>
        told.push(message.end === undefined ? message.type : `${message.type}: ${message.end.kind}`),
    };
    this.agent = new LineAgent(port as unknown as AgentPort, side);
  }

  call(flags: LinkCall, bytes: Buffer = Buffer.alloc(0)): number {
    const slot = ++this.#slot;
    const call = { slot, generation: 0, flags, target: LINK, timeoutMillis: 0, length: bytes.length };
    this.agent.begin(call, bytes, 0);
    this.agent.afterRequests();
    return slot;
  }

  tells(what: string): Promise<void> {
    return vi.waitFor(() => {
      if (!this.told.includes(what)) throw new Error(`it has told ${this.told.join()}, not ${what}`);
    }, PATIENCE);
  }
}

let server: Server;
let other: Socket;
let got: Buffer[];
let loop: Host;
let thread: Host;
let moves: boolean;
let onFull: () => boolean;
const taken = new SharedArrayBuffer(4);
const takenMove = (): number => new Int32Array(taken)[0];

beforeEach(async () => {
  moves = true;
  onFull = () => false;
  new Int32Array(taken)[0] = 0;
  got = [];
  server = createServer();
  const port = await listenAt(server);
  loop = new Host({
    settingsOf: () => ({ port, moves }),
    lockOf: () => () => unguarded,
    onFull: () => onFull(),
    onMuch: () => undefined,
    onCycle: () => undefined,
  });
  const side: ThreadSide = { life: LIFE, taken };
  thread = new Host(side);
});
afterEach(() => {
  for (const host of [loop, thread]) host.call(LinkCall.DESTROY);
  other.destroy();
  server.close();
});

async function open(): Promise<void> {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  loop.call(LinkCall.OPEN);
  [other] = await connected;
  other.on('error', () => undefined);
  await loop.tells('opened: 1');
}

function goOn(link: TakenLink, life: number = LIFE): number {
  const { fd, keepAlive, unread, unsent, state } = link;
  const moved = { fd, keepAlive, unread, unsent, state };
  return thread.call(LinkCall.GO_ON, serialize({ ...moved, life, move: MOVE }));
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

test('a thread reads nothing of a link before it is told to, and then first what the loop has left', async () => {
  await open();
  other.write('one\ntw');
  await loop.tells('line: one');
  const link = loop.agent.takeOut(LINK, 0)!;
  expect(loop.told.at(-1)).toBe('moved');
  goOn(link);
  expect(takenMove()).toBe(MOVE);
  expect(thread.agent.told).toEqual(['state: state']);
  other.write('o\nthree\n');
  await turns();
  expect(thread.told).toEqual(['done: 1']);
  thread.call(LinkCall.READ);
  await thread.tells('line: three');
  expect(thread.told).toEqual(['done: 1', 'done: 2', 'line: two', 'line: three']);
  expect(loop.told.filter((each) => each.startsWith('line'))).toEqual(['line: one']);
});

test('a thread writes the rest of what the loop has written first', async () => {
  await open();
  let link: TakenLink | undefined;
  onFull = () => (link = loop.agent.takeOut(LINK, 1)) !== undefined;
  loop.call(LinkCall.WRITE, Buffer.alloc(MUCH, 'x'));
  expect(link!.unsent.length).toBeGreaterThan(0);
  goOn(link!);
  const last = thread.call(LinkCall.WRITE, Buffer.from('behind'));
  expect(thread.told).toEqual([]);
  other.on('data', (bytes) => got.push(bytes));
  await thread.tells(`done: ${last}`);
  // A number: to print so many bytes, because some are still under way, takes longer than the loop may stand.
  await vi.waitFor(() => expect(Buffer.concat(got).length).toBe(MUCH + 6), PATIENCE);
  expect(Buffer.concat(got).equals(Buffer.from(`${'x'.repeat(MUCH)}behind`))).toBe(true);
});

test('another thread than the one that was meant refuses a link, and leaves its socket alone', async () => {
  await open();
  const link = loop.agent.takeOut(LINK, 0)!;
  goOn(link, LIFE - 1);
  expect(thread.told).toEqual(['failed: 1, the thread that was meant has ended']);
  expect(takenMove()).toBe(0);
  const closed = once(other.resume(), 'close');
  link.discard(false);
  await closed;
});

test('a link that the other side ends before the thread reads ends when it does', async () => {
  await open();
  goOn(loop.agent.takeOut(LINK, 0)!);
  other.end('last\n');
  await turns();
  expect(thread.told).toEqual(['done: 1']);
  thread.call(LinkCall.READ);
  await thread.tells('end: lost');
  expect(thread.told).toContain('line: last');
});

test('a link that is destroyed before the thread reads closes its socket', async () => {
  await open();
  goOn(loop.agent.takeOut(LINK, 0)!);
  const closed = once(other.resume(), 'close');
  thread.call(LinkCall.DESTROY);
  await Promise.all([closed, thread.tells('end: closed')]);
  expect(loop.told.at(-1)).toBe('moved');
});

test('a link does not move while calls are on the way to it, when it is closing, or if its protocol says so', async () => {
  await open();
  expect(loop.agent.takeOut(LINK, 1)).toBeUndefined();
  expect(loop.agent.takeOut(LINK + 1, 0)).toBeUndefined();
  loop.call(LinkCall.CLOSE);
  expect(loop.agent.takeOut(LINK, 1)).toBeUndefined();
  expect(loop.told).not.toContain('moved');
});

test('a link whose handler has no state to go on with does not move', async () => {
  moves = false;
  await open();
  expect(loop.agent.takeOut(LINK, 0)).toBeUndefined();
  expect(loop.told).not.toContain('moved');
});
