import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./trusting-process.mjs', import.meta.url));

/** What {@link outcomeFor} resolves to for a client that got in. */
export const GOT_IN = 'connected, and read v';

/**
 * What becomes of a client in a process that trusts the certificates of an authority, besides those that Node.js trusts.
 *
 * @param caCert PEM.
 * @returns `GOT_IN`, or the name of the error.
 */
export async function outcomeFor(
  which: 'official' | 'offloop',
  caCert: string,
  config: object,
): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'offloop-ca-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const caPath = join(folder, 'ca.pem');
  await writeFile(caPath, caCert);
  const child = fork(SCRIPT, [which, JSON.stringify(config)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: caPath },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [outcome] = (await once(child, 'message')) as [unknown];
  return outcome;
}
