import { DEFAULT_MAX_MESSAGE_BYTES } from '@offloop/wire';

import { MAX_TIMER_MS } from './calls/waiting-calls.js';
import type { FaultOptions } from './faults/fault.js';
import { logWarnings } from './log.js';
import type { Log } from './log.js';

/** What a client has to present: a name and a password, or the bytes of a token. */
export type MemberCredentials =
  { readonly username: string; readonly password: string } | { readonly token: string | Uint8Array };

/** How the ring buffers of a member are, those of reliable topics among them. */
export interface RingbufferOptions {
  /** Items one holds. Default 10,000, as members have it; at most 1,000,000. */
  readonly capacity?: number;
  /** How long an item lives, in ms; 0: until it is overwritten, the default. */
  readonly ttl?: number;
  /**
   * What a filter says of an item, both as serialized: it stands for the Java class a real member has for it. Default: none,
   * and then a filter is refused, as by members without the class.
   */
  readonly filter?: (filter: Buffer, item: Buffer) => boolean;
}

export interface MemberOptions {
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: one the kernel chooses. */
  readonly port?: number;
  /** Path of a Unix domain socket to listen on as well. Default: none. */
  readonly path?: string;
  /**
   * A certificate with its private key, PEM: then it speaks TLS, on the Unix domain socket too. Default: none, as
   * open-source members, which speak plain TCP.
   */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** What clients are told this member's address is, e.g. that of a proxy in front of it. Default: where it listens. */
  readonly advertise?: { readonly host: string; readonly port: number };
  /** A client that names another cluster is refused. Default `dev`. */
  readonly clusterName?: string;
  /** Default 271, as members have it. */
  readonly partitionCount?: number;
  /** Default: none, and then a client that presents some is refused, as open-source members do. */
  readonly credentials?: MemberCredentials;
  /** What it says about going over to and from it (`newHazelcastFailoverClient`). Default false, as open-source members. */
  readonly failoverSupported?: boolean;
  /** `false` refuses every client that authenticates, as a cluster does that a client was banned from. Default true. */
  readonly clientsAllowed?: boolean;
  /** The serialization version it speaks. Default 1, the only one clients know. */
  readonly serializationVersion?: number;
  /** Where its entry in the member list says clients outside its network reach it. Default: nothing. */
  readonly publicAddress?: { readonly host: string; readonly port: number };
  /** Longest request accepted, in bytes; a longer one costs the client its connection. Default 512 MiB. */
  readonly maxMessageBytes?: number;
  /**
   * Responses longer than this are sent in fragments of about this many bytes. Default 4 MiB; `Infinity`: never, which is
   * what a 5.6.0 member does (met: 20 MB in one piece), so nobody else would test a client's assembly.
   */
  readonly fragmentBytes?: number;
  /**
   * Responses that may wait for one client to read them, in bytes. Beyond it no more of its requests are read; an event
   * it does not take costs it the connection. Default 64 MiB.
   */
  readonly maxPendingBytes?: number;
  /**
   * Calls of one connection that may wait, for locks for example, and `maxPendingBytes` bytes of them; one more is
   * refused as overload. Default 10,000.
   */
  readonly maxWaitingCalls?: number;
  /**
   * How long what a client has locked outlives its last connection, in ms: long enough, and it finds its locks when it
   * connects again. Default 0; a 5.6.0 member looks every 10,000 ms (`hazelcast.client.cleanup.period.millis`).
   */
  readonly clientRemoveDelay?: number;
  /**
   * How many items queues take, by name, in which a `*` stands for any text: the configuration's `max-size`. The first name
   * that fits counts. Default: none of them, and a queue takes 2,147,483,647.
   */
  readonly queues?: Readonly<Record<string, { readonly maxSize: number }>>;
  /** Names, in which a `*` stands for any text, of the multimaps whose keys have a list of values. Default: none, all have sets. */
  readonly listMultiMaps?: readonly string[];
  readonly ringbuffers?: RingbufferOptions;
  /** How often a bounded number of entries is looked through for expired ones, in ms. Default 1,000. */
  readonly sweepInterval?: number;
  /** Default: warnings to standard error. */
  readonly log?: Log;
  /** Misbehaviour on request, for tests. Default: none. */
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

/** Fills in defaults. Throws `RangeError` naming the option and what it accepts. */
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
    clientRemoveDelay: integer('clientRemoveDelay', options.clientRemoveDelay ?? 0, 0, MAX_TIMER_MS),
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

/** Hazelcast's own upper limit. */
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
