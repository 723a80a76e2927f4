import type { EventEmitter } from 'node:events';
import { clearTimeout, setImmediate, setTimeout } from '@offloop/runtime/clock';
import { asError } from './as-error.js';
import { Delays } from './delays.js';
import { withDefaults, type CommonRecoveryOptions, type Recovery } from './recovery-options.js';
import { runSetup } from './run-setup.js';
import { LossWatch } from './loss-watch.js';
import { Topology } from './topology/topology.js';
import { Waiting } from './waiting.js';

/** How a model is opened, closed and restored. */
export interface Recoverable<Model> {
  /** Opens a connection, and makes its model. */
  open(): Promise<Model>;
  close(model: Model): Promise<void>;
  /** Restores on a new connection what was on the lost one. */
  restore(model: Model, topology: Topology): Promise<void>;
}

const PASSED_ON = ['blocked', 'unblocked', 'error', 'update-secret-ok', 'handler-error'];

/**
 * Opens a connection, and opens it again whenever it is lost.
 *
 * ```
 *   connecting ──opened──▶ connected ──lost──▶ scheduled ──delay──▶ connecting …
 *        └──────failed──────────────────────────▶┘ └──too often──▶ stopped
 * ```
 */
export class RecoveringConnection<Model extends EventEmitter> {
  readonly recovery: Recovery<Model>;
  /** What comes back with each connection; undefined: nothing does. */
  readonly topology: Topology | undefined;
  /** The callers that wait for a connection, now and at each loss. */
  readonly #waiting = new Waiting<Model>();
  readonly #first = new Waiting<Model>();
  readonly #means: Recoverable<Model>;
  readonly #emitter: EventEmitter;
  readonly #delays: Delays;
  #model: Model | undefined;
  #unbind: () => void = () => undefined;
  #hasConnected = false;
  /** Set when the recovery has ended: the reason. */
  #failure: Error | undefined;
  #attempt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param emitter hears of the events */
  constructor(means: Recoverable<Model>, given: CommonRecoveryOptions<Model>, emitter: EventEmitter) {
    this.#means = means;
    this.recovery = withDefaults(given);
    this.#delays = new Delays(this.recovery);
    this.#emitter = emitter;
    this.topology = this.recovery.topology ? new Topology(emitter) : undefined;
    // Later, so that the application can listen before the first attempt.
    setImmediate(() => void this.#connect());
  }

  /** Resolves when there was a connection. */
  async waitForConnect(): Promise<void> {
    if (this.#hasConnected) return;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#first.add();
  }

  /** Returns the model of the connection, when there is one. */
  async model(): Promise<Model> {
    if (this.#model !== undefined) return this.#model;
    if (this.#failure !== undefined) throw this.#failure;
    return this.#waiting.add();
  }

  async close(): Promise<void> {
    if (this.#failure !== undefined) return;
    clearTimeout(this.#timer);
    this.#stop(new Error('Connection closed'));
    const model = this.#model;
    if (model === undefined) return;
    this.#forget();
    await this.#closeQuietly(model);
  }

  async #connect(): Promise<void> {
    if (this.#failure !== undefined) return;
    let model: Model | undefined;
    try {
      model = await this.#means.open();
      const watch = this.topology && new LossWatch(model);
      if (!this.#isStopped()) await runSetup(this.recovery.setup, model);
      if (!this.#isStopped() && this.topology !== undefined && this.#hasConnected)
        await this.#means.restore(model, this.topology);
      watch?.end();
      if (this.#isStopped()) return await this.#closeQuietly(model);
      this.#connected(model);
    } catch (thrown) {
      const error = asError(thrown, 'Connection recovery failed');
      if (model !== undefined) await this.#closeQuietly(model);
      this.#tellAndSchedule('connect-failed', error);
    }
  }

  #connected(model: Model): void {
    this.#model = model;
    this.#attempt = 0;
    this.#delays.reset();
    this.#hasConnected = true;
    this.#bind(model);
    this.#first.resolve(model);
    this.#waiting.resolve(model);
    this.#emitter.emit('connect', model);
  }

  #bind(model: Model): void {
    const onClose = (error?: Error): void => {
      this.#forget();
      this.#tellAndSchedule('disconnect', asError(error, 'Connection closed'));
    };
    const passing = PASSED_ON.map(
      (event) => [event, (...values: unknown[]) => void this.#emitter.emit(event, ...values)] as const,
    );
    model.on('close', onClose);
    for (const [event, pass] of passing) model.on(event, pass);
    this.#unbind = () => {
      model.off('close', onClose);
      for (const [event, pass] of passing) model.off(event, pass);
      model.on('error', () => undefined);
    };
  }

  #forget(): void {
    this.#model = undefined;
    this.#unbind();
    this.#unbind = () => undefined;
  }

  /** Goes on also when a listener of the event throws, which is thrown then: others wait for a connection. */
  #tellAndSchedule(event: 'connect-failed' | 'disconnect', error: Error): void {
    try {
      this.#emitter.emit(event, error);
    } finally {
      this.#schedule(error);
    }
  }

  #schedule(error: Error): void {
    if (this.#isStopped() || this.#timer !== undefined) return;
    const { maxRetries, initialMaxRetries } = this.recovery;
    if (this.#attempt >= (this.#hasConnected ? maxRetries : initialMaxRetries)) return this.#abandon(error);
    const attempt = this.#attempt + 1;
    let delay;
    try {
      delay = this.#delays.before(attempt);
    } catch (thrown) {
      return this.#abandon(asError(thrown, 'calculateDelay failed'));
    }
    this.#attempt = attempt;
    // Before the event: its listener may throw, or close the connection.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#connect();
    }, delay);
    this.#emitter.emit('reconnect-scheduled', { attempt, delay, error });
  }

  #abandon(error: Error): void {
    this.#stop(error);
    this.#emitter.emit('reconnect-failed', error);
  }

  #stop(error: Error): void {
    this.#failure = error;
    this.topology?.stop();
    this.#first.reject(error);
    this.#waiting.reject(error);
  }

  #isStopped(): boolean {
    return this.#failure !== undefined;
  }

  async #closeQuietly(model: Model): Promise<void> {
    await this.#means.close(model).catch(() => undefined);
  }
}
