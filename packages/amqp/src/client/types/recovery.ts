import type { RecoveryEvents } from './events.js';
import type * as callback from './callback.js';
import type { ChannelOptions } from './options.js';
import type * as promise from './promise.js';

/** A connection that reconnects when it is lost, with promises. Its channels end at each loss, or come back: see option `topology`. */
export interface RecoveringChannelModel extends RecoveryEvents<promise.ChannelModel> {
  /** Resolves when the first connection is open. */
  waitForConnect(): Promise<this>;
  close(): Promise<void>;
  /** Waits for a connection, and opens a channel on it. */
  createChannel(options?: ChannelOptions): Promise<promise.Channel>;
  /** Waits for a connection, and opens a channel with confirms on it. */
  createConfirmChannel(options?: ChannelOptions): Promise<promise.ConfirmChannel>;
  updateSecret(newSecret: Buffer, reason: string): Promise<void>;
}

/** A connection that reconnects when it is lost, with callbacks. Its channels end at each loss, or come back: see option `topology`. */
export interface RecoveringConnection extends RecoveryEvents<callback.Connection> {
  /** Calls the function when the first connection is open. */
  waitForConnect(callback: (err: Error, connection: RecoveringConnection) => void): void;
  close(callback?: (err: Error) => void): void;
  /** Waits for a connection, and opens a channel on it. */
  createChannel(callback: (err: Error, channel: callback.Channel) => void): callback.Channel;
  createChannel(
    options: ChannelOptions,
    callback: (err: Error, channel: callback.Channel) => void,
  ): callback.Channel;
  /** Waits for a connection, and opens a channel with confirms on it. */
  createConfirmChannel(
    callback: (err: Error, confirmChannel: callback.ConfirmChannel) => void,
  ): callback.ConfirmChannel;
  createConfirmChannel(
    options: ChannelOptions,
    callback: (err: Error, confirmChannel: callback.ConfirmChannel) => void,
  ): callback.ConfirmChannel;
  updateSecret(newSecret: Buffer, reason: string, callback?: (err: Error) => void): void;
}
