import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { DataEncoder } from '../../src/serialization/data-encoder.js';
import { DEFAULT_SERIALIZATION } from '../../src/serialization/settings.js';
import { encode, through } from './encode.js';
import { officialEncode } from './official.js';

describe('user code', () => {
  it('may use the same encoder while it runs', () => {
    const encoder = new DataEncoder(DEFAULT_SERIALIZATION);
    const inner: Buffer[] = [];
    const outer = {
      toJSON() {
        inner.push(through(encoder, 'inner'));
        return { outer: true };
      },
    };
    expect(through(encoder, outer)).toEqual(officialEncode({ outer: true }));
    expect(inner).toEqual([officialEncode('inner')]);
  });

  it('runs in prepare only', () => {
    let calls = 0;
    const counting = new Proxy([1, 2, 3], {
      get(target, name) {
        calls++;
        return Reflect.get(target, name) as unknown;
      },
    });
    const encoder = new DataEncoder(DEFAULT_SERIALIZATION);
    const target = Buffer.alloc(encoder.prepare(counting));
    const before = calls;
    expect(before).toBeGreaterThan(0);
    encoder.write(target, 0);
    expect(calls).toBe(before);
  });

  it('that throws does so as it is, and leaves the encoder usable', () => {
    const encoder = new DataEncoder(DEFAULT_SERIALIZATION);
    const thrown = new Error('mine');
    const value = {
      toJSON() {
        throw thrown;
      },
    };
    expect(() => encoder.prepare(value)).toThrow(thrown);
    expect(through(encoder, 'after')).toEqual(officialEncode('after'));
  });
});

describe('write', () => {
  it('refuses a target without room for the bound, and a second use after release', () => {
    const encoder = new DataEncoder(DEFAULT_SERIALIZATION);
    const bound = encoder.prepare('text');
    expect(() => encoder.write(Buffer.alloc(bound - 1), 0)).toThrow(RangeError);
    encoder.release();
    expect(() => encoder.write(Buffer.alloc(bound), 0)).toThrow(RangeError);
  });

  it('writes what the value was when it was prepared', () => {
    const encoder = new DataEncoder(DEFAULT_SERIALIZATION);
    const values = [1, 2, 3];
    const object = { a: 1 };
    for (const [value, mutate] of [
      [values, () => (values[0] = 9)],
      [object, () => (object.a = 9)],
    ] as const) {
      const expected = officialEncode(value);
      const target = Buffer.alloc(encoder.prepare(value));
      mutate();
      expect(target.subarray(0, encoder.write(target, 0))).toEqual(expected);
    }
  });
});

it.each([
  ['numbers', Array.from({ length: 256_000 }, (_, index) => index / 7)],
  ['texts', Array.from({ length: 2_000 }, (_, index) => `${index}`.padEnd(200))],
])('encoding an array of %s asks for memory in proportion to its length', (_of, values) => {
  const spies = (['alloc', 'allocUnsafe', 'allocUnsafeSlow'] as const).map((method) =>
    vi.spyOn(Buffer, method),
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const { length } = encode(values);
  const asked = spies.flatMap(({ mock }) => mock.calls).reduce((sum, [bytes]) => sum + bytes, 0);
  expect(asked).toBeGreaterThanOrEqual(8 * values.length);
  // Where it is had anew for each element, it is thousands of times as much.
  expect(asked).toBeLessThan(5 * length);
});
