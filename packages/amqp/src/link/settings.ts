/** What a thread needs to open a connection. All of it can be cloned. */
export interface LinkSettings {
  /** Options of `net.connect`, or of `tls.connect` where `secure`: `host` and `port`, or `path`; `noDelay`, `ca`, `servername` and so on. */
  readonly socket: Readonly<Record<string, unknown>>;
  readonly secure: boolean;
  /** Milliseconds until the handshake must be over; undefined: no limit. */
  readonly timeout: number | undefined;
  readonly keepAlive: boolean;
  /** Milliseconds. */
  readonly keepAliveDelay: number;
  /** Name of the mechanism, such as `PLAIN`, and its response, which the caller's thread has made. */
  readonly mechanism: string;
  readonly response: Uint8Array;
  readonly clientProperties: Readonly<Record<string, unknown>>;
  readonly locale: string;
  readonly vhost: string;
  /** What the client asks for; 0: no limit. */
  readonly channelMax: number;
  readonly frameMax: number;
  /** Seconds; 0: off; undefined: what the server proposes. */
  readonly heartbeat: number | undefined;
  /** The longest frame that is accepted, in bytes; 0: no limit; undefined: 64 MiB, or `frameMax` where that is more. */
  readonly maxFrameSize: number | undefined;
}

/** What the handshake has brought. */
export interface Opened {
  readonly channelMax: number;
  readonly frameMax: number;
  /** Seconds; 0: off. */
  readonly heartbeat: number;
  readonly serverProperties: Readonly<Record<string, unknown>>;
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
}

/** What the server says of itself: it takes no messages, it takes them again, it has taken a new secret. */
export type ServerState =
  { readonly type: 'blocked'; readonly reason: string } | { readonly type: 'unblocked' | 'secret-updated' };

/** The server has closed the connection: `Connection.Close`. */
export interface ClosedByServer {
  readonly kind: 'closed-by-server';
  readonly code: number;
  readonly text: string;
  readonly classId: number;
  readonly methodId: number;
}
