import { createRandom } from '@offloop/tools/random';

/** The settings of one of the autocannons that make a load together. */
export interface Part {
  readonly connections: number;
  /** Number of requests that each connection makes. */
  readonly each: number;
  /** Requests a second of each connection. Absent: a connection sends its next request when it has its answer. */
  readonly rate?: number;
  /** Delay before it begins, in ms. */
  readonly startMillis: number;
}

/** Factor by which a load at a given rate has more connections than one without: a server that falls behind must be able to show it. */
const MORE_CONNECTIONS = 4;
const MOST_PARTS = 20;
const SEED = 1;

/**
 * Splits a load at a given rate into parts. Autocannon gives each connection its share of a second, and sends the shares of all at the
 * second's start. So there are several autocannons, which begin at random moments of the first second, the same in every run.
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
