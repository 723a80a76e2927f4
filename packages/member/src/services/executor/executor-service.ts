import { messages } from '@offloop/wire';

import { unsupported } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import type { Structure } from '../shared/structure.js';

/** Service of executors. They are made and shut down as usual, but run nothing: a task is an object of a Java class. */
export class ExecutorService implements Structure {
  readonly serviceName = 'hz:impl:executorService';
  readonly #shutDown = new Set<string>();

  register(handlers: Handlers): void {
    const m = messages.executorService;
    handlers.on(m.shutdown, (call) => {
      this.#shutDown.add(call.decode(m.shutdown).name);
      call.void();
    });
    handlers.on(m.isShutdown, (call) => call.boolean(this.#shutDown.has(call.decode(m.isShutdown).name)));
    handlers.on(m.cancelOnPartition, (call) => call.boolean(false));
    handlers.on(m.cancelOnMember, (call) => call.boolean(false));
    for (const submit of [m.submitToPartition, m.submitToMember]) {
      handlers.on(submit, () => {
        throw unsupported('tasks, which are Java objects');
      });
    }
  }

  destroy(name: string): void {
    this.#shutDown.delete(name);
  }

  close(): void {
    this.#shutDown.clear();
  }
}
