import { approachesFor, WORKLOADS, type Approach, type Workload } from '../approaches/approaches.js';
import type { Range, RunLimits, RunOrder } from '../figures/live-events.js';
import { MAX_SLICED_N } from '../computing/fib.js';
import { HttpError } from '../http/http-error.js';
import { DEFAULT_ITEMS, MAX_ITEMS } from '../quote/items.js';

/** The limits of an order: runs are short, and bounded in everything. */
export const RUN_LIMITS: RunLimits = {
  connections: { least: 1, most: 100, initial: 8 },
  seconds: { least: 1, most: 30, initial: 10 },
  rate: { least: 1, most: 5_000, initial: 40 },
  items: { least: 1, most: MAX_ITEMS, initial: DEFAULT_ITEMS },
  n: { least: 0, most: MAX_SLICED_N, initial: 15 },
};

export type CheckedOrder = Omit<RunOrder, 'approaches'> & {
  readonly approaches: readonly Approach[];
  readonly items: number;
  readonly n: number;
};

/** Returns the order of the run that begins by itself. Within the limits, too, it takes about a minute with all approaches. */
export function openingOrder(): CheckedOrder {
  const approaches = approachesFor('quote').filter(({ byDefault }) => byDefault);
  return checkOrder({ workload: 'quote', approaches: approaches.map(({ id }) => id) });
}

const FIELDS = ['workload', 'approaches', 'connections', 'seconds', 'rate', 'items', 'n'] as const;

/** Returns an order with its defaults filled in. Throws HttpError 400, which names the limits, if it does not keep them. */
export function checkOrder(body: unknown): CheckedOrder {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw bad('the body is not an object');
  const fields = body as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields)) {
    if (!FIELDS.some((each) => each === name)) throw bad(`unknown field '${name}'`);
  }
  const workload = WORKLOADS.find((each) => each === fields['workload']);
  if (workload === undefined) throw bad(`workload is ${JSON.stringify(fields['workload'])}`);
  const number = (name: keyof RunLimits): number => within(name, fields[name], RUN_LIMITS[name]);
  return {
    workload,
    approaches: chosen(workload, fields['approaches']),
    connections: number('connections'),
    seconds: number('seconds'),
    items: number('items'),
    n: number('n'),
    ...(fields['rate'] === undefined ? {} : { rate: number('rate') }),
  };
}

function within(name: string, value: unknown, { least, most, initial }: Range): number {
  if (value === undefined) return initial;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw bad(`${name} is ${JSON.stringify(value)}`);
}

function chosen(workload: Workload, ids: unknown): Approach[] {
  const known = approachesFor(workload);
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > known.length) {
    throw bad(`approaches must be a list of 1 to ${known.length} ids`);
  }
  const approaches = ids.map((id: unknown) => {
    const found = known.find((each) => each.id === id);
    if (found === undefined) throw bad(`there is no approach ${JSON.stringify(id)} for ${workload}`);
    return found;
  });
  if (new Set(approaches).size < approaches.length) throw bad('an approach is named twice');
  return approaches;
}

function bad(message: string): HttpError {
  const approaches = WORKLOADS.map(
    (each) =>
      `${each}: ${approachesFor(each)
        .map(({ id }) => id)
        .join(', ')}`,
  );
  const ranges = Object.entries(RUN_LIMITS).map(([name, { least, most }]) => `${name}: ${least} to ${most}`);
  return new HttpError(400, 'bad-order', message, [
    `workload: ${WORKLOADS.join(', ')}`,
    `approaches: a list of ids (${approaches.join('; ')})`,
    ...ranges,
  ]);
}

/** Seconds for which threads can be held; the page has a button for each. */
const BLOCK_SECONDS: readonly unknown[] = [3, 10, 60];

/** Returns the seconds of an order to hold threads. Throws HttpError 400, which names the possible ones, for anything else. */
export function checkBlockOrder(body: unknown): number {
  const seconds =
    typeof body === 'object' && body !== null && 'seconds' in body && Object.keys(body).length === 1
      ? body.seconds
      : undefined;
  if (typeof seconds === 'number' && BLOCK_SECONDS.includes(seconds)) return seconds;
  throw new HttpError(400, 'bad-order', 'the order must have seconds, and nothing else', [
    `seconds: ${BLOCK_SECONDS.join(', ')}`,
  ]);
}
