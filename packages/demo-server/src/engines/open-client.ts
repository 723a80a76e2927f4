import { Client } from 'offloop';

import { quietLogger } from './quiet-logger.js';

/** Milliseconds after which a cluster that cannot be reached at the start is given up. */
const CONNECT_TIMEOUT = 10_000;

export type OffloopOptions = {
  /** `host:port` */
  readonly address: string;
  /** 0: everything on the calling thread. */
  readonly workers: 0 | 1;
  /** Whether JSON is handed out as text, for somebody else to parse. Default false. */
  readonly asText?: boolean;
};

export function openOffloop({ address, workers, asText = false }: OffloopOptions): Promise<Client> {
  return Client.newHazelcastClient({
    network: { clusterMembers: [address] },
    connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: CONNECT_TIMEOUT } },
    serialization: { jsonStringDeserializationPolicy: asText ? 'NO_DESERIALIZATION' : 'EAGER' },
    customLogger: quietLogger(),
    runtime: { workers },
  });
}
