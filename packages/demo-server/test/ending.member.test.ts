import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

import { SMALL } from './support/demo-process.js';

const LAUNCHER = fileURLToPath(new URL('fixtures/npx.mjs', import.meta.url));

/** A demo behind a launcher and a script, in a process group of its own. */
class LaunchedDemo {
  readonly #launcher = spawn(process.execPath, [LAUNCHER, '--port', '0', ...SMALL], { detached: true });
  // Launcher, script, server and member all hold the other end.
  readonly #allGone = once(this.#launcher.stdout, 'close');
  #output = '';

  constructor() {
    this.#launcher.stdout.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#launcher.stderr.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    onTestFinished(() => {
      try {
        process.kill(-this.launcher, 'SIGKILL');
      } catch {
        // Nobody is left, as it should be.
      }
    });
  }

  get launcher(): number {
    const { pid } = this.#launcher;
    if (pid === undefined) throw new Error('the launcher was not started');
    return pid;
  }

  async script(): Promise<number> {
    const [, pid] = await this.#printed(/script (\d+)/);
    return Number(pid);
  }

  async serves(): Promise<void> {
    await this.#printed(/Open http:/);
  }

  async allGone(): Promise<void> {
    await this.#allGone;
  }

  async #printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#output);
      if (found !== null) return found;
      await once(this.#launcher.stdout, 'data');
    }
  }
}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

// Windows has neither these signals nor process groups.
describe.skipIf(process.platform === 'win32')('demo server and member end', () => {
  test.each([...SIGNALS, 'SIGKILL'] as const)(
    'with their script, when that alone gets %s',
    async (signal) => {
      const demo = new LaunchedDemo();
      await demo.serves();
      process.kill(await demo.script(), signal);
      await expect(demo.allGone()).resolves.toBeUndefined();
    },
  );

  test('when what launched their script has ended', async () => {
    const demo = new LaunchedDemo();
    await demo.serves();
    process.kill(demo.launcher, 'SIGKILL');
    await expect(demo.allGone()).resolves.toBeUndefined();
  });

  test.each(SIGNALS)('when all of them get %s, as from a terminal', async (signal) => {
    const demo = new LaunchedDemo();
    await demo.serves();
    process.kill(-demo.launcher, signal);
    await expect(demo.allGone()).resolves.toBeUndefined();
  });
});
