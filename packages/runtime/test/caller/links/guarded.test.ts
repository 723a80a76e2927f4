import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

import { pause } from '../../../src/shared/clock.js';
import { listenAt } from '../../support/sockets.js';
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

/** Waits for something, and looks every so many milliseconds. */
async function until(isSo: () => boolean, interval = 5): Promise<void> {
  while (!isSo()) await pause(interval);
}

class Process {
  readonly said: string[] = [];
  readonly splitter = new Splitter();

  private constructor(process: ChildProcessWithoutNullStreams, socket: Socket) {
    createInterface(process.stdout).on('line', (line) => this.said.push(line));
    // Its own side is never silent.
    const beating = setInterval(() => socket.write(BEAT), 50);
    socket.on('error', () => undefined).on('close', () => clearInterval(beating));
    socket.on('data', (bytes) => void this.splitter.split(bytes));
  }

  static async start(): Promise<Process> {
    server = createServer();
    const port = await listenAt(server);
    const connected = once(server, 'connection') as Promise<[Socket]>;
    child = spawn(process.execPath, [SCRIPT, String(port), String(INTERVAL)]);
    const started = new Process(child, (await connected)[0]);
    await started.says('open');
    // The guard has started, too.
    await started.beats(2);
    return started;
  }

  says(line: string): Promise<void> {
    return until(() => this.said.includes(line));
  }

  beats(more: number): Promise<void> {
    const least = this.splitter.beats + more;
    return until(() => this.splitter.beats >= least);
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
  const process = await Process.start();
  expect(await process.block(10 * INTERVAL)).toBeGreaterThan(4);
  await process.beats(2);
  expect(process.splitter.isWhole).toBe(true);
  expect(process.said.filter((line) => line.startsWith('ended'))).toEqual([]);
});

test('a process that was stopped for longer than the interval goes on', async () => {
  const process = await Process.start();
  child.kill('SIGSTOP');
  let last = -1;
  await until(() => {
    const isSilent = process.splitter.beats === last;
    last = process.splitter.beats;
    return isSilent;
  }, 4 * INTERVAL);
  child.kill('SIGCONT');
  await process.beats(3);
  child.stdin.write('ping\n');
  await process.says('free');
  expect(process.said).toEqual(['open', 'free']);
  expect(process.splitter.isWhole).toBe(true);
});
