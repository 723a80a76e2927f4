/*
 * The protocol's 64-bit correlation id is the address of a pending call, so that no thread keeps a map: the low word is the
 * slot, the high word `generation << 8 | attempt`. Generations stay below 2²³, so the high word is never negative and the id
 * never −1, which the protocol reserves. Low words from `SLOT_LIMIT` on are the agent's own calls (authentication,
 * heartbeats, listeners).
 */

export const MAX_ATTEMPT = 255;

/** @returns the high word of the correlation id. */
export function correlationHigh(generation: number, attempt: number): number {
  return (generation << 8) | attempt;
}

export function generationOf(correlationHighWord: number): number {
  return correlationHighWord >>> 8;
}

export function attemptOf(correlationHighWord: number): number {
  return correlationHighWord & 0xff;
}
