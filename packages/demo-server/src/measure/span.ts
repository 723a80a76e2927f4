import { performance, type EventLoopUtilization } from 'node:perf_hooks';

import type { ClientFigures } from '../figures/sample.js';

/** All counters of a thread at one moment. */
export interface Mark {
  /** Milliseconds. */
  readonly at: number;
  readonly answered: number;
  readonly failed: number;
  readonly loop: EventLoopUtilization;
  /** Seconds, as those that follow. */
  readonly processCpu: number;
  readonly threadCpu: number | undefined;
  readonly threadWait: number | undefined;
  readonly client: ClientFigures | undefined;
}

/** What happened between two of them. */
export interface Span {
  readonly millis: number;
  readonly answered: number;
  readonly failed: number;
  /** Milliseconds the loop was busy, and was not. */
  readonly active: number;
  readonly idle: number;
  /** Seconds, as those that follow. */
  readonly processCpu: number;
  readonly threadCpu: number | undefined;
  readonly threadWait: number | undefined;
  /** Undefined without a worker. */
  readonly operations: number | undefined;
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

/** Two spans one after the other. */
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

/** What is not known on one side is not known at all. */
function minus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}

function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}
