import type { EventEmitter } from 'node:events';
import type { ChannelDiagnosis } from '../types/diagnosis.js';

/** What a connection knows of a channel. */
export interface ChannelPort {
  /** The channel as the application sees it. */
  readonly face: EventEmitter;
  diagnose(): ChannelDiagnosis;
  /** A method has come: see `LinkEvents.onMethod`. */
  onMethod(method: number, bytes: Buffer, start: number, end: number): void;
  /** A method with content has come: see `LinkEvents.onContent`. */
  onContent(
    method: number,
    bytes: Buffer,
    start: number,
    end: number,
    propertiesStart: number,
    propertiesEnd: number,
    content: Buffer,
  ): void;
  /** Bytes have gone to the socket. @returns false to be asked again next time */
  onWritten(): boolean;
  /** The connection is no more. @param stack where that became known */
  end(stack: string): void;
}
