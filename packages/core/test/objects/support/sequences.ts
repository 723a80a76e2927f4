import * as official from 'hazelcast-client';
import * as ours from 'offloop';
import { expect } from 'vitest';

import type { BothClients } from '../../cluster/support/both-clients.js';
import { comparable } from '../../cluster/support/comparable.js';
import { EventLog } from '../listeners/support/event-log.js';

/** An argument that each client has a class of its own for. */
export class Own {
  readonly make: (client: Pick<typeof ours, 'Predicates'>) => unknown;

  constructor(make: (client: Pick<typeof ours, 'Predicates'>) => unknown) {
    this.make = make;
  }
}

/** What a call comes to: a result, one in which the order of elements does not count, or an error's class. */
export type Outcome =
  { readonly gives: unknown } | { readonly givesAnyOrder: unknown[] } | { readonly refused: string };

export const gives = (result: unknown): Outcome => ({ gives: result });
export const givesAnyOrder = (...elements: unknown[]): Outcome => ({ givesAnyOrder: elements });
export const refused = (errorClass: string): Outcome => ({ refused: errorClass });

/** The rejection of what is no index of a list. */
export const OUT_OF_BOUNDS: Outcome = refused('IndexOutOfBoundsError');
/** The refusal of what may not be null: the member's to the official client, our own client's before it asks. */
export const NO_ITEM: Outcome = refused('IllegalArgumentError');

/** A method with its arguments, and its outcome; or an event of the first listener that is waited for. */
export type Step =
  readonly [call: readonly [string, ...unknown[]], outcome: Outcome] | { readonly heard: string };

/** Calls one after the other on a new object, and what its listeners hear of it. */
export interface Sequence {
  readonly title: string;
  /** The name begins with it. */
  readonly prefix?: string;
  readonly steps: readonly Step[];
  /** True if listeners hear the events in their order. */
  readonly isOrdered?: boolean;
  /** Each listener is added by a method, which gets it first and then these arguments; lines as `EventLog` writes them. */
  readonly listeners?: readonly {
    readonly add: readonly [string, ...unknown[]];
    readonly hears: readonly string[];
  }[];
}

export type Getter = 'getReplicatedMap' | 'getMultiMap' | 'getList' | 'getQueue' | 'getSet';

type AnyObject = Record<string, (...args: unknown[]) => Promise<unknown>>;

let names = 0;

/** Runs a sequence with each client, on an object of each client's own, and holds both to the table. */
export async function runOnBoth(clients: BothClients, getter: Getter, sequence: Sequence): Promise<void> {
  const name = (): string => `${sequence.prefix ?? 'object'}-${process.pid}-${names++}`;
  const [theirs, mine] = [clients.official, clients.ours].map(
    (client) => client as unknown as Record<Getter, (name: string) => Promise<AnyObject>>,
  );
  await run('the official client', await theirs[getter](name()), official, sequence);
  await run('offloop', await mine[getter](name()), ours, sequence);
}

async function run(
  who: string,
  object: AnyObject,
  client: unknown,
  { steps, listeners = [], isOrdered = false }: Sequence,
): Promise<void> {
  const own = (args: readonly unknown[]): unknown[] =>
    args.map((each) => (each instanceof Own ? each.make(client as typeof ours) : each));
  const logs: EventLog[] = [];
  for (const { add } of listeners) {
    const log = new EventLog();
    logs.push(log);
    await object[add[0]](log.listener, ...own(add.slice(1)));
  }
  for (const [index, step] of steps.entries()) {
    if ('heard' in step) {
      await logs[0].until(() => logs[0].lines.includes(step.heard));
      continue;
    }
    const [[method, ...args], expected] = step;
    const given = own(args);
    const call = async (): Promise<unknown> => {
      const result = await object[method](...given);
      return method === 'drainTo' ? [result, given[0]] : result;
    };
    const outcome = await outcomeOf(call, expected);
    expect({ who, index, method, outcome }).toEqual({ who, index, method, outcome: sorted(expected) });
  }
  for (const [index, { hears }] of listeners.entries()) {
    await logs[index].untilCount(hears.length);
    const { lines } = logs[index];
    // Events of different keys, and those of one call on a set, may come in another order.
    const [heard, expected] = isOrdered ? [lines, hears] : [lines.toSorted(), hears.toSorted()];
    expect({ who, index, heard }).toEqual({ who, index, heard: expected });
  }
}

async function outcomeOf(call: () => Promise<unknown>, expected: Outcome): Promise<unknown> {
  try {
    const result = comparable(await call());
    return sorted('givesAnyOrder' in expected ? { givesAnyOrder: result as unknown[] } : { gives: result });
  } catch (error) {
    return { refused: (error as Error).constructor.name };
  }
}

function sorted(outcome: Outcome): Outcome {
  if (!('givesAnyOrder' in outcome)) return outcome;
  const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return { givesAnyOrder: outcome.givesAnyOrder.toSorted(byText) };
}
