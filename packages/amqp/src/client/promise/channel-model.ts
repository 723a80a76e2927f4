import { EventEmitter } from 'node:events';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { Connection } from '../connection/connection.js';
import type { Session } from '../connection/session.js';
import type { Topology } from '../recovery/topology/topology.js';
import type { ChannelOptions } from '../types/options.js';
import type { ChannelModel as ChannelModelApi } from '../types/promise.js';
import { Channel } from './channel.js';
import { ConfirmChannel } from './confirm-channel.js';

// Published as `lib/channel_model.js`: tracers wrap the methods of the classes of channels.
export { Channel, ConfirmChannel };

/** An open connection whose methods return promises. */
export class ChannelModel extends EventEmitter implements ChannelModelApi {
  readonly connection: Connection;
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.connection = session.connection;
    this.#session = session;
    session.model = this;
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.connection.close((error) => (error === null ? resolve() : reject(error)));
    });
  }

  updateSecret(newSecret: Buffer, reason: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#session.updateSecret(newSecret, reason, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  /** Restores a topology on this connection. */
  restore(topology: Topology): Promise<void> {
    return topology.restore(this.#session);
  }

  async createChannel(options?: ChannelOptions, recovery?: ChannelRecovery): Promise<Channel> {
    const channel = new Channel(this.#session, options);
    await channel.open(recovery);
    return channel;
  }

  async createConfirmChannel(options?: ChannelOptions, recovery?: ChannelRecovery): Promise<ConfirmChannel> {
    const channel = new ConfirmChannel(this.#session, options);
    await channel.open(recovery);
    return channel;
  }
}
