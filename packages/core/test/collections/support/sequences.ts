import type { Client } from 'offloop';
import { expect } from 'vitest';

import type { BothClients } from '../../cluster/support/both-clients.js';
import { comparable } from '../../cluster/support/comparable.js';
import type { OfficialClient } from '../../cluster/support/official.js';
import { ItemLog } from './item-log.js';

export type Kind = 'getList' | 'getQueue' | 'getSet';

/** What a call comes to: its result, or the class of its error. */
export type Expected = { readonly resolves: unknown } | { readonly rejects: string };

/** A call, and what comes of it. A function among the arguments makes one, afresh for each client. */
export type Step = readonly [call: readonly [method: string, ...args: unknown[]], expected: Expected];

/** Calls on an object that nobody else uses. */
export interface Sequence {
  readonly title: string;
  readonly steps: readonly Step[];
  /** `+item` or `-item` of each event. */
  readonly events: readonly string[];
  /** What the object's name begins with, where that matters. */
  readonly prefix?: string;
}

/** The rejection of what is no index of the list. */
export const OUT_OF_BOUNDS: Expected = { rejects: 'IndexOutOfBoundsError' };

/** The refusal of what may not be null: the member's to the official client, our own client's before it asks. */
export const NO_ITEM: Expected = { rejects: 'IllegalArgumentError' };

export function gives(resolves: unknown): Expected {
  return { resolves };
}

type AnyCollection = Record<string, (...args: unknown[]) => Promise<unknown>>;

const SENTINEL = 'sentinel';
let names = 0;

/** Does the same with the official client and with ours, each with an object of its own. @returns what came of it. */
export async function runOnBoth(
  { official, ours }: BothClients,
  kind: Kind,
  sequence: Sequence,
): Promise<unknown> {
  return { official: await run(official, kind, sequence), ours: await run(ours, kind, sequence) };
}

/** What the sequence says comes of it with both: results, classes of errors, and events. */
export function expectation({ steps, events }: Sequence): unknown {
  const each = { outcomes: steps.map(([call, expected]) => ({ call: call[0], ...expected })), events };
  return { official: each, ours: each };
}

async function run(
  client: OfficialClient | Client,
  kind: Kind,
  { steps, events, prefix = 'own' }: Sequence,
): Promise<unknown> {
  const name = `${prefix}-${process.pid}-${names++}`;
  const object = (await client[kind](name)) as unknown as AnyCollection;
  const [log, poor] = [new ItemLog(), new ItemLog()];
  await object['addItemListener'](log.listener, true);
  await object['addItemListener'](poor.listener, false);
  const outcomes: unknown[] = [];
  for (const [[method, ...given]] of steps) {
    const args = given.map((each) => (typeof each === 'function' ? (each as () => unknown)() : each));
    outcomes.push({ call: method, ...(await outcomeOf(kind, object, method, args)) });
  }
  // One member tells of one object's events in their order: behind this one come none of the calls'.
  const left = ((await object['toArray']()) as unknown[]).length;
  await object['clear']();
  await object['add'](SENTINEL);
  await log.untilHeard(`+${SENTINEL}`);
  expect(log.lines).toHaveLength(events.length + left + 1);
  await poor.untilCount(log.lines.length);
  expect(poor.lines.map((line) => line.slice(1))).toEqual(log.lines.map(() => 'null'));
  expect(log.events[0].name).toBe(name);
  expect(log.events[0].member.uuid.toString()).toMatch(/^[0-9a-f-]{36}$/);
  const heard = log.lines.slice(0, events.length);
  return { outcomes, events: kind === 'getSet' ? arranged(heard, events) : heard };
}

async function outcomeOf(
  kind: Kind,
  object: AnyCollection,
  method: string,
  args: unknown[],
): Promise<Expected> {
  try {
    const result = comparable(await object[method](...args));
    if (method === 'drainTo') return { resolves: [result, args[0]] };
    return { resolves: kind === 'getSet' && Array.isArray(result) ? sorted(result) : result };
  } catch (error) {
    return { rejects: (error as Error).constructor.name };
  }
}

/** A set has no order, so neither have the events of one call: as expected, if they are the same ones. */
function arranged(heard: readonly string[], expected: readonly string[]): readonly string[] {
  const same = JSON.stringify(heard.toSorted()) === JSON.stringify(expected.toSorted());
  return same ? expected : heard;
}

function sorted(items: readonly unknown[]): unknown[] {
  return items.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
}
