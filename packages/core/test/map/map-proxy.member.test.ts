import { ErrorCode } from '@offloop/wire';
import Long from 'long';
import type { Client, IMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, freshMap, type LogLine } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';
import type { AnyMap } from '../cluster/support/both-clients.js';
import { connectOfficial } from '../cluster/support/official.js';
import { madeOn } from './support/calls.js';
import { mapModes } from './support/modes.js';

const member = await embeddedMember();

describe.each(mapModes)('with %s', (_mode, { workers, nearCaches }) => {
  let client: Client;
  let map: IMap<string, unknown>;
  let log: readonly LogLine[];
  beforeEach(async () => {
    ({ client, log } = await connect(member.address, { runtime: { workers }, nearCaches }));
    map = await freshMap(client);
  });

  test('every operation gives what it gives with the official client, call by call', async () => {
    const official = await connectOfficial(member.address);
    const theirs = await official.getMap(`official ${map.getName()}`);
    expect(await madeOn(map as unknown as AnyMap)).toEqual(await madeOn(theirs as unknown as AnyMap));
  });

  test('an entry lives for its ttl, given as a number or as a Long', async () => {
    await map.set('number', 1, 20);
    await map.put('long', 2, Long.fromNumber(20));
    await map.putIfAbsent('idle', 3, 0, 20);
    await map.set('stays', 4, 0);
    const before = await map.getEntryView('stays');
    expect(before?.value).toBe(4);
    while ((await map.size()) > 1) await map.keySet();
    expect(await map.keySet()).toEqual(['stays']);
  });

  test('ttl and max idle of put, set and putIfAbsent reach the member as they were given', async () => {
    await map.put('put', 1, 11_000, 12_000);
    await map.set('set', 1, 2 ** 33 * 1000, 13_000);
    await map.putIfAbsent('absent', 1, 14_000, Long.fromNumber(15_000));
    const views = await Promise.all(['put', 'set', 'absent'].map((key) => map.getEntryView(key)));
    expect(views.map((view) => [view?.ttl.toNumber(), view?.maxIdle.toNumber()])).toEqual([
      [11_000, 12_000],
      [2 ** 33 * 1000, 13_000],
      [14_000, 15_000],
    ]);
  });

  test('a map has the names hazelcast-client gives it, and is the same object each time', async () => {
    expect(map.getServiceName()).toBe('hz:impl:mapService');
    expect(map.getPartitionKey()).toBe(map.getName());
    expect(await client.getMap(map.getName())).toBe(map);
  });

  test('ten thousand calls at once all get their own answer', async () => {
    const count = 10_000;
    await Promise.all(Array.from({ length: count }, (_, i) => map.set(`k${i}`, i)));
    const met = await Promise.all(Array.from({ length: count }, (_, i) => map.get(`k${i}`)));
    expect(met).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(figuresOf(client)).toMatchObject({ inFlight: 0, inFlightBytes: 0, queued: 0 });
  });

  test('null and undefined are refused as key and as value, by an error that names the argument', async () => {
    const any = map as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    expect(() => map.remove('k', null)).toThrow(/value/);
    for (const nothing of [null, undefined]) {
      for (const name of ['get', 'remove', 'delete', 'containsKey', 'evict', 'getEntryView']) {
        expect(await codeOf(() => any[name](nothing))).toBe(Code.ASSERTION);
      }
      for (const name of ['put', 'set', 'putIfAbsent', 'replace']) {
        expect(await codeOf(() => any[name](nothing, 1))).toBe(Code.ASSERTION);
        expect(await codeOf(() => any[name]('k', nothing))).toBe(Code.ASSERTION);
      }
      expect(() => map.replaceIfSame('k', nothing, 1)).toThrow(/oldValue/);
      expect(() => map.replaceIfSame('k', 1, nothing)).toThrow(/newValue/);
      expect(() => map.putAll([['k', nothing]])).toThrow(/value/);
      await expect(map.getAll([nothing as unknown as string])).rejects.toThrow(/key/);
    }
    expect(await map.size()).toBe(0);
  });

  test('durations that are none are refused, by an error that names the argument', async () => {
    await expect(map.put('k', 1, 2 ** 60)).rejects.toThrow(/ttl/);
    await expect(map.set('k', 1, 0, NaN)).rejects.toThrow(/maxIdle/);
    await expect(map.setTtl('k', '5s' as unknown as number)).rejects.toThrow(/ttl/);
    await expect(map.tryPut('k', 1, Infinity)).rejects.toThrow(/timeout/);
    await expect(map.tryRemove('k', undefined as unknown as number)).rejects.toThrow(/timeout/);
  });

  test('a fraction of a duration is rounded up, so that a short time is not for ever', async () => {
    await map.set('k', 'v', 3_600_000 - 0.5, 1_799_999.001);
    const view = await map.getEntryView('k');
    expect([view?.ttl, view?.maxIdle].map(Number)).toEqual([3_600_000, 1_800_000]);
    await map.setTtl('k', 7_199_999.5);
    expect(Number((await map.getEntryView('k'))?.ttl)).toBe(7_200_000);
    expect(await map.tryPut('k', 'v', 0.5)).toBe(true);
    await map.lock('k', 59_999.5);
    await map.unlock('k');
  });

  test('a time to live may be the text of a number', async () => {
    await map.set('k', 'v', '3600000' as unknown as number, '1799999.001' as unknown as number);
    const view = await map.getEntryView('k');
    expect([view?.ttl, view?.maxIdle].map(Number)).toEqual([3_600_000, 1_800_000]);
  });

  test('a time to live that is other text is refused, which is logged once with the place of the call', async () => {
    for (let i = 0; i < 3; i++)
      await expect(map.set('k', 'v', '100s' as unknown as number)).rejects.toThrow(
        'a string of 4 characters',
      );
    const warnings = log.filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(1);
    expect(warnings[0].text).toMatch(/ttl must be[^]*map-proxy\.member\.test/);
  });

  test('arguments that are no arrays are refused by putAll, setAll and getAll', async () => {
    expect(await codeOf(map.putAll('ab' as unknown as []))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(map.setAll([['k']] as unknown as []))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(() => map.getAll(7 as unknown as []))).toBe(Code.ASSERTION);
  });

  test('what cannot be serialized rejects its own call only', async () => {
    const good = map.set('good', 1);
    const bad = map.set('bad', () => 1);
    const alsoGood = map.set('also', 2);
    expect(await codeOf(bad)).toBe(Code.SERIALIZATION);
    await Promise.all([good, alsoGood]);
    expect(await map.size()).toBe(2);
  });

  test('a member’s exception comes as its class, with the member’s own error as cause', async () => {
    const fault = member.faults.add({
      message: 'map.get',
      times: 1,
      action: {
        kind: 'error',
        code: ErrorCode.UNSUPPORTED_OPERATION,
        className: 'java.lang.UnsupportedOperationException',
        message: 'not here',
      },
    });
    const error = (await map.get('k').catch((reason: unknown) => reason)) as Error & { code: string };
    fault.remove();
    expect(error).toMatchObject({ code: Code.UNSUPPORTED_OPERATION, message: 'not here' });
    expect(error).toMatchObject({ details: { className: 'java.lang.UnsupportedOperationException' } });
  });
});
