import type { MethodSpec } from '../../../wire/method-spec.js';
import { BaseChannel } from '../../channel/base-channel.js';
import type { ChannelCore } from '../../channel/channel-core.js';
import type { Session } from '../../connection/session.js';
import { callChannel, closeChannel, openChannel } from './channel-calls.js';
import type { Fields } from './topology-record.js';

/** A channel that no application has. */
class OwnChannel extends BaseChannel {
  declare core: ChannelCore;
}

/** Sends methods whose refusal must not cost the application a channel: on one of its own, opened again whenever the server has closed it. */
export class SpareChannel {
  readonly #session: Session;
  #core: ChannelCore | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  async call(method: MethodSpec, fields: Fields): Promise<unknown> {
    const core = (this.#core ??= await this.#open());
    try {
      return await callChannel(core, method, fields);
    } catch (error) {
      this.#core = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const core = this.#core;
    this.#core = undefined;
    if (core !== undefined) await closeChannel(core);
  }

  async #open(): Promise<ChannelCore> {
    const channel = new OwnChannel(this.#session, undefined);
    // Who calls is told.
    channel.on('error', () => undefined);
    const { core } = channel;
    await openChannel(core);
    return core;
  }
}
