import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { certificateAuthority, type Certificate } from '@offloop/tools';
import { Client } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { codeOf, connectMap, testConfig, type Config, type ConnectedMap } from './support/client-bench.js';
import { shardsOf, TESTED_WORKERS } from './support/workers.js';
import { Code } from './support/codes.js';
import { startTlsMember } from './support/tls-member.js';

const authority = await certificateAuthority('the right authority');
const other = await certificateAuthority('another authority');
const ca = authority.cert;
const forHere = await authority.issue(['127.0.0.1', 'localhost']);
const forElsewhere = await authority.issue(['member.example', '10.0.0.1']);

type Ssl = NonNullable<NonNullable<Config['network']>['ssl']>;

/** Certificates that a member is refused for, without a second attempt. */
const REFUSED: [what: string, certificate: Certificate, ssl: Ssl, reason: RegExp][] = [
  [
    'of another authority',
    await other.issue(['127.0.0.1']),
    { sslOptions: { ca } },
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
  ],
  ['of an authority that nobody knows', forHere, {}, /UNABLE_TO_VERIFY_LEAF_SIGNATURE/],
  ['for somebody else', forElsewhere, { sslOptions: { ca } }, /ERR_TLS_CERT_ALTNAME_INVALID/],
  [
    'of another authority, where identity is not checked',
    await other.issue(['127.0.0.1']),
    { verifyIdentity: false, sslOptions: { ca } },
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
  ],
  [
    'that is over',
    await authority.issue(['127.0.0.1'], { notAfter: new Date(Date.now() - 60_000) }),
    { sslOptions: { ca } },
    /CERT_HAS_EXPIRED/,
  ],
];

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const over = (ssl: Ssl, runtime: Config['runtime'] = {}): Config => ({
    runtime: { workers, ...runtime },
    network: { ssl: { enabled: true, ...ssl } },
  });
  const enter = <V>(address: string, ssl: Ssl = { sslOptions: { ca } }): Promise<ConnectedMap<string, V>> =>
    connectMap(address, over(ssl));
  const getsIn = async (address: string, ssl: Ssl): Promise<boolean> => {
    const { map } = await enter(address, ssl);
    return (await map.size()) === 0;
  };
  const failure = async (address: string, ssl: Ssl): Promise<Error & { code: string }> => {
    const { config } = testConfig(address, over(ssl));
    return (await Client.newHazelcastClient(config).catch((e: unknown) => e)) as Error & { code: string };
  };

  test('a member whose certificate is trusted and for its address is talked to', async () => {
    const { proxy, tlsProxy } = await startTlsMember({ certificate: forHere });
    const { map } = await enter(proxy.address);
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
    expect(tlsProxy.accepted).toBe(shardsOf(workers));
  });

  test('the embedded member speaks TLS itself, and closes its connections when it is told to', async () => {
    const member = await memberOfTest({ tls: forHere });
    const { map } = await enter(member.address);
    const large = 'x'.repeat(300_000);
    await map.set('k', large);
    const answers = await Promise.all(Array.from({ length: 50 }, () => map.get('k')));
    expect(answers.every((answer) => answer === large)).toBe(true);
    member.closeConnections();
    expect(await map.get('k')).toBe(large);
  });

  test('a host name is asked for by name', async () => {
    const { proxy, tlsProxy } = await startTlsMember({ certificate: forHere });
    expect(await getsIn(`localhost:${proxy.port}`, { sslOptions: { ca } })).toBe(true);
    expect(tlsProxy.names[0]).toBe('localhost');
  });

  test.each(REFUSED)(
    'a certificate %s is refused, without a second attempt',
    async (_what, certificate, ssl, reason) => {
      const { proxy } = await startTlsMember({ certificate });
      const error = await failure(proxy.address, ssl);
      expect(error.code).toBe(Code.AUTHENTICATION);
      expect(error.message).toMatch(reason);
      expect(proxy.accepted).toBe(1);
    },
  );

  test('one for somebody else is not where the check of identity is switched off, or the name is said', async () => {
    const { proxy } = await startTlsMember({ certificate: forElsewhere });
    expect(await getsIn(proxy.address, { verifyIdentity: false, sslOptions: { ca } })).toBe(true);
    expect(await getsIn(proxy.address, { sslOptions: { ca, servername: 'member.example' } })).toBe(true);
  });

  test('a member that wants certificates lets in who has the right one, and nobody without', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere, clientCa: ca });
    expect(await getsIn(proxy.address, { sslOptions: { ca, ...(await authority.issue(['client'])) } })).toBe(
      true,
    );
    for (const sslOptions of [{ ca }, { ca, ...(await other.issue(['client'])) }]) {
      const { config } = testConfig(proxy.address, over({ sslOptions }));
      config.connectionStrategy = { connectionRetry: { clusterConnectTimeoutMillis: 0 } };
      expect([Code.AUTHENTICATION, Code.ILLEGAL_STATE]).toContain(
        await codeOf(Client.newHazelcastClient(config)),
      );
    }
  });

  test.each([true, false])('large values cross whole (reuseReadBuffer: %s)', async (reuseReadBuffer) => {
    const { proxy } = await startTlsMember({ certificate: forHere });
    const runtime = { reuseReadBuffer, completionRingBytes: 1 << 16 };
    const config = over({ sslOptions: { ca } }, runtime);
    const { map } = await connectMap<number, Buffer>(proxy.address, config);
    const values = [8_000_000, 300_000, 16_384, 1].map((length, i) => Buffer.alloc(length, i + 1));
    await Promise.all(values.map((value, i) => map.set(i, value)));
    const read = await Promise.all(Array.from({ length: 12 }, (_, i) => map.get(i % values.length)));
    expect(read.every((value, i) => value.equals(values[i % values.length]))).toBe(true);
  });

  test('a connection cut in the middle of a record, or of a handshake, is made anew', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere });
    const { lifecycle, map } = await enter<Buffer>(proxy.address);
    const value = Buffer.alloc(2_000_000, 7);
    await map.set('k', value);
    proxy.throttle(1_000_000);
    const reading = map.get('k');
    await new Promise((resolve) => setImmediate(resolve));
    // Half of what comes now is a value's first records, and of the connection after it a handshake's first bytes.
    proxy.cutAll();
    await lifecycle.until('DISCONNECTED');
    await proxy.untilAccepted(2);
    proxy.cutAll();
    proxy.resume();
    expect((await reading).equals(value)).toBe(true);
  });

  test('bytes that were changed on their way cost the connection, not the answer', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere });
    const { lifecycle, map } = await enter<string>(proxy.address);
    await map.set('k', 'v');
    proxy.corrupt((bytes) => {
      const changed = Buffer.from(bytes);
      changed[changed.length - 1] ^= 1;
      return changed;
    });
    const reading = map.get('k');
    await lifecycle.until('DISCONNECTED');
    proxy.resume();
    expect(await reading).toBe('v');
  });

  test('a module in the worker may use functions, and gets its properties', async () => {
    const { proxy } = await startTlsMember({ certificate: forElsewhere });
    const sslOptionsFactory = new URL('./support/tls-module.mjs', import.meta.url);
    expect(await getsIn(proxy.address, { sslOptionsFactory, sslOptionsFactoryProperties: { ca } })).toBe(
      true,
    );
  });

  test('a module that is not there, and options Node cannot read, end the start', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere });
    for (const ssl of [
      { sslOptionsFactory: new URL('./support/no-such-module.mjs', import.meta.url) },
      { sslOptions: { ca, ciphers: 'no such cipher' } },
    ]) {
      expect((await failure(proxy.address, ssl)).code).toBe(Code.INVALID_CONFIGURATION);
    }
  });

  test('an official options factory runs here, and so do the files of the default one', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere, clientCa: ca });
    const own = await authority.issue(['client']);
    const given: unknown[] = [];
    expect(
      await getsIn(proxy.address, {
        sslOptionsFactory: {
          init: (properties) => Promise.resolve(void given.push(properties)),
          getSSLOptions: () => ({ ca, ...own, ciphers: undefined }),
        },
        sslOptionsFactoryProperties: { some: 'thing' },
      }),
    ).toBe(true);
    expect(given).toEqual([{ some: 'thing' }]);

    const folder = await mkdtemp(join(tmpdir(), 'offloop-tls-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = (name: string): string => join(folder, name);
    await Promise.all([
      writeFile(path('ca.pem'), ca),
      writeFile(path('cert.pem'), own.cert),
      writeFile(path('key.pem'), own.key),
    ]);
    const paths = { caPath: path('ca.pem'), certPath: path('cert.pem'), keyPath: path('key.pem') };
    expect(await getsIn(proxy.address, { sslOptionsFactoryProperties: paths })).toBe(true);
    const error = await failure(proxy.address, { sslOptionsFactoryProperties: { caPath: path('none.pem') } });
    expect(error.code).toBe(Code.INVALID_CONFIGURATION);
  });
});
