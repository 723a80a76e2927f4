import type { Member } from '@offloop/member';
import { ErrorCode } from '@offloop/wire';
import { beforeEach, describe, expect, test } from 'vitest';

import { proxiedMap } from '../client/support/proxied-member.js';
import { connectOfficial } from '../cluster/support/official.js';
import { embeddedMember } from '../client/support/embedded-member.js';
import { connect, freshMap, untilAllDisconnected } from '../client/support/client-bench.js';

const member = await embeddedMember();

/** What the two clients have in common here. */
interface AnyMap {
  getName(): string;
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<unknown>;
}

const refuseOnce = (): ReturnType<Member['faults']['add']> =>
  member.faults.add({
    message: 'map.set',
    times: 1,
    action: { kind: 'error', code: ErrorCode.PARTITION_MIGRATING, className: 'test.Migrating' },
  });

describe.each(['offloop', 'hazelcast-client'])('of writes of one caller to one key, with %s,', (name) => {
  let map: AnyMap;
  beforeEach(async () => {
    const ours = await freshMap<string, string>((await connect(member.address)).client);
    map = ours;
    if (name === 'offloop') return;
    const official = await connectOfficial(member.address);
    map = await official.getMap(ours.getName());
  });

  test('one that the member turns away for the moment is overtaken by one that was made before its answer', async () => {
    const fault = refuseOnce();
    await Promise.all([map.set('k', 'first'), map.set('k', 'second')]);
    expect(fault.hits).toBe(1);
    expect(await map.get('k')).toBe('first');
  });

  test('one that was waited for is never overtaken', async () => {
    const fault = refuseOnce();
    await map.set('k', 'first');
    await map.set('k', 'second');
    expect(fault.hits).toBe(1);
    expect(await map.get('k')).toBe('second');
  });
});

test('writes that find no connection go in the order of their calls, with those made after it is back', async () => {
  const { proxy, client, lifecycle, map } = await proxiedMap<string, number>();
  proxy.refuse();
  proxy.cutAll();
  await untilAllDisconnected(client);
  const answers: Promise<number | null>[] = [];
  const traffic = { on: true };
  const flow = (async () => {
    while (traffic.on) {
      answers.push(map.put('k', answers.length));
      await new Promise(setImmediate);
    }
  })();
  await proxy.untilAccepted(proxy.accepted + 2);
  proxy.resume();
  await lifecycle.until('CONNECTED', 2);
  await answers[answers.length - 1];
  traffic.on = false;
  await flow;
  expect(await Promise.all(answers)).toEqual([null, ...Array.from(answers.slice(1), (_, i) => i)]);
});
