import { messages } from '@offloop/wire';

import { staleTask, staleTaskId, unsupported } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import type { Structure, StructureContext } from '../shared/structure.js';

// Executors are made and shut down as usual, but run nothing: a task is an object of a Java class.

export function executors({ handlers }: StructureContext): Structure {
  const m = messages.executorService;
  handlers.on(m.cancelOnPartition, (call) => call.boolean(false));
  handlers.on(m.cancelOnMember, (call) => call.boolean(false));
  handlers.on(m.submitToPartition, refuseTask);
  handlers.on(m.submitToMember, refuseTask);
  return withShutdown('hz:impl:executorService', handlers, m.shutdown, m.isShutdown);
}

export function durableExecutors({ handlers }: StructureContext): Structure {
  const m = messages.durableExecutor;
  handlers.on(m.submitToPartition, refuseTask);
  for (const ofTask of [m.retrieveResult, m.retrieveAndDisposeResult, m.disposeResult]) {
    handlers.on(ofTask, () => {
      throw staleTaskId();
    });
  }
  return withShutdown('hz:impl:durableExecutorService', handlers, m.shutdown, m.isShutdown);
}

export function scheduledExecutors({ handlers }: StructureContext): Structure {
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
  return { serviceName: 'hz:impl:scheduledExecutorService', destroy: () => {} };
}

type OneOf<Name extends 'shutdown' | 'isShutdown'> =
  (typeof messages.executorService)[Name] | (typeof messages.durableExecutor)[Name];

function withShutdown(
  serviceName: string,
  handlers: Handlers,
  shutdown: OneOf<'shutdown'>,
  isShutdown: OneOf<'isShutdown'>,
): Structure {
  const shutDown = new Set<string>();
  handlers.on(shutdown, (call) => {
    shutDown.add(call.decode(shutdown).name);
    call.void();
  });
  handlers.on(isShutdown, (call) => call.boolean(shutDown.has(call.decode(isShutdown).name)));
  return { serviceName, destroy: (name) => shutDown.delete(name), close: () => shutDown.clear() };
}

function refuseTask(): never {
  throw unsupported('tasks, which are Java objects');
}
