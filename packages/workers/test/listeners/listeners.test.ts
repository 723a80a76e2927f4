import { encodeResponse, messages } from '@offloop/wire';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Connection } from '../../src/connection/connection.js';
import type { InternalCalls } from '../../src/connection/internal-calls.js';
import type { FromWorker, ShardSettings } from '@offloop/contract';
import { Listeners } from '../../src/listeners/listeners.js';

/** Bytes of other messages before one. */
const AHEAD = Buffer.alloc(3);
const ADD = Buffer.from('the request that registers').toString('base64');
const REMOVE = Buffer.alloc(60).toString('base64');

interface Asked {
  readonly connection: Connection;
  readonly id: number;
  /** The member has the listener, by this id of its own. */
  readonly confirm: (memberId: Buffer) => void;
  readonly refuse: (error: Error) => void;
}

let asked: Asked[];
let removals: { readonly connection: Connection; readonly request: Buffer }[];
let unsubscribed: number[];
/** Their members have forgotten the listener. */
let unknowing: Set<Connection>;
let told: FromWorker[];
let listeners: Listeners;
beforeEach(() => {
  asked = [];
  removals = [];
  unsubscribed = [];
  unknowing = new Set();
  told = [];
  const calls = {
    subscribe: (connection: Connection) => {
      const id = asked.length + 1;
      const response = new Promise<Buffer>((resolve, reject) => {
        asked.push({ connection, id, confirm: resolve, refuse: reject });
      });
      return { id, response };
    },
    send: async (
      connection: Connection,
      request: Buffer,
      decode: (bytes: Buffer, start: number) => boolean,
    ) => {
      removals.push({ connection, request });
      const response = !unknowing.has(connection);
      return decode(
        Buffer.concat([AHEAD, encodeResponse(messages.map.removeEntryListener, { response })]),
        AHEAD.length,
      );
    },
    unsubscribe: (id: number) => unsubscribed.push(id),
  };
  listeners = new Listeners(
    calls as unknown as InternalCalls,
    {
      tell: (message) => told.push(message),
      onListenerEvent: () => undefined,
      onInvalidationEvent: () => undefined,
    },
    { invocationRetryPauseMillis: 10, invocationTimeoutMillis: 1_000 } as ShardSettings,
  );
});

const connection = (number: number): Connection =>
  ({ number, isClosed: false, address: { host: 'member', port: number } }) as Connection;
const LISTEN = { type: 'listen', registration: 7, add: ADD, remove: REMOVE, isTakenOver: false } as const;
/** Of a near cache. */
const MAP = { ...LISTEN, nearCache: 'prices' } as const;
const listen = (registration: number): void => void listeners.listen({ ...LISTEN, registration });
const memberId = (byte: number): Buffer => Buffer.alloc(17, byte);

test('a new connection gets the listeners that others have already, and is joined when its member has them', async () => {
  const [first, second] = [connection(1), connection(2)];
  await listeners.join(first);
  listen(7);
  asked[0].confirm(memberId(1));
  await nextTurn();
  expect(told).toEqual([{ type: 'listening', registration: 7 }]);

  let isJoined = false;
  const joined = listeners.join(second).then(() => (isJoined = true));
  expect(asked.map((each) => each.connection.number)).toEqual([1, 2]);
  await nextTurn();
  expect(isJoined).toBe(false);
  asked[1].confirm(memberId(2));
  await joined;

  await listeners.unlisten(7);
  expect(removals.map((each) => each.connection.number)).toEqual([1, 2]);
  expect(removals.map(({ request }) => request.includes(memberId(1)))).toEqual([true, false]);
  expect(removals.map(({ request }) => request.includes(memberId(2)))).toEqual([false, true]);
});

test('a listener that is removed before its member has answered is removed there when it has', async () => {
  const only = connection(1);
  await listeners.join(only);
  listen(7);
  await listeners.unlisten(7);
  expect(unsubscribed).toEqual([asked[0].id]);
  expect(removals).toEqual([]);
  asked[0].confirm(memberId(9));
  await nextTurn();
  expect(removals).toHaveLength(1);
  expect(removals[0].connection).toBe(only);
  expect(removals[0].request.includes(memberId(9))).toBe(true);
});

test('nothing is removed on a connection that is lost', async () => {
  const only = connection(1);
  await listeners.join(only);
  listen(7);
  asked[0].confirm(memberId(9));
  await nextTurn();
  listeners.onConnectionLost(only);
  await listeners.unlisten(7);
  expect(removals).toEqual([]);
});

test('it is told whether all members knew a listener that is removed', async () => {
  const [first, second] = [connection(1), connection(2)];
  await listeners.join(first);
  await listeners.join(second);
  const add = async (registration: number, confirmed: number): Promise<void> => {
    listen(registration);
    for (const { confirm } of asked.splice(0).slice(0, confirmed)) confirm(memberId(registration));
    await nextTurn();
  };
  const remove = async (registration: number): Promise<boolean> => {
    await listeners.unlisten(registration);
    const message = told.at(-1)!;
    expect(message).toMatchObject({ type: 'unlistened', registration });
    return (message as { wasKnown: boolean }).wasKnown;
  };
  await add(7, 2);
  expect(await remove(7)).toBe(true);
  await add(8, 2);
  unknowing.add(second);
  expect(await remove(8)).toBe(false);
  unknowing.clear();
  // One member has not answered yet.
  await add(9, 1);
  expect(await remove(9)).toBe(false);
  expect(await remove(9)).toBe(false);
});

