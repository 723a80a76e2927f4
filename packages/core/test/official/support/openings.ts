import * as official from 'hazelcast-client';

import * as offloop from '../../../src/index.js';

export type OfficialClient = typeof official;

/** What our package exports, in the types of the official one. */
export const ours: OfficialClient = offloop as unknown as OfficialClient;

/** What the packages of both clients export. */
export const clients: readonly [theirs: OfficialClient, own: OfficialClient] = [official, ours];

/** The error that a function throws. */
export function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

/** What the texts of both begin with: programs match on what the official ones begin with. */
export function beginnings(opening: string, theirs: () => unknown, own: () => unknown): string[] {
  return [theirs, own].map((work) => thrownBy(work).message.slice(0, opening.length));
}
