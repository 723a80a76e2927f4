import type { EventEmitter } from 'node:events';
import type { FloorStats } from '@offloop/runtime';
import type { ConnectionDiagnosis } from './diagnosis.js';

/** What a server says of itself. */
export interface ServerProperties {
  host: string;
  product: string;
  version: string;
  platform: string;
  copyright?: string;
  information: string;
  [key: string]: string | undefined;
}

/** The ends of a connection's socket. */
export interface StreamEnds {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly destroyed: boolean;
  /** Ends the socket at once: the connection is lost, with this error. */
  destroy(error?: Error): void;
}

/** Figures of a connection, since it was opened. */
export interface ConnectionStats {
  /** Channels that are open now. */
  readonly channels: number;
  /** Messages that were published. */
  readonly published: number;
  /** Messages that came: delivered, returned, or fetched by `get`. */
  readonly received: number;
  /** Bytes of all frames that were written. */
  readonly writtenBytes: number;
  /** Bytes of {@link writtenBytes} that have not gone to the socket yet. */
  readonly waitingBytes: number;
  /** Figures of the event loop's part, and of the thread's, which all connections of the process share. */
  readonly floor: readonly FloorStats[];
}

/** A channel in {@link RawConnection.channels}. */
export interface ChannelEntry {
  /** The channel that was opened; under number 0, which is the connection's own, an emitter without events. */
  readonly channel: EventEmitter;
}

/** The heartbeats of a connection. They are sent and watched where its socket is, so this emitter has no events. */
export interface Heartbeats extends EventEmitter {
  /** Seconds between two. */
  readonly interval: number;
  /** Does nothing: heartbeats end with the connection, and keep no process alive. */
  clear(): void;
}

/** The way from the channels of a connection to its socket. */
export interface Muxer {
  /** True while bytes wait for the socket. */
  readonly blocked: boolean;
  readonly out: StreamEnds;
}

/** A connection itself, below the model: `model.connection`, and the same object as `channel.connection`. */
export interface RawConnection extends EventEmitter {
  readonly serverProperties: ServerProperties;
  /** Seconds between heartbeats, as agreed on; 0: none. */
  readonly heartbeat: number;
  /** Bytes of the longest frame, as agreed on. */
  readonly frameMax: number;
  /** The highest number of a channel, as agreed on. */
  readonly channelMax: number;
  /** True while the server takes no messages, as it lacks memory or disk. */
  readonly blocked: boolean;
  readonly stream: StreamEnds;
  /** A copy of the list of channels, at their numbers; null where one was closed. */
  readonly channels: readonly (ChannelEntry | null)[];
  /** Null without heartbeats. */
  readonly heartbeater: Heartbeats | null;
  readonly muxer: Muxer;
  /** True if socket and heartbeats live in a worker thread. */
  readonly isThreaded: boolean;
  stats(): ConnectionStats;
  /** Says what waits where, to find out why something hangs. Resolves within about a second, also when the thread is stuck or dead. */
  diagnose(): Promise<ConnectionDiagnosis>;
  /** Sends what was written, then closes. */
  close(callback?: (error: Error | null) => void): void;
}
