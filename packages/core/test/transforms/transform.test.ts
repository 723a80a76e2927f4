import { describe, expect, expectTypeOf, test } from 'vitest';

import type { IMap } from '../../src/index.js';
import { defineTransform, moved, type Transform } from '../../src/index.js';
import { movedBuffers, movedValue } from '../../src/transforms/moved.js';

interface Order {
  readonly id: string;
  readonly items: readonly number[];
}
declare function orNull(order: Order | null, factor: number): number;
declare function always(order: Order): number;
declare function promised(order: Order | null, label?: string): Promise<string>;
declare function anything(value: unknown): void;

const MODULE = new URL('./functions.js', import.meta.url);

describe('defineTransform', () => {
  test('takes a URL, its text, or an absolute path', () => {
    for (const module of [MODULE, MODULE.href]) {
      expect(defineTransform(module, 'f')).toMatchObject({ module: MODULE.href, exportName: 'f' });
    }
    expect(defineTransform('/tmp/a b.js')).toMatchObject({
      module: 'file:///tmp/a%20b.js',
      exportName: 'default',
    });
    expect(defineTransform('data:text/javascript,').module).toBe('data:text/javascript,');
  });

  test.each([
    ['./functions.js'],
    ['lodash'],
    ['node:fs'],
    ['https://example.org/f.js'],
    [''],
    [undefined],
    [() => 1],
  ])('refuses %s, with a hint', (module) => {
    expect(() => defineTransform(module as string, 'f')).toThrow(
      /module must be a file: or data: URL or an absolute path, got .*import\.meta\.url/,
    );
  });

  test('refuses a name that is none', () => {
    expect(() => defineTransform(MODULE, '')).toThrow(/exportName must be a string that is not empty/);
    expect(() => defineTransform(MODULE, 7 as never)).toThrow(/got a number/);
  });

  test('with() leaves the transform as it was, and adds to the options before', () => {
    const plain = defineTransform(MODULE);
    const { signal } = new AbortController();
    expect(plain.with({ timeout: 5 }).with({ signal }).options).toEqual({ timeout: 5, signal });
    expect(plain.options).toEqual({});
  });
});

describe('types', () => {
  const map = {} as IMap<string, Order>;
  type Called = (...args: never[]) => unknown;
  type ResultOf<F extends Called> = Awaited<ReturnType<F>>;

  test('of a transform are those of its function', () => {
    expectTypeOf(defineTransform<typeof orNull>(MODULE)).toEqualTypeOf<
      Transform<Order | null, [factor: number], number>
    >();
    expectTypeOf(defineTransform<typeof promised>(MODULE)).toEqualTypeOf<
      Transform<Order | null, [label?: string], string>
    >();
    expectTypeOf(defineTransform(MODULE)).toEqualTypeOf<Transform<unknown, unknown[], unknown>>();
  });

  test('of a call are those of the transform: arguments and result', () => {
    const one = () => map.getTransformed('k', defineTransform<typeof orNull>(MODULE), 2);
    expectTypeOf<ResultOf<typeof one>>().toEqualTypeOf<number>();
    const optional = () =>
      map.getTransformed('k', defineTransform<typeof promised>(MODULE).with({ timeout: 1 }));
    expectTypeOf<ResultOf<typeof optional>>().toEqualTypeOf<string>();
    const all = () => map.getAllTransformed(['k'], defineTransform<typeof always>(MODULE));
    expectTypeOf<ResultOf<typeof all>>().toEqualTypeOf<[string, number][]>();
    const loose = () => map.getTransformed('k', defineTransform<typeof anything>(MODULE));
    expectTypeOf<ResultOf<typeof loose>>().toEqualTypeOf<void>();
  });

  test('refuse what the function does not take', () => {
    // @ts-expect-error: an argument is missing
    const missing = () => map.getTransformed('k', defineTransform<typeof orNull>(MODULE));
    // @ts-expect-error: an argument is of another type
    const other = () => map.getTransformed('k', defineTransform<typeof orNull>(MODULE), 'two');
    // @ts-expect-error: the function takes no null, and the key may not be there
    const nullable = () => map.getTransformed('k', defineTransform<typeof always>(MODULE));
    expect([missing, other, nullable]).toHaveLength(3);
  });
});

describe('moved', () => {
  test('keeps the value and its buffers together, and is its own value to the types', () => {
    const bytes = new Uint8Array(4);
    const result = moved(bytes, [bytes.buffer]);
    expectTypeOf(result).toEqualTypeOf(bytes);
    expect(movedBuffers(result)).toEqual([bytes.buffer]);
    expect(movedValue(result)).toBe(bytes);
    expect(movedBuffers({ value: 1 })).toBeUndefined();
  });

  test('refuses what is not an ArrayBuffer', () => {
    expect(() => moved(1, [new Uint8Array(1) as never])).toThrow(/only ArrayBuffers can be moved/);
  });
});
