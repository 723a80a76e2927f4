import { inspect } from 'node:util';

import { Client, type IMap } from 'offloop';
import { onTestFinished } from 'vitest';

import { figuresOf } from './figures.js';
import { LifecycleLog } from './lifecycle-log.js';
import { TimeLimit } from './time-limit.js';
import { shardsOf, TESTED_WORKERS, THREADS } from './workers.js';

export { shardsOf, TESTED_WORKERS, THREADS };

export type Config = NonNullable<Parameters<typeof Client.newHazelcastClient>[0]>;

export interface LogLine {
  readonly level: string;
  readonly source: string;
  readonly text: string;
}

export interface ConnectedClient {
  readonly client: Client;
  readonly lifecycle: LifecycleLog;
  /** What the client logged. */
  readonly log: readonly LogLine[];
}

/** A configuration for tests: silent, fast to reconnect, with its lifecycle and log in the test's hands. */
export function testConfig(
  address: string,
  overrides: Config = {},
): { config: Config; lifecycle: LifecycleLog; log: LogLine[] } {
  const lifecycle = new LifecycleLog();
  const log: LogLine[] = [];
  const line =
    (level: string) =>
    (source: string, message: string, error?: unknown): void => {
      log.push({ level, source, text: error === undefined ? message : `${message}: ${inspect(error)}` });
    };
  const config: Config = {
    customLogger: {
      log: (level, source, message, error) => line(String(level))(source, message, error),
      error: line('error'),
      warn: line('warn'),
      info: line('info'),
      debug: line('debug'),
      trace: line('trace'),
    },
    ...overrides,
    runtime: { workers: TESTED_WORKERS, ...overrides.runtime },
    network: { clusterMembers: [address], ...overrides.network },
    connectionStrategy: {
      connectionRetry: { initialBackoffMillis: 20, maxBackoffMillis: 100 },
      ...overrides.connectionStrategy,
    },
    properties: { 'hazelcast.client.invocation.retry.pause.millis': 20, ...overrides.properties },
    lifecycleListeners: [lifecycle.listener, ...(overrides.lifecycleListeners ?? [])],
  };
  return { config, lifecycle, log };
}

/**
 * A connected client that is shut down, and checked for lost wake-ups, when the test is over.
 *
 * @param whenFinished a test's own `onTestFinished`, which tests that run side by side have to give.
 */
export async function connect(
  address: string,
  overrides: Config = {},
  whenFinished: (finish: () => Promise<void>) => void = onTestFinished,
): Promise<ConnectedClient> {
  const { config, lifecycle, log } = testConfig(address, overrides);
  const client = await Client.newHazelcastClient(config);
  whenFinished(async () => {
    const rescues = client.stats().shards.map((shard) => shard.rescues);
    await client.shutdown();
    if (rescues.some((count) => count > 0))
      throw new Error(`a wake-up was lost: ${rescues.join(', ')} rescues`);
  });
  return { client, lifecycle, log };
}

let maps = 0;

/** A map nobody else uses, of those who share a member either. */
export function freshMap<K, V>(client: Client): Promise<IMap<K, V>> {
  return client.getMap<K, V>(`map-${process.pid}-${maps++}`);
}

export interface ConnectedMap<K, V> extends ConnectedClient {
  readonly map: IMap<K, V>;
}

/** A connected client, and a map that nobody else uses. */
export async function connectMap<K, V>(address: string, overrides?: Config): Promise<ConnectedMap<K, V>> {
  const connected = await connect(address, overrides);
  return { ...connected, map: await freshMap<K, V>(connected.client) };
}

/** The stable code of what a promise rejects with; `resolved` when it does not. */
export async function codeOf(call: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return 'resolved';
}

/** Looks again every millisecond, until the test's time is up: for what no event announces. */
export async function eventually(condition: () => boolean): Promise<void> {
  const limit = new TimeLimit(String(condition));
  while (!condition()) {
    limit.check();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Resolves when no worker of the client has a connection. `DISCONNECTED` comes when the first of them has none. */
export function untilAllDisconnected(client: Client): Promise<void> {
  return eventually(() => figuresOf(client).connections === 0);
}
