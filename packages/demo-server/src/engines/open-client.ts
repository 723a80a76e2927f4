import { availableParallelism } from 'node:os';

import { Client } from 'offloop';

/** Time to reach the cluster at the start, in ms; then it is given up. */
const CONNECT_TIMEOUT = 10_000;

export interface OffloopOptions {
  /** Address of a member, `host:port`. */
  readonly address: string;
  /** Number of worker threads; 0 does everything on the calling thread. */
  readonly workers: 0 | 1;
  /** True if JSON is handed out as text, for others to parse. Default false. */
  readonly asText?: boolean;
}

export function openOffloop({ address, workers, asText = false }: OffloopOptions): Promise<Client> {
  return Client.newHazelcastClient({
    network: { clusterMembers: [address] },
    connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: CONNECT_TIMEOUT } },
    serialization: { jsonStringDeserializationPolicy: asText ? 'NO_DESERIALIZATION' : 'EAGER' },
    customLogger: quietLogger(),
    // As many compute threads as CPUs, where the default is one less: they give way to the serving thread, which has little to do here.
    runtime: { workers, transforms: { threads: availableParallelism() } },
  });
}

/** A logger that both clients take. */
export type ClientLogger = Record<'error' | 'warn' | 'info' | 'debug' | 'trace', LogMethod> & {
  log(level: unknown, source: string, message: string, error?: Error | null): void;
};
type LogMethod = (source: string, message: string, error?: Error | null) => void;

/** Makes a logger that writes warnings and errors to standard error. The rest would drown what the demo has to say. */
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
