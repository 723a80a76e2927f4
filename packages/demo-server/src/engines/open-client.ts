import { availableParallelism } from 'node:os';

import { Client } from 'offloop';

/** Milliseconds after which a cluster that cannot be reached at the start is given up. */
const CONNECT_TIMEOUT = 10_000;

export interface OffloopOptions {
  /** `host:port` */
  readonly address: string;
  /** 0: everything on the calling thread. */
  readonly workers: 0 | 1;
  /** Whether JSON is handed out as text, for somebody else to parse. Default false. */
  readonly asText?: boolean;
}

export function openOffloop({ address, workers, asText = false }: OffloopOptions): Promise<Client> {
  return Client.newHazelcastClient({
    network: { clusterMembers: [address] },
    connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: CONNECT_TIMEOUT } },
    serialization: { jsonStringDeserializationPolicy: asText ? 'NO_DESERIALIZATION' : 'EAGER' },
    customLogger: quietLogger(),
    // One for each CPU, not one less as by default: they give way to the serving thread, which this server needs little of.
    runtime: { workers, transforms: { threads: availableParallelism() } },
  });
}

/** What both clients take as a logger. */
export type ClientLogger = Record<'error' | 'warn' | 'info' | 'debug' | 'trace', LogMethod> & {
  log(level: unknown, source: string, message: string, error?: Error | null): void;
};
type LogMethod = (source: string, message: string, error?: Error | null) => void;

/** Warnings and errors go to standard error; the rest would drown what the demo has to say. */
export function quietLogger(): ClientLogger {
  const print =
    (level: string): LogMethod =>
    (source, message, error) => {
      console.error(`${level} ${source}: ${message}${error ? ` (${error.message})` : ''}`);
    };
  const silent = (): void => undefined;
  const log = silent;
  return { log, error: print('error'), warn: print('warning'), info: silent, debug: silent, trace: silent };
}
