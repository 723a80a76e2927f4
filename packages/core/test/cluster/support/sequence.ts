import Long from 'long';

import type { AnyMap } from './both-clients.js';
import { comparable } from './comparable.js';
import { OfficialLong } from '../../../../values/test/serialization/official.js';

/** Calls by their names and arguments, one after the other. A `bigint` stands for a `Long`, of which each client has its own. */
export type Sequence = readonly (readonly [method: string, ...args: unknown[]])[];

/** What came of each call of a sequence, comparable: results and classes of errors. */
export async function outcomesOf(
  object: unknown,
  sequence: Sequence,
  { official = false }: { readonly official?: boolean } = {},
): Promise<unknown[]> {
  const calls = object as AnyMap;
  const longs = official ? OfficialLong : Long;
  const outcomes: unknown[] = [];
  for (const [method, ...args] of sequence) {
    const own = args.map((arg) => (typeof arg === 'bigint' ? longs.fromString(String(arg)) : arg));
    try {
      outcomes.push({ [method]: comparable(await calls[method](...own)) });
    } catch (error) {
      outcomes.push({ [method]: { rejected: (error as Error).constructor.name } });
    }
  }
  return outcomes;
}
