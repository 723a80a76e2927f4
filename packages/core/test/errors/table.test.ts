import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

import { HazelcastError } from '@offloop/values';
import * as hierarchy from '../../../values/src/errors/hierarchy.js';
import * as own from '../../src/errors/own-errors.js';
import { errorFromWire } from '../../src/errors/rebuild.js';
import { ERROR_CLASSES, errorClassByCode } from '../../src/errors/table.js';
import { HazelcastSqlException } from '../../src/sql/hazelcast-sql-exception.js';

interface ErrorClass {
  readonly code: string;
  readonly name: string;
  readonly prototype: Error;
}

const official = createRequire(import.meta.url)('hazelcast-client') as Record<string, ErrorClass | undefined>;
/** Official classes that only Compact serialization throws, which is not there yet. */
const NOT_YET = ['SchemaNotFoundError', 'SchemaNotReplicatedError'];

// The one that needs more than the errors' own room.
const classes: readonly ErrorClass[] = [...(ERROR_CLASSES as readonly ErrorClass[]), HazelcastSqlException];

describe('the table of errors', () => {
  it('has every class that the sources define', () => {
    const exported: unknown[] = [
      HazelcastError,
      ...Object.values(hierarchy),
      ...Object.values(own),
      HazelcastSqlException,
    ];
    const defined = exported.filter((each) => typeof each === 'function' && each.prototype instanceof Error);
    expect(new Set(classes)).toEqual(new Set(defined));
    expect(classes).toHaveLength(defined.length);
  });

  it('has a code of its own for each class, made of its name', () => {
    for (const each of classes) {
      const words = each.name
        .replace(/(Error|Exception)$/, '')
        .replace(/([a-z])([A-Z])/g, '$1_$2')
        .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2');
      expect(each.code).toBe(`ERR_OFFLOOP_${words.toUpperCase()}`);
    }
    expect(new Set(classes.map(({ code }) => code)).size).toBe(classes.length);
  });

  it('has every class of the official client, with the same ancestors', () => {
    const isError = (name: string): boolean => official[name]?.prototype instanceof Error;
    const names = Object.keys(official).filter((name) => isError(name) && !NOT_YET.includes(name));
    expect(names.length).toBeGreaterThan(50);
    const ours = names.map((name) => ancestors(classes.find((each) => each.name === name)));
    expect(ours).toEqual(names.map((name) => ancestors(official[name])));
  });

  it.each(classes.map((each) => [each.name, each] as const))(
    '%s crosses threads and is the same class again',
    (name, each) => {
      const error = errorFromWire({ code: each.code, message: 'why', details: { limit: 3 } });
      const known =
        errorClassByCode(each.code) === undefined && name !== 'ClientOfflineError' ? 'HazelcastError' : name;
      expect(error.constructor.name).toBe(known);
      expect(error).toBeInstanceOf(HazelcastError);
    },
  );
});

function ancestors(each: ErrorClass | undefined): string[] {
  const names: string[] = [];
  for (let at: unknown = each; typeof at === 'function' && at.name !== ''; at = Object.getPrototypeOf(at)) {
    names.push(at.name);
  }
  return names;
}

it('backpressure names the limit, what it allows and what was wanted', () => {
  const error = own.BackpressureError.over('runtime.maxPendingCalls', 10, 11);
  expect(error.details).toEqual({ limit: 'runtime.maxPendingCalls', allowed: 10, wanted: 11 });
  expect(error.message).toMatch(/runtime\.maxPendingCalls.*10.*11/);
});
