import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { MemberAddresses } from '../../src/cluster/member-addresses.js';
import type { MemberConnections } from '../../src/cluster/member-connections.js';
import { MissingMembers } from '../../src/cluster/missing-members.js';
import type { CandidateCluster, MemberDescription } from '@offloop/contract';
import { candidate, RETRY } from '../support/candidates.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

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
let onAttempt: (host: string) => Promise<void>;
let onDecide: () => Promise<void>;
let cluster: CandidateCluster;
beforeEach(() => {
  vi.useFakeTimers();
  connected = new Set(['good']);
  members = [listed('good'), listed('bad')];
  attempts = [];
  logged = [];
  onAttempt = () => Promise.resolve();
  onDecide = () => Promise.resolve();
  cluster = candidate('dev');
  const connections = {
    get size() {
      return connected.size;
    },
    has: (uuid: string) => connected.has(uuid),
  };
  const addresses = { decide: () => onDecide(), of: ({ address }: MemberDescription) => address };
  missing = new MissingMembers(
    connections as unknown as MemberConnections,
    addresses as unknown as MemberAddresses,
    { ...RETRY, initialBackoffMillis: 3_000, maxBackoffMillis: 10_000 },
    {
      members: () => members,
      candidate: () => cluster,
      connectTo: ({ host }) => {
        attempts.push(host);
        return onAttempt(host);
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
  onDecide = () => {
    // While their addresses are chosen, the client gets to another cluster, with members of its own.
    members = [listed('elsewhere'), listed('near')];
    connected = new Set(['elsewhere']);
    cluster = candidate('another');
    return Promise.resolve();
  };
  await missing.connect();
  expect(attempts).toEqual([]);
  onDecide = () => Promise.resolve();
  await missing.connect();
  expect(attempts).toEqual(['near']);
});

test('a member that does not answer keeps no other waiting', async () => {
  members = [listed('good'), listed('bad'), listed('silent'), listed('worse')];
  let refuse: (reason: Error) => void = () => undefined;
  onAttempt = (host) =>
    host === 'silent'
      ? new Promise((_resolve, reject) => (refuse = reject))
      : Promise.reject(new Error('refused'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(attempts).toEqual(['bad', 'silent', 'worse', 'bad', 'worse']);
  members = [...members, listed('new')];
  void missing.connect();
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts.slice(5)).toEqual(['bad', 'worse', 'new']);
  refuse(new Error('no answer'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts.slice(8)).toEqual(['bad', 'silent', 'worse', 'new']);
  refuse(new Error('no answer'));
});

test('while the addresses are chosen, nobody else chooses', async () => {
  let decided: () => void = () => undefined;
  let choices = 0;
  onDecide = () => {
    choices++;
    return new Promise((resolve) => (decided = resolve));
  };
  const connecting = missing.connect();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(choices).toBe(1);
  expect(attempts).toEqual([]);
  decided();
  await connecting;
  expect(attempts).toEqual(['bad']);
});

test('without any connection, or once that is lost, members are not looked for here', async () => {
  onDecide = () => {
    connected.clear();
    return Promise.resolve();
  };
  await missing.connect();
  onDecide = () => Promise.resolve();
  await missing.connect();
  expect(attempts).toEqual([]);
});

test('why a member cannot be connected to is logged', async () => {
  onAttempt = () => Promise.reject(new Error('refused'));
  await missing.connect();
  expect(logged).toEqual(['member bad at bad:1: refused']);
});

test('stopped, it tries no more, also when it has just chosen the addresses', async () => {
  onDecide = () => {
    missing.stop();
    return Promise.resolve();
  };
  await missing.connect();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(attempts).toEqual([]);
});
