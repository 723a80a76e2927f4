import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { certificateAuthority } from '@offloop/tools';
import { Client } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { testConfig } from '../client/support/client-bench.js';

const SCRIPT = fileURLToPath(new URL('./support/one-call.mjs', import.meta.url));
const run = promisify(execFile);

const member = await embeddedMember();

/** Prints the number of each thread that loads it. */
const PRELOADED =
  'data:text/javascript,import%20{threadId}from%22node:worker_threads%22;process._rawDebug(`loaded%20in%20${threadId}`)';

describe('what is preloaded stays out of the thread with the sockets', () => {
  test.each([
    ['by an option', [`--import=${PRELOADED}`], {}],
    ['by NODE_OPTIONS', [], { NODE_OPTIONS: `--import=${PRELOADED}` }],
  ])('%s', async (_case, options, env) => {
    const { stdout, stderr } = await run(process.execPath, [...options, SCRIPT, member.address], {
      env: { ...process.env, ...env },
    });
    expect(stdout.trim()).toBe('v');
    expect(stderr.trim()).toBe('loaded in 0');
  });
});

test('how sockets are opened by default is taken over from the thread of the caller', async () => {
  const authority = await certificateAuthority('the authority');
  const server = tls.createServer({
    ...(await authority.issue(['127.0.0.1'])),
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
  });
  const refused = once(server, 'tlsClientError');
  const accepted = once(server, 'secureConnection');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const before = tls.DEFAULT_MIN_VERSION;
  // As `node --tls-min-v1.3` has it.
  tls.DEFAULT_MIN_VERSION = 'TLSv1.3';
  onTestFinished(() => {
    tls.DEFAULT_MIN_VERSION = before;
    server.close();
  });
  const { config } = testConfig(`127.0.0.1:${(server.address() as AddressInfo).port}`, {
    connectionStrategy: { asyncStart: true },
    network: {
      clusterMembers: [`127.0.0.1:${(server.address() as AddressInfo).port}`],
      ssl: { enabled: true, sslOptions: { ca: authority.cert } },
    },
  });
  const client = await Client.newHazelcastClient(config);
  onTestFinished(() => client.shutdown());
  const [error] = (await Promise.race([refused, accepted.then(() => [{ code: 'accepted' }])])) as [
    { readonly code: string },
  ];
  expect(error.code).toMatch(/PROTOCOL/);
});
