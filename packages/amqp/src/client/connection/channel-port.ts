import type { EventEmitter } from 'node:events';
import type { IncomingEvents } from '../../link/incoming.js';
import type { ChannelDiagnosis } from '../types/diagnosis.js';

/** A channel as its connection sees it. */
export interface ChannelPort extends IncomingEvents {
  /** The channel as the application sees it. */
  readonly publicChannel: EventEmitter;
  /** Number of calls without a reply, messages not confirmed, and deliveries not acknowledged. */
  readonly inFlight: number;
  diagnose(): ChannelDiagnosis;
  /** Bytes have gone to the socket. @returns false to be called again next time */
  onWritten(): boolean;
  /** The connection has ended. @param stack where that became known */
  end(stack: string): void;
}
