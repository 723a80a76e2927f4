import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { startMember } from '../src/index.js';
import { afterTest } from './support/harness.js';
import { RawClient } from './support/raw-client.js';

const COMMAND = fileURLToPath(new URL('../bin/offloop-member.js', import.meta.url));

function run(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  afterTest(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(output);
      if (match !== null) return match;
      await Promise.race([once(child.stdout, 'data'), exited.then(() => Promise.reject(new Error(output)))]);
    }
  };
  return { child, exited, until, output: () => output };
}

describe('offloop-member', () => {
  it('runs a member until it is told to stop', async () => {
    const command = run('--port', '0', '--cluster-name', 'mine');
    const [, host = '', port] = await command.until(/cluster 'mine' listens on (.+):(\d+)/);
    const member = { host, port: Number(port), path: undefined };
    const client = await RawClient.open(member);
    expect((await client.authenticate({ clusterName: 'mine' })).status).toBe(0);
    command.child.kill('SIGTERM');
    await client.closed;
    expect(await command.exited).toEqual([0, null]);
  });

  it('explains itself', async () => {
    const command = run('--help');
    expect(await command.exited).toEqual([0, null]);
    for (const option of ['--port', '--host', '--cluster-name']) expect(command.output()).toContain(option);
  });

  it.each([
    [['--prot', '1'], 'prot'],
    [['--port', 'x'], 'port must be'],
    [['extra'], 'extra'],
  ])('refuses %o and says why', async (args, why) => {
    const command = run(...args);
    expect(await command.exited).toEqual([2, null]);
    expect(command.output()).toContain(why);
  });

  it('says so when the port is taken', async () => {
    const member = await startMember();
    afterTest(() => member.stop());
    const command = run('--port', String(member.port));
    expect(await command.exited).toEqual([1, null]);
    expect(command.output()).toContain('EADDRINUSE');
  });
});
