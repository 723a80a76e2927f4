import type { Member, MemberOptions } from '@offloop/member';
import type { Client } from 'offloop';

import { testConfig, type Config } from './client-bench.js';
import { memberOfTest } from './embedded-member.js';
import type { LifecycleLog } from './lifecycle-log.js';

/** A cluster of one member that clients may go over to from another. */
export function colour(clusterName: string, options: MemberOptions = {}): Promise<Member> {
  return memberOfTest({ clusterName, failoverSupported: true, ...options });
}

type FailoverConfig = Parameters<typeof Client.newHazelcastFailoverClient>[0] & object;

/** Of a client that tries each cluster for a moment. */
export function failoverConfig(
  members: readonly Member[],
  overrides: Config = {},
): { config: FailoverConfig; lifecycle: LifecycleLog } {
  const connectionRetry = { initialBackoffMillis: 10, maxBackoffMillis: 20, clusterConnectTimeoutMillis: 50 };
  const { config, lifecycle } = testConfig('', { ...overrides, connectionStrategy: { connectionRetry } });
  const clientConfigs = members.map(({ clusterName, address }) => ({
    ...config,
    clusterName,
    network: { clusterMembers: [address] },
  }));
  return { config: { clientConfigs }, lifecycle };
}
