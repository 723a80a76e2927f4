import { expect, test } from 'vitest';

import { plainToTls, tlsToPlain } from '../../src/connection/tls-mismatch.js';

const coded = (code: string): Error => Object.assign(new Error('what Node.js says'), { code });
const plain = (bytes: readonly number[], error?: Error): string | undefined =>
  plainToTls('there:5701', Uint8Array.from([9, 9, ...bytes]), 2, 2 + bytes.length, error)?.message;

test.each([
  ['an alert', [21, 3, 1, 0, 2, 2, 70]],
  ['a handshake', [22, 3, 3]],
])('%s of TLS is known by its first bytes', (_name, bytes) => {
  const answers = 'there:5701 answers in TLS, and network.ssl.enabled is false here';
  expect(plain(bytes)).toBe(answers);
  expect(plain(bytes, coded('ECONNRESET'))).toBe(answers);
});

test.each([undefined, coded('ECONNRESET'), coded('EPIPE')])(
  'an end without an answer may mean TLS: %o',
  (error) => {
    expect(plain([], error)).toMatch(/^there:5701 closed the connection without an answer, .* wants TLS/);
  },
);

test('anything else has other reasons', () => {
  expect(plain([21])).toBeUndefined();
  expect(plain([72, 84, 84, 80])).toBeUndefined();
  expect(plain([], coded('ETIMEDOUT'))).toBeUndefined();
  expect(tlsToPlain('there:5701', coded('ECONNREFUSED'))).toBeUndefined();
  expect(tlsToPlain('there:5701', coded('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'))).toBeUndefined();
});

test('what is no TLS, and an end in the midst of the handshake, are named', () => {
  expect(tlsToPlain('there:5701', coded('ERR_SSL_WRONG_VERSION_NUMBER'))?.message).toBe(
    'there:5701 answers in something else than TLS (Error (ERR_SSL_WRONG_VERSION_NUMBER)), and network.ssl.enabled is true here',
  );
  for (const error of [undefined, coded('ECONNRESET')])
    expect(tlsToPlain('there:5701', error)?.message).toMatch(/during the TLS handshake, .* without TLS/);
});
