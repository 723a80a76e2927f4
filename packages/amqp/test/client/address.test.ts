import { createSecureContext } from 'node:tls';
import { describe, expect, test } from 'vitest';

import { placeOf } from '../../src/client/address/crossing.js';
import { amqplain, external } from '../../src/client/address/credentials.js';
import { linkSettings } from '../../src/client/address/link-settings.js';
import type { Options } from '../../src/index.js';
import packageJson from '../../package.json' with { type: 'json' };

const USUAL = { host: 'localhost', port: 5672, servername: 'localhost', noDelay: true };

const GUEST = ['guest', 'guest'];

function user(response: Uint8Array): string[] {
  return Buffer.from(response).toString().split('\0').slice(1);
}

describe('an address', () => {
  test('that is left out is localhost, as guest', () => {
    for (const absent of [undefined, null, '', false] as const) {
      const settings = linkSettings(absent, {});
      expect(settings).toMatchObject({
        socket: USUAL,
        secure: false,
        vhost: '/',
        locale: 'en_US',
        channelMax: 0,
        frameMax: 131_072,
        heartbeat: undefined,
        maxFrameSize: undefined,
        mechanism: 'PLAIN',
      });
      expect(user(settings.response)).toEqual(GUEST);
    }
  });

  test.each<readonly [string | Options.Connect, object, readonly string[]]>([
    ['amqp://u:p@h', { socket: { host: 'h', port: 5672, servername: 'h' } }, ['u', 'p']],
    ['amqps://h:1/v', { secure: true, vhost: 'v', socket: { port: 1 } }, GUEST],
    ['amqps://h', { secure: true, socket: { port: 5671 } }, GUEST],
    ['amqp://u@h', {}, ['u', '']],
    ['amqp://:p@h', {}, ['', 'p']],
    ['amqp://%61:%C3%A9@h', {}, ['a', 'é']],
    ['amqp://a:%E9@h', {}, ['a', 'é']],
    ['amqp://h/%2F', { vhost: '/' }, GUEST],
    ['amqp://h/a%2Fb', { vhost: 'a/b' }, GUEST],
    ['amqp://h/', { vhost: '/' }, GUEST],
    ['amqp://[::1]:2', { socket: { host: '::1', port: 2 } }, GUEST],
    [
      'amqp://h?heartbeat=5&heartbeat=6&frameMax=0&channelMax=7&locale=de_DE&maxFrameSize=8192',
      { heartbeat: 5, frameMax: 0, channelMax: 7, locale: 'de_DE', maxFrameSize: 8192 },
      GUEST,
    ],
    ['amqp://h?heartbeat=0', { heartbeat: 0 }, GUEST],
    ['amqp://h?heartbeat=soon&maxFrameSize=4k', { heartbeat: Number.NaN, maxFrameSize: Number.NaN }, GUEST],
    [{}, { socket: { port: 5672 } }, GUEST],
    [
      { protocol: 'amqps', hostname: 'h' },
      { secure: true, socket: { host: 'h', port: 5671, servername: 'h' } },
      GUEST,
    ],
    [{ username: 'u' }, {}, ['u', '']],
    [{ vhost: '%2Fa', heartbeat: 0, port: 3 }, { vhost: '/a', heartbeat: 0, socket: { port: 3 } }, GUEST],
  ])('%j', (address, expected, credentials) => {
    const settings = linkSettings(address, {});
    expect(settings).toMatchObject(expected);
    expect(user(settings.response)).toEqual(credentials);
  });

  test('of an IP has no name of a server, unless it is given', () => {
    expect(linkSettings('amqps://127.0.0.1', {}).socket).not.toHaveProperty('servername');
    expect(linkSettings('amqps://127.0.0.1', { servername: 's' }).socket).toMatchObject({ servername: 's' });
  });

  test.each([
    ['http://h', 'http:'],
    ['no address', ''],
  ])('with another protocol is refused: %s', (url, protocol) => {
    expect(() => linkSettings(url, {})).toThrow(`Expected amqp: or amqps: as the protocol; got ${protocol}`);
  });

  test('leaves what belongs to the socket to it', () => {
    const { socket, ...settings } = linkSettings('amqp://h', {
      noDelay: false,
      keepAlive: true,
      keepAliveDelay: 9,
      timeout: 7,
      clientProperties: { product: 'mine' },
      credentials: external(),
      threaded: false,
      ca: 'ca',
    });
    expect(socket).toEqual({ host: 'h', port: 5672, servername: 'h', noDelay: false, ca: 'ca' });
    expect(settings).toMatchObject({
      timeout: 7,
      keepAlive: true,
      keepAliveDelay: 9,
      mechanism: 'EXTERNAL',
      response: Buffer.alloc(0),
      clientProperties: { product: 'mine', version: packageJson.version },
    });
  });
});

test('AMQPLAIN sends a table without its length', () => {
  const credentials = amqplain('u', 'p');
  expect([credentials.mechanism, credentials.response().toString('latin1')]).toEqual([
    'AMQPLAIN',
    '\x05LOGINS\0\0\0\x01u\x08PASSWORDS\0\0\0\x01p',
  ]);
});

describe('a connection', () => {
  const crossing = {
    ca: [Buffer.from('a')],
    key: 'k',
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['a'],
    pfx: [{ buf: 'b' }],
  };

  const PLACES = [undefined, 'auto', true, false] as const;

  test('begins on the loop, with TLS in a thread', () => {
    expect(PLACES.map((threaded) => placeOf(threaded, false, crossing))).toEqual([
      'auto',
      'auto',
      true,
      false,
    ]);
    expect(PLACES.map((threaded) => placeOf(threaded, true, crossing))).toEqual([true, true, true, false]);
  });

  test.each([
    ['checkServerIdentity', () => undefined],
    ['secureContext', createSecureContext()],
    ['signal', new AbortController().signal],
    ['pfx', [{ passphrase: () => 'a' }]],
  ])('whose option %s cannot cross lives on the loop with TLS, or is refused', (option, value) => {
    expect(placeOf('auto', true, { [option]: value })).toBe(false);
    expect(placeOf('auto', false, { [option]: value })).toBe('auto');
    const refused = expect.objectContaining({ code: 'UNTHREADABLE_OPTION', option, name: 'TypeError' });
    expect(() => placeOf(true, false, { ...crossing, [option]: value })).toThrow(refused);
    expect(() => placeOf(true, false, { [option]: value })).toThrow('connect with threaded: false');
  });
});
