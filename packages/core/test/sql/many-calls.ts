import type { SqlResult, SqlRowAsObject } from 'offloop';
import { expect } from 'vitest';

/** What a call of `next` came to: the number in its row, 'done', or an error. */
export type Outcome = number | 'done' | Error;

/** Calls `next` so many times without waiting. Rows have the number `v`. */
export function callsOf(result: SqlResult, count: number): Promise<Outcome>[] {
  return Array.from({ length: count }, () =>
    result.next().then(
      ({ done, value }) => (done === true ? 'done' : Number((value as SqlRowAsObject)['v'])),
      (error: unknown) => error as Error,
    ),
  );
}

/**
 * Checks what calls made one after the other came to: rows from `first` on in their order, then nothing but the end, or nothing but
 * errors. @returns how many rows there were
 */
export function expectInOrder(outcomes: readonly Outcome[], first = 1): number {
  const end = outcomes.findIndex((outcome) => typeof outcome !== 'number');
  const rows = end === -1 ? outcomes.length : end;
  for (let i = 0; i < rows; i++) expect(outcomes[i]).toBe(first + i);
  for (const outcome of outcomes.slice(rows)) {
    if (outcomes[rows] === 'done') expect(outcome).toBe('done');
    else expect(outcome).toBeInstanceOf(Error);
  }
  return rows;
}
