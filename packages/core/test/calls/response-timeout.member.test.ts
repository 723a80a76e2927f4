import type { Member } from '@offloop/member';
import { beforeEach, describe, expect, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import { connectMap, connect, eventually, freshMap, TESTED_WORKERS } from '../client/support/client-bench.js';

const TIMED_OUT = { code: 'ERR_OFFLOOP_OPERATION_TIMEOUT' };

let member: Member;
beforeEach(async () => {
  member = await memberOfTest();
});

describe.each([0, TESTED_WORKERS])('invocation.responseTimeoutMillis, with workers: %s', (workers) => {
  const invocation = { responseTimeoutMillis: 200 };

  test('ends a call without options, or with a signal alone, whose answer is lost', async () => {
    const { map } = await connectMap<string, string>(member.address, { runtime: { workers }, invocation });
    member.faults.add({ message: 'map.get', times: 2, action: { kind: 'swallow' } });
    await expect(map.get('k')).rejects.toMatchObject(TIMED_OUT);
    await expect(map.get('k', { signal: new AbortController().signal })).rejects.toMatchObject(TIMED_OUT);
    expect(await map.get('k')).toBeNull();
  });

  test('gives way to the timeout of a call', async () => {
    const { map } = await connectMap<string, string>(member.address, { runtime: { workers }, invocation });
    member.faults.add({ message: 'map.get', times: 1, action: { kind: 'delay', ms: 400 } });
    expect(await map.get('k', { timeout: 60_000 })).toBeNull();
  });

  test('does not hold for calls that rest on the member', async () => {
    const { client } = await connect(member.address, { runtime: { workers }, invocation });
    const queue = await client.getQueue<string>('queue');
    const taken = queue.take();
    // With 'auto' the calls on its queue go by a thread, which is there then.
    await eventually(() => member.stats().requests['queue.take'] === 1);
    const map = await freshMap<string, string>(client);
    member.faults.add({ message: 'map.get', times: 1, action: { kind: 'swallow' } });
    // By the time this has timed out, `take` has waited for longer.
    await expect(map.get('k')).rejects.toMatchObject(TIMED_OUT);
    await queue.offer('late');
    expect(await taken).toBe('late');
  });

  test('does not hold for what the client asks for itself', async () => {
    const { client } = await connect(member.address, { runtime: { workers }, invocation });
    member.faults.add({ message: 'client.createProxy', times: 1, action: { kind: 'delay', ms: 400 } });
    expect((await client.getMap('made')).getName()).toBe('made');
  });

  test('is none by default', async () => {
    const { map } = await connectMap<string, string>(member.address, { runtime: { workers } });
    member.faults.add({ message: 'map.get', times: 1, action: { kind: 'delay', ms: 400 } });
    expect(await map.get('k')).toBeNull();
  });
});

test('who waits for an object may give up, and others get it', async () => {
  const { client } = await connect(member.address);
  member.faults.add({ message: 'client.createProxy', times: 1, action: { kind: 'delay', ms: 300 } });
  const soon = client.getMap('made', { timeout: 20 });
  const called = client.getMap('made', { signal: AbortSignal.timeout(10) });
  const patient = client.getMap('made');
  await Promise.all([
    expect(soon).rejects.toMatchObject(TIMED_OUT),
    expect(called).rejects.toMatchObject({ code: 'ERR_OFFLOOP_CANCELLATION' }),
  ]);
  expect((await patient).getName()).toBe('made');
  await expect(client.getMap('other', { timeout: 0 })).rejects.toMatchObject({
    code: 'ERR_OFFLOOP_ILLEGAL_ARGUMENT',
  });
});
