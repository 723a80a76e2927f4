import { DEFAULT_MAX_MESSAGE_BYTES } from '@offloop/wire';

import { MAX_TIMER_MS } from './calls/waiting-calls.js';
import type { FaultOptions } from './faults/fault.js';
import { logWarnings } from './log.js';
import type { Log } from './log.js';

/** The credentials a client must present: a name and a password, or the bytes of a token. */
export type MemberCredentials =
  { readonly username: string; readonly password: string } | { readonly token: string | Uint8Array };

/** Configuration of all ring buffers of a member, including those of reliable topics. */
export interface RingbufferOptions {
  /** Number of items that a ring buffer holds. Default 10,000, as in Hazelcast; at most 1,000,000. */
  readonly capacity?: number;
  /** Lifetime of an item in ms. Default 0: until it is overwritten. */
  readonly ttl?: number;
  /**
   * Returns true if a filter accepts an item; both are serialized. It takes the place of the filter's Java class on a real
   * member. Default: none; filters are then refused, as by a member without that class.
   */
  readonly filter?: (filter: Buffer, item: Buffer) => boolean;
}

export interface MemberOptions {
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Port to listen on. Default 0: a free port. */
  readonly port?: number;
  /** Path of a Unix domain socket to listen on in addition. Default: none. */
  readonly path?: string;
  /**
   * Certificate and private key in PEM: the member then speaks TLS, on the Unix domain socket too. Default: plain TCP, as the
   * open-source edition.
   */
  readonly tls?: { readonly cert: string; readonly key: string };
  /**
   * Address of this member that clients are told, for example that of a proxy in front of it. Default: the address it listens on.
   */
  readonly advertise?: { readonly host: string; readonly port: number };
  /** Name of the cluster; clients that name another are refused. Default `dev`. */
  readonly clusterName?: string;
  /** Number of partitions. Default 271, as in Hazelcast. */
  readonly partitionCount?: number;
  /**
   * Credentials that clients must present. Default: none; clients that present some are then refused, as by the open-source
   * edition.
   */
  readonly credentials?: MemberCredentials;
  /**
   * The member's answer to whether clients may fail over to and from it (`newHazelcastFailoverClient`). Default false, as in the
   * open-source edition.
   */
  readonly failoverSupported?: boolean;
  /** False refuses every client that authenticates, as a cluster does with a client that is banned from it. Default true. */
  readonly clientsAllowed?: boolean;
  /** Serialization version of the member. Default 1, the only one clients know. */
  readonly serializationVersion?: number;
  /** Public address in the member list, by which clients outside its network reach it. Default: none. */
  readonly publicAddress?: { readonly host: string; readonly port: number };
  /** Longest request accepted, in bytes; a longer one closes the connection. Default 512 MiB. */
  readonly maxMessageBytes?: number;
  /**
   * Size in bytes above which responses are sent in fragments of about this size. Default 4 MiB, so that clients' assembly is
   * tested; `Infinity`: never, as a 5.6.0 member does (seen with a response of 20 MB).
   */
  readonly fragmentBytes?: number;
  /**
   * Bytes that may wait for one client to read them. Beyond this its requests are not read, and an event for it closes its
   * connection. Default 64 MiB.
   */
  readonly maxPendingBytes?: number;
  /**
   * Number of calls of one connection that may wait, for locks for example; their requests together may have `maxPendingBytes`
   * bytes. Further ones are refused with a `HazelcastOverloadException`. Default 10,000.
   */
  readonly maxWaitingCalls?: number;
  /**
   * Time in ms that a client's locks stay held after its last connection has closed, so that it still has them if it reconnects
   * in time. Default 10,000, the longest at a 5.6.0 member, which checks as often (`hazelcast.client.cleanup.period.millis`).
   */
  readonly clientRemoveDelay?: number;
  /**
   * Capacities of queues (`max-size` in Hazelcast) by name. A name may have one `*`, which stands for any text; the first that
   * matches applies. Default: 2,147,483,647 items for every queue.
   */
  readonly queues?: Readonly<Record<string, { readonly maxSize: number }>>;
  /**
   * Names of the multimaps whose keys have a list of values instead of a set; a `*` in a name stands for any text. Default: none.
   */
  readonly listMultiMaps?: readonly string[];
  readonly ringbuffers?: RingbufferOptions;
  /** Time in ms between searches for expired entries; each looks at a bounded number of them. Default 1,000. */
  readonly sweepInterval?: number;
  /** Receives log messages. Default: writes warnings and errors to standard error. */
  readonly log?: Log;
  /** Faults to test a client with. Default: none. */
  readonly faults?: FaultOptions;
}

