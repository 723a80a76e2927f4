import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const fixture = fileURLToPath(new URL('./fixtures/tied-parent.mjs', import.meta.url));

/** Runs a process that ties a long sleep to itself, ends it with `signal`, and waits until the sleep's pipe is closed. */
async function endParentWith(signal: NodeJS.Signals): Promise<void> {
  // The grandchild inherits this pipe: its end is the proof that nobody holds it any more.
  const parent = spawn(process.execPath, [fixture], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  expect(line).toBe('tied');
  const inherited = parent.stdio[3];
  if (inherited === null || inherited === undefined) throw new Error('the third pipe is missing');
  const closed = once(inherited, 'close');
  (inherited as NodeJS.ReadableStream).resume();
  parent.kill(signal);
  await closed;
}

test.skipIf(process.platform === 'win32')(
  'a tied process ends with its parent even if that is killed',
  async () => {
    await endParentWith('SIGKILL');
  },
);

test.skipIf(process.platform === 'win32')(
  'a tied process ends with its parent when that is terminated',
  async () => {
    await endParentWith('SIGTERM');
  },
);
