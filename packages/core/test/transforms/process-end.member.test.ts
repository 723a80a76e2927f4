import { startMember } from '@offloop/member';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

test('a process whose client is shut down ends by itself, at a top-level await too', async () => {
  const member = await startMember();
  onTestFinished(() => member.stop());
  const script = new URL('./support/one-transform.mjs', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [script.pathname, member.address]);
  expect(stdout).toBe('4 and shut down\n');
});
