import { partitionOf } from '../exchange/partitions.js';
import {
  CallKind,
  isRead,
  NO_KEY,
  NO_LANE,
  OTHER_CLIENT,
  type Call,
  type CallJournal,
} from '../journal/journal.js';
import { check } from '../journal/violation.js';
import type { Plan } from '../plan/plan.js';
import { text } from './call-oracle.js';

/** Attempts that follow each other without a pause, by docs/lifecycle.md: an oracle takes nothing from what it judges. */
const FAST_ATTEMPTS = 5;

/**
 * Judges, when all is over, whether the writes of each key took effect in the order in which they were made, and with one member
 * whether its reads were sent in it, too. Exempt is what docs/lifecycle.md exempts, and nothing else.
 */
export function checkOrder(
  journal: CallJournal,
  { redoOperation, members, clusters, mixed, partitions }: Plan,
): void {
  const byKey = new Map<number, Call[]>();
  for (const call of journal.calls) {
    if (call.shard === OTHER_CLIENT || call.key === NO_KEY) continue;
    const calls = byKey.get(call.key);
    if (calls === undefined) byKey.set(call.key, [call]);
    else calls.push(call);
  }
  for (const [key, calls] of byKey) {
    const writes = calls.filter(({ kind, arrivals }) => !isRead(kind) && arrivals.length > 0);
    checkAnswered(writes, redoOperation);
    checkOpen(writes);
    if (members === 1 && clusters === 1) checkRepeated(calls);
    if (mixed !== null) checkWays(calls, partitionOf(key, partitions), journal);
  }
}

/** A call takes effect after every call that was answered before it was made. */
function checkAnswered(calls: readonly Call[], redo: boolean): void {
  // With redo an attempt that was held up on its way may land later: the call has taken effect before, and does so again.
  const last = redo ? firstExecution : lastExecution;
  const answered = calls
    .filter((call) => call.outcome?.error === undefined && call.executions.length > 0)
    .toSorted((a, b) => a.outcome!.order - b.outcome!.order);
  let next = 0;
  let latest: Call | undefined;
  for (const call of calls) {
    for (; next < answered.length && answered[next].outcome!.order < call.order; next++) {
      if (latest === undefined || last(answered[next]) > last(latest)) latest = answered[next];
    }
    if (latest === undefined || call.executions.length === 0) continue;
    const before = latest;
    check(
      firstExecution(call) > last(before),
      'order',
      () => `${text(call)} was executed before ${text(before)}, which was answered before it was made`,
    );
  }
}

/**
 * Calls that were sent by the same connections, one after the other, were sent in the order in which they were made. Exempt
 * are those that a member has turned away, and those that were given up.
 */
function checkOpen(calls: readonly Call[]): void {
  const latest = new Map<string, Call>();
  const numbers = new Map<object, number>();
  for (const call of calls) {
    if (call.sends.length === 0 || call.arrivals.some(({ wasTurnedAway }) => wasTurnedAway)) continue;
    if (call.outcome === undefined || call.outcome.error !== undefined) continue;
    const way = call.sends.map(({ link }) => numberOf(link, numbers)).join();
    const before = latest.get(way);
    latest.set(way, call);
    if (before === undefined) continue;
    const overtaken = call.sends.some(({ order }, attempt) => order < before.sends[attempt].order);
    check(!overtaken, 'order', () => `${text(call)} overtook ${text(before)} on its connection`);
  }
}

/**
 * One connection after another, as to a single member: on each of them calls are sent in the order in which they were made,
 * reads, too, also those that were sent on one before. Exempt are the calls of `checkOpen`, and those that pause between attempts.
 */
function checkRepeated(calls: readonly Call[]): void {
  const latest = new Map<object, { readonly call: Call; readonly order: number }>();
  for (const call of calls) {
    if (call.kind === CallKind.PART || call.sends.length > FAST_ATTEMPTS) continue;
    if (call.arrivals.some(({ wasTurnedAway }) => wasTurnedAway)) continue;
    if (call.outcome === undefined || call.outcome.error !== undefined) continue;
    for (const { link, order } of call.sends) {
      const before = latest.get(link);
      const overtaken = before !== undefined && order < before.order;
      check(!overtaken, 'order', () => `${text(call)} overtook ${text(before!.call)}, which was sent again`);
      latest.set(link, { call, order });
    }
  }
}

/**
 * Checks that calls from two places were carried out in the order in which they were made, also behind one that was given up. Exempt are calls that
 * were not sent just once and to the owner, and those between which the connection was lost or the partition moved.
 */
function checkWays(calls: readonly Call[], partition: number, journal: CallJournal): void {
  const done = calls.filter(({ lane, executions }) => lane !== NO_LANE && executions.length > 0);
  for (const [i, call] of done.entries()) {
    const first = firstExecution(call);
    for (const before of done.slice(0, i)) {
      if (before.shard === call.shard || lastExecution(before) < first) continue;
      check(
        hasOtherRoute(before, first, partition, journal),
        'order',
        () => `${text(call)} was executed by shard ${call.shard} before ${text(before)} by ${before.shard}`,
      );
    }
  }
}

/** Whether a call took another route than what was executed at this time. */
function hasOtherRoute(
  { sends, arrivals }: Call,
  order: number,
  partition: number,
  journal: CallJournal,
): boolean {
  if (sends.length > 1 || arrivals.some((each) => each.isForwarded || each.wasTurnedAway)) return true;
  const [{ cluster }] = arrivals;
  return journal.wasLost(sends[0].link, order) || journal.hasMoved(cluster, partition, sends[0].order, order);
}

function numberOf(link: object, numbers: Map<object, number>): number {
  const known = numbers.get(link) ?? numbers.size;
  numbers.set(link, known);
  return known;
}

function firstExecution(call: Call): number {
  return Math.min(...call.executions.map(({ executedOrder }) => executedOrder));
}

function lastExecution(call: Call): number {
  return Math.max(...call.executions.map(({ executedOrder }) => executedOrder));
}
