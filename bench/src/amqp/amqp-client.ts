import type { Buffer } from 'node:buffer';
import type { BenchCounters } from '../clients/client.js';

/** A client as the loads use it: the few methods that they need, so that one load runs unchanged on each. */
export interface AmqpClient {
  /** Declares a queue that is not kept on disk. @param most number of messages that it keeps; undefined: all */
  declare(queue: string, most?: number): Promise<void>;
  remove(queue: string): Promise<void>;
  /** Returns a function that publishes a message to a queue, and resolves when the broker has confirmed it. */
  publisher(queue: string): Promise<(body: Buffer) => Promise<unknown>>;
  /**
   * Has each message of a queue acknowledged, after `onBody` has returned. Resolves to a function that stops that.
   *
   * @param prefetch most messages that wait for their acknowledgement
   */
  consume(queue: string, prefetch: number, onBody: (body: Buffer) => void): Promise<() => Promise<unknown>>;
  /** Returns the counters since the start; null for a client that does not count. */
  counters(): BenchCounters | null;
  shutdown(): Promise<void>;
}
