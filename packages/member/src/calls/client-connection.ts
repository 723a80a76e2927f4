import type { Outbox } from '../protocol/outbox.js';
import type { ClientStatistics } from './client-statistics.js';
import type { WaitingCalls } from './waiting-calls.js';

/** The client that authenticated on a connection. */
export interface ClientIdentity {
  /** The client's UUID as text; it identifies the owner of a lock. */
  readonly uuid: string;
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly labels: readonly string[];
}

/** A client's connection, as the handlers of its calls see it. */
export interface ClientConnection {
  /** Number of the connection in its member, from 1 on. */
  readonly id: number;
  readonly outbox: Outbox;
  readonly waiting: WaitingCalls;
  readonly isAuthenticated: boolean;
  readonly isClosed: boolean;
  client: ClientIdentity | undefined;
  /** The report that the client last sent on this connection; undefined before the first. */
  statistics: ClientStatistics | undefined;
  /** Correlation id of the request that registered the local backup listener. */
  backupListener: { readonly low: number; readonly high: number } | undefined;
  /** Runs `action` when the connection has closed; returns a function that cancels this. */
  onClosed(action: () => void): () => void;
  /** Handles a copy of a request again, once what it waited for may be available. */
  retry(request: Buffer, waitingSince: number): void;
  /** Cuts the message in the outbox from offset `start` on into fragments if it is longer than `fragmentBytes`. */
  limitFragments(start: number): void;
  /** Sends complete messages that are not the response of the running call: events, and late responses. */
  send(messages: Uint8Array): void;
  /** Writes the outbox to the socket once the code now running is done. */
  scheduleFlush(): void;
  /** Writes the outbox to the socket, then closes it and logs `reason` as a warning: for faults of the client. */
  end(reason: string): void;
  /** Closes with a TCP reset. Unix domain sockets and TLS sockets are only closed, since they cannot send one. */
  reset(): void;
}
