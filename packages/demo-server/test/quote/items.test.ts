import { describe, expect, test } from 'vitest';

import { HttpError } from '../../src/http/http-error.js';
import { formatItems, MAX_ITEMS, MAX_QUANTITY, parseItems } from '../../src/quote/items.js';
import { thrown } from '../support/thrown.js';

describe('items', () => {
  test('are numbers with or without a quantity, and survive the way back', () => {
    const items = parseItems('7,42:3', 50);
    expect(items).toEqual([
      { id: 7, quantity: 1 },
      { id: 42, quantity: 3 },
    ]);
    expect(parseItems(formatItems(items), 50)).toEqual(items);
  });

  test.each([
    '',
    'seven',
    '1,',
    '0',
    '51',
    '1:0',
    `1:${MAX_QUANTITY + 1}`,
    '-1',
    '1.5',
    '1:2:3',
    '99999999999',
    Array.from({ length: MAX_ITEMS + 1 }, () => '1').join(','),
  ])('%j is refused, with what is accepted', (text) => {
    const error = thrown(HttpError, () => parseItems(text, 50));
    expect(error.status).toBe(400);
    expect(error.accepted).toContain('numbers 1 to 50');
  });
});
