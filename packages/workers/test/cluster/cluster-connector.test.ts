import { expect, test } from 'vitest';

import { ClusterConnector } from '../../src/cluster/cluster-connector.js';
import { RefusedError } from '../../src/connection/errors.js';
import { WorkerErrorCode, type Address, type ShardSettings } from '@offloop/contract';
import { candidate, RETRY } from '../support/candidates.js';

function addressesOf(cluster: string): Address[] {
  return ['1', '2'].map((member) => ({ host: `${cluster}${member}`, port: 5701 }));
}

test('a shard that follows stays with the leader though the cluster before refuses it only now', async () => {
  const settings: Partial<ShardSettings> = {
    candidates: ['a', 'b'].map((name) => candidate(name, addressesOf(name))),
    failoverTryCount: 5,
    resumption: null,
    leads: false,
    shuffleMembers: false,
    retry: { ...RETRY, initialBackoffMillis: 1, maxBackoffMillis: 1, clusterConnectTimeoutMillis: 1 },
  };
  const asked: string[] = [];
  const switches: string[] = [];
  const connector: ClusterConnector = new ClusterConnector(settings as ShardSettings, {
    connectTo: ({ host }) => {
      asked.push(host);
      if (host.startsWith('b')) return Promise.resolve();
      // The leader is in the other cluster by now.
      connector.follow(1);
      return Promise.reject(new RefusedError(WorkerErrorCode.NOT_ALLOWED, 'not allowed'));
    },
    lastSeen: () => [],
    toBeginWith: ({ clusterName }) => Promise.resolve([addressesOf(clusterName)]),
    onSwitch: () => switches.push('switch'),
    onSwitched: ({ clusterName }) => switches.push(clusterName),
    onGivenUp: (code) => switches.push(code),
    onUnreachable: () => undefined,
    log: () => undefined,
  });
  await connector.connect();
  expect(asked).toEqual(['a1', 'b1']);
  expect(switches).toEqual([]);
  expect(connector.candidateIndex).toBe(1);
});
