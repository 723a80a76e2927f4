import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { THREADS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

const SCRIPT = fileURLToPath(new URL('./support/out-of-files.mjs', import.meta.url));
/** File descriptors: enough for the module loader, which opens a package's files side by side; few enough to be taken at once. */
const LIMIT = 400;

const member = await embeddedMember();

async function run(workers: number, task: string): Promise<{ outcome: unknown; warnings: string[] }> {
  const command = `ulimit -n ${LIMIT} && exec "$0" "$@"`;
  const args = [process.execPath, SCRIPT, member.address, String(workers), task];
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command, ...args]);
  return JSON.parse(stdout) as { outcome: unknown; warnings: string[] };
}

describe.skipIf(process.platform === 'win32')('with no file descriptor left', () => {
  test('a socket that cannot be had is asked for again, and had when there is one', async () => {
    const { outcome, warnings } = await run(0, 'give back');
    expect(warnings[0]).toContain(`no file descriptor is left to connect to ${member.address} (EMFILE)`);
    expect(outcome).toBe('v');
  });

  test.each([0, THREADS])(
    'the start rejects with an error that says so, with workers: %s',
    async (workers) => {
      const { outcome } = await run(workers, 'wait');
      expect(outcome).toMatchObject({
        code: Code.OUT_OF_FILE_DESCRIPTORS,
        message: expect.stringContaining('no file descriptor is left') as string,
      });
    },
  );
});
