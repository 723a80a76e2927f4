import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { freePort } from './free-port.js';
import { tieToParent } from './tie.js';

const run = promisify(execFile);

// What Debian has on the PATH changes to a user who may not write to the broker's folder.
const SCRIPTS = '/usr/lib/rabbitmq/bin';

function script(name: string): string {
  const path = join(SCRIPTS, name);
  return existsSync(path) ? path : name;
}

/** How `rabbitmqctl` reaches a broker. */
export interface RabbitmqControl {
  readonly command: string;
  /** Arguments that name the node; none: the usual one. */
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Runs `rabbitmqctl`. Resolves to what it prints. */
export async function runRabbitmqctl(
  { command, node, env }: RabbitmqControl,
  args: readonly string[],
): Promise<string> {
  const { stdout } = await run(command, [...node, '--quiet', ...args], { env: { ...process.env, ...env } });
  return stdout;
}

/** A RabbitMQ broker of its own: on loopback only, with its files in a folder that goes with it. It needs `rabbitmq-server`. */
export class RabbitmqBroker {
  readonly port: number;
  /** The broker's address, with a user, for `connect`. */
  readonly url: string;
  readonly control: RabbitmqControl;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, distributionPort: number, epmdPort: number) {
    this.port = port;
    this.url = `amqp://guest:guest@127.0.0.1:${port}`;
    this.#folder = mkdtempSync(join(tmpdir(), 'offloop-rabbitmq-'));
    const file = (name: string): string => join(this.#folder, name);
    writeFileSync(file('rabbitmq.conf'), `listeners.tcp.default = 127.0.0.1:${port}\n`);
    writeFileSync(file('enabled_plugins'), '[].\n');
    const env = {
      // Where Erlang keeps the secret by which nodes trust each other.
      HOME: this.#folder,
      ERL_EPMD_ADDRESS: '127.0.0.1',
      ERL_EPMD_PORT: `${epmdPort}`,
      RABBITMQ_NODENAME: `offloop${port}@localhost`,
      RABBITMQ_DIST_PORT: `${distributionPort}`,
      RABBITMQ_CONFIG_FILE: file('rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: file('enabled_plugins'),
      RABBITMQ_MNESIA_BASE: file('mnesia'),
      RABBITMQ_LOG_BASE: file('log'),
      // Has the script become the broker, instead of being its parent, which cannot take it along when it is killed.
      RABBITMQ_ALLOW_INPUT: 'true',
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    };
    this.control = { command: script('rabbitmqctl'), node: [], env };
  }

  /** Starts a broker. Rejects if there is no `rabbitmq-server`, or if it ends at once. */
  static async start(): Promise<RabbitmqBroker> {
    const [port, distributionPort, epmdPort] = await Promise.all([freePort(), freePort(), freePort()]);
    const broker = new RabbitmqBroker(port, distributionPort, epmdPort);
    try {
      await broker.restart();
      return broker;
    } catch (error) {
      await broker.stop();
      throw error;
    }
  }

  /** Starts the broker at its port, with what it has kept on disk. */
  async restart(): Promise<void> {
    const child = spawn(script('rabbitmq-server'), [], {
      cwd: this.#folder,
      env: { ...process.env, ...this.control.env },
      // An input that ends would end it.
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child, 'spawn');
    tieToParent(child);
    this.#process = child;
    const lines = createInterface({ input: child.stdout });
    // The daemon that it has started may keep the output open.
    child.once('exit', () => lines.close());
    for await (const line of lines) {
      if (line.includes('completed with')) break;
    }
    if (child.exitCode !== null) throw new Error(`rabbitmq-server ended with exit code ${child.exitCode}`);
    child.stdout.resume();
  }

  /** Runs `rabbitmqctl`. Resolves to what it prints. */
  run(...args: string[]): Promise<string> {
    return runRabbitmqctl(this.control, args);
  }

  /** Ends the broker's process at once. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    // The daemon that knows the ports of nodes was started with this one, and is nobody else's.
    await run('epmd', ['-kill'], { env: { ...process.env, ...this.control.env } }).catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
