import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { certificateAuthority } from '@offloop/tools';
import { Client } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import {
  connectMap,
  codeOf,
  connect,
  freshMap,
  testConfig,
  type Config,
  shardsOf,
  TESTED_WORKERS,
} from './support/client-bench.js';
import { Code } from './support/codes.js';
import { startTlsMember } from './support/tls-member.js';

const authority = await certificateAuthority('the right authority');
const other = await certificateAuthority('another authority');
const forHere = await authority.issue(['127.0.0.1', 'localhost']);
const forElsewhere = await authority.issue(['member.example', '10.0.0.1']);

type Ssl = NonNullable<NonNullable<Config['network']>['ssl']>;

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };
  const over = (address: string, ssl: Ssl, more: Config = {}): Config => ({
    runtime,
    ...more,
    network: { clusterMembers: [address], ssl: { enabled: true, ...ssl } },
  });
  const failure = async (address: string, ssl: Ssl): Promise<Error & { code: string }> => {
    const { config } = testConfig(address, over(address, ssl));
    return (await Client.newHazelcastClient(config).catch((e: unknown) => e)) as Error & { code: string };
  };

  test('a member whose certificate is trusted and for its address is talked to', async () => {
    const { proxy, tlsProxy } = await startTlsMember({ certificate: forHere });
    const { map } = await connectMap(
      proxy.address,
      over(proxy.address, { sslOptions: { ca: authority.cert } }),
    );
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
    expect(tlsProxy.accepted).toBe(shardsOf(workers));
  });

  test('the embedded member speaks TLS itself, and closes its connections when it is told to', async () => {
    const member = await memberOfTest({ tls: forHere });
    const { map } = await connectMap(
      member.address,
      over(member.address, { sslOptions: { ca: authority.cert } }),
    );
    const large = 'x'.repeat(300_000);
    await map.set('k', large);
    const answers = await Promise.all(Array.from({ length: 50 }, () => map.get('k')));
    expect(answers.every((answer) => answer === large)).toBe(true);
    member.closeConnections();
    expect(await map.get('k')).toBe(large);
  });

  test('a host name is asked for by name', async () => {
    const { proxy, tlsProxy } = await startTlsMember({ certificate: forHere });
    const address = `localhost:${proxy.port}`;
    const { client } = await connect(address, over(address, { sslOptions: { ca: authority.cert } }));
    expect(await (await freshMap(client)).size()).toBe(0);
    expect(tlsProxy.names[0]).toBe('localhost');
  });

  test('a certificate of another authority is refused, without a second attempt', async () => {
    const { proxy } = await startTlsMember({ certificate: await other.issue(['127.0.0.1']) });
    const error = await failure(proxy.address, { sslOptions: { ca: authority.cert } });
    expect(error).toMatchObject({ code: Code.AUTHENTICATION });
    expect(error.message).toMatch(/UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
    expect(proxy.accepted).toBe(1);
  });

  test('without a CA of its own, the client trusts nobody it does not know', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere });
    expect((await failure(proxy.address, {})).code).toBe(Code.AUTHENTICATION);
  });

  test('a trusted certificate for somebody else is refused', async () => {
    const { proxy } = await startTlsMember({ certificate: forElsewhere });
    const error = await failure(proxy.address, { sslOptions: { ca: authority.cert } });
    expect(error.code).toBe(Code.AUTHENTICATION);
    expect(error.message).toMatch(/ERR_TLS_CERT_ALTNAME_INVALID/);
  });

  test('unless the check of identity is switched off, or the name is said', async () => {
    const { proxy } = await startTlsMember({ certificate: forElsewhere });
    const ca = authority.cert;
    const unchecked = await connect(
      proxy.address,
      over(proxy.address, { verifyIdentity: false, sslOptions: { ca } }),
    );
    expect(await (await freshMap(unchecked.client)).size()).toBe(0);
    const named = await connect(
      proxy.address,
      over(proxy.address, { sslOptions: { ca, servername: 'member.example' } }),
    );
    expect(await (await freshMap(named.client)).size()).toBe(0);
  });

  test('switching off the check of identity does not switch off trust', async () => {
    const { proxy } = await startTlsMember({ certificate: await other.issue(['127.0.0.1']) });
    const error = await failure(proxy.address, { verifyIdentity: false, sslOptions: { ca: authority.cert } });
    expect(error.code).toBe(Code.AUTHENTICATION);
  });

  test('an expired certificate is refused', async () => {
    const expired = await authority.issue(['127.0.0.1'], { notAfter: new Date(Date.now() - 60_000) });
    const { proxy } = await startTlsMember({ certificate: expired });
    const error = await failure(proxy.address, { sslOptions: { ca: authority.cert } });
    expect(error.code).toBe(Code.AUTHENTICATION);
    expect(error.message).toMatch(/CERT_HAS_EXPIRED/);
  });

  test('a member that wants certificates lets in who has the right one, and nobody without', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere, clientCa: authority.cert });
    const ca = authority.cert;
    const { client } = await connect(
      proxy.address,
      over(proxy.address, { sslOptions: { ca, ...(await authority.issue(['client'])) } }),
    );
    expect(await (await freshMap(client)).size()).toBe(0);
    for (const sslOptions of [{ ca }, { ca, ...(await other.issue(['client'])) }]) {
      const { config } = testConfig(proxy.address, over(proxy.address, { sslOptions }, {}));
      config.connectionStrategy = { connectionRetry: { clusterConnectTimeoutMillis: 0 } };
      expect([Code.AUTHENTICATION, Code.ILLEGAL_STATE]).toContain(
        await codeOf(Client.newHazelcastClient(config)),
      );
    }
  });

  test.each([true, false])('large values cross whole (reuseReadBuffer: %s)', async (reuseReadBuffer) => {
    const { proxy } = await startTlsMember({ certificate: forHere });
    const { map } = await connectMap<number, Buffer>(
      proxy.address,
      over(
        proxy.address,
        { sslOptions: { ca: authority.cert } },
        { runtime: { workers, reuseReadBuffer, completionRingBytes: 1 << 16 } },
      ),
    );
    const values = [8_000_000, 300_000, 16_384, 1].map((length, i) => Buffer.alloc(length, i + 1));
    await Promise.all(values.map((value, i) => map.set(i, value)));
    const read = await Promise.all(Array.from({ length: 12 }, (_, i) => map.get(i % values.length)));
    expect(read.every((value, i) => value.equals(values[i % values.length]))).toBe(true);
  });

  test('a connection cut in the middle of a record, or of a handshake, is made anew', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere });
    const { lifecycle, map } = await connectMap<string, Buffer>(
      proxy.address,
      over(proxy.address, { sslOptions: { ca: authority.cert } }),
    );
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
    const { lifecycle, map } = await connectMap<string, string>(
      proxy.address,
      over(proxy.address, { sslOptions: { ca: authority.cert } }),
    );
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
    const { client } = await connect(
      proxy.address,
      over(proxy.address, {
        sslOptionsFactory: new URL('./support/tls-module.mjs', import.meta.url),
        sslOptionsFactoryProperties: { ca: authority.cert },
      }),
    );
    expect(await (await freshMap(client)).size()).toBe(0);
  });

  test('a module that is not there, and options Node cannot read, end the start', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere });
    for (const ssl of [
      { sslOptionsFactory: new URL('./support/no-such-module.mjs', import.meta.url) },
      { sslOptions: { ca: authority.cert, ciphers: 'no such cipher' } },
    ]) {
      expect((await failure(proxy.address, ssl)).code).toBe(Code.INVALID_CONFIGURATION);
    }
  });

  test('an official options factory runs here, and so do the files of the default one', async () => {
    const { proxy } = await startTlsMember({ certificate: forHere, clientCa: authority.cert });
    const own = await authority.issue(['client']);
    const given: unknown[] = [];
    const made = await connect(
      proxy.address,
      over(proxy.address, {
        sslOptionsFactory: {
          init: (properties) => Promise.resolve(void given.push(properties)),
          getSSLOptions: () => ({ ca: authority.cert, ...own, ciphers: undefined }),
        },
        sslOptionsFactoryProperties: { some: 'thing' },
      }),
    );
    expect(await (await freshMap(made.client)).size()).toBe(0);
    expect(given).toEqual([{ some: 'thing' }]);

    const folder = await mkdtemp(join(tmpdir(), 'offloop-tls-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = (name: string): string => join(folder, name);
    await Promise.all([
      writeFile(path('ca.pem'), authority.cert),
      writeFile(path('cert.pem'), own.cert),
      writeFile(path('key.pem'), own.key),
    ]);
    const fromFiles = await connect(
      proxy.address,
      over(proxy.address, {
        sslOptionsFactoryProperties: {
          caPath: path('ca.pem'),
          certPath: path('cert.pem'),
          keyPath: path('key.pem'),
        },
      }),
    );
    expect(await (await freshMap(fromFiles.client)).size()).toBe(0);
    const error = await failure(proxy.address, { sslOptionsFactoryProperties: { caPath: path('none.pem') } });
    expect(error.code).toBe(Code.INVALID_CONFIGURATION);
  });
});
