import { createRandom } from '@offloop/tools/random';

/** One of the autocannons that make a load together. */
export interface Part {
  readonly connections: number;
  /** Requests of each connection. */
  readonly each: number;
  /** Requests a second of each; absent: it asks again when it was answered. */
  readonly rate?: number;
  /** When it begins. */
  readonly startMillis: number;
}

/** Times the connections of a load as fast as it goes: a server that falls behind must be able to show it. */
const MORE_CONNECTIONS = 4;
const MOST_PARTS = 20;
const SEED = 1;

/**
 * A load at a given rate. Autocannon gives each connection its share of a second, and sends the shares of all at the second's
 * start. So there are several, which begin at random moments of the first second, the same in every run.
 */
export function pacedParts(rate: number, connections: number, seconds: number): Part[] {
  const share = Math.ceil(rate / (connections * MORE_CONNECTIONS));
  const all = Math.max(1, Math.round(rate / share));
  const parts = Math.min(all, MOST_PARTS);
  const random = createRandom(SEED);
  return Array.from({ length: parts }, (_, part) => ({
    connections: Math.floor((all + part) / parts),
    each: Math.max(1, Math.round(share * seconds)),
    rate: share,
    startMillis: part === 0 ? 0 : random.next() * 1_000,
  }));
}
