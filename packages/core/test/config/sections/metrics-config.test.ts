import { describe, expect, it } from 'vitest';

import { type ClientConfig, resolveConfig } from '../../../src/config/client-config.js';

describe('metrics', () => {
  const ENABLED = 'hazelcast.client.statistics.enabled';
  const PERIOD = 'hazelcast.client.statistics.period.seconds';
  it.each<[ClientConfig, boolean, number]>([
    [{}, true, 5],
    [{ metrics: { enabled: false } }, false, 5],
    [{ metrics: { collectionFrequencySeconds: 2 } }, true, 2],
    [{ properties: { [ENABLED]: false } }, false, 5],
    [{ properties: { [ENABLED]: true }, metrics: { enabled: false } }, true, 5],
    [{ properties: { [PERIOD]: 9 }, metrics: { collectionFrequencySeconds: 2 } }, true, 9],
    [{ properties: { [PERIOD]: 0 } }, true, 3],
    [{ properties: { [PERIOD]: -2 }, metrics: { collectionFrequencySeconds: 2 } }, true, 3],
    [{ properties: { [PERIOD]: 0.5 } }, true, 0.5],
    [{ properties: { [ENABLED]: undefined } as never, metrics: { enabled: false } }, false, 5],
  ])('of %j are enabled: %s, every %i seconds', (config, enabled, collectionFrequencySeconds) => {
    expect(resolveConfig(config).metrics).toEqual({ enabled, collectionFrequencySeconds });
  });
});
