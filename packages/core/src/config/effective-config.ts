import type { ClientConfig } from './client-config.js';
import type { ResolvedConfig } from './resolve-config.js';

/**
 * The configuration a client runs with: what was given, and the defaults of what was not. It is a copy: changes of it have no effect.
 *
 * @param given has the addresses, TLS, serializers and credentials as the user wrote them.
 */
export function effectiveConfig(given: ClientConfig, resolved: ResolvedConfig): ClientConfig {
  const { clusterName, clientLabels, connectionStrategy, backupAckToClientEnabled, metrics, runtime } =
    resolved;
  const { connectionTimeout, redoOperation, smartRouting } = resolved.network;
  return {
    ...given,
    clusterName,
    clientLabels: [...clientLabels],
    network: { clusterMembers: [], ...given.network, connectionTimeout, redoOperation, smartRouting },
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
