import type { EventEmitter } from 'node:events';
import type { IncomingEvents } from '../../link/incoming.js';
import type { ChannelDiagnosis } from '../types/diagnosis.js';

/** What a connection knows of a channel. */
export interface ChannelPort extends IncomingEvents {
  /** The channel as the application sees it. */
  readonly publicChannel: EventEmitter;
  /** Calls without an answer, messages that are not confirmed, and deliveries that are not acknowledged. */
  readonly inFlight: number;
  diagnose(): ChannelDiagnosis;
  /** Bytes have gone to the socket. @returns false to be asked again next time */
  onWritten(): boolean;
  /** The connection is no more. @param stack where that became known */
  end(stack: string): void;
}
