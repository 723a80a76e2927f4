import { EventEmitter } from 'node:events';
import { RecoveringConnection, type Recoverable } from '../recovery/recovering-connection.js';
import type { CommonRecoveryOptions } from '../recovery/recovery-options.js';
import type { ChannelOptions } from '../types/options.js';
import type { Channel, ConfirmChannel } from '../types/promise.js';
import type { RecoveringChannelModel } from '../types/recovery.js';
import type { ChannelModel } from './channel-model.js';

/** A connection that reconnects when it is lost. Its methods return promises. */
export class RecoveringModel extends EventEmitter implements RecoveringChannelModel {
  readonly #connection: RecoveringConnection<ChannelModel>;

  constructor(open: () => Promise<ChannelModel>, given: CommonRecoveryOptions<ChannelModel>) {
    super();
    const means: Recoverable<ChannelModel> = {
      open,
      close: (model) => model.close(),
      restore: (model, topology) => model.restore(topology),
    };
    this.#connection = new RecoveringConnection(means, given, this);
  }

  /** True if `connect` waits for the first connection. */
  get isAwaited(): boolean {
    return this.#connection.recovery.waitForConnect;
  }

  async waitForConnect(): Promise<this> {
    await this.#connection.waitForConnect();
    return this;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async createChannel(options?: ChannelOptions): Promise<Channel> {
    return (await this.#connection.model()).createChannel(options, this.#connection.topology);
  }

  async createConfirmChannel(options?: ChannelOptions): Promise<ConfirmChannel> {
    return (await this.#connection.model()).createConfirmChannel(options, this.#connection.topology);
  }

  async updateSecret(newSecret: Buffer, reason: string): Promise<void> {
    return (await this.#connection.model()).updateSecret(newSecret, reason);
  }
}
