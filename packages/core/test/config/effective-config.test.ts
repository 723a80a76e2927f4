import { expect, test } from 'vitest';

import { effectiveConfig } from '../../src/config/effective-config.js';
import { resolveConfig } from '../../src/config/client-config.js';

test('what was given is there with the defaults of the rest, and is a copy', () => {
  const given = { clusterName: 'prod', clientLabels: ['a'], network: { clusterMembers: ['host:5701'] } };
  const config = effectiveConfig(given, resolveConfig(given));
  expect(config).toMatchObject({
    ...given,
    network: { clusterMembers: ['host:5701'], connectionTimeout: 5000, smartRouting: true },
    connectionStrategy: { asyncStart: false, connectionRetry: { multiplier: 1.05 } },
    backupAckToClientEnabled: true,
    properties: { 'hazelcast.client.heartbeat.interval': 5000 },
  });
  config.clientLabels?.push('b');
  expect(given.clientLabels).toEqual(['a']);
});
