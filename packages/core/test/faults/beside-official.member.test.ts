import { expect, test } from 'vitest';

import { codeOf, connect, freshMap } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { startProxiedMember } from '../client/support/proxied-member.js';
import { connectOfficial } from '../cluster/support/official.js';

test('on a silent connection calls of hazelcast-client wait past its invocation timeout, ours end when they were told to', async () => {
  const { proxy } = await startProxiedMember();
  const properties = { 'hazelcast.client.invocation.timeout.millis': 20 };
  const official = await connectOfficial(proxy.address, { properties });
  const { client } = await connect(proxy.address, { properties });
  const ours = await freshMap<string, string>(client);
  const theirs = await official.getMap<string, string>(ours.getName());
  await ours.set('k', 'v');
  proxy.dropPackets();
  let settled = 0;
  const waiting = [theirs.get('k'), ours.get('k')].map((call) => call.finally(() => settled++));
  for (let i = 0; i < 10; i++) {
    expect(await codeOf(ours.get('k', { timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
  }
  // Ten times the invocation timeout has passed: with either client it limits attempts, not the wait for an answer.
  expect(settled).toBe(0);
  proxy.resume();
  expect(await Promise.all(waiting)).toEqual(['v', 'v']);
});
