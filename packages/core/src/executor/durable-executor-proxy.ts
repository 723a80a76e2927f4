import { RequestFlag } from '@offloop/contract';
import { messages } from '@offloop/wire';
import Long from 'long';
import { IllegalArgumentError } from '@offloop/values';
import type { CallOptions } from '../calls/call-options.js';
import { operation, type Operation } from '../calls/operation.js';
import { prepared } from '../calls/schemas/prepared.js';
import { isInt64, isMissing, missing, notAnInt64 } from '../objects/argument-checks.js';
import type { ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { DurableExecutorService } from './durable-executor-service.js';
import { ExecutorProxy, partitionOf } from './executor-proxy.js';
import { RunnableAdapter } from './runnable-adapter.js';
import { checkedTaskOptions, type DurableTaskOptions } from './task-options.js';

const { durableExecutor } = messages;

const m = {
  shutdown: operation(durableExecutor.shutdown, RequestFlag.PREFERS),
  isShutdown: operation(durableExecutor.isShutdown),
  submitToPartition: operation(durableExecutor.submitToPartition),
  // Their errors may be the task's.
  retrieveResult: operation(durableExecutor.retrieveResult, RequestFlag.TASK),
  retrieveAndDisposeResult: operation(durableExecutor.retrieveAndDisposeResult, RequestFlag.TASK),
  disposeResult: operation(durableExecutor.disposeResult),
};

/** Factory and number of the members' class for tasks that are Runnables. */
const RUNNABLE = [-7, 2] as const;

export const durableExecutorService: Service<DurableExecutorProxy> = {
  name: 'hz:impl:durableExecutorService',
  kind: 'durable executor service',
  createProxy: (name, context) => new DurableExecutorProxy(name, context),
};

class DurableExecutorProxy extends ExecutorProxy implements DurableExecutorService {
  constructor(name: string, context: ProxyContext) {
    super(durableExecutorService.name, name, context);
  }

  // Async, so that wrong options reject.
  async submit(task: unknown, options?: DurableTaskOptions): Promise<Long> {
    this.checkReady();
    if (isMissing(task)) throw missing('task');
    const { key, runnable, call } = checkedTaskOptions(options, ['key', 'runnable']);
    const callable = runnable ? new RunnableAdapter(RUNNABLE, task) : task;
    const { invoker } = this.context;
    return prepared(call, (left) => {
      const partitionId = partitionOf(this.context, callable, key);
      return invoker
        .invokeOnPartition(m.submitToPartition, this.objectName, partitionId, { callable }, left)
        .then((sequence) => new Long(sequence, partitionId));
    });
  }

  retrieveResult<R>(taskId: Long | number, options?: CallOptions): Promise<R> {
    return this.#ofTask(m.retrieveResult, taskId, options);
  }

  retrieveAndDisposeResult<R>(taskId: Long | number, options?: CallOptions): Promise<R> {
    return this.#ofTask(m.retrieveAndDisposeResult, taskId, options);
  }

  disposeResult(taskId: Long | number, options?: CallOptions): Promise<void> {
    return this.#ofTask(m.disposeResult, taskId, options);
  }

  shutdown(options?: CallOptions): Promise<void> {
    const { invoker } = this.context;
    return this.onEachMember((member) =>
      invoker.invokeOnMember(m.shutdown, this.objectName, member, {}, options),
    );
  }

  isShutdown(options?: CallOptions): Promise<boolean> {
    return this.invoke(m.isShutdown, {}, options);
  }

  /** Calls an operation on a task: its id is the partition, and its number among those of the partition. */
  #ofTask<R>(
    operationOf: Operation<{ readonly sequence: number }, R>,
    taskId: Long | number,
    options: CallOptions | undefined,
  ): Promise<R> {
    const { invoker } = this.context;
    if (!isInt64(taskId)) return this.refuse(notAnInt64('taskId', taskId));
    const { high: partitionId, low: sequence } = Long.fromValue(taskId);
    const { partitionCount } = invoker;
    if (partitionCount > 0 && !(partitionId >= 0 && partitionId < partitionCount))
      return this.refuse(new IllegalArgumentError('taskId must be an id that submit gave for this cluster'));
    return invoker.invokeOnPartition(operationOf, this.objectName, partitionId, { sequence }, options);
  }
}
