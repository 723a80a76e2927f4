import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { freePort } from './free-port.js';
import { tieToParent } from './tie.js';

/** A Redis server without persistence, on a port and in a folder of its own. It needs a `redis-server` on the PATH. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /** Starts a server. Rejects as {@link restart} does. */
  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), mkdtempSync(join(tmpdir(), 'offloop-redis-')));
    try {
      await server.restart();
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Starts the server at its port, without data. Rejects if there is no `redis-server`, or if it ends at once. */
  async restart(): Promise<void> {
    const args = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', args, { cwd: this.#folder, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child, 'spawn');
    tieToParent(child);
    this.#process = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('Ready to accept connections')) break;
    }
    if (child.exitCode !== null) throw new Error(`redis-server ended with exit code ${child.exitCode}`);
    child.stdout.resume();
  }

  /** Stops the server by SIGSTOP until `wake`; its connections stay open. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  wake(): void {
    this.#process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
