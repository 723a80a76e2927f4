import type { ClientConfig, ResolvedConfig } from './client-config.js';

/**
 * Returns the configuration that a client runs with: the given options, and defaults for the others. It is a copy, and changing
 * it has no effect.
 *
 * @param given has the addresses, TLS, serializers and credentials as the user wrote them.
 */
export function effectiveConfig(given: ClientConfig, resolved: ResolvedConfig): ClientConfig {
  const { clusterName, clientLabels, connectionStrategy, backupAckToClientEnabled, metrics, runtime } =
    resolved;
  const { clusterMembers: _addresses, hazelcastCloud: _cloud, ssl: _tls, ...network } = resolved.network;
  return {
    ...given,
    clusterName,
    clientLabels: [...clientLabels],
    network: { clusterMembers: [], ...given.network, ...network },
    connectionStrategy: { ...connectionStrategy, connectionRetry: { ...connectionStrategy.connectionRetry } },
    loadBalancer: { type: resolved.loadBalancer.type, ...given.loadBalancer },
    lifecycleListeners: [...resolved.lifecycleListeners],
    membershipListeners: [...resolved.membershipListeners],
    serialization: { ...given.serialization },
    backupAckToClientEnabled,
    metrics: { ...metrics },
    properties: { ...resolved.properties },
    reliableTopics: { ...given.reliableTopics },
    flakeIdGenerators: { ...given.flakeIdGenerators },
    runtime: { ...given.runtime, workers: runtime.workers },
  };
}
