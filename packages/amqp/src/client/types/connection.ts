import type { EventEmitter } from 'node:events';
import type { FloorStats } from '@offloop/runtime';
import type { ConnectionDiagnosis } from './diagnosis.js';

/** Properties that the server sends when a connection is opened. */
export interface ServerProperties {
  host: string;
  product: string;
  version: string;
  platform: string;
  copyright?: string;
  information: string;
  [key: string]: string | undefined;
}

/** The addresses of a connection's socket. */
export interface StreamEnds {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly destroyed: boolean;
  /** Closes the socket at once. The connection is lost, with this error. */
  destroy(error?: Error): void;
}

/** Figures of a connection, since it was opened. */
export interface ConnectionStats {
  /** Channels that are open now. */
  readonly channels: number;
  /** Messages published. */
  readonly published: number;
  /** Messages received: delivered, returned, or fetched by `get`. */
  readonly received: number;
  /** Bytes of all frames written. */
  readonly writtenBytes: number;
  /** Bytes of {@link writtenBytes} that have not gone to the socket yet. */
  readonly waitingBytes: number;
  /** Figures of the event loop and of the worker thread, shared by all connections of the process. */
  readonly floor: readonly FloorStats[];
}

/** A channel in {@link RawConnection.channels}. */
export interface ChannelEntry {
  /** The channel. For number 0, which is the connection's own, an emitter without events. */
  readonly channel: EventEmitter;
}

/** The heartbeats of a connection. They are sent and checked where its socket lives, so this emitter has no events. */
export interface Heartbeats extends EventEmitter {
  /** Seconds between two heartbeats. */
  readonly interval: number;
  /** Does nothing. Heartbeats end with the connection, and do not keep the process alive. */
  clear(): void;
}

/** What passes on the frames of all channels to the socket. */
export interface Muxer {
  /** True while bytes wait for the socket. */
  readonly blocked: boolean;
  readonly out: StreamEnds;
}

/** The connection below a model: `model.connection`, the same object as `channel.connection`. */
export interface RawConnection extends EventEmitter {
  readonly serverProperties: ServerProperties;
  /** Seconds between heartbeats, as negotiated; 0: none. */
  readonly heartbeat: number;
  /** Bytes of the longest frame, as negotiated. */
  readonly frameMax: number;
  /** The highest channel number, as negotiated. */
  readonly channelMax: number;
  /** True while the server accepts no messages because it is low on memory or disk. */
  readonly blocked: boolean;
  readonly stream: StreamEnds;
  /** A copy of the channels, indexed by number; null where one was closed. */
  readonly channels: readonly (ChannelEntry | null)[];
  /** Null without heartbeats. */
  readonly heartbeater: Heartbeats | null;
  readonly muxer: Muxer;
  /** True if socket and heartbeats live in a worker thread. */
  readonly isThreaded: boolean;
  stats(): ConnectionStats;
  /** Shows what waits where, to find out why something hangs. Resolves within about a second, even if the thread is stuck or dead. */
  diagnose(): Promise<ConnectionDiagnosis>;
  /** Sends what was written, then closes the connection. */
  close(callback?: (error: Error | null) => void): void;
}
