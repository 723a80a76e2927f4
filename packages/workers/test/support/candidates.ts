import type { Address, CandidateCluster, ShardSettings } from '@offloop/contract';

/** Pauses without chance; no limit. */
export const RETRY: ShardSettings['retry'] = {
  initialBackoffMillis: 100,
  maxBackoffMillis: 350,
  multiplier: 2,
  jitter: 0,
  clusterConnectTimeoutMillis: -1,
};

export function candidate(clusterName: string, addresses: readonly Address[] = []): CandidateCluster {
  const credentials = { username: null, password: null };
  return { clusterName, credentials, addresses, secondaryAddresses: [], cloud: null, tls: null };
}
