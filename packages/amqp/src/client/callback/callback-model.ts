import { EventEmitter } from 'node:events';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { Connection } from '../connection/connection.js';
import type { OnClosed } from '../connection/session-end.js';
import type { Session } from '../connection/session.js';
import type { Topology } from '../recovery/topology/topology.js';
import type { Connection as CallbackModelApi } from '../types/callback.js';
import type { ChannelOptions } from '../types/options.js';
import { Channel } from './channel.js';
import { ConfirmChannel } from './confirm-channel.js';
import { replyTo, type Callback } from './reply.js';

// Published as `lib/callback_model.js`: tracers wrap the methods of the classes of channels.
export { Channel, ConfirmChannel };

/** An open connection whose methods take callbacks. */
export class CallbackModel extends EventEmitter implements CallbackModelApi {
  readonly connection: Connection;
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.connection = session.connection;
    this.#session = session;
    session.model = this;
  }

  close(callback?: (error: Error) => void): void {
    // Their types say that there is always an error: it is null where all went well.
    this.connection.close(callback as OnClosed | undefined);
  }

  updateSecret(newSecret: Buffer, reason: string, callback?: (error: Error) => void): void {
    this.#session.updateSecret(newSecret, reason, replyTo(callback));
  }

  /** Restores a topology on this connection. */
  restore(topology: Topology): Promise<void> {
    return topology.restore(this.#session);
  }

  createChannel(
    options?: ChannelOptions | Callback<Channel>,
    callback?: Callback<Channel>,
    recovery?: ChannelRecovery,
  ): Channel {
    const [given, settle] = shifted(options, callback);
    return opened(new Channel(this.#session, given), settle, recovery);
  }

  createConfirmChannel(
    options?: ChannelOptions | Callback<ConfirmChannel>,
    callback?: Callback<ConfirmChannel>,
    recovery?: ChannelRecovery,
  ): ConfirmChannel {
    const [given, settle] = shifted(options, callback);
    return opened(new ConfirmChannel(this.#session, given), settle, recovery);
  }
}

/** The options may be left out. */
function shifted<C>(
  options: ChannelOptions | Callback<C>,
  callback: Callback<C>,
): [ChannelOptions | undefined, Callback<C>] {
  if (callback !== undefined) return [options as ChannelOptions | undefined, callback];
  return typeof options === 'function' ? [undefined, options] : [options, undefined];
}

/** Opens a channel, and returns it at once. Throws when the connection is closing or closed. */
function opened<C extends Channel>(
  channel: C,
  callback: Callback<C>,
  recovery: ChannelRecovery | undefined,
): C {
  channel.open(
    replyTo(callback, () => channel),
    recovery,
  );
  return channel;
}
