import { defineTransform, type Transform } from 'offloop';

const MODULE = new URL('./functions.mjs', import.meta.url);

/** A transform of `functions.mjs`, with no types to stand in a test's way. */
export function fn(name: string): Transform<unknown, unknown[], unknown> {
  return defineTransform(MODULE, name);
}

/** As `kindOf` there. */
export function kindOf(value: object | string | number | boolean | bigint): string {
  return `${value.constructor.name}: ${typeof value === 'bigint' ? value : JSON.stringify(value)}`;
}
