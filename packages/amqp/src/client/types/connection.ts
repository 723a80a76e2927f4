import type { EventEmitter } from 'node:events';

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
  /** True if socket and heartbeats live in a worker thread. */
  readonly isThreaded: boolean;
  /** Sends what was written, then closes. */
  close(callback?: (error: Error | null) => void): void;
}
