import type { EventEmitter } from 'node:events';
import type { ConsumeMessage } from '../types/message.js';

/** A channel as the application sees it. All calls that tracers wrap go through it. */
export interface PublicChannel extends EventEmitter {
  /** False for a core that has not replaced the one before yet. */
  isRunBy(core: unknown): boolean;
  sendImmediately(method: number, fields: Readonly<Record<string, unknown>>): void;
  dispatchMessage(fields: { readonly consumerTag: string }, message: ConsumeMessage | null): void;
}
