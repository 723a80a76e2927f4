import Long from 'long';
import type { CardinalityEstimator, Client } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

const member = await embeddedMember();

let names = 0;
const fresh = (): string => `estimator-${names++}`;
const sent = (): number => member.stats().requests['cardinalityEstimator.add'] ?? 0;

class Point {
  readonly x: number;
  constructor(x: number) {
    this.x = x;
  }
}

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let client: Client;
  let estimator: CardinalityEstimator;
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime: { workers } }));
    estimator = await client.getCardinalityEstimator(fresh());
  });

  test('is the same object for the same name', async () => {
    expect(await client.getCardinalityEstimator(estimator.getName())).toBe(estimator);
    expect(estimator.getServiceName()).toBe('hz:impl:cardinalityEstimatorService');
  });

  test('counts each item once', async () => {
    expect(await estimator.estimate()).toEqual(Long.ZERO);
    for (const item of ['a', 'b', 'a', 1, 1, Long.ONE, true, { a: 1 }, { a: 1 }]) {
      expect(await estimator.add(item)).toBeUndefined();
    }
    expect((await estimator.estimate()).toNumber()).toBe(6);
  });

  test('counts a value and its serialized form as one item', async () => {
    await estimator.add('a');
    await estimator.add(client.getSerializationService().toData('a'));
    expect(await estimator.estimate()).toEqual(Long.ONE);
  });

  test('counts values of two types as one item if they have the same bytes, as Java does', async () => {
    await Promise.all(['a', Buffer.from('a')].map((item) => estimator.add(item)));
    expect(await estimator.estimate()).toEqual(Long.ONE);
  });

  test('counts a Compact value whose schema the cluster did not have', async () => {
    const serializer = {
      getClass: () => Point,
      getTypeName: () => fresh(),
      read: (reader: { readInt32(name: string): number }) => new Point(reader.readInt32('x')),
      write: (writer: { writeInt32(name: string, value: number): void }, { x }: Point) =>
        writer.writeInt32('x', x),
    };
    const { client: compact } = await connect(member.address, {
      runtime: { workers },
      serialization: { compact: { serializers: [serializer] } },
    });
    const points = await compact.getCardinalityEstimator(fresh());
    await Promise.all([1, 2, 2].map((x) => points.add(new Point(x), { timeout: 60_000 })));
    expect((await points.estimate()).toNumber()).toBe(2);
  });

  test('methods can be given to Array.map', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- given with the object it belongs to
    await Promise.all(['a', 'b', 'a'].map(estimator.add, estimator));
    expect((await estimator.estimate()).toNumber()).toBe(2);
  });

  test('begins again when it was destroyed', async () => {
    await estimator.add('a');
    await estimator.destroy();
    const again = await client.getCardinalityEstimator(estimator.getName());
    expect(await again.estimate()).toEqual(Long.ZERO);
  });

  test.each([null, undefined])('refuses %s as an item', async (item) => {
    expect(await codeOf(estimator.add(item))).toBe(Code.ILLEGAL_ARGUMENT);
  });

  test('rejects an item that cannot be serialized, and sends nothing', async () => {
    const before = sent();
    expect(await codeOf(estimator.add(() => undefined))).toBe(Code.SERIALIZATION);
    expect(sent()).toBe(before);
  });

  test('ends with its timeout, or by its signal', async () => {
    member.faults.add({ message: 'cardinalityEstimator.add', action: { kind: 'swallow' } });
    expect(await codeOf(estimator.add('a', { timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
    expect(await codeOf(estimator.add('a', { signal: AbortSignal.abort() }))).toBe(Code.CANCELLATION);
    expect(await codeOf(estimator.estimate({ timeout: 0 }))).toBe(Code.ILLEGAL_ARGUMENT);
  });

  test('is not sent again when its answer was lost with the connection', async () => {
    const before = sent();
    member.faults.add({
      message: 'cardinalityEstimator.add',
      times: 1,
      action: { kind: 'close', execute: true },
    });
    expect(await codeOf(estimator.add('a'))).toBe(Code.TARGET_DISCONNECTED);
    expect(sent()).toBe(before + 1);
    expect(await estimator.estimate()).toEqual(Long.ONE);
  });
});
