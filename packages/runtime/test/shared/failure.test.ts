import { connect } from 'node:net';
import { expect, test } from 'vitest';

import { errorOf, failureOf } from '../../src/shared/failure.js';

/** What an error is after it has crossed. */
function crossed(error: unknown): Error {
  return errorOf(JSON.parse(JSON.stringify(failureOf(error))) as ReturnType<typeof failureOf>);
}

test('an error of a socket keeps what Node.js says of it', async () => {
  const error = await new Promise<Error>((resolve) =>
    connect({ host: '127.0.0.1', port: 1 }).on('error', resolve),
  );
  const other = crossed(error);
  expect(other).toBeInstanceOf(Error);
  expect(Object.entries(other)).toEqual(Object.entries(error));
  expect(other.message).toBe('connect ECONNREFUSED 127.0.0.1:1');
});

test.each([new TypeError('a type'), new RangeError('a range'), new Error('an error')])(
  '%s keeps its class',
  (error) => {
    const other = crossed(error);
    expect(other.constructor).toBe(error.constructor);
    expect([other.name, other.message]).toEqual([error.name, error.message]);
  },
);

test('the errors of several attempts stay together', () => {
  const error = new AggregateError(
    [Object.assign(new Error('one'), { code: 'A' }), new TypeError('two')],
    '',
  );
  const other = crossed(Object.assign(error, { code: 'ECONNREFUSED' }));
  expect(other).toBeInstanceOf(AggregateError);
  expect(other).toMatchObject({
    message: '',
    code: 'ECONNREFUSED',
    errors: [{ code: 'A' }, { message: 'two' }],
  });
});

test('objects that an error has do not cross, and anything that was thrown does', () => {
  const error = Object.assign(new Error('of TLS'), {
    code: 'ERR_TLS',
    cert: { subject: 'x' },
    isFatal: true,
  });
  expect(Object.fromEntries(Object.entries(crossed(error)))).toEqual({ code: 'ERR_TLS', isFatal: true });
  expect(crossed('text').message).toBe('text');
});
