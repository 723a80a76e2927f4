import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { certificateAuthority } from '@offloop/tools';
import { expect, onTestFinished, test } from 'vitest';

import { startTlsMember } from './support/tls-member.js';

const SCRIPT = fileURLToPath(new URL('./support/tls-process.mjs', import.meta.url));
const IN = 'connected, and read v';

// With TLS switched on and nothing else said, as anyone begins: what is trusted is what Node.js trusts.
test('a trusted certificate for somebody else lets the official client in by default, and not this one', async () => {
  const authority = certificateAuthority('an authority of the system');
  const folder = await mkdtemp(join(tmpdir(), 'offloop-ca-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const caPath = join(folder, 'ca.pem');
  await writeFile(caPath, authority.cert);
  const foreign = await startTlsMember({ certificate: authority.issue(['member.example']) });
  const own = await startTlsMember({ certificate: authority.issue(['127.0.0.1']) });

  const outcome = async (address: string, client: 'official' | 'offloop', ssl: object): Promise<string> => {
    const child = fork(SCRIPT, [address, client, JSON.stringify({ enabled: true, ...ssl })], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: caPath },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [message] = (await once(child, 'message')) as [string];
    return message;
  };
  const to = foreign.proxy.address;
  const outcomes = await Promise.all([
    outcome(to, 'official', {}),
    outcome(to, 'offloop', {}),
    outcome(to, 'offloop', { verifyIdentity: false }),
    outcome(to, 'official', { sslOptions: { rejectUnauthorized: true } }),
    outcome(own.proxy.address, 'official', {}),
    outcome(own.proxy.address, 'offloop', {}),
  ]);
  expect(outcomes).toEqual([IN, 'AuthenticationError', IN, 'Error', IN, IN]);
});
