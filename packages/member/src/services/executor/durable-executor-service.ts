import { messages } from '@offloop/wire';

import { staleTaskId } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { IdleExecutors, refuseTask } from './idle-executors.js';

/** Service of durable executors. */
export class DurableExecutorService extends IdleExecutors {
  readonly serviceName = 'hz:impl:durableExecutorService';

  register(handlers: Handlers): void {
    const m = messages.durableExecutor;
    this.registerShutdown(handlers, m.shutdown, m.isShutdown);
    handlers.on(m.submitToPartition, refuseTask);
    for (const ofTask of [m.retrieveResult, m.retrieveAndDisposeResult, m.disposeResult]) {
      handlers.on(ofTask, () => {
        throw staleTaskId();
      });
    }
  }
}
