import { guardedCall } from '../logging/guarded-logger.js';
import type { ILogger } from '../logging/logger.js';
import { LifecycleState } from '../config/lifecycle-state.js';

/** Tells whether a client is running. */
export interface LifecycleService {
  /** Returns true until `shutdown` is called. */
  isRunning(): boolean;
}

/** Keeps the client's state, and tells each change of it to the configured listeners, one after the other. */
export class Lifecycle implements LifecycleService {
  readonly #listeners: readonly ((state: LifecycleState) => void)[];
  readonly #logger: ILogger;
  #running = true;

  constructor(listeners: readonly ((state: LifecycleState) => void)[], logger: ILogger) {
    this.#listeners = listeners;
    this.#logger = logger;
  }

  isRunning(): boolean {
    return this.#running;
  }

  emit(state: LifecycleState): void {
    if (state === LifecycleState.SHUTTING_DOWN) this.#running = false;
    this.#logger.info('LifecycleService', `the client is ${state}`);
    for (const listener of this.#listeners) {
      // An error of one listener stops neither the others nor the client.
      guardedCall(
        () => listener(state),
        (error) => this.#logger.error('LifecycleService', `a lifecycle listener threw on ${state}`, error),
      );
    }
  }
}
