import { HttpError } from '../http/http-error.js';

/** One position of a quote. */
export interface QuoteItem {
  readonly id: number;
  readonly quantity: number;
}

/** Number of products of a quote by default, 37 KB each on average: a large order, with enough work for others to feel it. */
export const DEFAULT_ITEMS = 100;
export const MAX_ITEMS = 120;
export const MAX_QUANTITY = 100;

export function itemsHelp(documents: number): string {
  return `items: 1 to ${MAX_ITEMS} of NUMBER or NUMBER:QUANTITY, by commas; numbers 1 to ${documents}, quantities 1 to ${MAX_QUANTITY}; for example items=7,42:3`;
}

/** Parses `7,42:3`. Throws HttpError 400, which says what is accepted. The limit on items bounds the work of a request. */
export function parseItems(text: string, documents: number): QuoteItem[] {
  const badItems = (message: string): HttpError =>
    new HttpError(400, 'bad-items', message, itemsHelp(documents));
  const parts = text.split(',', MAX_ITEMS + 1);
  if (parts.length > MAX_ITEMS) throw badItems(`more than ${MAX_ITEMS} items`);
  return parts.map((part) => {
    const found = /^(\d{1,6})(?::(\d{1,4}))?$/.exec(part);
    if (found === null) throw badItems(`'${part}' is not an item`);
    const id = Number(found[1]);
    const quantity = Number(found[2] ?? 1);
    if (id < 1 || id > documents) throw badItems(`there is no product ${id}`);
    if (quantity < 1 || quantity > MAX_QUANTITY) throw badItems(`quantity ${quantity} is out of range`);
    return { id, quantity };
  });
}

export function formatItems(items: readonly QuoteItem[]): string {
  return items.map(({ id, quantity }) => `${id}:${quantity}`).join(',');
}
