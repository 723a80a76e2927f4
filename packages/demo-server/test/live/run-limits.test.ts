import { describe, expect, test } from 'vitest';

import { HttpError } from '../../src/http/http-error.js';
import { checkBlockOrder, checkOrder, RUN_LIMITS } from '../../src/live/run-limits.js';
import { thrown } from '../support/thrown.js';

const order = { workload: 'quote', approaches: ['sync', 'workers'] };

describe('an order for runs', () => {
  test('needs only what and who; the rest is as the page suggests', () => {
    const { approaches, ...rest } = checkOrder(order);
    expect(approaches.map(({ id }) => id)).toEqual(['sync', 'workers']);
    expect(rest).toEqual({
      workload: 'quote',
      connections: RUN_LIMITS.connections.initial,
      seconds: RUN_LIMITS.seconds.initial,
      items: RUN_LIMITS.items.initial,
      n: RUN_LIMITS.n.initial,
    });
  });

  test('may go to the limits', () => {
    const { connections, seconds, rate } = RUN_LIMITS;
    const most = { connections: connections.most, seconds: seconds.most, rate: rate.most };
    expect(checkOrder({ ...order, ...most })).toMatchObject(most);
  });

  test.each([
    null,
    [],
    'run',
    {},
    { ...order, workload: 'mine' },
    { ...order, approaches: [] },
    { ...order, approaches: 'sync' },
    { ...order, approaches: ['nobody'] },
    { ...order, approaches: ['sync', 'sync'] },
    { workload: 'fib', approaches: ['official'] },
    { ...order, connections: 0 },
    { ...order, connections: RUN_LIMITS.connections.most + 1 },
    { ...order, seconds: 1.5 },
    { ...order, seconds: '5' },
    { ...order, seconds: null },
    { ...order, rate: RUN_LIMITS.rate.most + 1 },
    { ...order, n: 99 },
    { ...order, url: 'http://other.example' },
  ])('%j is refused, with every limit', (body) => {
    const error = thrown(HttpError, () => checkOrder(body));
    expect(error.status).toBe(400);
    expect(error.accepted).toContain(`seconds: 1 to ${RUN_LIMITS.seconds.most}`);
  });
});

describe('an order to hold threads', () => {
  test.each([3, 10, 60])('takes %d seconds', (seconds) => {
    expect(checkBlockOrder({ seconds })).toBe(seconds);
  });

  test.each([undefined, null, {}, { seconds: 4 }, { seconds: '3' }, { seconds: 3, more: 1 }])(
    '%j is refused, with what there is',
    (body) => {
      const error = thrown(HttpError, () => checkBlockOrder(body));
      expect([error.status, error.accepted]).toEqual([400, ['seconds: 3, 10, 60']]);
    },
  );
});
