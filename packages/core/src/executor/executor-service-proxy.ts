import { RequestFlag } from '@offloop/contract';
import { messages } from '@offloop/wire';
import { randomUuid, type UUID } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import { checkCallOptions, type CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { prepared } from '../calls/schemas/prepared.js';
import type { Member } from '../cluster/member.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import type { ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { IExecutorService } from './iexecutor-service.js';
import { ExecutorProxy, partitionOf } from './executor-proxy.js';
import { checkedTaskOptions, uuidOf, type TaskOptions } from './task-options.js';

const { executorService: spec } = messages;

const m = {
  shutdown: operation(spec.shutdown, RequestFlag.PREFERS),
  isShutdown: operation(spec.isShutdown),
  cancelOnPartition: operation(spec.cancelOnPartition),
  cancelOnMember: operation(spec.cancelOnMember, RequestFlag.MEMBER),
  submitToPartition: operation(spec.submitToPartition, RequestFlag.TASK),
  submitToMember: operation(spec.submitToMember, RequestFlag.TASK | RequestFlag.MEMBER),
};

export const executorService: Service<ExecutorServiceProxy> = {
  name: 'hz:impl:executorService',
  kind: 'executor service',
  createProxy: (name, context) => new ExecutorServiceProxy(name, context),
};

class ExecutorServiceProxy extends ExecutorProxy implements IExecutorService {
  constructor(name: string, context: ProxyContext) {
    super(executorService.name, name, context);
  }

  // Async, so that wrong options reject.
  async submit<R>(task: unknown, options?: TaskOptions): Promise<R> {
    this.checkReady();
    if (isMissing(task)) throw missing('task');
    const { member, key, call } = checkedTaskOptions(options, ['member', 'key']);
    if (member !== undefined) return this.#submitToMember(task, member, call);
    return prepared(call, (left) =>
      this.#submitToPartition(task, partitionOf(this.context, task, key), left),
    );
  }

  async submitToMembers<R>(
    task: unknown,
    members: readonly Member[],
    options?: CallOptions,
  ): Promise<Map<Member, PromiseSettledResult<R>>> {
    this.checkReady();
    if (isMissing(task)) throw missing('task');
    if (!Array.isArray(members)) throw mustBe('members', 'an array', members);
    const call = options ?? {};
    checkCallOptions(call);
    const uuids = members.map(uuidOf);
    const results = await Promise.allSettled(uuids.map((uuid) => this.#submitToMember<R>(task, uuid, call)));
    return new Map(results.map((result, i) => [members[i], result]));
  }

  submitToAllMembers<R>(task: unknown, options?: CallOptions): Promise<Map<Member, PromiseSettledResult<R>>> {
    return this.submitToMembers(task, this.context.cluster.getMembers(), options);
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

  #submitToPartition<R>(task: unknown, partitionId: number, options: CallOptions | undefined): Promise<R> {
    const uuid = randomUuid();
    const { invoker } = this.context;
    const fields = { uuid, callable: task };
    return cancelling(
      options?.signal,
      invoker.invokeOnPartition(m.submitToPartition, this.objectName, partitionId, fields, options),
      () =>
        invoker.invokeOnPartition(m.cancelOnPartition, this.objectName, partitionId, {
          uuid,
          interrupt: true,
        }),
    );
  }

  #submitToMember<R>(task: unknown, member: UUID, options: CallOptions | undefined): Promise<R> {
    const uuid = randomUuid();
    const { invoker } = this.context;
    const fields = { uuid, callable: task, memberUUID: member };
    return cancelling(
      options?.signal,
      invoker.invokeOnMember(m.submitToMember, this.objectName, member, fields, options),
      () =>
        invoker.invokeOnMember(m.cancelOnMember, this.objectName, member, {
          uuid,
          memberUUID: member,
          interrupt: true,
        }),
    );
  }
}

/** Passes a result on, and cancels the task when its caller has given it up by the signal. */
async function cancelling<R>(
  signal: AbortSignal | undefined,
  result: Promise<R>,
  cancel: () => Promise<boolean>,
): Promise<R> {
  // A call that is aborted before is not sent.
  if (signal === undefined || signal.aborted) return result;
  try {
    return await result;
  } catch (error) {
    // Whether there was something to cancel, and whether that is known, makes no difference to the caller.
    if (signal.aborted) cancel().catch(() => undefined);
    throw error;
  }
}
