import type { Rpc } from './calls/rpc-queue.js';

/** Is told what becomes of a channel that may come back after its connection is lost. */
export interface ChannelObserver {
  onReply(rpc: Rpc, reply: unknown): void;
  /** The server has ended a consumer. */
  onCancel(consumerTag: string): void;
  /** True if the recovery has sent this method. If the server refuses it, the channel is lost, not closed. */
  isOwn(rpc: Rpc): boolean;
  /** The channel is lost. @returns true if it comes back */
  onLost(): boolean;
  /** The channel is closed, and does not come back. @returns false if the application was told before */
  onClosed(): boolean;
}
