import type { Arrival, Call, CallJournal } from '../journal/journal.js';
import type { Violation } from '../journal/violation.js';

const MOST_CALLS = 40;

/** The latest calls of the key that a violation names, a line each: attempts, arrivals, outcome. Empty if it names no key. */
export function historyOf(journal: CallJournal, { message }: Violation): string {
  const key = /key (\d+)/.exec(message)?.[1];
  const calls = journal.calls.filter((call) => String(call.key) === key);
  return calls.slice(-MOST_CALLS).map(lineOf).join('\n');
}

function lineOf({ id, kind, order, madeAt, outcome, arrivals, sends, timeout }: Call): string {
  const end = `${outcome?.order} ${outcome?.at} ${outcome?.error} timeout ${timeout}`;
  const sent = sends.map(({ at }) => at).join();
  return `${kind} ${id} order ${order} at ${madeAt}: ${end}; sends ${sent}; ${arrivals.map(textOf).join(' | ')}`;
}

function textOf({ order, fate, executedOrder, acksRead, expectedAcks, responseReadAt }: Arrival): string {
  return `${order} ${fate} ${executedOrder} acks ${acksRead}/${expectedAcks} read ${responseReadAt}`;
}
