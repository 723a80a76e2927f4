import type { Document } from './documents.js';

/** Computes a small answer from a large value: the worth of everything in stock that is active. */
export function summarise({ items }: Document): number {
  let worth = 0;
  for (const { active, price, stock } of items) if (active) worth += price * stock;
  return worth;
}
