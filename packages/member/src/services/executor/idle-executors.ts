import type { messages } from '@offloop/wire';

import { unsupported } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import type { Structure } from '../shared/structure.js';

type OneOf<Name extends 'shutdown' | 'isShutdown'> =
  (typeof messages.executorService)[Name] | (typeof messages.durableExecutor)[Name];

/** Base of the services of executors, which are made and shut down as usual, but run nothing: a task is an object of a Java class. */
export abstract class IdleExecutors implements Structure {
  abstract readonly serviceName: string;
  readonly #shutDown = new Set<string>();

  abstract register(handlers: Handlers): void;

  destroy(name: string): void {
    this.#shutDown.delete(name);
  }

  close(): void {
    this.#shutDown.clear();
  }

  protected registerShutdown(
    handlers: Handlers,
    shutdown: OneOf<'shutdown'>,
    isShutdown: OneOf<'isShutdown'>,
  ): void {
    handlers.on(shutdown, (call) => {
      this.#shutDown.add(call.decode(shutdown).name);
      call.void();
    });
    handlers.on(isShutdown, (call) => call.boolean(this.#shutDown.has(call.decode(isShutdown).name)));
  }
}

/** Refuses to run a task. */
export function refuseTask(): never {
  throw unsupported('tasks, which are Java objects');
}
