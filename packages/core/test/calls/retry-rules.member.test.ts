import { ErrorCode } from '@offloop/wire';
import { describe, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';

const member = await embeddedMember();

/** What the two clients have in common here. */
interface AnyMap {
  get(key: string): Promise<unknown>;
  put(key: string, value: string): Promise<unknown>;
}

/** Codes of errors after which this client sends a `map.get` (retryable) or a `map.put` (not so) again. */
async function retriedCodes(map: AnyMap, operation: 'get' | 'put'): Promise<string[]> {
  const retried: string[] = [];
  for (const [name, code] of Object.entries(ErrorCode)) {
    const fault = member.faults.add({
      message: `map.${operation}`,
      times: 1,
      action: { kind: 'error', code, className: `test.${name}`, message: 'asked for' },
    });
    const outcome = await (operation === 'get' ? map.get('k') : map.put('k', 'v')).then(
      () => 'answered',
      () => 'rejected',
    );
    expect(fault.hits).toBe(1);
    fault.remove();
    if (outcome === 'answered') retried.push(name);
  }
  return retried;
}

describe.each(['get', 'put'] as const)('after an exception in answer to a map.%s', (operation) => {
  test.each([false, true])(
    'a call is sent again in the very cases in which hazelcast-client does, redoOperation being %s',
    async (redoOperation) => {
      const network = { redoOperation };
      const { ours, official } = await connectBoth(member.address, { network });
      const expected = await retriedCodes(await official.getMap('official'), operation);
      expect(await retriedCodes(await ours.getMap<string, unknown>('ours'), operation)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(5);
    },
  );
});

test('retries go on until the invocation timeout, and then tell the last reason', async () => {
  const { client, map } = await connectMap(member.address, {
    properties: { 'hazelcast.client.invocation.timeout.millis': 150 },
  });
  const fault = member.faults.add({
    message: 'map.get',
    action: {
      kind: 'error',
      code: ErrorCode.RETRYABLE_HAZELCAST,
      className: 'test.Again',
      message: 'not yet',
    },
  });
  const error = (await map.get('k').catch((reason: unknown) => reason)) as Error;
  fault.remove();
  expect(error).toMatchObject({ code: Code.OPERATION_TIMEOUT });
  expect(error.message).toMatch(/not yet/);
  // How many attempts 150 ms are good for is the machine's affair.
  expect(fault.hits).toBeGreaterThan(0);
  expect(figuresOf(client).retries).toBeGreaterThanOrEqual(fault.hits - 1);
});

test('a call succeeds however many attempts it takes, past the largest number an attempt can have', async () => {
  const { map } = await connectMap(member.address, {
    properties: { 'hazelcast.client.invocation.retry.pause.millis': 1 },
  });
  await map.set('k', 'v');
  const fault = member.faults.add({
    message: 'map.get',
    times: 300,
    action: { kind: 'error', code: ErrorCode.RETRYABLE_HAZELCAST, className: 'test.Again' },
  });
  expect(await map.get('k')).toBe('v');
  expect(fault.hits).toBe(300);
  fault.remove();
});

test('a retried call keeps its bytes while thousands of others go their way', async () => {
  const { map } = await connectMap<string, string>(member.address);
  const fault = member.faults.add({
    message: 'map.put',
    times: 50,
    action: { kind: 'error', code: ErrorCode.PARTITION_MIGRATING, className: 'test.Migrating' },
  });
  const text = (i: number): string => `value ${i} ${'x'.repeat(i % 700)}`;
  await Promise.all(Array.from({ length: 5000 }, (_, i) => map.put(`k${i}`, text(i))));
  const met = await Promise.all(Array.from({ length: 5000 }, (_, i) => map.get(`k${i}`)));
  expect(met).toEqual(Array.from({ length: 5000 }, (_, i) => text(i)));
  expect(fault.hits).toBe(50);
  fault.remove();
});
