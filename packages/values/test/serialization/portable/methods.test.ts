import { describe, expect, it } from 'vitest';

import { DefinitionWriter } from '../../../src/portable/definition-writer.js';
import { FieldReader } from '../../../src/portable/field-reader.js';
import { FieldWriter } from '../../../src/portable/field-writer.js';

const PLAIN = ['Byte', 'Boolean', 'Char', 'Short', 'Int', 'Long', 'Float', 'Double'];
const NULLABLE = [
  'UTF',
  'String',
  'Decimal',
  'Time',
  'Date',
  'Timestamp',
  'TimestampWithTimezone',
  'Portable',
];
const TYPES = [...PLAIN, ...NULLABLE].flatMap((type) => [type, `${type}Array`]);

function methodsOf(object: object, prefix: string): string[] {
  const names = new Set<string>();
  for (
    let each: unknown = object;
    typeof each === 'object' && each !== null;
    each = Object.getPrototypeOf(each)
  )
    for (const name of Object.getOwnPropertyNames(each)) names.add(name);
  return [...names].filter((name) => new RegExp(`^${prefix}[A-Z]`).test(name)).toSorted();
}

describe('there is a method for each type of field', () => {
  it('of a reader', () => {
    expect(methodsOf(FieldReader.prototype, 'read')).toEqual(TYPES.map((type) => `read${type}`).toSorted());
  });

  it.each([FieldWriter, DefinitionWriter])('of a writer: %o', ({ prototype }) => {
    const names = [...TYPES, 'NullPortable'].map((type) => `write${type}`);
    expect(methodsOf(prototype, 'write')).toEqual(names.toSorted());
  });
});
