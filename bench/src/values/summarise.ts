import type { Document } from './documents.js';

/** The small answer to a large value: what everything in stock is worth. */
export function summarise({ items }: Document): number {
  let worth = 0;
  for (const { active, price, stock } of items) if (active) worth += price * stock;
  return worth;
}