export interface ResolvedOptions {
  readonly host: string;
  readonly port: number;
  readonly path: string | undefined;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly advertise: { readonly host: string; readonly port: number } | undefined;
  readonly clusterName: string;
  readonly partitionCount: number;
  readonly credentials: MemberCredentials | undefined;
  readonly failoverSupported: boolean;
  readonly clientsAllowed: boolean;
  readonly serializationVersion: number;
  readonly publicAddress: { readonly host: string; readonly port: number } | undefined;
  readonly maxMessageBytes: number;
  readonly fragmentBytes: number;
  readonly maxPendingBytes: number;
  readonly maxWaitingCalls: number;
  readonly clientRemoveDelay: number;
  readonly queues: Readonly<Record<string, { readonly maxSize: number }>>;
  readonly listMultiMaps: readonly string[];
  readonly ringbuffers: Required<Omit<RingbufferOptions, 'filter'>> & Pick<RingbufferOptions, 'filter'>;
  readonly sweepInterval: number;
  readonly log: Log;
  readonly faults: FaultOptions;
}

/** Returns the options with defaults filled in. Throws `RangeError` that names the option and the values it accepts. */
export function resolveOptions(options: MemberOptions): ResolvedOptions {
  return {
    host: options.host ?? '127.0.0.1',
    port: integer('port', options.port ?? 0, 0, 65_535),
    path: options.path,
    tls: options.tls,
    advertise: options.advertise,
    clusterName: options.clusterName ?? 'dev',
    partitionCount: integer('partitionCount', options.partitionCount ?? 271, 1, MAX_PARTITIONS),
    credentials: options.credentials,
    failoverSupported: options.failoverSupported ?? false,
    clientsAllowed: options.clientsAllowed ?? true,
    serializationVersion: integer('serializationVersion', options.serializationVersion ?? 1, 1, 127),
    publicAddress: options.publicAddress,
    maxMessageBytes: integer('maxMessageBytes', options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES, 1024),
    fragmentBytes: options.fragmentBytes ?? 4 * 1024 * 1024,
    maxPendingBytes: integer('maxPendingBytes', options.maxPendingBytes ?? 64 * 1024 * 1024, 0),
    maxWaitingCalls: integer('maxWaitingCalls', options.maxWaitingCalls ?? 10_000, 0),
    clientRemoveDelay: integer('clientRemoveDelay', options.clientRemoveDelay ?? 10_000, 0, MAX_TIMER_MS),
    queues: checkedQueues(options.queues ?? {}),
    listMultiMaps: options.listMultiMaps ?? [],
    ringbuffers: ringbufferOptions(options.ringbuffers ?? {}),
    sweepInterval: integer('sweepInterval', options.sweepInterval ?? 1_000, 1),
    log: options.log ?? logWarnings,
    faults: options.faults ?? {},
  };
}

function checkedQueues(queues: NonNullable<MemberOptions['queues']>): NonNullable<MemberOptions['queues']> {
  for (const [name, { maxSize }] of Object.entries(queues)) {
    integer(`maxSize of the queues '${name}'`, maxSize, 1, 2 ** 31 - 1);
  }
  return queues;
}

function ringbufferOptions({ capacity, ttl, filter }: RingbufferOptions): ResolvedOptions['ringbuffers'] {
  return {
    capacity: integer('ringbuffers.capacity', capacity ?? 10_000, 1, 1_000_000),
    ttl: integer('ringbuffers.ttl', ttl ?? 0, 0),
    ...(filter === undefined ? {} : { filter }),
  };
}

/** Hazelcast's limit. */
const MAX_PARTITIONS = 2 ** 31 - 1;

function integer(
  option: string,
  value: number,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${option} must be a whole number from ${least} to ${most}, got ${String(value)}`);
}
