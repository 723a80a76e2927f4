import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { MemberAddresses } from '../../src/cluster/member-addresses.js';
import type { MemberConnections } from '../../src/cluster/member-connections.js';
import { MissingMembers } from '../../src/cluster/missing-members.js';
import type { MemberDescription } from '../../src/control.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const RETRY = {
  initialBackoffMillis: 3_000,
  maxBackoffMillis: 10_000,
  multiplier: 2,
  jitter: 0,
  clusterConnectTimeoutMillis: -1,
};

const listed = (uuid: string): MemberDescription => ({
  uuid,
  address: { host: uuid, port: 1 },
  publicAddress: null,
  liteMember: false,
  version: { major: 5, minor: 6, patch: 0 },
  attributes: {},
});

let connected: Set<string>;
let members: MemberDescription[];
let attempts: string[];
let logged: string[];
let missing: MissingMembers;
let onAttempt: () => Promise<void>;
beforeEach(() => {
  vi.useFakeTimers();
  connected = new Set(['good']);
  members = [listed('good'), listed('bad')];
  attempts = [];
  logged = [];
  onAttempt = () => Promise.resolve();
  const connections = {
    get size() {
      return connected.size;
    },
    has: (uuid: string) => connected.has(uuid),
  };
  const addresses = { decide: () => Promise.resolve(), of: ({ address }: MemberDescription) => address };
  missing = new MissingMembers(
    connections as unknown as MemberConnections,
    addresses as unknown as MemberAddresses,
    RETRY,
    {
      members: () => members,
      candidate: () => ({
        clusterName: 'dev',
        credentials: { username: null, password: null },
        addresses: [],
        secondaryAddresses: [],
        tls: null,
      }),
      connectTo: ({ host }) => {
        attempts.push(host);
        return onAttempt();
      },
      log: (_level, message) => logged.push(message),
    },
  );
});
afterEach(() => {
  missing.stop();
  vi.useRealTimers();
});

/** The member lets the client in and drops it. */
function drop(uuid: string, hasServed = false): void {
  missing.onConnectionLost({ memberUuid: uuid, openedAt: Date.now(), hasServed });
}

/** How many attempts are made in so many seconds, with the connection dropped after each. */
async function attemptsIn(seconds: number): Promise<number> {
  const before = attempts.length;
  for (let second = 0; second < seconds; second++) {
    const made = attempts.length;
    await vi.advanceTimersByTimeAsync(1_000);
    if (attempts.length > made) drop('bad');
  }
  return attempts.length - before;
}

test('a member that cannot be connected to is tried each second', async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  expect(attempts).toEqual(Array(5).fill('bad'));
});

test('one that drops each connection at once is tried ever more rarely', async () => {
  // After 0, 1 (the first short life is free), then 3, 6, 10, 10 seconds of pause.
  expect(await attemptsIn(40)).toBeLessThanOrEqual(7);
  expect(attempts.length).toBeGreaterThanOrEqual(5);
});

test('once a connection to it has lived, it is tried each second again', async () => {
  await attemptsIn(40);
  await vi.advanceTimersByTimeAsync(10_000);
  drop('bad', true);
  const before = attempts.length;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(attempts.length - before).toBe(3);
});

test('the pause of one member is not that of others, nor of one that comes in its place', async () => {
  await attemptsIn(20);
  members = [listed('good'), listed('other')];
  drop('other');
  const before = attempts.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(attempts.slice(before)).toEqual(['other', 'other']);
  members = [listed('good'), listed('bad')];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts.at(-1)).toBe('bad');
});

test('members of a cluster that the client has left meanwhile are not connected to', async () => {
  members = [listed('good'), listed('bad'), listed('worse')];
  onAttempt = () => {
    // While this one is connected to, the client gets to another cluster, with members of its own.
    members = [listed('elsewhere')];
    connected = new Set(['elsewhere']);
    return Promise.reject(new Error('refused'));
  };
  await missing.connect();
  expect(attempts).toEqual(['bad']);
});

test('while one is being connected to, no other attempt begins', async () => {
  let refuse: (reason: Error) => void = () => undefined;
  onAttempt = () => new Promise((_resolve, reject) => (refuse = reject));
  const attempt = missing.connect();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(attempts).toEqual(['bad']);
  refuse(new Error('refused'));
  await attempt;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toEqual(['bad', 'bad']);
  refuse(new Error('refused'));
});

test('without any connection, or once that is lost, members are not looked for here', async () => {
  members = [listed('bad'), listed('worse')];
  onAttempt = () => {
    connected.clear();
    return Promise.reject(new Error('refused'));
  };
  await missing.connect();
  await missing.connect();
  expect(attempts).toEqual(['bad']);
});

test('why a member cannot be connected to is logged', async () => {
  onAttempt = () => Promise.reject(new Error('refused'));
  await missing.connect();
  expect(logged).toEqual(['member bad at bad:1: refused']);
});

test('stopped, it tries no more, also in the middle of a round', async () => {
  members = [listed('good'), listed('bad'), listed('worse')];
  onAttempt = () => {
    missing.stop();
    return Promise.resolve();
  };
  await missing.connect();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(attempts).toEqual(['bad']);
});