test('a near cache is heard of while each connection has one of its registrations', async () => {
  const [first, second] = [connection(1), connection(2)];
  await listeners.join(first);
  void listeners.listen({ ...MAP });
  expect(listeners.isHeard('prices')).toBe(false);
  asked[0].confirm(memberId(1));
  await nextTurn();
  expect(listeners.isHeard('prices')).toBe(true);
  expect(listeners.isHeard('other')).toBe(false);
  void listeners.join(second);
  expect(listeners.isHeard('prices')).toBe(false);
  asked[1].confirm(memberId(2));
  await nextTurn();
  expect(listeners.isHeard('prices')).toBe(true);
  // Another takes its place: either will do.
  void listeners.listen({ ...MAP, registration: 8 });
  asked[2].confirm(memberId(3));
  await listeners.unlisten(7);
  expect(listeners.isHeard('prices')).toBe(false);
  asked[3].confirm(memberId(4));
  await nextTurn();
  expect(listeners.isHeard('prices')).toBe(true);
});

test('the registrations of a near cache are found by the name of its map, until they are removed', async () => {
  void listeners.listen({ ...MAP });
  void listeners.listen({ ...MAP, registration: 8 });
  void listeners.listen({ ...MAP, registration: 9, nearCache: 'other' });
  listen(10);
  expect(listeners.ofNearCache('prices')).toEqual([7, 8]);
  await listeners.unlisten(7);
  expect(listeners.ofNearCache('prices')).toEqual([8]);
});

test('a registration that is taken over from a dead worker stays where a member refuses it, and is asked for again', async () => {
  const only = connection(1);
  await listeners.join(only);
  void listeners.listen({ ...LISTEN, isTakenOver: true });
  asked[0].refuse(new Error('not now'));
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 20_000 });
  expect(told.map(({ type }) => type)).toEqual(['log', 'listening']);
  asked[1].confirm(memberId(9));
  await nextTurn();
  await listeners.unlisten(7);
  expect(removals).toHaveLength(1);

  listen(8);
  asked[2].refuse(new Error('never'));
  await nextTurn();
  expect(told.at(-1)).toMatchObject({ type: 'listen-failed', registration: 8 });
});

const MOST_UNDER_WAY = 128;

/** Confirms those that are asked for, in rows, until no more come. @returns the length of each row. */
async function confirmAll(): Promise<number[]> {
  const rows: number[] = [];
  while (asked.length > 0) {
    const row = asked.splice(0);
    rows.push(row.length);
    for (const { confirm } of row) confirm(memberId(rows.length));
    await nextTurn();
  }
  return rows;
}

test('of thousands so many are asked for at once, the others in their order when a member has answered', async () => {
  const only = connection(1);
  await listeners.join(only);
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  for (const registration of numbers) listen(registration);
  expect(asked).toHaveLength(MOST_UNDER_WAY);
  const rows = await confirmAll();
  expect(Math.max(...rows)).toBe(MOST_UNDER_WAY);
  expect(told).toEqual(numbers.map((registration) => ({ type: 'listening', registration })));

  // A connection that is new has a line of its own.
  const other = connection(2);
  const joined = listeners.join(other);
  expect(asked.map((each) => each.connection)).toEqual(Array(MOST_UNDER_WAY).fill(other));
  expect((await confirmAll()).reduce((sum, row) => sum + row)).toBe(1000);
  await joined;
});

test('one that is removed while it waits in line is not asked for', async () => {
  await listeners.join(connection(1));
  for (let registration = 0; registration < 200; registration++) listen(registration);
  const removed = Array.from({ length: 50 }, (_, i) => listeners.unlisten(MOST_UNDER_WAY + i));
  await Promise.all(removed);
  // It was not there when it was removed, so its member has not told of all events.
  expect(told.filter((message) => message.type === 'unlistened').map(({ wasKnown }) => wasKnown)).toEqual(
    Array(50).fill(false),
  );
  expect((await confirmAll()).reduce((sum, row) => sum + row)).toBe(150);
  expect(removals).toEqual([]);
});

test('all settle when the connection is lost on which they wait', async () => {
  const only: { isClosed: boolean } & Connection = connection(1);
  const numbers = Array.from({ length: 5000 }, (_, number) => number);
  for (const registration of numbers) listen(registration);
  await nextTurn();
  told.length = 0;
  const joined = listeners.join(only);
  only.isClosed = true;
  for (const { refuse } of asked.splice(0)) refuse(new Error('lost'));
  listeners.onConnectionLost(only);
  await joined;
  expect(asked).toEqual([]);
  expect(told).toEqual([]);
});
