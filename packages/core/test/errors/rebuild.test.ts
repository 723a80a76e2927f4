import { createRequire } from 'node:module';
import { ErrorCode, type ErrorHolder } from '@offloop/wire';
import { describe, expect, it } from 'vitest';
import { MemberException, errorFromMember, errorFromWire } from '../../src/errors/rebuild.js';
import { ClientOfflineError, ProtocolError } from '../../src/errors/own-errors.js';
import { HazelcastError } from '@offloop/values';

const theirs = createRequire(createRequire(import.meta.url).resolve('hazelcast-client'));
const { ClientErrorFactory } = theirs('./protocol/ErrorFactory.js') as {
  ClientErrorFactory: new () => { createError(holders: readonly ErrorHolder[], first: number): Error };
};

function holder(errorCode: number, className: string, message: string | null): ErrorHolder {
  const call = { className: 'com.acme.Store', methodName: 'load', fileName: 'Store.java', lineNumber: 42 };
  const native = { className: 'java.lang.Thread', methodName: 'run', fileName: null, lineNumber: -1 };
  return { errorCode, className, message, stackTraceElements: [call, native] };
}

/** Codes of executors, which the official client has no classes for, as it has no executors. */
const OF_EXECUTORS: readonly number[] = [
  ErrorCode.REJECTED_EXECUTION,
  ErrorCode.DUPLICATE_TASK,
  ErrorCode.STALE_TASK,
];

describe('an error of a member', () => {
  it('is of the class the official client gives it, for every code but those of executors', () => {
    const factory = new ClientErrorFactory();
    const codes = Object.values(ErrorCode).filter((code) => !OF_EXECUTORS.includes(code));
    for (const errorCode of [...codes, 95, 4711, -1]) {
      const holders = [holder(errorCode, 'java.lang.Some', 'why')];
      const expected = factory.createError(holders, 0);
      const error = errorFromMember(holders);
      expect([errorCode, error.constructor.name]).toEqual([errorCode, expected.constructor.name]);
      expect(error.message).toBe(expected.message);
      expect(error.serverStackTrace).toEqual(holders[0].stackTraceElements);
    }
  });

  it('of an executor is of a class of its own', () => {
    const error = errorFromMember([
      holder(ErrorCode.REJECTED_EXECUTION, 'java.util.concurrent.RejectedExecutionException', 'full'),
    ]);
    expect(error).toMatchObject({ name: 'RejectedExecutionError', message: 'full' });
  });

  it('has its causes mapped in the same way, and what the member threw at the end', () => {
    const error = errorFromMember([
      holder(ErrorCode.EXECUTION, 'java.util.concurrent.ExecutionException', 'outer'),
      holder(ErrorCode.ILLEGAL_STATE, 'java.lang.IllegalStateException', null),
    ]);
    expect(error).toMatchObject({
      name: 'UndefinedErrorCodeError',
      details: { errorCode: ErrorCode.EXECUTION, className: 'java.util.concurrent.ExecutionException' },
    });
    expect(error.cause).toMatchObject({
      name: 'IllegalStateError',
      code: 'ERR_OFFLOOP_ILLEGAL_STATE',
      message: '',
    });
    const end = error.cause.cause as Error;
    expect(end).toBeInstanceOf(MemberException);
    expect(end.name).toBe('java.util.concurrent.ExecutionException');
    expect(end.stack).toBe(
      [
        'java.util.concurrent.ExecutionException: outer',
        '\tat com.acme.Store.load(Store.java:42)',
        '\tat java.lang.Thread.run(Unknown Source)',
        'Caused by: java.lang.IllegalStateException',
        '\tat com.acme.Store.load(Store.java:42)',
        '\tat java.lang.Thread.run(Unknown Source)',
      ].join('\n'),
    );
  });

  it('is an error even when the member says nothing', () => {
    expect(errorFromMember([])).toBeInstanceOf(HazelcastError);
  });
});

describe('an error of another thread', () => {
  it('keeps its message and details', () => {
    const details = { length: -5 };
    expect(errorFromWire({ code: 'ERR_OFFLOOP_PROTOCOL', message: 'bad frame', details })).toMatchObject({
      constructor: ProtocolError,
      message: 'bad frame',
      details,
    });
  });

  it('keeps a code that is not in the table', () => {
    const error = errorFromWire({ code: 'ECONNRESET', message: 'reset', details: { port: 1 } });
    expect(error).toMatchObject({ constructor: HazelcastError, details: { port: 1, code: 'ECONNRESET' } });
  });

  it('says that there is no connection in the words of its class', () => {
    expect(errorFromWire({ code: ClientOfflineError.code, message: '' })).toEqual(new ClientOfflineError());
  });
});
