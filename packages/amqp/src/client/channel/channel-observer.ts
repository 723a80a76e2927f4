import type { Rpc } from './calls/rpc-queue.js';

/** Hears what becomes of a channel that may come back after its connection is lost. */
export interface ChannelObserver {
  onReply(rpc: Rpc, reply: unknown): void;
  /** The server has ended a consumer. */
  onCancel(consumerTag: string): void;
  /** True if the server's refusal of this method is not the application's business: the channel is then lost, and not closed. */
  isOwn(rpc: Rpc): boolean;
  /** The channel is lost. @returns true if it comes back */
  onLost(): boolean;
  /** The channel is closed, and does not come back. @returns false if the application is not told, as it was told before */
  onClosed(): boolean;
}
