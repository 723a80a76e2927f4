import { isDeepStrictEqual } from 'node:util';
import type { InvalidConfigurationError } from '@offloop/values';
import { arrayOf, invalid, number, optional, section } from './reading/readers.js';
import { resolveConfig, type ClientConfig, type ResolvedConfig } from './client-config.js';

/** Configuration of a client that may use several clusters, one at a time. */
export interface ClientFailoverConfig {
  /**
   * Rounds over all clusters before the client gives up, 0 or more. The count begins anew each time a cluster is lost.
   * Default `Number.MAX_SAFE_INTEGER`.
   */
  tryCount?: number;
  /**
   * A configuration for each cluster, at least one, in order of preference. They may differ only in `clusterName`,
   * `customCredentials`, `security`, `network.clusterMembers`, `network.hazelcastCloud` and `network.ssl`. A cluster counts as
   * lost after `connectionStrategy.connectionRetry.clusterConnectTimeoutMillis`, whose default is never.
   */
  clientConfigs?: ClientConfig[];
}

export interface ResolvedFailoverConfig {
  readonly tryCount: number;
  readonly clientConfigs: readonly ResolvedConfig[];
}

const readFailover = section<ResolvedFailoverConfig>(
  {
    tryCount: optional(number('rounds', 0), Number.MAX_SAFE_INTEGER),
    clientConfigs: optional(
      arrayOf((value) => resolveConfig(value)),
      [],
    ),
  },
  'config key',
);

/** Checks a failover client's configuration. Throws InvalidConfigurationError naming what is wrong. */
export function resolveFailoverConfig(input: unknown): ResolvedFailoverConfig {
  const config = readFailover(input, '');
  const [first, ...others] = config.clientConfigs;
  if (first === undefined) throw wrong('clientConfigs is empty; accepted: at least one configuration');
  others.forEach((other, index) => {
    if (isDeepStrictEqual(common(first), common(other))) return;
    throw wrong(
      `clientConfigs[${index + 1}] differs from the first in more than clusterName, customCredentials, security, ` +
        'network.clusterMembers, network.hazelcastCloud and network.ssl',
    );
  });
  return config;
}

function common(config: ResolvedConfig): unknown {
  const { clusterMembers: _addresses, hazelcastCloud: _cloud, ssl: _tls, ...network } = config.network;
  return { ...config, clusterName: '', credentials: null, network };
}

function wrong(message: string): InvalidConfigurationError {
  return invalid(message, 'clientConfigs');
}
