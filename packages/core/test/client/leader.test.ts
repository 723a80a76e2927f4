import { SILENT_LOGGER } from '@offloop/tools';
import { handle, type FromWorker } from '@offloop/contract';
import { expect, test } from 'vitest';

import { Leader, type LeaderParts } from '../../src/client/leader.js';
import type { WorkerHandlers } from '../../src/shards/worker-handlers.js';

const nothing = (): void => undefined;

/** A leader of two shards whose parts note what they are told. */
function leaderOfTwo(): {
  readonly leader: Leader;
  readonly lists: number[];
  readonly hear: (message: FromWorker, shard: number) => void;
  /** The worker of a shard dies, and the other one leads. */
  readonly die: (shard: number) => void;
} {
  const lists: number[] = [];
  const leadership = { leader: 0, listen: nothing, onRestart: nothing, onDisconnected: nothing };
  const parts = {
    shards: { leadership },
    cluster: { onMembers: (members: readonly unknown[]) => void lists.push(members.length) },
    partitions: { onPartitions: nothing },
    nearCaches: { onMembers: nothing, onRestart: nothing },
    schemas: { onRestart: nothing },
    sessions: { onRestart: nothing },
    listeners: { onTakeover: nothing },
  };
  const leader = new Leader(parts as unknown as LeaderParts, SILENT_LOGGER, () => undefined);
  const handlers = leader.handlers() as WorkerHandlers;
  return {
    leader,
    lists,
    hear: (message, shard) => handle(handlers, message, shard),
    die: (shard) => {
      leadership.leader = 1 - shard;
      leader.onLeaderDied(shard, true);
      leader.onShardLost('the worker thread died', shard);
    },
  };
}

/** A list of so many members. */
function list(version: number, count: number): FromWorker {
  const member = {
    uuid: 'a',
    address: { host: 'here', port: 1 },
    publicAddress: null,
    liteMember: false,
    version: { major: 5, minor: 6, patch: 0 },
    attributes: {},
  };
  return { type: 'members', version, members: Array.from({ length: count }, () => member) };
}

test('only the leader tells of members, and older lists than the one known do not count', () => {
  const { lists, hear } = leaderOfTwo();
  hear(list(5, 3), 0);
  hear(list(6, 4), 1);
  hear(list(4, 2), 0);
  expect(lists).toEqual([3]);
});

test('the next leader’s list counts at once, unless it is the older one', () => {
  const { lists, hear, die } = leaderOfTwo();
  hear(list(5, 3), 0);
  hear(list(6, 4), 1);
  die(0);
  expect(lists).toEqual([3, 4]);
  hear(list(5, 3), 0);
  die(1);
  expect(lists).toEqual([3, 4]);
});

test('of a leader that is in an outage itself any list counts: the cluster it comes to may have begun anew', () => {
  const { leader, lists, hear, die } = leaderOfTwo();
  hear(list(5, 3), 0);
  hear(list(5, 3), 1);
  leader.onShardLost('the connection was lost', 1);
  die(0);
  hear(list(1, 1), 1);
  expect(lists).toEqual([3, 1]);
});
