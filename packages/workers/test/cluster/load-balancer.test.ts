import { describe, expect, test } from 'vitest';

import { LoadBalancer } from '../../src/cluster/load-balancer.js';

const choices = (...closed: boolean[]): { isClosed: boolean }[] => closed.map((isClosed) => ({ isClosed }));

describe.each(['ROUND_ROBIN', 'RANDOM'] as const)('%s', (mode) => {
  test('chooses nothing where there is nothing', () => {
    const balancer = new LoadBalancer(mode);
    expect(balancer.choose([])).toBeUndefined();
    expect(balancer.choose(choices(true, true))).toBeUndefined();
  });

  test('passes over what is closed', () => {
    const balancer = new LoadBalancer(mode);
    const among = choices(true, false, true);
    for (let i = 0; i < 20; i++) expect(balancer.choose(among)).toBe(among[1]);
  });

  test('comes to everybody', () => {
    const balancer = new LoadBalancer(mode);
    const among = choices(false, false, false);
    const met = new Set(Array.from({ length: 200 }, () => balancer.choose(among)));
    expect(met).toEqual(new Set(among));
  });
});

test('round robin takes each in turn', () => {
  const balancer = new LoadBalancer('ROUND_ROBIN');
  const among = choices(false, false, false);
  const turns = Array.from({ length: 6 }, () => among.indexOf(balancer.choose(among)!));
  expect(turns.slice(1).every((each, i) => each === (turns[i] + 1) % 3)).toBe(true);
});
