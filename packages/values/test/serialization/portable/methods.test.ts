import { describe, expect, it } from 'vitest';

import { DefinitionWriter } from '../../../src/portable/definition-writer.js';
import { FieldReader } from '../../../src/portable/field-reader.js';
import { FieldWriter } from '../../../src/portable/field-writer.js';
import { methodsOf } from '../methods-of.js';

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

describe('there is a method for each type of field', () => {
  it('of a reader', () => {
    expect(methodsOf(FieldReader.prototype, 'read')).toEqual(TYPES.map((type) => `read${type}`).toSorted());
  });

  it.each([FieldWriter, DefinitionWriter])('of a writer: %o', ({ prototype }) => {
    const names = [...TYPES, 'NullPortable'].map((type) => `write${type}`);
    expect(methodsOf(prototype, 'write')).toEqual(names.toSorted());
  });
});
