import { describe, expect, test } from 'vitest';

import { allMethods, methodById } from '../../src/wire/methods.js';
import { properties } from '../../src/wire/properties.js';
import { defs, theirMethods } from './support/amqplib-codec.js';

const theirs = theirMethods();

describe('the table of methods', () => {
  test('has the methods that amqplib has, and no others', () => {
    const names = [...allMethods()].map(({ name }) => name).sort();
    expect(names).toEqual(theirs.map(({ name }) => name).sort());
    expect(names).toHaveLength(66);
  });

  test.each(theirs)('$name: id, fields, types and defaults', ({ id, name, args }) => {
    const spec = methodById(id);
    expect(spec?.name).toBe(name);
    expect(defs[name]).toBe(id);
    const shown = spec?.fields.map((field) => ({ ...field, ...defaultOf(field.default) }));
    expect(shown).toEqual(args.map((field) => ({ ...field })));
  });

  test('knows which methods have content', () => {
    const names = [...allMethods()].filter(({ hasContent }) => hasContent).map(({ name }) => name);
    expect(names).toEqual(['BasicPublish', 'BasicReturn', 'BasicDeliver', 'BasicGetOk']);
  });

  test('has no method for an unknown id', () => {
    expect(methodById(0)).toBeUndefined();
    expect(methodById(0x3c_00ff)).toBeUndefined();
  });

  test('has the properties in the order of the flags', () => {
    expect(properties).toEqual(defs.propertiesInfoBasicProperties.args);
  });
});

/** Ours of a long string is bytes already. */
function defaultOf(value: unknown): { default?: unknown } {
  return Buffer.isBuffer(value) ? { default: value.toString() } : {};
}
