import { describe, expect, it } from 'vitest';

import { resolveConfig } from '../../src/config/client-config.js';
import { official } from './support/official-config.js';

describe('official options', () => {
  it('are accepted where they ask for nothing', () => {
    const harmless = {
      network: { ssl: { enabled: false } },
      membershipListeners: [],
      serialization: { isBigEndian: true, portableVersion: 0, compact: { serializers: [] } },
      properties: {
        'hazelcast.client.socket.no.delay': true,
        'hazelcast.discovery.public.ip.enabled': null,
      },
    };
    expect(resolveConfig(harmless)).toEqual(resolveConfig({}));
  });

  it('are all of those that the official client has', () => {
    // A made-up option is refused in other words than an official one, so no official one may be refused so.
    for (const section of ['', 'network', 'connectionStrategy', 'serialization', 'properties']) {
      const options = section === '' ? official({}) : official({})[section];
      for (const option of Object.keys(options).filter((each) => each !== 'configPatternMatcher')) {
        const config = section === '' ? { [option]: 1 } : { [section]: { [option]: 1 } };
        expect(() => resolveConfig(config)).not.toThrow(/is not an option/);
      }
    }
  });
});
