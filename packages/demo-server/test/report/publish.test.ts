import { expect, test } from 'vitest';

import { DEFAULT_ITEMS } from '../../src/quote/items.js';
import { publish, publishPlace } from '../../src/report/publish.js';

const PAGE = 'above\n<!-- demo:quote -->\nold\n<!-- /demo:quote -->\nbelow\n';

test('a report takes the place of the one before, and nothing else changes', () => {
  const once = publish(PAGE, 'quote', '# Quotes\n\n## Fast\n');
  expect(once).toBe('above\n<!-- demo:quote -->\n\n### Quotes\n\n#### Fast\n\n<!-- /demo:quote -->\nbelow\n');
  expect(publish(once, 'quote', '# Quotes\n\n## Fast\n')).toBe(once);
});

test('a page without the place is refused by the name of the place', () => {
  expect(() => publish(PAGE, 'fib', '# Numbers')).toThrow('<!-- demo:fib -->');
  expect(() => publish('<!-- /demo:fib --><!-- demo:fib -->', 'fib', '# Numbers')).toThrow(
    '<!-- demo:fib -->',
  );
});

test.each([
  ['quote', undefined, 1, DEFAULT_ITEMS, 'quote'],
  ['quote', 'host:5701', 1, DEFAULT_ITEMS, 'quote-cluster'],
  ['quote', undefined, 1, 7, 'quote-items7'],
  ['fib', undefined, 4, 7, 'fib-fork4'],
] as const)(
  '%s at %s in %i processes, %i documents a quote, has a place of its own',
  (workload, cluster, fork, items, place) => {
    expect(publishPlace(workload, { cluster, fork, items })).toBe(place);
  },
);
