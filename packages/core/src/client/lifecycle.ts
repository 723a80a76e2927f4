import { EventEmitter } from 'node:events';
import { guardedCall } from '../logging/guarded-logger.js';
import type { ILogger } from '../logging/logger.js';
import { LifecycleState } from '../config/lifecycle-state.js';

type Listener = (state: LifecycleState) => void;

/** Tells whether a client is running, and its changes of state. */
export interface LifecycleService {
  /** Returns true until `shutdown` is called. */
  isRunning(): boolean;
  /**
   * Calls a function on each change of state, as `lifecycleListeners` of the configuration do. This and the next two are not in the
   * official types, but programs call them.
   */
  on(event: 'lifecycleEvent', listener: (state: LifecycleState) => void): this;
  /** Calls a function on the next change of state. */
  once(event: 'lifecycleEvent', listener: (state: LifecycleState) => void): this;
  /** Removes a function that `on` or `once` was given. */
  removeListener(event: 'lifecycleEvent', listener: (state: LifecycleState) => void): this;
}

/** The one event, by its official name. */
const EVENT = 'lifecycleEvent';

/** Keeps the client's state, and tells each change of it to the listeners, one after the other. */
export class Lifecycle implements LifecycleService {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #logger: ILogger;
  #running = true;

  constructor(listeners: readonly Listener[], logger: ILogger) {
    this.#logger = logger;
    for (const listener of listeners) this.on(EVENT, listener);
  }

  on(event: 'lifecycleEvent', listener: Listener): this {
    this.#emitter.on(event, listener);
    return this;
  }

  once(event: 'lifecycleEvent', listener: Listener): this {
    this.#emitter.once(event, listener);
    return this;
  }

  removeListener(event: 'lifecycleEvent', listener: Listener): this {
    this.#emitter.removeListener(event, listener);
    return this;
  }

  isRunning(): boolean {
    return this.#running;
  }

  emit(state: LifecycleState): void {
    if (state === LifecycleState.SHUTTING_DOWN) this.#running = false;
    this.#logger.info('LifecycleService', `the client is ${state}`);
    for (const listener of this.#emitter.rawListeners(EVENT) as Listener[]) {
      // An error of one listener stops neither the others nor the client.
      guardedCall(
        () => listener(state),
        (error) => this.#logger.error('LifecycleService', `a lifecycle listener threw on ${state}`, error),
      );
    }
  }
}
