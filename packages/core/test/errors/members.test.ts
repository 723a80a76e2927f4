import { createRequire } from 'node:module';
import Long from 'long';
import { describe, expect, it } from 'vitest';

import * as offloop from '../../src/index.js';

type ErrorClass = new (...args: unknown[]) => Error & Record<string, unknown>;

const require = createRequire(import.meta.url);
const official = require('hazelcast-client') as Record<string, ErrorClass>;
const { SqlErrorCode } = createRequire(require.resolve('hazelcast-client'))('./sql/SqlErrorCode.js') as {
  SqlErrorCode: Record<string, number>;
};
const ours = offloop as unknown as Record<string, ErrorClass>;

/** Official classes that never leave the client: declared internal, and not exported for programs. */
const INTERNAL = ['SchemaNotFoundError', 'SchemaNotReplicatedError'];
const names = Object.keys(official).filter(
  (name) => official[name].prototype instanceof Error && !INTERNAL.includes(name),
);

const cause = new TypeError('beneath');
const trace = [{ className: 'a.B', methodName: 'c', fileName: 'B.java', lineNumber: 4 }];
const member = new offloop.UUID(Long.ONE, Long.ONE);

/** Arguments for one situation each. */
const SITUATIONS: Readonly<Record<string, readonly unknown[]>> = {
  'a message': ['why'],
  'a cause': ['why', cause],
  'no cause, and the stack of a member': ['why', null, trace],
  'a cause, and the stack of a member': ['why', cause, trace],
};
const OF_OTHERS: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  ClientOfflineError: { nothing: [], 'a cause': [cause] },
  HazelcastSqlException: {
    'a code': [member, 1001, 'why'],
    'a suggestion, a cause and a stack': [member, 1008, 'why', 'CREATE MAPPING', cause, trace],
  },
};

const cases = names.flatMap((name) =>
  Object.entries(OF_OTHERS[name] ?? SITUATIONS).map(([situation, args]) => [name, situation, args] as const),
);

describe('an error has all public members of the official one, with the same values', () => {
  it.each(cases)('%s, made of %s', (name, _, args) => {
    const theirs = new official[name](...args);
    const own = new ours[name](...args);
    for (const key of membersOf(theirs)) expect([key, own[key]]).toEqual([key, theirs[key]]);
    expect(String(own)).toBe(String(theirs));
  });
});

it('an SQL error is told by the official numbers; its text has a name of its own', () => {
  const error = new offloop.HazelcastSqlException(member, 1001, 'why');
  expect(error.code === SqlErrorCode['CONNECTION_PROBLEM']).toBe(true);
  expect(error.textCode).toBe('ERR_OFFLOOP_HAZELCAST_SQL');
});

/** Names of all own and inherited members but the stack, which theirs makes longer by those of the causes. */
function membersOf(error: object): string[] {
  const keys = new Set<string>();
  for (
    let at: object | null = error;
    at !== Object.prototype && at !== null;
    at = Object.getPrototypeOf(at)
  ) {
    for (const key of Object.getOwnPropertyNames(at)) keys.add(key);
  }
  for (const key of ['constructor', 'stack']) keys.delete(key);
  expect([...keys]).toEqual(expect.arrayContaining(['name', 'message', 'cause', 'serverStackTrace']));
  return [...keys];
}
