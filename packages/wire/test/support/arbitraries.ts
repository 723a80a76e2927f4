import { sqlPage } from '@offloop/tools';
import * as fc from 'fast-check';
import type { FieldSpecs } from '../../src/index.js';
import { structs } from '../../src/messages/structs.js';

const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
export const int: fc.Arbitrary<number> = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));
// 'binary' leaves lone surrogates out: UTF-8 has no place for them.
const string = fc.string({ unit: 'binary', maxLength: 20 });

const rows = fc.integer({ min: 0, max: 12 });
/** Pages of rows whose columns are text or numbers, some of them null. */
const page = rows.chain((count) => {
  const all = { minLength: count, maxLength: count };
  const column = fc.oneof(
    fc.record({ type: fc.constant(0), values: fc.array(fc.option(string), all) }),
    fc.record({ type: fc.constant(4), values: fc.array(fc.option(int), all) }),
    fc.record({ type: fc.constant(5), values: fc.array(fc.option(long), all) }),
  );
  return fc
    .tuple(fc.array(column, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([columns, isLast]) => sqlPage(columns, isLast));
});

const PLAIN = { noNullPrototype: true };

const simple: Record<string, fc.Arbitrary<unknown>> = {
  int,
  Integer: int,
  byte: fc.integer({ min: 0, max: 255 }),
  boolean: fc.boolean(),
  long,
  Long: long,
  UUID: fc.record({ msb: long, lsb: long }, PLAIN),
  String: string,
  Data: fc.uint8Array({ minLength: 8, maxLength: 40 }).map((array) => Buffer.from(array)),
  byteArray: bytes,
  longArray: fc.array(long, { maxLength: 4 }),
  SqlPage: page,
};

/** Random values of a protocol type, by the name the table uses. */
export function valueOf(type: string): fc.Arbitrary<unknown> {
  if (type.endsWith('?')) return fc.option(valueOf(type.slice(0, -1)), { nil: null });
  const known = simple[type];
  if (known !== undefined) return known;
  const [head, first = '', ...others] = type.split('_');
  const rest = [first, ...others].join('_');
  const entry = (): fc.Arbitrary<[unknown, unknown]> => fc.tuple(valueOf(first), valueOf(others.join('_')));
  switch (head) {
    case 'List':
    case 'Set':
      return fc.array(valueOf(rest), { maxLength: 4 });
    case 'ListCN':
      return fc.array(valueOf(`${rest}?`), { maxLength: 4 });
    case 'EntryList':
      return fc.array(entry(), { maxLength: 4 });
    case 'Map':
      return fc.array(entry(), { maxLength: 4 }).map((pairs) => new Map(pairs));
    default:
      return valuesOf(structs[type as keyof typeof structs]);
  }
}

/** Random values of all fields, as a sender writes them that knows none, some or all of the newer ones. */
export function valuesOf(fields: FieldSpecs): fc.Arbitrary<Record<string, unknown>> {
  const all = fc.record(Object.fromEntries(fields.map(([name, type]) => [name, valueOf(type)])), PLAIN);
  const versions = fields.flatMap((field) => (field.length === 3 ? [field[2]] : []));
  return fc.tuple(all, fc.constantFrom('', ...versions)).map(([values, sender]) => {
    const unknown = fields.filter((field) => field.length === 3 && isNewer(field[2], sender));
    for (const [name] of unknown) delete values[name];
    return values;
  });
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}
