import { EventEmitter } from 'node:events';
import { asError } from '../recovery/as-error.js';
import { RecoveringConnection, type Recoverable } from '../recovery/recovering-connection.js';
import type { CommonRecoveryOptions } from '../recovery/recovery-options.js';
import type { ChannelOptions } from '../types/options.js';
import type { CallbackModel } from './callback-model.js';
import type { Channel } from './channel.js';
import type { ConfirmChannel } from './confirm-channel.js';
import type { Callback } from './reply.js';

/** A connection that reconnects when it is lost. Its methods take callbacks, and return this object. */
export class RecoveringModel extends EventEmitter {
  readonly #connection: RecoveringConnection<CallbackModel>;

  constructor(open: () => Promise<CallbackModel>, given: CommonRecoveryOptions<CallbackModel>) {
    super();
    const means: Recoverable<CallbackModel> = {
      open,
      close: (model) => called<void>((done) => model.close(done)),
      restore: (model, topology) => model.restore(topology),
    };
    this.#connection = new RecoveringConnection(means, given, this);
  }

  /** True if `connect` waits for the first connection. */
  get isAwaited(): boolean {
    return this.#connection.recovery.waitForConnect;
  }

  waitForConnect(callback?: Callback<RecoveringModel>): this {
    return this.#pass(
      this.#connection.waitForConnect().then(() => this),
      callback,
    );
  }

  close(callback?: Callback<void>): this {
    return this.#pass(this.#connection.close(), callback);
  }

  updateSecret(newSecret: Buffer, reason: string, callback?: Callback<void>): this {
    const updated = this.#connection
      .model()
      .then((model) => called<void>((done) => model.updateSecret(newSecret, reason, done)));
    return this.#pass(updated, callback);
  }

  createChannel(options?: ChannelOptions | Callback<Channel>, callback?: Callback<Channel>): this {
    return this.#create(options, callback, (model, given, done) =>
      model.createChannel(given, done, this.#connection.topology),
    );
  }

  createConfirmChannel(
    options?: ChannelOptions | Callback<ConfirmChannel>,
    callback?: Callback<ConfirmChannel>,
  ): this {
    return this.#create(options, callback, (model, given, done) =>
      model.createConfirmChannel(given, done, this.#connection.topology),
    );
  }

  #create<C extends Channel>(
    options: ChannelOptions | Callback<C>,
    callback: Callback<C>,
    create: (
      model: CallbackModel,
      given: ChannelOptions | undefined,
      done: (error: Error, channel: C) => void,
    ) => void,
  ): this {
    const [given, settle] = typeof options === 'function' ? [undefined, options] : [options, callback];
    const created = this.#connection.model().then((model) => called<C>((done) => create(model, given, done)));
    return this.#pass(created, settle);
  }

  #pass<Result>(promise: Promise<Result>, callback: Callback<Result>): this {
    const settle = callback as ((error: Error | null, result?: Result) => void) | undefined;
    promise.then(
      (result) => settle?.(null, result),
      (error: unknown) => settle?.(asError(error, 'Operation failed')),
    );
    return this;
  }
}

/** Returns a promise of what a function passes to its callback. */
function called<Result>(call: (done: (error: Error, result: Result) => void) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Their types say that there is always an error: it is null where all went well.
    call((error: Error | null, result) => (error === null ? resolve(result) : reject(error)));
  });
}
