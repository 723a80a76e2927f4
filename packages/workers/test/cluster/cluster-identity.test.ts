import { expect, test } from 'vitest';

import { ClusterIdentity } from '../../src/cluster/cluster-identity.js';
import type { Authenticated } from '../../src/connection/authentication.js';
import { RefusedError } from '../../src/connection/errors.js';
import type { ShardSettings } from '@offloop/contract';

function identity(settings: Partial<ShardSettings> = {}): ClusterIdentity {
  return new ClusterIdentity({ failoverTryCount: null, resumption: null, ...settings });
}

function member(clusterKey: string, partitionCount = 271): Authenticated {
  return { clusterKey, partitionCount } as Authenticated;
}

test('the first cluster is not another one, whatever it is', () => {
  const first = identity();
  expect(first.isAnother(member('a'))).toBe(false);
  expect(() => first.check(member('a'), 'here')).not.toThrow();
});

test('another cluster may take the place of the one before, if it has as many partitions', () => {
  const known = identity();
  known.adopt(member('a'));
  expect([known.isAnother(member('a')), known.isAnother(member('b'))]).toEqual([false, true]);
  expect(() => known.check(member('b'), 'here')).not.toThrow();
  expect(() => known.check(member('b', 17), 'here')).toThrow(RefusedError);
  expect(() => known.check(member('a', 17), 'here')).toThrow(/the cluster at here has 17 partitions/);
});

test('a failover client takes another cluster only with the next candidate', () => {
  const known = identity({ failoverTryCount: 2 });
  known.adopt(member('a'));
  expect(() => known.check(member('b'), 'here')).toThrow(/not the one before/);
  known.onSwitch();
  expect(() => known.check(member('b'), 'here')).not.toThrow();
  known.adopt(member('b'));
  expect(() => known.check(member('a'), 'here')).toThrow(/not the one before/);
});

test('the worker that takes the place of a dead one knows the cluster it was in', () => {
  const resumed = identity({ resumption: { candidate: 0, clusterId: 'a', partitionCount: 271 } });
  expect(resumed.isAnother(member('b'))).toBe(true);
  expect(() => resumed.check(member('a', 17), 'here')).toThrow(RefusedError);
});

test('a shard that follows enters the cluster it is told of and no other, and does not give up because of another', () => {
  let follows = true;
  const follower = new ClusterIdentity({ failoverTryCount: null, resumption: null }, () => follows);
  expect(follower.isKnown).toBe(false);
  follower.follow('a', 271);
  expect([follower.isKnown, follower.isOf('a'), follower.isOf('b')]).toEqual([true, true, false]);
  expect(() => follower.check(member('a'), 'here')).not.toThrow();
  expect(() => follower.check(member('b'), 'here')).toThrow(/at here is not the one that the client is in/);
  expect(() => follower.check(member('b'), 'here')).not.toThrow(RefusedError);
  follower.follow('b', 271);
  expect(() => follower.check(member('b'), 'here')).not.toThrow();
  follows = false;
  expect(() => follower.check(member('a'), 'here')).not.toThrow();
});
