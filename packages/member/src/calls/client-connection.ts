import type { Outbox } from '../protocol/outbox.js';
import type { ClientStatistics } from './client-statistics.js';
import type { WaitingCalls } from './waiting-calls.js';

/** Who a connection has authenticated as. */
export interface ClientIdentity {
  /** The client's UUID as text; what locks are owned by. */
  readonly uuid: string;
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly labels: readonly string[];
}

/** A client's connection, as those who handle its calls see it. */
export interface ClientConnection {
  /** Number of the connection in its member, from 1 on. */
  readonly id: number;
  readonly outbox: Outbox;
  readonly waiting: WaitingCalls;
  readonly isAuthenticated: boolean;
  readonly isClosed: boolean;
  client: ClientIdentity | undefined;
  /** What the client last sent on this connection. */
  statistics: ClientStatistics | undefined;
  /** Correlation id of the request that registered the local backup listener. */
  backupListener: { readonly low: number; readonly high: number } | undefined;
  /** Runs `action` once the connection is gone; returns a way to take that back. */
  onClosed(action: () => void): () => void;
  /** Handles a copy of a request again, now that what it waited for may be there. */
  retry(request: Buffer, waitingSince: number): void;
  /** Cuts the message in the outbox from `start` on into fragments if it is longer than they may be. */
  limitFragments(start: number): void;
  /** Sends complete messages outside a response: events, or a response that is late. */
  send(messages: Uint8Array): void;
  /** Writes out what is there once the code now running is done. */
  scheduleFlush(): void;
  /** Writes out what is there, then closes: the client's fault, and logged. */
  end(reason: string): void;
  /** Closes with a TCP reset; a Unix-domain socket has none and a TLS socket sends none: they are closed. */
  reset(): void;
}
