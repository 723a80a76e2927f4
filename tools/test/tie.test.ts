import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const fixture = fileURLToPath(new URL('./fixtures/tied-parent.mjs', import.meta.url));

/** Runs a process that ties a long sleep to itself, ends it with `signal`, and waits until the sleep's pipe is closed. */
async function endParentWith(signal: NodeJS.Signals): Promise<string> {
  // The sleep inherits the fourth pipe: its end is the proof that nobody holds it any more.
  const parent = spawn(process.execPath, [fixture], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  const [, output, , inherited] = parent.stdio;
  if (!(output instanceof Socket) || !(inherited instanceof Socket)) throw new Error('pipes expected');
  const [line] = await once(createInterface({ input: output }), 'line');
  const closed = once(inherited, 'close');
  inherited.resume();
  parent.kill(signal);
  await closed;
  return String(line);
}

test.skipIf(process.platform === 'win32')(
  'a tied process ends with its parent even if that is killed',
  async () => {
    expect(await endParentWith('SIGKILL')).toBe('tied');
  },
);

test.skipIf(process.platform === 'win32')(
  'a tied process ends with its parent when that is terminated',
  async () => {
    expect(await endParentWith('SIGTERM')).toBe('tied');
  },
);
