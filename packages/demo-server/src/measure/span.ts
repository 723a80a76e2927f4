import { performance, type EventLoopUtilization } from 'node:perf_hooks';

import type { ClientFigures } from '../figures/sample.js';

/** All counters of a thread at one moment. */
export interface Mark {
  /** Time in ms, by `performance.now()`. */
  readonly at: number;
  readonly answered: number;
  readonly failed: number;
  readonly loop: EventLoopUtilization;
  /** CPU time of the process, in s. */
  readonly processCpu: number;
  /** CPU time of the thread, in s; undefined where the system does not tell. */
  readonly threadCpu: number | undefined;
  /** Time that the thread waited for a CPU, in s; undefined where the system does not tell. */
  readonly threadWait: number | undefined;
  readonly client: ClientFigures | undefined;
}

/** The differences between the counters of two moments. */
export interface Span {
  readonly millis: number;
  readonly answered: number;
  readonly failed: number;
  /** Time that the loop was busy, in ms. */
  readonly active: number;
  /** Time that the loop was idle, in ms. */
  readonly idle: number;
  /** CPU time of the process, in s. */
  readonly processCpu: number;
  /** CPU time of the thread, in s; undefined where the system does not tell. */
  readonly threadCpu: number | undefined;
  /** Time that the thread waited for a CPU, in s; undefined where the system does not tell. */
  readonly threadWait: number | undefined;
  /** Number of map operations; undefined without a worker. */
  readonly operations: number | undefined;
  /** Number of times one thread woke the other; undefined without a worker. */
  readonly wakeups: number | undefined;
}

export const NO_TIME: Span = {
  millis: 0,
  answered: 0,
  failed: 0,
  active: 0,
  idle: 0,
  processCpu: 0,
  threadCpu: 0,
  threadWait: 0,
  operations: 0,
  wakeups: 0,
};

export function spanBetween(from: Mark, to: Mark): Span {
  const { active, idle } = performance.eventLoopUtilization(to.loop, from.loop);
  const client = to.client?.workerUtilization === undefined ? undefined : to.client;
  return {
    millis: to.at - from.at,
    answered: to.answered - from.answered,
    failed: to.failed - from.failed,
    active,
    idle,
    processCpu: to.processCpu - from.processCpu,
    threadCpu: minus(to.threadCpu, from.threadCpu),
    threadWait: minus(to.threadWait, from.threadWait),
    operations: minus(client?.operations, from.client?.operations ?? 0),
    wakeups: minus(client?.wakeups, from.client?.wakeups ?? 0),
  };
}

/** Adds up two spans that follow one another. */
export function together(one: Span, other: Span): Span {
  return {
    millis: one.millis + other.millis,
    answered: one.answered + other.answered,
    failed: one.failed + other.failed,
    active: one.active + other.active,
    idle: one.idle + other.idle,
    processCpu: one.processCpu + other.processCpu,
    threadCpu: plus(one.threadCpu, other.threadCpu),
    threadWait: plus(one.threadWait, other.threadWait),
    operations: plus(one.operations, other.operations),
    wakeups: plus(one.wakeups, other.wakeups),
  };
}

/** Subtracts two counters; undefined if one of them is not known. */
function minus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}

function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}
