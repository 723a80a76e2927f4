import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

import { Splitter } from './support/traffic.mjs';

const SCRIPT = fileURLToPath(new URL('support/guarded.mjs', import.meta.url));
const INTERVAL = 200;
const BEAT = Buffer.alloc(4);

let server: Server;
let child: ChildProcessWithoutNullStreams;
afterEach(() => {
  child.kill('SIGKILL');
  server.close();
});

class Process {
  readonly #lines: Interface;
  readonly said: string[] = [];
  readonly splitter = new Splitter();

  private constructor(process: ChildProcessWithoutNullStreams, socket: Socket) {
    this.#lines = createInterface(process.stdout).on('line', (line) => this.said.push(line));
    // Its own side is never silent.
    const beating = setInterval(() => socket.write(BEAT), 50);
    socket.on('error', () => undefined).on('close', () => clearInterval(beating));
    socket.on('data', (bytes) => void this.splitter.split(bytes));
  }

  static async start(threaded: 'auto' | 'false'): Promise<Process> {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connected = once(server, 'connection') as Promise<[Socket]>;
    child = spawn(process.execPath, [SCRIPT, String(port), String(INTERVAL), threaded]);
    const started = new Process(child, (await connected)[0]);
    await started.says('open');
    // The guard has started, too.
    await started.beats(2);
    return started;
  }

  says(line: string): Promise<void> {
    return vi.waitFor(() => expect(this.said).toContain(line), { timeout: 20_000, interval: 5 });
  }

  beats(more: number): Promise<void> {
    const least = this.splitter.beats + more;
    return vi.waitFor(() => expect(this.splitter.beats).toBeGreaterThanOrEqual(least), {
      timeout: 20_000,
      interval: 5,
    });
  }

  /** Blocks its loop. @returns the beats that have come meanwhile */
  async block(millis: number): Promise<number> {
    child.stdin.write(`block ${millis}\n`);
    await this.says('blocked');
    const before = this.splitter.beats;
    await this.says('free');
    return this.splitter.beats - before;
  }
}

test('a link on a loop that stands still sends its beats', async () => {
  const process = await Process.start('auto');
  expect(await process.block(10 * INTERVAL)).toBeGreaterThan(4);
  await process.beats(2);
  expect(process.splitter.isWhole).toBe(true);
  expect(process.said.filter((line) => line.startsWith('ended'))).toEqual([]);
});

test('without a guard it does not', async () => {
  const process = await Process.start('false');
  expect(await process.block(10 * INTERVAL)).toBeLessThan(3);
});

test('a process that was stopped for longer than the interval goes on', async () => {
  const process = await Process.start('auto');
  child.kill('SIGSTOP');
  let last = -1;
  await vi.waitFor(
    () => {
      const { beats } = process.splitter;
      const isSilent = beats === last;
      last = beats;
      expect(isSilent).toBe(true);
    },
    { timeout: 20_000, interval: 4 * INTERVAL },
  );
  child.kill('SIGCONT');
  await process.beats(3);
  child.stdin.write('ping\n');
  await process.says('free');
  expect(process.said).toEqual(['open', 'free']);
  expect(process.splitter.isWhole).toBe(true);
});
