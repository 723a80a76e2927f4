import { createRequire } from 'node:module';
import { ErrorCode, type ErrorHolder } from '@offloop/wire';
import { describe, expect, it } from 'vitest';
import { errorFromMember, errorFromWire } from '../../src/errors/rebuild.js';
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
    expect(error).toMatchObject({ code: 'ERR_OFFLOOP_REJECTED_EXECUTION', message: 'full' });
  });

  it('has the official causes, and the Java classes and stacks besides', () => {
    const holders = [
      holder(ErrorCode.EXECUTION, 'java.util.concurrent.ExecutionException', 'outer'),
      holder(ErrorCode.ILLEGAL_STATE, 'java.lang.IllegalStateException', null),
    ];
    const expected = new ClientErrorFactory().createError(holders, 0);
    const error = errorFromMember(holders);
    expect(error.cause.constructor.name).toBe((expected.cause as Error).constructor.name);
    expect(error.cause.cause).toBe((expected.cause as Error).cause);
    expect(error).toMatchObject({
      code: 'ERR_OFFLOOP_UNDEFINED_ERROR_CODE',
      details: { errorCode: ErrorCode.EXECUTION, className: 'java.util.concurrent.ExecutionException' },
    });
    expect(error.cause).toMatchObject({
      code: 'ERR_OFFLOOP_ILLEGAL_STATE',
      details: { errorCode: ErrorCode.ILLEGAL_STATE, className: 'java.lang.IllegalStateException' },
      message: '',
    });
    expect(error.stack?.split('On the member: ')[1]).toBe(
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
