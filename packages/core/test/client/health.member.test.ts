import { expect, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { codeOf, connect, eventually, freshMap, TESTED_WORKERS } from './support/client-bench.js';
import { Code } from './support/codes.js';

test.each([TESTED_WORKERS, 0])(
  'health follows the connection, and counts calls (workers: %s)',
  async (workers) => {
    const member = await memberOfTest();
    const begun = new Date();
    const { client } = await connect(member.address, { runtime: { workers } });
    const entered = client.health();
    expect(entered).toEqual({
      connected: true,
      since: expect.any(Date),
      members: 1,
      lastError: null,
      inFlight: 0,
    });
    expect(entered.since.getTime()).toBeGreaterThanOrEqual(begun.getTime());

    const map = await freshMap(client);
    member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    const silent = codeOf(map.get('k'));
    expect(client.health().inFlight).toBe(1);

    const { port } = member;
    await member.stop();
    await eventually(
      () => !client.health().connected && /ECONNREFUSED/.test(client.health().lastError ?? ''),
    );
    const lost = client.health();
    expect(lost.members).toBe(1);
    expect(lost.since.getTime()).toBeGreaterThanOrEqual(entered.since.getTime());

    await memberOfTest({ port });
    await eventually(() => client.health().connected);
    expect(client.health().since.getTime()).toBeGreaterThanOrEqual(lost.since.getTime());

    await client.shutdown();
    // A read: the member that came back may have answered it.
    await silent;
    expect(client.health()).toMatchObject({ connected: false, inFlight: 0 });
  },
);

test('before the first connection, health says so', async () => {
  const member = await memberOfTest();
  const { address } = member;
  await member.stop();
  const { client } = await connect(address, { connectionStrategy: { asyncStart: true } });
  expect(client.health()).toMatchObject({ connected: false, members: 0, inFlight: 0 });
  await eventually(() => /ECONNREFUSED/.test(client.health().lastError ?? ''));
  const map = await codeOf(client.getMap('m').then((each) => each.size()));
  expect(map).toBe(Code.CLIENT_OFFLINE);
});
