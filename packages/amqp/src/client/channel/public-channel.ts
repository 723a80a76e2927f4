import type { EventEmitter } from 'node:events';
import type { ConsumeMessage } from '../types/message.js';

/** What the application sees of a channel, through which all goes that tracers wrap. */
export interface PublicChannel extends EventEmitter {
  /** False for a core that is to take the place of the one before. */
  isRunBy(core: unknown): boolean;
  sendImmediately(method: number, fields: Readonly<Record<string, unknown>>): void;
  dispatchMessage(fields: { readonly consumerTag: string }, message: ConsumeMessage | null): void;
}
