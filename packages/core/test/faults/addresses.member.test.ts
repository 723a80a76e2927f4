import { expect, test } from 'vitest';
import { Client } from 'offloop';

import { memberOfTest } from '../client/support/embedded-member.js';
import { connectMap, codeOf, testConfig, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { leavesNothingBehind } from './support/leaves-nothing-behind.js';

test.each(['127.0.0.1:0', '127.0.0.1:65536', '127.0.0.1:x', ':5701', '[::1'])(
  'the address %s is refused at once, by its place in the configuration',
  async (address) => {
    const error = (await (async () => Client.newHazelcastClient(testConfig(address).config))().catch(
      (e: unknown) => e,
    )) as Error;
    expect(error).toMatchObject({ code: Code.INVALID_CONFIGURATION });
    expect(error.message).toContain('network.clusterMembers[0] is a string');
  },
);

test.each([TESTED_WORKERS, 0])(
  'a name that does not resolve makes the start reject after the time allowed, with workers: %s',
  async (workers) => {
    await leavesNothingBehind(async () => {
      const { config, log } = testConfig('no-such-host.invalid:5701', {
        runtime: { workers },
        connectionStrategy: {
          connectionRetry: {
            initialBackoffMillis: 10,
            maxBackoffMillis: 10,
            clusterConnectTimeoutMillis: 50,
          },
        },
      });
      expect(await codeOf(Client.newHazelcastClient(config))).toBe(Code.ILLEGAL_STATE);
      expect(log.some(({ text }) => /no-such-host\.invalid/.test(text))).toBe(true);
    });
  },
);

test('a name that does not resolve is passed over where another address works', async () => {
  const member = await memberOfTest();
  const { map } = await connectMap(member.address, {
    network: { clusterMembers: ['no-such-host.invalid:5701', member.address] },
    properties: { 'hazelcast.client.shuffle.member.list': false },
  });
  expect(await map.size()).toBe(0);
});
