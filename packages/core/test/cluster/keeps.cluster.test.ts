import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, freshMap } from '../client/support/client-bench.js';
import { connectOfficial } from './support/official.js';
import { figuresOf } from '../client/support/figures.js';

const MIB = 1024 * 1024;

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember({ heap: '2g' });
});
afterAll(() => member.kill());

/** A key that only its serializer can write. */
class Part {
  readonly hzCustomId = 77;
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

test('toJSON of values and serializers of keys may call the very map that is writing them', async () => {
  const inner: Promise<unknown>[] = [];
  let innerCalls = 0;
  const callAgain = (kind: string, number: number): void => {
    const innerNumber = 1_000_000 + innerCalls++;
    inner.push(map.set(new Part(innerNumber), `${kind} ${number}`), map.get(new Part(1)));
  };
  let depth = 0;
  const { client } = await connect(member.address, {
    serialization: {
      customSerializers: [
        {
          id: 77,
          read: (input) => new Part(input.readInt()),
          write: (output, key) => {
            const { number } = key as Part;
            // Calls from within calls from within calls, but not for ever.
            if (depth < 3 && number % 3 === 0) {
              depth++;
              callAgain('key', number);
              depth--;
            }
            output.writeInt(number);
          },
        },
      ],
    },
  });
  const map = await freshMap<Part, unknown>(client);
  const valueOf = (number: number): object => ({
    toJSON: () => {
      callAgain('value', number);
      return { number, text: 'ž'.repeat(number) };
    },
  });
  const numbers = Array.from({ length: 500 }, (_, i) => i);
  await Promise.all(numbers.map((number) => map.set(new Part(number), valueOf(number))));
  await map.putAll(numbers.map((number) => [new Part(500 + number), valueOf(number)]));
  await Promise.all(inner);

  const met = await Promise.all(
    numbers.flatMap((number) => [map.get(new Part(number)), map.get(new Part(500 + number))]),
  );
  expect(met).toEqual(
    numbers.flatMap((number) => {
      const value = { number, text: 'ž'.repeat(number) };
      return [value, value];
    }),
  );
  expect(innerCalls).toBeGreaterThan(1000);
  const calls = innerCalls;
  const texts = await Promise.all(Array.from({ length: calls }, (_, i) => map.get(new Part(1_000_000 + i))));
  expect(texts.filter((text) => /^(key|value) \d+$/.test(String(text)))).toHaveLength(calls);
});

test('arguments changed right after a call are written as they were', async () => {
  // Small rings too: whatever waits for room waits as bytes.
  for (const runtime of [{}, { requestRingBytes: 16_384, completionRingBytes: 16_384 }]) {
    const { client } = await connect(member.address, { runtime });
    const map = await freshMap<Buffer, unknown>(client);
    const key = Buffer.from('key 0000');
    const bytes = Buffer.alloc(1000);
    const large = Buffer.alloc(MIB);
    const object = { number: 0, list: [0] };
    const date = new Date(0);
    const calls: Promise<unknown>[] = [];
    for (let i = 0; i < 100; i++) {
      key.write(String(i).padStart(4, '0'), 4);
      bytes.fill(i);
      object.number = i;
      object.list[0] = i;
      date.setTime(i);
      const value = [bytes, object, date][i % 3];
      calls.push(map.set(key, value));
      key.write('once', 0);
      calls.push(map.putAll([[key, object]]));
      key.write('key ', 0);
    }
    large.fill(1);
    key.fill('L');
    calls.push(map.set(key, large));
    large.fill(2);
    for (const scrap of [key, bytes]) scrap.fill(0xff);
    Object.assign(object, { number: -1, list: [] });
    date.setTime(-1);
    await Promise.all(calls);

    for (let i = 0; i < 100; i++) {
      const number = String(i).padStart(4, '0');
      const value = [Buffer.alloc(1000, i), { number: i, list: [i] }, new Date(i)][i % 3];
      expect(await map.get(Buffer.from(`key ${number}`))).toEqual(value);
      expect(await map.get(Buffer.from(`once${number}`))).toEqual({ number: i, list: [i] });
    }
    const met = (await map.get(Buffer.alloc(8, 'L'))) as Buffer;
    expect(met.equals(Buffer.alloc(MIB, 1))).toBe(true);
  }
});

test('64 MB of text and of bytes come back as they went', async () => {
  const { client } = await connect(member.address);
  const map = await freshMap<string, unknown>(client);
  const text = '0123456789abcdef'.repeat(4 * MIB);
  await map.set('text', text);
  // Compared by `===`: a failing toBe would print both.
  expect((await map.get('text')) === text).toBe(true);
  await map.delete('text');

  const bytes = Buffer.alloc(64 * MIB);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(Math.imul(at, 0x9e3779b1) >>> 0, at);
  expect(await map.put('bytes', bytes)).toBeNull();
  const met = (await map.get('bytes')) as Buffer;
  expect(met.equals(bytes)).toBe(true);
  expect(figuresOf(client).spills).toBeGreaterThanOrEqual(4);
});

test.each(['text', 'bytes'])('64 MB of %s written by one client are read by the other', async (kind) => {
  const { client } = await connect(member.address);
  const ours = await freshMap<string, unknown>(client);
  const official = await (await connectOfficial(member.address)).getMap<string, unknown>(ours.getName());
  const value = kind === 'text' ? '0123456789abcdef'.repeat(4 * MIB) : Buffer.alloc(64 * MIB, 'offloop');
  const isIt = (met: unknown): boolean =>
    Buffer.isBuffer(met) ? met.equals(value as Buffer) : met === value;
  const figures: string[] = [];
  for (const [writer, reader] of [
    [ours, official],
    [official, ours],
  ]) {
    const begun = performance.now();
    await writer.set('k', value);
    const written = performance.now();
    expect(isIt(await reader.get('k'))).toBe(true);
    const name = writer === ours ? ['offloop', 'hazelcast-client'] : ['hazelcast-client', 'offloop'];
    figures.push(`${name[0]} set ${(written - begun).toFixed(0)} ms`);
    figures.push(`${name[1]} get ${(performance.now() - written).toFixed(0)} ms`);
    await writer.delete('k');
  }
  console.log(`64 MB of ${kind}: ${figures.join(', ')}`);
});

test('putAll and getAll move ten thousand entries at once', async () => {
  const { client } = await connect(member.address);
  const map = await freshMap<number, string>(client);
  const pairs = Array.from({ length: 10_000 }, (_, i): [number, string] => [i, `value ${i}`]);
  await map.putAll(pairs);
  expect(await map.size()).toBe(10_000);
  const found = await map.getAll([...pairs.map(([key]) => key), -1]);
  expect(found.sort(([a], [b]) => a - b)).toEqual(pairs);
});

test('entrySet, keySet and values of a hundred thousand entries are complete', async () => {
  const { client } = await connect(member.address);
  const map = await freshMap<number, string>(client);
  const pairs = Array.from({ length: 100_000 }, (_, i): [number, string] => [i, `value ${i}`]);
  for (let from = 0; from < pairs.length; from += 20_000) await map.setAll(pairs.slice(from, from + 20_000));
  const entries = await map.entrySet();
  const equals = (met: readonly unknown[], expected: readonly unknown[]): boolean =>
    met.length === expected.length && met.every((each, i) => each === expected[i]);
  entries.sort(([a], [b]) => a - b);
  expect(equals(entries.flat(), pairs.flat())).toBe(true);
  const keys = await map.keySet();
  expect(
    equals(
      keys.sort((a, b) => a - b),
      pairs.map(([key]) => key),
    ),
  ).toBe(true);
  expect(new Set(await map.values()).size).toBe(100_000);
});
