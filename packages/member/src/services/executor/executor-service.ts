import { messages } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { IdleExecutors, refuseTask } from './idle-executors.js';

/** Service of executors. */
export class ExecutorService extends IdleExecutors {
  readonly serviceName = 'hz:impl:executorService';

  register(handlers: Handlers): void {
    const m = messages.executorService;
    this.registerShutdown(handlers, m.shutdown, m.isShutdown);
    handlers.on(m.cancelOnPartition, (call) => call.boolean(false));
    handlers.on(m.cancelOnMember, (call) => call.boolean(false));
    handlers.on(m.submitToPartition, refuseTask);
    handlers.on(m.submitToMember, refuseTask);
  }
}
