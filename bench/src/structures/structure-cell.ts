import type { Client } from 'offloop';
import type { Opened } from '../clients/open.js';
import { Tier } from '../experiment.js';
import type { CallCell, CallLoad } from '../load/call-load.js';

export type StructureCell = CallCell<Opened<Client>>;

/** An operation on a structure, for any number of calls in flight. */
export interface StructureWork {
  readonly id: string;
  readonly title: string;
  /**
   * Fills the structure, and resolves to the load. @param name name of a structure that does not exist yet, and that only this cell uses
   */
  readonly prepare: (client: Client, name: string) => Promise<CallLoad>;
}

const CONCURRENCIES = [
  { calls: 8, tier: Tier.DEFAULT },
  { calls: 256, tier: Tier.QUICK },
] as const;

export function cellsOfWorks(works: readonly StructureWork[]): readonly StructureCell[] {
  return works.flatMap(({ id, title, prepare }) =>
    CONCURRENCIES.map(({ calls, tier }) => ({
      id: `${id}-c${calls}`,
      title: `${title}, c=${calls}`,
      tier,
      concurrency: calls,
      prepare: ({ client }, name) => prepare(client, name),
    })),
  );
}

/** Number of characters of an item. */
const ITEM_LENGTH = 100;
/** Number of digits at an item's start, which tell it from others. */
const DIGITS = 10;
const FILLER = 'x'.repeat(ITEM_LENGTH - DIGITS);

/** Returns a text of 100 characters that begins with the number. */
export function itemOf(number: number): string {
  return String(number).padStart(DIGITS, '0') + FILLER;
}

export function numberOf(item: string): number {
  return Number(item.slice(0, DIGITS));
}

/**
 * Number of calls between two clearings of what grows, so that the member's memory is bounded, and both clients' structures are as large.
 */
export const CLEAR_EVERY = 20_000;

/**
 * Items made before, as many as there are calls between two clearings. They are flat strings, since the first reader of a rope pays for it.
 */
export const ITEMS: readonly string[] = Array.from({ length: CLEAR_EVERY }, (_, number) =>
  Buffer.from(itemOf(number)).toString('latin1'),
);

/**
 * Makes a call on a structure that grows with each call, and is cleared in between. @param call gets the number of the call, over all flows
 */
export function clearing(
  call: (number: number) => Promise<void>,
  clear: () => Promise<void>,
): CallLoad['call'] {
  let calls = 0;
  return async () => {
    const number = calls++;
    if (number % CLEAR_EVERY === CLEAR_EVERY - 1) await clear();
    await call(number);
  };
}
