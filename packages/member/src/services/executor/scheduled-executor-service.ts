import { messages } from '@offloop/wire';

import { staleTask } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import type { Structure } from '../shared/structure.js';
import { refuseTask } from './idle-executors.js';

/** Service of scheduled executors, which have no tasks. */
export class ScheduledExecutorService implements Structure {
  readonly serviceName = 'hz:impl:scheduledExecutorService';

  register(handlers: Handlers): void {
    const { shutdown, submitToPartition, submitToMember, getAllScheduledFutures, ...ofTasks } =
      messages.scheduledExecutor;
    handlers.on(shutdown, (call) => call.void());
    handlers.on(submitToPartition, refuseTask);
    handlers.on(submitToMember, refuseTask);
    handlers.on(getAllScheduledFutures, (call) => call.respond(getAllScheduledFutures, { handlers: [] }));
    for (const ofTask of Object.values(ofTasks)) {
      handlers.on(ofTask, (call) => {
        throw staleTask(call.decode(ofTask).taskName);
      });
    }
  }

  destroy(): void {
    // There is nothing to destroy.
  }
}
