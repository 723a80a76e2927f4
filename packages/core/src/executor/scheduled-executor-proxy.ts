import { RequestFlag } from '@offloop/contract';
import { messages } from '@offloop/wire';
import { describeNumber, IllegalArgumentError, randomUuid, type UUID } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import type { CallOptions } from '../calls/call-options.js';
import { decodedOperation, operation } from '../calls/operation.js';
import type { ArgumentsOf } from '../calls/requests/arguments.js';
import { prepared } from '../calls/schemas/prepared.js';
import type { Member } from '../cluster/member.js';
import { DuplicateTaskError } from '../errors/own-errors.js';
import { isMissing, missing, wholeMillis } from '../objects/argument-checks.js';
import type { ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { IScheduledExecutorService } from './ischeduled-executor-service.js';
import type { IScheduledFuture } from './ischeduled-future.js';
import { ExecutorProxy, partitionOf } from './executor-proxy.js';
import { RunnableAdapter } from './runnable-adapter.js';
import { ScheduledFuture } from './scheduled-future.js';
import { handlerOnMember, ScheduledTaskHandler } from './scheduled-task-handler.js';
import {
  checkedTaskOptions,
  uuidOf,
  type CheckedTaskOptions,
  type MemberScheduleOptions,
  type ScheduleOptions,
} from './task-options.js';

const { scheduledExecutor } = messages;

const m = {
  shutdown: operation(scheduledExecutor.shutdown, RequestFlag.MEMBER),
  submitToPartition: operation(scheduledExecutor.submitToPartition),
  submitToMember: operation(scheduledExecutor.submitToMember, RequestFlag.MEMBER),
  getAllScheduledFutures: decodedOperation(
    scheduledExecutor.getAllScheduledFutures,
    ({ handlers }) => handlers,
  ),
};

/** Kinds of schedules, by the numbers that members give them. */
const Type = { SINGLE_RUN: 0, AT_FIXED_RATE: 1 } as const;
type Type = (typeof Type)[keyof typeof Type];

/** Factory and number of the members' class for tasks that are Runnables. */
const RUNNABLE = [-27, 4] as const;

const MEMBER_OPTIONS = ['name', 'autoDispose', 'runnable'] as const;
const OPTIONS = [...MEMBER_OPTIONS, 'member', 'key'] as const;

type TaskFields = ArgumentsOf<typeof scheduledExecutor.submitToPartition>;

/** When a task runs. */
interface Schedule {
  readonly type: Type;
  readonly delay: number;
  /** 0 for a task that runs once. */
  readonly period: number;
}

export const scheduledExecutorService: Service<ScheduledExecutorProxy> = {
  name: 'hz:impl:scheduledExecutorService',
  kind: 'scheduled executor service',
  createProxy: (name, context) => new ScheduledExecutorProxy(name, context),
};

class ScheduledExecutorProxy extends ExecutorProxy implements IScheduledExecutorService {
  constructor(name: string, context: ProxyContext) {
    super(scheduledExecutorService.name, name, context);
  }

  schedule<R>(task: unknown, delay: number, options?: ScheduleOptions): Promise<IScheduledFuture<R>> {
    return this.#schedule(task, { type: Type.SINGLE_RUN, delay, period: 0 }, options);
  }

  scheduleAtFixedRate(
    task: unknown,
    initialDelay: number,
    period: number,
    options?: ScheduleOptions,
  ): Promise<IScheduledFuture<null>> {
    return this.#schedule(task, { type: Type.AT_FIXED_RATE, delay: initialDelay, period }, options);
  }

  scheduleOnMembers<R>(
    task: unknown,
    members: readonly Member[],
    delay: number,
    options?: MemberScheduleOptions,
  ): Promise<Map<Member, IScheduledFuture<R>>> {
    return this.#scheduleOnMembers(task, members, { type: Type.SINGLE_RUN, delay, period: 0 }, options);
  }

  scheduleOnMembersAtFixedRate(
    task: unknown,
    members: readonly Member[],
    initialDelay: number,
    period: number,
    options?: MemberScheduleOptions,
  ): Promise<Map<Member, IScheduledFuture<null>>> {
    const schedule = { type: Type.AT_FIXED_RATE, delay: initialDelay, period };
    return this.#scheduleOnMembers(task, members, schedule, options);
  }

  scheduleOnAllMembers<R>(
    task: unknown,
    delay: number,
    options?: MemberScheduleOptions,
  ): Promise<Map<Member, IScheduledFuture<R>>> {
    return this.scheduleOnMembers(task, this.context.cluster.getMembers(), delay, options);
  }

  scheduleOnAllMembersAtFixedRate(
    task: unknown,
    initialDelay: number,
    period: number,
    options?: MemberScheduleOptions,
  ): Promise<Map<Member, IScheduledFuture<null>>> {
    const members = this.context.cluster.getMembers();
    return this.scheduleOnMembersAtFixedRate(task, members, initialDelay, period, options);
  }

  getScheduledFuture<R>(handler: ScheduledTaskHandler): IScheduledFuture<R> {
    if (!(handler instanceof ScheduledTaskHandler))
      throw mustBe('handler', 'a ScheduledTaskHandler', handler);
    return this.#futureOf(handler);
  }

  async getAllScheduledFutures<R>(options?: CallOptions): Promise<Map<Member, IScheduledFuture<R>[]>> {
    const fields = { schedulerName: this.getName() };
    const handlers = await this.invoke(m.getAllScheduledFutures, fields, options);
    const futures = new Map<Member, IScheduledFuture<R>[]>();
    for (const { uuid, partitionId, schedulerName, taskName } of handlers) {
      // Members name the owner of a partition, too.
      const member = uuid === null ? undefined : this.context.cluster.member(uuid);
      // One that has left meanwhile has no tasks any more.
      if (member === undefined) continue;
      const ofMember = partitionId < 0 ? member.uuid : null;
      const handler = new ScheduledTaskHandler(ofMember, partitionId, schedulerName, taskName);
      const ofOne = futures.get(member) ?? [];
      ofOne.push(this.#futureOf(handler));
      futures.set(member, ofOne);
    }
    return futures;
  }

  shutdown(options?: CallOptions): Promise<void> {
    const { invoker } = this.context;
    return this.onEachMember((memberUuid) => {
      const fields = { schedulerName: this.getName(), memberUuid };
      return invoker.invokeOnMember(m.shutdown, this.objectName, memberUuid, fields, options);
    });
  }

  async #schedule<R>(
    task: unknown,
    schedule: Schedule,
    options: ScheduleOptions | undefined,
  ): Promise<IScheduledFuture<R>> {
    this.checkReady();
    const checked = checkedTaskOptions(options, OPTIONS);
    const fields = this.#fieldsOf(task, schedule, checked);
    const { member, key, call } = checked;
    if (member !== undefined) return this.#storeOnMember(fields, member, checked);
    const { invoker } = this.context;
    const store = (left: CallOptions | undefined): Promise<number> => {
      const partitionId = partitionOf(this.context, task, key, fields.taskName);
      return invoker
        .invokeOnPartition(m.submitToPartition, this.objectName, partitionId, fields, left)
        .catch((error: unknown) => acceptOwn(error, checked))
        .then(() => partitionId);
    };
    const partitionId = await prepared(call, store);
    return this.#futureOf(new ScheduledTaskHandler(null, partitionId, this.getName(), fields.taskName));
  }

  async #scheduleOnMembers<R>(
    task: unknown,
    members: readonly Member[],
    schedule: Schedule,
    options: MemberScheduleOptions | undefined,
  ): Promise<Map<Member, IScheduledFuture<R>>> {
    this.checkReady();
    if (!Array.isArray(members)) throw mustBe('members', 'an array', members);
    const uuids = members.map(uuidOf);
    const checked = checkedTaskOptions(options, MEMBER_OPTIONS);
    const fields = this.#fieldsOf(task, schedule, checked);
    const futures = await Promise.all(uuids.map((uuid) => this.#storeOnMember<R>(fields, uuid, checked)));
    return new Map(futures.map((future, i) => [members[i], future]));
  }

  async #storeOnMember<R>(
    fields: TaskFields,
    memberUuid: UUID,
    checked: CheckedTaskOptions,
  ): Promise<IScheduledFuture<R>> {
    const { invoker } = this.context;
    const ofMember = { ...fields, memberUuid };
    await invoker
      .invokeOnMember(m.submitToMember, this.objectName, memberUuid, ofMember, checked.call)
      .catch((error: unknown) => acceptOwn(error, checked));
    return this.#futureOf(handlerOnMember(memberUuid, this.getName(), fields.taskName));
  }

  /** Throws IllegalArgumentError for a task or a time that is wrong. */
  #fieldsOf(
    task: unknown,
    { type, delay, period }: Schedule,
    { name, autoDispose, runnable }: CheckedTaskOptions,
  ): TaskFields {
    if (isMissing(task)) throw missing('task');
    if (!isTime(delay) || delay < 0) throw wrongTime('delay', 'from 0', delay);
    if (!isTime(period) || (type === Type.AT_FIXED_RATE && period <= 0))
      throw wrongTime('period', 'above 0', period);
    return {
      schedulerName: this.getName(),
      type,
      taskName: name ?? randomUuid().toString(),
      task: runnable ? new RunnableAdapter(RUNNABLE, task) : task,
      initialDelayInMillis: wholeMillis(delay),
      periodInMillis: wholeMillis(period),
      autoDisposable: autoDispose,
    };
  }

  #futureOf<R>(handler: ScheduledTaskHandler): IScheduledFuture<R> {
    return new ScheduledFuture(this.context.invoker, this.objectName, handler);
  }
}

function isTime(millis: unknown): boolean {
  return typeof millis === 'number' && Number.isSafeInteger(Math.ceil(millis));
}

function wrongTime(argument: string, range: string, given: unknown): Error {
  return new IllegalArgumentError(
    `${argument} must be a number of milliseconds ${range}, got ${describeNumber(given)}`,
  );
}

/** The task of a name that nobody else has is there: the answer to the request that stored it was lost, and it was sent again. */
function acceptOwn(error: unknown, { name }: CheckedTaskOptions): void {
  if (name !== undefined || !(error instanceof DuplicateTaskError)) throw error;
}
