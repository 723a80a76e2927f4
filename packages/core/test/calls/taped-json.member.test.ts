import { HazelcastJsonValue, type IMap } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, connect, freshMap, type Config, THREADS } from '../client/support/client-bench.js';
import { watchWorkers } from '../client/support/worker-watch.js';
import { figuresOf } from '../client/support/figures.js';
import { TAPES } from '../client/support/workers.js';

const member = await embeddedMember();

const ROW = '{"id":7,"name":"some name","on":true}';

function amongRows(text: string): string {
  return `[${`${ROW},`.repeat(600)}${text}]`;
}

async function open(
  runtime: NonNullable<Config['runtime']>,
  serialization: NonNullable<Config['serialization']> = {},
): Promise<{ map: IMap<string, unknown>; taped: () => number }> {
  const { client } = await connect(member.address, {
    runtime: { workers: THREADS, ...runtime },
    serialization,
  });
  return { map: await freshMap(client), taped: () => figuresOf(client).packed };
}

describe.each([
  ['inline', {}],
  ['by a port of its own', { completionRingBytes: 1024 }],
])('a value on a tape that comes %s', (_, ring) => {
  test('is what JSON.parse gives', async () => {
    const { map, taped } = await open({ packJsonFrom: 1, ...ring });
    const text = amongRows('{"ж":[1e400,9007199254740993,"😀",null],"b":-0,"a":{}}');
    await map.set('k', new HazelcastJsonValue(text));
    const value = (await map.get('k')) as object[];
    expect(value).toEqual(JSON.parse(text));
    expect(Object.keys(value.at(-1)!)).toEqual(['ж', 'b', 'a']);
    expect(taped()).toBe(TAPES ? 1 : 0);
  });

  test('is the same for every one of many at once', async () => {
    const { map, taped } = await open({ packJsonFrom: 1, ...ring });
    const texts = Array.from({ length: 40 }, (__, i) => amongRows(`{"n":${i}}`).slice(0, -1) + `,"ü${i}"]`);
    await Promise.all(texts.map((text, i) => map.set(`k${i}`, new HazelcastJsonValue(text))));
    const values = await Promise.all(texts.map((__, i) => map.get(`k${i}`)));
    values.forEach((value, i) => expect(value).toEqual(JSON.parse(texts[i])));
    expect(taped() > 0).toBe(TAPES);
  });
});

test('what a tape would change is left to JSON.parse', async () => {
  const { map, taped } = await open({ packJsonFrom: 1 });
  for (const odd of ['"\\udfff"', '{"__proto__":{"a":1}}', '{"10":1,"2":{}}', '{"a":1,"b":2,"a":3}']) {
    await map.set('k', new HazelcastJsonValue(amongRows(odd)));
    const last = ((await map.get('k')) as unknown[]).at(-1);
    const wanted: unknown = JSON.parse(odd);
    expect(last).toStrictEqual(wanted);
    expect(JSON.stringify(last)).toBe(JSON.stringify(wanted));
  }
  expect(taped()).toBe(0);
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

test('text that is not JSON is the same error, by way of a tape or not', async () => {
  const broken = new HazelcastJsonValue(amongRows('{"a":'));
  const errors: Error[] = [];
  for (const packJsonFrom of [1, 0]) {
    const { map } = await open({ packJsonFrom });
    await map.set('k', broken);
    errors.push((await map.get('k').catch((error: unknown) => error)) as Error);
  }
  expect(errors[0]).toBeInstanceOf(SyntaxError);
  expect(errors[0].message).toBe(errors[1].message);
});

test.each<[string, NonNullable<Config['runtime']>, NonNullable<Config['serialization']>]>([
  ['it is switched off', { packJsonFrom: 0 }, {}],
  ['there is no worker', { packJsonFrom: 1, workers: 0 }, {}],
  ['JSON is wanted as text', { packJsonFrom: 1 }, { jsonStringDeserializationPolicy: 'NO_DESERIALIZATION' }],
  ['the value is shorter', { packJsonFrom: 1_000_000 }, {}],
])('everything stays text where %s', async (_, runtime, serialization) => {
  const { map, taped } = await open(runtime, serialization);
  const text = amongRows('1');
  await map.set('k', new HazelcastJsonValue(text));
  const value = await map.get('k');
  expect(value instanceof HazelcastJsonValue ? String(value) : JSON.stringify(value)).toBe(text);
  expect(taped()).toBe(0);
});

test('shapes are known to later calls where the call they came with was given up', async () => {
  const { map } = await open({ packJsonFrom: 1 });
  const text = amongRows('{"last":[{"x":1}]}');
  await map.set('k', new HazelcastJsonValue(text));
  const controller = new AbortController();
  const givenUp = map.get('k', { signal: controller.signal }).catch((error: unknown) => error);
  controller.abort();
  expect(await givenUp).toBeInstanceOf(Error);
  for (let i = 0; i < 20; i++) expect(await map.get('k')).toEqual(JSON.parse(text));
});

describe('a worker that dies', () => {
  const { killYoungest } = watchWorkers();

  test('takes its shapes along, and the next one announces its own before their first use', async () => {
    const { client, lifecycle, map } = await connectMap<string, unknown>(member.address, {
      runtime: { workers: THREADS, packJsonFrom: 1 },
    });
    // Other shapes come first each time, so that the numbers of the dead worker stand for other keys in the next one.
    const texts = Array.from({ length: 6 }, (_, i) =>
      amongRows(`{"only${i}":${i},"of${i}":[{"deep${i}":"${i}"}]}`),
    );
    await Promise.all(texts.map((text, i) => map.set(`k${i}`, new HazelcastJsonValue(text))));
    for (let life = 1; life <= 4; life++) {
      const order = texts.map((_, i) => (i + life) % texts.length);
      for (const i of order) expect(await map.get(`k${i}`)).toEqual(JSON.parse(texts[i]));
      const underWay = order.map(async (i) => {
        const wanted: unknown = JSON.parse(texts[i]);
        expect(await map.get(`k${i}`).catch(() => wanted)).toEqual(wanted);
      });
      await killYoungest(THREADS);
      await Promise.all(underWay);
      await lifecycle.until('CONNECTED', life + 1);
    }
    expect(figuresOf(client).epoch).toBe(4 * THREADS);
    expect(await map.get('k0')).toEqual(JSON.parse(texts[0]));
    expect(figuresOf(client).packed > 0).toBe(TAPES);
  });
});
