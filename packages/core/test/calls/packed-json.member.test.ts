import { availableCpus } from '@offloop/runtime';
import { startMember, type Member } from '@offloop/member';
import { HazelcastJsonValue, HazelcastSerializationError, type IMap } from 'offloop';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connect, freshMap, type Config } from '../client/support/client-bench.js';

let member: Member;
beforeAll(async () => {
  member = await startMember();
});
afterAll(() => member.stop());

/** A worker that shares the caller's one CPU packs nothing. */
const PACKS: boolean = availableCpus() >= 2;

const ROW = '{"id":7,"name":"some name","on":true}';

function amongRows(text: string): string {
  return `[${`${ROW},`.repeat(600)}${text}]`;
}

async function open(
  runtime: NonNullable<Config['runtime']>,
  serialization: NonNullable<Config['serialization']> = {},
): Promise<{ map: IMap<string, unknown>; packed: () => number }> {
  const { client } = await connect(member.address, { runtime, serialization });
  return { map: await freshMap(client), packed: () => client.stats().shards[0].packed };
}

describe.each([
  ['inline', {}],
  ['by a port of its own', { completionRingBytes: 1024 }],
])('a packed value that comes %s', (_, ring) => {
  test('is what JSON.parse gives', async () => {
    const { map, packed } = await open({ packJsonFrom: 1, ...ring });
    const text = amongRows('{"ж":[1e400,9007199254740993,"😀",null],"10":1,"2":{}}');
    await map.set('k', new HazelcastJsonValue(text));
    const value = (await map.get('k')) as object[];
    expect(value).toEqual(JSON.parse(text));
    expect(Object.keys(value.at(-1)!)).toEqual(['2', '10', 'ж']);
    expect(packed()).toBe(PACKS ? 1 : 0);
  });

  test('is the same for every one of many at once', async () => {
    const { map, packed } = await open({ packJsonFrom: 1, ...ring });
    const texts = Array.from({ length: 40 }, (__, i) => amongRows(`{"n":${i}}`).slice(0, -1) + `,"ü${i}"]`);
    await Promise.all(texts.map((text, i) => map.set(`k${i}`, new HazelcastJsonValue(text))));
    const values = await Promise.all(texts.map((__, i) => map.get(`k${i}`)));
    values.forEach((value, i) => expect(value).toEqual(JSON.parse(texts[i])));
    expect(packed() > 0).toBe(PACKS);
  });
});

test('what a packer would change is left to JSON.parse', async () => {
  const { map, packed } = await open({ packJsonFrom: 1 });
  for (const odd of ['-0', '"\\udfff"', '"\ufeff"', '{"__proto__":{"a":1}}', '{"constructor":1}']) {
    await map.set('k', new HazelcastJsonValue(amongRows(odd)));
    const last = ((await map.get('k')) as unknown[]).at(-1);
    const wanted: unknown = JSON.parse(odd);
    expect(last).toStrictEqual(wanted);
    expect(JSON.stringify(last)).toBe(JSON.stringify(wanted));
  }
  expect(packed()).toBe(0);
});

test('100,000 levels of nesting come through', async () => {
  const { map } = await open({ packJsonFrom: 1 });
  await map.set('k', new HazelcastJsonValue('['.repeat(100_000) + ']'.repeat(100_000)));
  let value = (await map.get('k')) as unknown[];
  let depth = 1;
  while (value.length > 0) {
    value = value[0] as unknown[];
    depth++;
  }
  expect(depth).toBe(100_000);
});

test('text that is no JSON is the same error, packing or not', async () => {
  const broken = new HazelcastJsonValue(amongRows('{"a":'));
  const errors: Error[] = [];
  for (const packJsonFrom of [1, 0]) {
    const { map } = await open({ packJsonFrom });
    await map.set('k', broken);
    errors.push((await map.get('k').catch((error: unknown) => error)) as Error);
  }
  expect(errors[0]).toBeInstanceOf(HazelcastSerializationError);
  expect(errors[0].message).toBe(errors[1].message);
});

test.each<[string, NonNullable<Config['runtime']>, NonNullable<Config['serialization']>]>([
  ['it is switched off', { packJsonFrom: 0 }, {}],
  ['there is no worker', { packJsonFrom: 1, workers: 0 }, {}],
  ['JSON is wanted as text', { packJsonFrom: 1 }, { jsonStringDeserializationPolicy: 'NO_DESERIALIZATION' }],
  ['the value is shorter', { packJsonFrom: 1_000_000 }, {}],
])('nothing is packed where %s', async (_, runtime, serialization) => {
  const { map, packed } = await open(runtime, serialization);
  const text = amongRows('1');
  await map.set('k', new HazelcastJsonValue(text));
  const value = await map.get('k');
  expect(value instanceof HazelcastJsonValue ? String(value) : JSON.stringify(value)).toBe(text);
  expect(packed()).toBe(0);
});
