import { RequestFlag } from '@offloop/contract';
import { ErrorCode, messages, type ResponseOf } from '@offloop/wire';
import { UndefinedErrorCodeError } from '@offloop/values';
import type { CallOptions } from '../calls/call-options.js';
import { Deadline } from '../calls/deadline.js';
import type { Invoker } from '../calls/invoker.js';
import { decodedOperation, operation, type Operation } from '../calls/operation.js';
import type { ArgumentsOf } from '../calls/requests/arguments.js';
import type { ObjectName } from '../calls/requests/object-name.js';
import type { IScheduledFuture, ScheduledTaskStatistics } from './ischeduled-future.js';
import type { ScheduledTaskHandler } from './scheduled-task-handler.js';

const { scheduledExecutor } = messages;
const { MEMBER } = RequestFlag;

/** Arguments of all operations on tasks: cancelling takes the most. */
type TaskFields = ArgumentsOf<typeof scheduledExecutor.cancelFromPartition>;
type MemberTaskFields = ArgumentsOf<typeof scheduledExecutor.cancelFromMember>;

/** One operation on tasks that partitions have, and on those that members have. */
interface OfTask<R> {
  readonly fromPartition: Operation<TaskFields, R>;
  readonly fromMember: Operation<MemberTaskFields, R>;
}

const m = {
  getStats: {
    fromPartition: decodedOperation(scheduledExecutor.getStatsFromPartition, statisticsOf),
    fromMember: decodedOperation(scheduledExecutor.getStatsFromMember, statisticsOf, RequestFlag.MEMBER),
  },
  getDelay: {
    fromPartition: operation(scheduledExecutor.getDelayFromPartition),
    fromMember: operation(scheduledExecutor.getDelayFromMember, MEMBER),
  },
  cancel: {
    fromPartition: operation(scheduledExecutor.cancelFromPartition),
    fromMember: operation(scheduledExecutor.cancelFromMember, MEMBER),
  },
  isCancelled: {
    fromPartition: operation(scheduledExecutor.isCancelledFromPartition),
    fromMember: operation(scheduledExecutor.isCancelledFromMember, MEMBER),
  },
  isDone: {
    fromPartition: operation(scheduledExecutor.isDoneFromPartition),
    fromMember: operation(scheduledExecutor.isDoneFromMember, MEMBER),
  },
  // Their errors may be the task's.
  getResult: {
    fromPartition: operation(scheduledExecutor.getResultFromPartition, RequestFlag.TASK),
    fromMember: operation(scheduledExecutor.getResultFromMember, RequestFlag.TASK | MEMBER),
  },
  dispose: {
    fromPartition: operation(scheduledExecutor.disposeFromPartition),
    fromMember: operation(scheduledExecutor.disposeFromMember, MEMBER),
  },
};

export class ScheduledFuture<R> implements IScheduledFuture<R> {
  readonly #invoker: Invoker;
  readonly #scheduler: ObjectName;
  readonly #handler: ScheduledTaskHandler;

  constructor(invoker: Invoker, scheduler: ObjectName, handler: ScheduledTaskHandler) {
    this.#invoker = invoker;
    this.#scheduler = scheduler;
    this.#handler = handler;
  }

  getHandler(): ScheduledTaskHandler {
    return this.#handler;
  }

  async get(options?: CallOptions): Promise<R> {
    try {
      return await this.#ask(m.getResult, options);
    } catch (error) {
      throw thrownBy(error);
    }
  }

  async getDelay(options?: CallOptions): Promise<number> {
    return millis((await this.#ask(m.getDelay, options)).toNumber());
  }

  getStats(options?: CallOptions): Promise<ScheduledTaskStatistics> {
    return this.#ask(m.getStats, options);
  }

  cancel(options?: CallOptions): Promise<boolean> {
    return this.#ask(m.cancel, options);
  }

  // A member that is asked this before the first run blocks the thread of the task's partition until then. A task that was cancelled is
  // done.
  async isCancelled(options?: CallOptions): Promise<boolean> {
    const deadline = Deadline.of(options);
    return (await this.isDone(options)) && (await this.#ask(m.isCancelled, deadline?.left));
  }

  isDone(options?: CallOptions): Promise<boolean> {
    return this.#ask(m.isDone, options);
  }

  dispose(options?: CallOptions): Promise<void> {
    return this.#ask(m.dispose, options);
  }

  #ask<T>({ fromPartition, fromMember }: OfTask<T>, options: CallOptions | undefined): Promise<T> {
    const { schedulerName, taskName, memberUuid, partitionId } = this.#handler;
    // Members interrupt no run, and refuse to be asked for it.
    const fields = { schedulerName, taskName, mayInterruptIfRunning: false };
    if (memberUuid === null)
      return this.#invoker.invokeOnPartition(fromPartition, this.#scheduler, partitionId, fields, options);
    const ofMember = { ...fields, memberUuid };
    return this.#invoker.invokeOnMember(fromMember, this.#scheduler, memberUuid, ofMember, options);
  }
}

function statisticsOf(
  response: ResponseOf<typeof scheduledExecutor.getStatsFromMember>,
): ScheduledTaskStatistics {
  return {
    totalRuns: Number(response.totalRuns),
    lastRunDuration: millis(response.lastRunDurationNanos),
    lastIdleTime: millis(response.lastIdleTimeNanos),
    totalRunTime: millis(response.totalRunTimeNanos),
    totalIdleTime: millis(response.totalIdleTimeNanos),
  };
}

function millis(nanos: bigint | number): number {
  return Number(nanos) / 1e6;
}

/** Members wrap what a scheduled task has thrown, and nothing that another kind of task throws. */
function thrownBy(error: unknown): unknown {
  const isWrapped =
    error instanceof UndefinedErrorCodeError && error.details?.['errorCode'] === ErrorCode.EXECUTION;
  return isWrapped ? error.cause : error;
}
