import { encodeRequest, messages, wireUuid } from '@offloop/wire';
import { beforeEach, expect, test } from 'vitest';

import type { Cluster } from '../../src/cluster/cluster.js';
import { MemberConnections } from '../../src/cluster/member-connections.js';
import { PartitionTable } from '../../src/cluster/partition-table.js';
import type { Connection } from '../../src/connection/connection.js';
import { WirePool, type WireChunk } from '../../src/connection/wire-pool.js';
import { Dispatcher } from '../../src/invocations/dispatcher.js';
import { InvocationTable } from '../../src/invocations/invocation-table.js';
import { headerOf } from '../support/call-headers.js';

// The second exception of docs/lifecycle.md, "Order": calls of one key that go different ways have no order. What the ways have in
// common is a member that passes on what it does not own; that takes it time of which the client knows nothing.

const OWNER = 'aaaaaaaa-0000-0001-8000-000000000001';
const OTHER = 'bbbbbbbb-0000-0001-8000-000000000002';
const REQUEST = encodeRequest(messages.map.size, { name: 'map' }, { partitionId: 0 });

const pool = new WirePool();
let written: string[];
let partitions: PartitionTable;
let connections: MemberConnections;
let dispatcher: Dispatcher;
let table: InvocationTable;
beforeEach(() => {
  written = [];
  partitions = new PartitionTable();
  partitions.resize(1);
  partitions.apply(1, 0, [[wireUuid(OWNER), [0]]]);
  connections = new MemberConnections({ smartRouting: true, loadBalancing: 'ROUND_ROBIN' }, partitions);
  table = new InvocationTable();
  dispatcher = new Dispatcher(
    table,
    { pipelining: false, pipeliningThresholdBytes: 0 },
    { connections, asksForBackupAcks: false } as unknown as Cluster,
    pool,
  );
});

function connect(memberUuid: string): Connection {
  const chunk: WireChunk = pool.take(1);
  const connection = {
    number: memberUuid === OWNER ? 1 : 2,
    memberUuid,
    isClosed: false,
    batchLength: 0,
    sent: 0,
    reserve: () => chunk,
    flush: () => written.push(memberUuid),
  } as unknown as Connection;
  connections.add(connection);
  return connection;
}

/** Two calls of one key, the second made while the first is open. */
function callTwice(between: () => void): void {
  table.open(headerOf(1, 0, 0, 0), Infinity, 0);
  dispatcher.send(1, REQUEST, 0, REQUEST.length);
  between();
  table.open(headerOf(2, 0, 0, 0), Infinity, 0);
  dispatcher.send(2, REQUEST, 0, REQUEST.length);
}

test('a call goes straight to the owner that was connected meanwhile, and does not wait for one that went another way', () => {
  connect(OTHER);
  callTwice(() => connect(OWNER));
  expect(written).toEqual([OTHER, OWNER]);
});

test('so it does when the owner’s connection is gone', () => {
  connect(OTHER);
  const owner = connect(OWNER);
  callTwice(() => connections.remove(owner));
  expect(written).toEqual([OWNER, OTHER]);
});

test('so it does when the partition has moved', () => {
  connect(OTHER);
  connect(OWNER);
  callTwice(() => partitions.apply(1, 1, [[wireUuid(OTHER), [0]]]));
  expect(written).toEqual([OWNER, OTHER]);
});

test('calls that go the same way are written in their order', () => {
  connect(OTHER);
  connect(OWNER);
  callTwice(() => undefined);
  expect(written).toEqual([OWNER, OWNER]);
  expect(table.order[1]).toBeLessThan(table.order[2]);
});
